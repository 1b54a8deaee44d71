import {
  type CallBody,
  type Statement,
  type statementCredit,
  type statementPay,
  type statementPaymentReverse,
  type statementWriteOff,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { holdStatements, insertPayment, listPayables, listStanding } from '../../../shared/billing/payments.queries.ts';
import {
  isSamePayment,
  paymentProblem,
  signedAmount,
  type PayableStatement,
  type StoredPayment,
} from '../../../shared/billing/payments.rules.ts';
import { settleWith } from '../../../shared/billing/settle-credits.ts';
import { type BillingDeps, type BillingViewer } from '../report/report.service.ts';
import { insertEvent } from '../statements/events.queries.ts';
import { type StatementId } from '../statements/statements.queries.ts';
import { maySeeSide, readStatement } from '../statements/statements.service.ts';

export type BillingCaller = BillingViewer & { origin: Origin };

const refused = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field, code: 'invalid', message }] });

interface Held {
  statement: PayableStatement;
  standing: StoredPayment[];
  at: Date;
}
interface Work<Body> {
  id: StatementId;
  body: Body;
}

/** Holds the statement, changes what became of it, and answers it as it is then. */
const change = (
  { db, clock }: BillingDeps,
  caller: BillingCaller,
  id: StatementId,
  apply: (tx: Tx, held: Held) => Promise<{ action: string; before?: object; after: object } | null>,
  others: readonly number[] = [],
): Promise<Statement> =>
  db.withScope(caller.scope, async (tx) => {
    const { ownerKey, statementKey } = id;
    const at = clock.now();
    await holdStatements(tx, ownerKey, [statementKey, ...others]);
    const [statement] = await listPayables(tx, ownerKey, { keys: [statementKey] }, at);
    if (statement === undefined || !maySeeSide(caller, statement.side)) throw new AppError('NOT_FOUND');
    const standing = await listStanding(tx, ownerKey, [statementKey]);
    const entry = await apply(tx, { statement, standing, at });
    if (entry !== null)
      await audit(tx, caller.scope, caller.origin, at, {
        ...entry,
        ownerKey,
        entity: 'statement',
        entityKey: statementKey,
        after: { number: statement.number, ...entry.after },
      });
    return readStatement(tx, caller, id, at);
  });

/** Notes a payment once: with the same reference, day and amount it is there already. */
export const notePayment = (
  deps: BillingDeps,
  caller: BillingCaller,
  { id, body }: Work<CallBody<typeof statementPay>>,
): Promise<Statement> =>
  change(deps, caller, id, async (tx, { statement, standing, at }) => {
    if (standing.some((payment) => isSamePayment(payment, body))) return null;
    const problem = paymentProblem(statement, standing, body);
    if (problem !== null) throw refused(problem.field, problem.message);
    const { paidOn, reference, note } = body;
    const amount = signedAmount(statement, body.amount);
    const payment = { ...id, kind: 'PAYMENT' as const, paidOn, amount, reference, note };
    await insertPayment(tx, { ...payment, userKey: caller.scope.userKey, at });
    return { action: 'statementPaid', after: { paidOn, amount, reference, ...(note !== '' && { note }) } };
  });

/** Posts the reversing line; of a credit, on both statements. */
export const reversePayment = async (
  deps: BillingDeps,
  caller: BillingCaller,
  { id, paymentKey, body: { reason } }: Work<CallBody<typeof statementPaymentReverse>> & { paymentKey: number },
): Promise<Statement> => {
  const counter = await deps.db.readScope(caller.scope, async (tx) =>
    (await listStanding(tx, id.ownerKey, [id.statementKey])).find((one) => one.paymentKey === paymentKey),
  );
  const others = counter?.counterKey == null ? [] : [counter.counterKey];
  return change(
    deps,
    caller,
    id,
    async (tx, { statement, standing, at }) => {
      const payment = standing.find((one) => one.paymentKey === paymentKey);
      if (payment === undefined) throw new AppError('NOT_FOUND');
      const ofCounter = payment.counterKey === null ? [] : await listStanding(tx, id.ownerKey, [payment.counterKey]);
      const other = ofCounter.find(
        (one) => one.kind === 'CREDIT' && one.counterKey === statement.statementKey && one.amount === -payment.amount,
      );
      for (const { statementKey, amount, reference, counterKey, ...one } of [payment, ...(other ? [other] : [])])
        await insertPayment(tx, {
          ownerKey: id.ownerKey,
          statementKey,
          kind: 'REVERSAL',
          paidOn: statement.today,
          amount: -amount,
          reference,
          note: reason,
          ...(counterKey !== null && { counterKey }),
          reversesKey: one.paymentKey,
          userKey: caller.scope.userKey,
          at,
        });
      const { amount, reference } = payment;
      return { action: 'statementPaymentReversed', before: { amount, reference }, after: { reason } };
    },
    others,
  );
};

/** Settles another statement of the same party with this credit note. */
export const useCredit = (
  deps: BillingDeps,
  caller: BillingCaller,
  { id, body: { against } }: Work<CallBody<typeof statementCredit>>,
): Promise<Statement> =>
  change(
    deps,
    caller,
    id,
    async (tx, { statement, at }) => {
      const { ownerKey } = id;
      const [other] = await listPayables(tx, ownerKey, { keys: [against] }, at);
      const isOfParty =
        other?.side === statement.side &&
        other.partnerKey === statement.partnerKey &&
        other.clientKey === statement.clientKey;
      if (!isOfParty) throw refused('against', 'Choose an open statement of the same party.');
      const amount = await settleWith(tx, { ownerKey, userKey: caller.scope.userKey, at }, statement, other);
      if (amount === 0) throw refused('against', 'Nothing is open on one of both any more.');
      return { action: 'statementCreditUsed', after: { against: other.number, amount } };
    },
    [against],
  );

export const writeOff = (
  deps: BillingDeps,
  caller: BillingCaller,
  { id, body: { isWrittenOff, reason } }: Work<CallBody<typeof statementWriteOff>>,
): Promise<Statement> =>
  change(deps, caller, id, async (tx, { statement, at }) => {
    if (statement.isWrittenOff === isWrittenOff)
      throw refused('isWrittenOff', isWrittenOff ? 'It is written off already.' : 'It is not written off.');
    if (isWrittenOff && statement.open === 0) throw refused('isWrittenOff', 'Nothing is open.');
    const kind = isWrittenOff ? 'WRITTEN_OFF' : 'TAKEN_BACK';
    await insertEvent(tx, { ...id, kind, note: reason, isAgency: true, userKey: caller.scope.userKey, at });
    return {
      action: isWrittenOff ? 'statementWrittenOff' : 'statementTakenBack',
      before: { open: statement.open },
      after: { reason },
    };
  });

import { type CallBody, type CallResponse, type Statement, type statementSend } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { holdStatements, listPayables } from '../../../shared/billing/payments.queries.ts';
import { type PayableStatement } from '../../../shared/billing/payments.rules.ts';
import { type BillingCaller } from '../payments/payments.service.ts';
import { type BillingDeps } from '../report/report.service.ts';
import { hasEvent, insertEvent } from '../statements/events.queries.ts';
import { type StatementId } from '../statements/statements.queries.ts';
import { maySeeSide, readStatement } from '../statements/statements.service.ts';
import { insertMail, listReadersOf, wasSent } from './mails.queries.ts';
import { sendStatementMail } from './statement-mail.jobs.ts';

type Sending = CallBody<typeof statementSend>;

/** Queues a statement's mails in this transaction, so that it is sent once however often that is asked. A text says why it is not. */
const sendOne = async (
  tx: Tx,
  { scope, origin }: BillingCaller,
  {
    ownerKey,
    statement,
    by,
    again,
    at,
  }: Omit<Sending, 'statementKeys'> & { ownerKey: number; statement: PayableStatement; at: Date },
): Promise<number | string> => {
  const { statementKey, number, side } = statement;
  if (!again && (await wasSent(tx, ownerKey, statementKey))) return 'Sent already.';
  const readers = by === 'hand' ? [] : await listReadersOf(tx, ownerKey, statement);
  if (by === 'mail' && readers.length === 0)
    return `No user of this ${side === 'media' ? 'media partner' : 'client'} may see bills. Invite one, or mark it as sent.`;
  const event = { ownerKey, statementKey, kind: 'SENT' as const, note: '', isAgency: true, userKey: scope.userKey, at };
  const eventKey = await insertEvent(tx, event);
  for (const to of readers) {
    const statementMailKey = await insertMail(tx, { ownerKey, statementKey, eventKey, to, at });
    const key = `statement mail ${ownerKey} ${statementMailKey}`;
    await addJob(tx, sendStatementMail, { ownerKey, statementMailKey }, { key });
  }
  await audit(tx, scope, origin, at, {
    action: by === 'hand' ? 'statementMarkedSent' : 'statementSent',
    ownerKey,
    entity: 'statement',
    entityKey: statementKey,
    after: { number, ...(by === 'mail' && { mails: readers.length }) },
  });
  return readers.length;
};

export const sendStatements = (
  { db, clock }: BillingDeps,
  caller: BillingCaller,
  ownerKey: number,
  { statementKeys, ...sending }: Sending,
): Promise<CallResponse<typeof statementSend>> =>
  db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    await holdStatements(tx, ownerKey, statementKeys);
    const statements = await listPayables(tx, ownerKey, { keys: statementKeys }, at);
    const isComplete = new Set(statementKeys).size === statements.length;
    if (!isComplete || statements.some(({ side }) => !maySeeSide(caller, side))) throw new AppError('NOT_FOUND');
    const answer: CallResponse<typeof statementSend> = { sent: 0, mails: 0, skipped: [] };
    for (const statement of statements) {
      const result = await sendOne(tx, caller, { ...sending, ownerKey, statement, at });
      if (typeof result === 'string') answer.skipped.push({ number: statement.number, reason: result });
      else {
        answer.sent += 1;
        answer.mails += result;
      }
    }
    return answer;
  });

/** The first time its side opens a statement. */
export const noteSeen = ({ db, clock }: BillingDeps, caller: BillingCaller, id: StatementId): Promise<Statement> =>
  db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    const { scope, origin } = caller;
    await holdStatements(tx, id.ownerKey, [id.statementKey]);
    const { number } = await readStatement(tx, caller, id, at);
    if (!(await hasEvent(tx, id, 'SEEN'))) {
      await insertEvent(tx, { ...id, kind: 'SEEN', note: '', isAgency: false, userKey: scope.userKey, at });
      await audit(tx, scope, origin, at, {
        action: 'statementSeen',
        ownerKey: id.ownerKey,
        entity: 'statement',
        entityKey: id.statementKey,
        after: { number },
      });
    }
    return readStatement(tx, caller, id, at);
  });

import { type CallBody, type Statement, type statementAnswer, type statementDispute } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { holdStatements } from '../../../shared/billing/payments.queries.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { type BillingCaller } from '../payments/payments.service.ts';
import { type BillingDeps } from '../report/report.service.ts';
import { insertEvent } from '../statements/events.queries.ts';
import { type StatementId } from '../statements/statements.queries.ts';
import { readStatement } from '../statements/statements.service.ts';
import { findNoteSince } from './disputes.queries.ts';
import { tellDispute } from './dispute-mails.jobs.ts';

interface Entry {
  kind: 'DISPUTED' | 'ANSWERED' | 'SETTLED' | 'REFUSED';
  text: string;
  line: number | null;
  amount: number | null;
  after: number | null;
}

const wrong = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field, code: 'invalid', message }] });

/** Writes an entry of the talk about a statement, and tells the other side. */
const write = (
  { db, clock }: BillingDeps,
  caller: BillingCaller,
  id: StatementId,
  { kind, text, line, amount, after }: Entry,
  check: (tx: Tx, statement: Statement) => Promise<void> | void,
): Promise<Statement> =>
  db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    const { scope, origin } = caller;
    await holdStatements(tx, id.ownerKey, [id.statementKey]);
    const statement = await readStatement(tx, caller, id, at);
    const { number, talk, state } = statement;
    if ((talk.at(-1)?.eventKey ?? null) !== after) {
      const message = 'Somebody wrote about this statement meanwhile. Read it first.';
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'after', code: 'conflict', message }] });
    }
    await check(tx, statement);
    const isAgency = scope.group === 'ag';
    const event = { ...id, kind, note: text, line, amount, isAgency, userKey: scope.userKey, at };
    const eventKey = await insertEvent(tx, event);
    await addJob(tx, tellDispute, { ownerKey: id.ownerKey, eventKey }, { key: `statement dispute ${eventKey}` });
    await audit(tx, scope, origin, at, {
      action: `statement${kind[0]}${kind.slice(1).toLowerCase()}`,
      ownerKey: id.ownerKey,
      entity: 'statement',
      entityKey: id.statementKey,
      before: { state },
      after: { number, text, ...(line !== null && { line }), ...(amount !== null && { amount }) },
    });
    return readStatement(tx, caller, id, at);
  });

export const dispute = (
  deps: BillingDeps,
  caller: BillingCaller,
  id: StatementId,
  body: CallBody<typeof statementDispute>,
): Promise<Statement> =>
  write(deps, caller, id, { ...body, kind: 'DISPUTED' }, (_, { lines }) => {
    if (body.line !== null && !lines.some(({ line }) => line === body.line))
      throw wrong('line', 'The statement has no such line.');
  });

/** A dispute that was right is closed by the note that corrects the statement. */
export const answerDispute = (
  deps: BillingDeps,
  caller: BillingCaller,
  id: StatementId,
  body: CallBody<typeof statementAnswer>,
): Promise<Statement> =>
  write(deps, caller, id, { ...body, line: null, amount: null }, async (tx, { talk, isDisputed, month }) => {
    if (!isDisputed) throw wrong('kind', 'There is no open dispute.');
    const since = talk.findLast(({ kind }) => kind === 'DISPUTED')!;
    if (body.kind === 'SETTLED' && (await findNoteSince(tx, id, since.eventKey)) === null)
      throw wrong(
        'kind',
        `No note corrects it yet. Reopen ${monthWords(month)} under Billable, correct it and close it again.`,
      );
  });

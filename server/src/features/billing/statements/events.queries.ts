import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type StatementId } from './statements.queries.ts';

type StatementEvent = 'SENT' | 'SEEN' | 'DISPUTED' | 'ANSWERED' | 'SETTLED' | 'REFUSED' | 'WRITTEN_OFF' | 'TAKEN_BACK';

interface NewEvent extends StatementId {
  kind: StatementEvent;
  note: string;
  /** Of a dispute: the line, and what it should be. */
  line?: number | null;
  amount?: number | null;
  isAgency: boolean;
  userKey: number | null;
  at: Date;
}

/** Hold its statement first. */
export const insertEvent = async (tx: Tx, event: NewEvent): Promise<number> => {
  const { ownerKey, statementKey, kind, note, isAgency, userKey, at } = event;
  const { rows } = await sql<{ eventKey: number }>`
    insert into billing_statement_event (owner_key, statement_key, side, partner_key, kind, note, line, amount, is_agency, made_by, at)
    select s.owner_key, s.statement_key, s.side, s.partner_key, ${kind}, ${note}, ${event.line ?? null}, ${event.amount ?? null}, ${isAgency}, ${userKey}, ${at}
    from billing_statement s where s.owner_key = ${ownerKey} and s.statement_key = ${statementKey}
    returning event_key::int as "eventKey"
  `.execute(tx);
  return rows[0]!.eventKey;
};

export const hasEvent = async (
  tx: Tx,
  { ownerKey, statementKey }: StatementId,
  kind: StatementEvent,
): Promise<boolean> => {
  const { rows } = await sql`
    select from billing_statement_event where owner_key = ${ownerKey} and statement_key = ${statementKey} and kind = ${kind} limit 1
  `.execute(tx);
  return rows.length > 0;
};

/** When it was sent last, and opened by its side first. */
export const findMoments = async (
  tx: Tx,
  { ownerKey, statementKey }: StatementId,
): Promise<{ sentAt: Date | null; seenAt: Date | null }> => {
  const { rows } = await sql<{ sentAt: Date | null; seenAt: Date | null }>`
    select max(at) filter (where kind = 'SENT') as "sentAt", min(at) filter (where kind = 'SEEN') as "seenAt"
    from billing_statement_event where owner_key = ${ownerKey} and statement_key = ${statementKey}
  `.execute(tx);
  return rows[0]!;
};

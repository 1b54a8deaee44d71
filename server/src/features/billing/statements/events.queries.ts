import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type StatementId } from './statements.queries.ts';

export type StatementEvent = 'WRITTEN_OFF' | 'TAKEN_BACK';

interface NewEvent extends StatementId {
  kind: StatementEvent;
  note: string;
  isAgency: boolean;
  userKey: number | null;
  at: Date;
}

/** Hold its statement first. */
export const insertEvent = async (tx: Tx, event: NewEvent): Promise<number> => {
  const { ownerKey, statementKey, kind, note, isAgency, userKey, at } = event;
  const { rows } = await sql<{ eventKey: number }>`
    insert into billing_statement_event (owner_key, statement_key, side, partner_key, kind, note, is_agency, made_by, at)
    select s.owner_key, s.statement_key, s.side, s.partner_key, ${kind}, ${note}, ${isAgency}, ${userKey}, ${at}
    from billing_statement s where s.owner_key = ${ownerKey} and s.statement_key = ${statementKey}
    returning event_key::int as "eventKey"
  `.execute(tx);
  return rows[0]!.eventKey;
};

import { type StatementTalk } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type StatementId } from '../statements/statements.queries.ts';

/** What both sides said about a statement, oldest first. */
export const listTalk = async (tx: Tx, { ownerKey, statementKey }: StatementId): Promise<StatementTalk[]> => {
  const { rows } = await sql<Omit<StatementTalk, 'at'> & { at: Date }>`
    select e.event_key::int as "eventKey", e.kind, e.line, e.amount::float8 as amount, e.note as text, e.is_agency as "isAgency", e.at,
           coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), case when e.is_agency then s.agency_name else s.party_name end) as by
    from billing_statement_event e join billing_statement s using (owner_key, statement_key)
    left join user_account u on u.user_key = e.made_by
    where e.owner_key = ${ownerKey} and e.statement_key = ${statementKey} and e.kind in ('DISPUTED', 'ANSWERED', 'SETTLED', 'REFUSED')
    order by e.event_key
  `.execute(tx);
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
};

/** The number of a note of its party and month that was issued after an event. */
export const findNoteSince = async (
  tx: Tx,
  { ownerKey, statementKey }: StatementId,
  eventKey: number,
): Promise<string | null> => {
  const { rows } = await sql<{ number: string }>`
    select c.number from billing_statement s
    join billing_statement_event e on e.owner_key = s.owner_key and e.event_key = ${eventKey}
    join billing_statement c on c.owner_key = s.owner_key and c.corrects_key = coalesce(s.corrects_key, s.statement_key)
      and c.issued_at >= e.at and c.statement_key <> s.statement_key
    where s.owner_key = ${ownerKey} and s.statement_key = ${statementKey} order by c.statement_key desc limit 1
  `.execute(tx);
  return rows[0]?.number ?? null;
};

interface DisputeEvent {
  kind: StatementTalk['kind'];
  isAgency: boolean;
  side: 'client' | 'media';
  partnerKey: number | null;
  number: string;
  agencyName: string;
  partyName: string;
}

export const findDisputeEvent = async (
  tx: Tx,
  ownerKey: number,
  eventKey: number,
): Promise<DisputeEvent | undefined> => {
  const { rows } = await sql<DisputeEvent>`
    select e.kind, e.is_agency as "isAgency", s.side, s.partner_key as "partnerKey", s.number, s.agency_name as "agencyName",
           s.party_name as "partyName"
    from billing_statement_event e join billing_statement s using (owner_key, statement_key)
    where e.owner_key = ${ownerKey} and e.event_key = ${eventKey}
  `.execute(tx);
  return rows[0];
};

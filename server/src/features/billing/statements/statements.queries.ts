import { type Statement, type StatementLine, type StatementRow } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';

/** The day it is at the owner `o`. */
export const todayOf = (now: Date): RawBuilder<unknown> => sql`(${now}::timestamptz at time zone o.time_zone)::date`;

export interface StatementId {
  ownerKey: number;
  statementKey: number;
}
type Standing = Pick<StatementRow, 'paid' | 'open' | 'state'>;

/** What became of statements so far. */
export const listStandings = async (
  tx: Tx,
  statements: readonly StatementId[],
  now: Date,
): Promise<(statement: StatementId) => Standing> => {
  const { rows } = await sql<StatementId & Standing>`
    select x.*, case x.state when 'WRITTEN_OFF' then 0 else x.left_over::float8 end as open
    from (
      select s.owner_key as "ownerKey", s.statement_key::int as "statementKey", app.statement_paid(s)::float8 as paid,
             s.total - app.statement_paid(s) as left_over, app.statement_state(s, ${todayOf(now)}) as state
      from unnest(${statements.map(({ ownerKey }) => ownerKey)}::int[], ${statements.map(({ statementKey }) => statementKey)}::int[])
        n (owner_key, statement_key)
      join billing_statement s on s.owner_key = n.owner_key and s.statement_key = n.statement_key
      join owner o on o.owner_key = s.owner_key
    ) x
  `.execute(tx);
  const byKey = new Map(
    rows.map(({ ownerKey, statementKey, paid, open, state }) => [`${ownerKey} ${statementKey}`, { paid, open, state }]),
  );
  return ({ ownerKey, statementKey }) => byKey.get(`${ownerKey} ${statementKey}`)!;
};

type StoredStatement = Omit<Statement, 'lines' | 'kind' | 'tax' | 'issuedAt' | keyof Standing> & {
  issued: Date;
  isCorrection: boolean;
  taxLabel: string;
  taxRate: number;
  taxAmount: number;
};

export const findStatement = async (
  tx: Tx,
  { ownerKey, statementKey }: StatementId,
): Promise<StoredStatement | null> => {
  const { rows } = await sql<StoredStatement>`
    select s.statement_key::int as "statementKey", s.owner_key as "ownerKey", s.owner_name as "ownerName", s.number, s.side,
           s.corrects_key is not null as "isCorrection", c.number as corrects, s.party_name as "partyName", s.party_code as "partyCode",
           s.agency_name as "agencyName", s.month::text as month, s.issued_on::text as "issuedOn", s.due_on::text as "dueOn",
           s.issued_at as issued, s.amount::float8 as amount, s.tax_label as "taxLabel", s.tax_rate::float8 as "taxRate",
           s.tax_amount::float8 as "taxAmount", s.total::float8 as total
    from billing_statement s
    left join billing_statement c on c.owner_key = s.owner_key and c.statement_key = s.corrects_key
    where s.owner_key = ${ownerKey} and s.statement_key = ${statementKey} and ${ofPartner('s.partner_key')}
  `.execute(tx);
  return rows[0] ?? null;
};

export const listLines = async (tx: Tx, { ownerKey, statementKey }: StatementId): Promise<StatementLine[]> => {
  const { rows } = await sql<StatementLine>`
    select line, campaign_key as "campaignKey", campaign_name as "campaignName", campaign_code as "campaignCode", kind,
           for_month::text as "forMonth", cause, quantity, unit_price::float8 as "unitPrice", amount::float8 as amount
    from billing_statement_line where owner_key = ${ownerKey} and statement_key = ${statementKey} order by line
  `.execute(tx);
  return rows;
};

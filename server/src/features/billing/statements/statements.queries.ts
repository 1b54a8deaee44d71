import {
  type Statement,
  type StatementLine,
  type StatementMail,
  type StatementPayment,
  type StatementRow,
} from '@paceline/contract';
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
    select s.owner_key as "ownerKey", s.statement_key::int as "statementKey", app.statement_paid(s)::float8 as paid,
           app.statement_open(s)::float8 as open, app.statement_state(s, ${todayOf(now)}) as state
    from unnest(${statements.map(({ ownerKey }) => ownerKey)}::int[], ${statements.map(({ statementKey }) => statementKey)}::int[])
      n (owner_key, statement_key)
    join billing_statement s on s.owner_key = n.owner_key and s.statement_key = n.statement_key
    join owner o on o.owner_key = s.owner_key
  `.execute(tx);
  const byKey = new Map(
    rows.map(({ ownerKey, statementKey, paid, open, state }) => [`${ownerKey} ${statementKey}`, { paid, open, state }]),
  );
  return ({ ownerKey, statementKey }) => byKey.get(`${ownerKey} ${statementKey}`)!;
};

type Derived =
  | 'lines'
  | 'kind'
  | 'tax'
  | 'issuedAt'
  | 'payments'
  | 'creditable'
  | 'sentAt'
  | 'seenAt'
  | 'mails'
  | 'talk';
type StoredStatement = Omit<Statement, Derived | keyof Standing> & {
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
           s.tax_amount::float8 as "taxAmount", s.total::float8 as total, app.is_disputed(s) as "isDisputed"
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

/** Notes and names are for the agency only. */
export const listPayments = async (
  tx: Tx,
  { ownerKey, statementKey }: StatementId,
  isAgency: boolean,
): Promise<StatementPayment[]> => {
  const { rows } = await sql<StatementPayment>`
    select p.payment_key::int as "paymentKey", p.kind, p.paid_on::text as "paidOn", p.amount::float8 as amount, p.reference, c.number as counter,
           exists (select from billing_payment r where r.owner_key = p.owner_key and r.reverses_key = p.payment_key) as "isReversed",
           case when ${isAgency} then p.note end as note,
           case when ${isAgency} then coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Paceline') end as by
    from billing_payment p
    left join billing_statement c on c.owner_key = p.owner_key and c.statement_key = p.counter_key
    left join user_account u on u.user_key = p.made_by
    where p.owner_key = ${ownerKey} and p.statement_key = ${statementKey} order by p.payment_key
  `.execute(tx);
  return rows;
};

/** For the agency only. */
export const listMails = async (tx: Tx, { ownerKey, statementKey }: StatementId): Promise<StatementMail[]> => {
  const { rows } = await sql<Omit<StatementMail, 'at'> & { at: Date }>`
    select to_address as "to", state, reason, coalesce(done_at, created_at) as at from billing_statement_mail
    where owner_key = ${ownerKey} and statement_key = ${statementKey} order by statement_mail_key desc
  `.execute(tx);
  return rows.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
};

/** Open statements of the party of a credit note that is open. */
export const listCreditable = async (
  tx: Tx,
  { ownerKey, statementKey }: StatementId,
): Promise<Statement['creditable']> => {
  const { rows } = await sql<Statement['creditable'][number]>`
    select s.statement_key::int as "statementKey", s.number, app.statement_open(s)::float8 as open
    from billing_statement c
    join billing_statement s on s.owner_key = c.owner_key and s.side = c.side
      and s.partner_key is not distinct from c.partner_key and s.client_key is not distinct from c.client_key
    where c.owner_key = ${ownerKey} and c.statement_key = ${statementKey} and c.total < 0 and app.statement_open(c) < 0
      and s.total > 0 and app.statement_open(s) > 0
    order by s.due_on, s.statement_key
  `.execute(tx);
  return rows;
};

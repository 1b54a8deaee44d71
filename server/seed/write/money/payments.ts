import { sql } from 'kysely';
import { type Tx } from '../../../src/db/scope/tx.ts';

/** An agency user who works on bills. */
const BILLER = sql`(select min(user_key) from user_account where user_type = 'agency' and permissions @> array['reports:Billable'])`;

/** Statements are sent two hours after they are issued; of the last closed month a few are still drafts. */
const writeSendings = (tx: Tx): Promise<unknown> =>
  sql`
    insert into billing_statement_event (owner_key, statement_key, side, partner_key, kind, is_agency, made_by, at)
    select s.owner_key, s.statement_key, s.side, s.partner_key, 'SENT', true, ${BILLER}, s.issued_at + interval '2 hours'
    from billing_statement s
    where s.month < (select max(n.month) from billing_statement n where n.owner_key = s.owner_key) or s.place % 4 <> 0
    order by s.owner_key, s.statement_key
  `.execute(tx);

/**
 * Most statements are paid within days of their due day. Of those of the last four months, one in ten is not paid yet, and one in ten only by
 * half.
 */
const writePayments = (tx: Tx, now: Date): Promise<unknown> =>
  sql`
    insert into billing_payment (owner_key, statement_key, side, partner_key, kind, paid_on, amount, reference, made_by, made_at)
    select s.owner_key, s.statement_key, s.side, s.partner_key, 'PAYMENT', p.paid_on, round(p.open * p.share, 2), 'ACH-' || s.number, ${BILLER},
           p.paid_on::timestamp at time zone o.time_zone + interval '10 hours'
    from billing_statement s
    join owner o using (owner_key)
    cross join lateral (select (s.place * 7 + s.owner_key) % 10 as chance, (${now}::timestamptz at time zone o.time_zone)::date as today) c
    cross join lateral (
      select s.due_on + c.chance - 5 as paid_on, app.statement_open(s) as open,
             case when s.due_on < c.today - 120 then 1 when c.chance = 3 then 0 when c.chance = 7 then 0.5 else 1 end as share) p
    where s.total > 0 and p.paid_on < c.today and round(p.open * p.share, 2) > 0
    order by s.owner_key, s.statement_key
  `.execute(tx);

export const settleStatements = async (tx: Tx, now: Date): Promise<void> => {
  await writeSendings(tx);
  await writePayments(tx, now);
};

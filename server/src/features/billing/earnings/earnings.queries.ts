import { type EarnedMonth } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../../db/scope/of-owners.ts';
import { type Tx } from '../../../db/scope/tx.ts';

/** The owners a media partner works for, by name. */
export const listOwners = async (tx: Tx, ownerKeys: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select o.owner_key as "ownerKey" from owner o where ${ofOwners('o.owner_key', ownerKeys)} order by o.name, o.owner_key
  `.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};

export type MonthPayment = Pick<EarnedMonth, 'open' | 'payBy' | 'paidOn'>;
export const NO_PAYMENT: MonthPayment = { open: null, payBy: null, paidOn: null };

/** What is left of a media partner's statements, by owner and month. Corrections do not move the due day. */
export const listMonthPayments = async (
  tx: Tx,
  ownerKeys: readonly number[],
  partnerKey: number | null,
): Promise<(ownerKey: number, month: string) => MonthPayment> => {
  const { rows } = await sql<{ ownerKey: number; month: string; open: number; dueOn: string; paidOn: string | null }>`
    select s.owner_key as "ownerKey", s.month::text as month, sum(app.statement_open(s))::float8 as open,
           min(s.due_on) filter (where s.corrects_key is null)::text as "dueOn", max(p.paid_on)::text as "paidOn"
    from billing_statement s
    left join lateral (select max(n.paid_on) as paid_on from app.standing_payments(s) n where n.kind = 'PAYMENT') p on true
    where ${ofOwners('s.owner_key', ownerKeys)} and s.side = 'media' and s.partner_key = ${partnerKey}
    group by 1, 2
  `.execute(tx);
  const payments = new Map(
    rows.map(({ ownerKey, month, open, dueOn, paidOn }): [string, MonthPayment] => [
      `${ownerKey} ${month}`,
      open > 0 ? { open, payBy: dueOn, paidOn: null } : { open, payBy: null, paidOn },
    ]),
  );
  return (ownerKey, month) => payments.get(`${ownerKey} ${month}`) ?? NO_PAYMENT;
};

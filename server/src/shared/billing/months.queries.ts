import { type BillingMonthState, type MonthState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export interface StoredMonth {
  month: string;
  status: MonthState;
  closesAt: Date;
  endsAt: Date;
  changedAt: Date | null;
  /** Number of closings; the lines of the last one are valid. */
  closing: number;
}

/** The status of a month by the owner's clock and by manual changes. */
export const findMonth = async (tx: Tx, ownerKey: number, month: string, now: Date): Promise<StoredMonth | null> => {
  const { rows } = await sql<StoredMonth>`
    select m.month::text as month, app.month_status(o.owner_key, m.month, ${now}) as status,
           (m.month + interval '1 month 5 days' - interval '1 minute')::timestamp at time zone o.time_zone as "closesAt",
           (m.month + interval '1 month')::timestamp at time zone o.time_zone as "endsAt",
           b.changed_at as "changedAt", coalesce(b.closing, 0) as closing
    from owner o cross join (values (${month}::date)) m (month)
    left join billing_month b on b.owner_key = o.owner_key and b.month = m.month
    where o.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0] ?? null;
};

/** Whether the bill is read from its stored lines; until they exist it is computed. */
export const isFrozen = ({ status, closing }: Pick<StoredMonth, 'status' | 'closing'>): boolean =>
  status === 'CLOSED' && closing > 0;

export const monthStateOf = (stored: StoredMonth): BillingMonthState => ({
  month: stored.month,
  status: stored.status,
  closesAt: stored.closesAt.toISOString(),
  closedAt: isFrozen(stored) ? (stored.changedAt?.toISOString() ?? null) : null,
  isFrozen: isFrozen(stored),
});

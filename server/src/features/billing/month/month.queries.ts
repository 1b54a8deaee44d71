import { type MonthState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface OpenThings {
  disputes: number;
  /** From the newest files of both sides: open or disputed. */
  differences: number;
  returns: number;
  undelivered: number;
  /** Ad accounts with campaigns whose days do not reach the end of the month. */
  lateAccounts: string[];
}

/** The open items of an owner's month. */
export const findOpenThings = async (tx: Tx, ownerKey: number, month: string): Promise<OpenThings> => {
  const { rows } = await sql<OpenThings>`
    with days as (select ${month}::date as first, (${month}::date + interval '1 month - 1 day')::date as last)
    select
      (select count(*)::int from (
         select distinct on (campaign_key, side) kind from billing_remark
         where owner_key = ${ownerKey} and month = d.first and kind <> 'ANSWERED' order by campaign_key, side, remark_key desc
       ) r where r.kind = 'DISPUTED') as disputes,
      (select count(*)::int from reconciliation_run n join reconciliation_row w using (owner_key, run_key)
       where n.owner_key = ${ownerKey} and n.month = d.first and n.replaced_at is null and w.merged_into is null
         and w.kind <> 'MATCHED' and w.state in ('OPEN', 'DISPUTED')) as differences,
      (select count(*)::int from lead_return r
       where r.owner_key = ${ownerKey} and r.captured_date between d.first and d.last and r.decision is null) as returns,
      (select count(*)::int from lead l
       where l.owner_key = ${ownerKey} and l.captured_date between d.first and d.last and app.waits_for_delivery(l.status)) as undelivered,
      array(select a.account_name from platform_account a
            where a.owner_key = ${ownerKey} and app.loaded_through(a) < d.last
              and exists (select from campaign c where c.owner_key = a.owner_key and c.account_key = a.account_key
                          and c.deleted_at is null and c.start_date <= d.last and coalesce(c.end_date, d.first) >= d.first)
            order by 1) as "lateAccounts"
    from days d
  `.execute(tx);
  return rows[0] ?? { disputes: 0, differences: 0, returns: 0, undelivered: 0, lateAccounts: [] };
};

interface StoredChange {
  at: Date;
  from: MonthState;
  to: MonthState;
  reason: string;
  by: string | null;
}

export const listChanges = async (tx: Tx, ownerKey: number, month: string): Promise<StoredChange[]> => {
  const { rows } = await sql<StoredChange>`
    select c.at, c.from_status as "from", c.to_status as "to", c.reason, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
    from billing_month_change c left join user_account u on u.user_key = c.changed_by
    where c.owner_key = ${ownerKey} and c.month = ${month}::date order by c.change_key
  `.execute(tx);
  return rows;
};

import { type SubStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface LogRow {
  at: Date;
  fromStatus: SubStatus;
  toStatus: SubStatus;
  action: string | null;
  reason: string;
  by: string;
}

const LOG_ROWS = 500;

export const listLog = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<LogRow[]> => {
  const { rows } = await sql<LogRow>`
    select l.at, l.from_status as "fromStatus", l.to_status as "toStatus", l.action, l.reason,
           coalesce(u.first_name || ' ' || u.last_name, 'system') as by
    from campaign_status_log l left join user_account u on u.user_key = l.set_by
    where l.owner_key = ${ownerKey} and l.campaign_key = ${campaignKey}
    order by l.at desc, l.log_key desc limit ${LOG_ROWS}
  `.execute(tx);
  return rows;
};

/** Inquiries or clicks in a month that can still be billed: the running one, and reopened ones. */
export const listActive = async (
  tx: Tx,
  ownerKey: number,
  campaignKeys: readonly number[],
  month: string,
): Promise<number[]> => {
  const { rows } = await sql<{ campaignKey: number }>`
    with closed as (
      select b.month from billing_month b where b.owner_key = ${ownerKey} and b.status = 'CLOSED'
    ), first_open as (
      select least(${month}::date, min(b.month)) as day from billing_month b where b.owner_key = ${ownerKey} and b.status <> 'CLOSED'
    )
    select c.campaign_key as "campaignKey" from campaign c cross join first_open o
    where c.owner_key = ${ownerKey} and c.campaign_key = any (${[...campaignKeys]}::int[]) and (
      exists (select from lead l where l.owner_key = c.owner_key and l.campaign_key = c.campaign_key and l.captured_date >= o.day
              and date_trunc('month', l.captured_date)::date not in (select month from closed))
      or exists (select from click k where k.owner_key = c.owner_key and k.campaign_key = c.campaign_key and k.clicked_date >= o.day
                 and date_trunc('month', k.clicked_date)::date not in (select month from closed)))
  `.execute(tx);
  return rows.map(({ campaignKey }) => campaignKey);
};

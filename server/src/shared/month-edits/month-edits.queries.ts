import { type AllocationMonth, type EditField, type MonthPlan, type PriceField } from '@paceline/contract';
import { sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { ofPartner } from '../../db/scope/of-partner.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { monthAt } from './month-at.ts';

/** A campaign's stored month, with its last editor. A month without a row has version 0. */
export interface StoredMonth extends MonthPlan, Record<PriceField, number | null> {
  ownerKey: number;
  campaignKey: number;
  campaignName: string;
  partnerKey: number | null;
  isPpl: boolean;
  month: string;
  rowVersion: number;
  updatedAt: Date;
  updatedByName: string | null;
}

/** Database column of each field. Explicit, because caller input must never become part of a statement. */
export const COLUMN_OF = {
  monthlyCapacity: 'monthly_capacity',
  incrementalCapacity: 'incremental_capacity',
  monthlyAllocation: 'monthly_allocation',
  monthlySoftAllocation: 'monthly_soft_allocation',
  weeklySoftAllocation: 'weekly_soft_allocation',
  weeklyAllocation: 'weekly_allocation',
  dailyAllocation: 'daily_allocation',
  clientMonthlyAllocation: 'client_monthly_allocation',
  userDefinedMonthlyAllocation: 'user_defined_monthly_allocation',
  userDefinedMonthlySoftAllocation: 'user_defined_monthly_soft_allocation',
  userDefinedWeeklySoftAllocation: 'user_defined_weekly_soft_allocation',
  userDefinedDailyAllocation: 'user_defined_daily_allocation',
  clientBidPrice: 'client_bid_price',
  aggregatorBidPrice: 'aggregator_bid_price',
} as const satisfies Record<Exclude<EditField, 'requestedAllocation'>, string>;
export type StoredField = keyof typeof COLUMN_OF;

const FIELDS = Object.entries(COLUMN_OF) as [StoredField, string][];

/** Inserts empty rows for missing months, so that there is something to lock. On rollback they disappear. */
export const insertMissingMonths = async (
  tx: Tx,
  owners: readonly number[],
  campaignKeys: readonly number[],
  now: Date,
  month: AllocationMonth,
): Promise<void> => {
  await sql`
    insert into campaign_month (owner_key, campaign_key, month, row_version, updated_at)
    select c.owner_key, c.campaign_key, ${monthAt(now, month)}, 0, ${now}
    from campaign c join owner o using (owner_key)
    where ${ofOwners('c.owner_key', owners)} and c.campaign_key = any (${campaignKeys}) and c.deleted_at is null
      and ${ofPartner('c.partner_key')}
    order by 1, 2
    on conflict do nothing
  `.execute(tx);
};

/** Locks the months in a fixed order, so that two saves wait for each other without a deadlock. */
export const lockMonths = async (
  tx: Tx,
  owners: readonly number[],
  campaignKeys: readonly number[],
  now: Date,
  month: AllocationMonth,
): Promise<StoredMonth[]> => {
  const columns = FIELDS.map(([field, column]) => {
    const value = field === 'clientBidPrice' || field === 'aggregatorBidPrice' ? `m.${column}::float8` : `m.${column}`;
    return sql`${sql.raw(value)} as ${sql.ref(field)}`;
  });
  const { rows } = await sql<StoredMonth>`
    select m.owner_key as "ownerKey", m.campaign_key as "campaignKey", c.name as "campaignName", c.partner_key as "partnerKey",
           c.channel = 'ppl' as "isPpl", m.month::text as month, m.row_version as "rowVersion", m.updated_at as "updatedAt",
           u.first_name || ' ' || u.last_name as "updatedByName", ${sql.join(columns)}
    from campaign_month m
    join campaign c using (owner_key, campaign_key)
    join owner o on o.owner_key = m.owner_key
    left join user_account u on u.user_key = m.updated_by
    where ${ofOwners('m.owner_key', owners)} and m.campaign_key = any (${campaignKeys}) and c.deleted_at is null and m.month = ${monthAt(now, month)}
      and ${ofPartner('c.partner_key')}
    order by m.owner_key, m.campaign_key
    for update of m
  `.execute(tx);
  return rows;
};

export interface MonthChange {
  ownerKey: number;
  campaignKey: number;
  month: string;
  changes: Partial<Record<StoredField, number | null>>;
  /** Previous values of the changed cells. */
  before: Readonly<Record<string, unknown>>;
}

/** Writes only the given cells; each row's version is incremented. */
export const updateMonths = async (
  tx: Tx,
  changes: readonly MonthChange[],
  by: number | null,
  at: Date,
): Promise<{ campaignKey: number; rowVersion: number }[]> => {
  const assignments = FIELDS.map(([field, column]) => {
    const type = column.endsWith('_price') ? 'numeric' : 'int';
    // A partner may withdraw its extra capacity; the column is not nullable.
    const cleared = field === 'incrementalCapacity' ? '0' : 'null';
    return sql.raw(
      `${column} = case when x.changes ? '${field}' then coalesce((x.changes ->> '${field}')::${type}, ${cleared}) else m.${column} end`,
    );
  });
  const { rows } = await sql<{ campaignKey: number; rowVersion: number }>`
    update campaign_month m
    set ${sql.join(assignments)}, row_version = m.row_version + 1, updated_by = ${by}, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as x ("ownerKey" int, "campaignKey" int, month date, changes jsonb)
    where m.owner_key = x."ownerKey" and m.campaign_key = x."campaignKey" and m.month = x.month
    returning m.campaign_key as "campaignKey", m.row_version as "rowVersion"
  `.execute(tx);
  return rows;
};

/** Stores how the changes of this transaction were made, for the history. */
export const setVia = async (
  tx: Tx,
  via: 'screen' | 'file' | 'job' | 'request' | 'undo' | 'restore',
): Promise<void> => {
  await sql`select set_config('app.via', ${via}, true)`.execute(tx);
};

interface Wish {
  row: { ownerKey: number; campaignKey: number; partnerKey: number | null; month: string };
  requested: number | null;
}

/** A new request replaces the open one; a blank only withdraws it. */
export const replaceOpenRequests = async (
  tx: Tx,
  wishes: readonly Wish[],
  by: number | null,
  at: Date,
): Promise<void> => {
  const wishesJson = JSON.stringify(wishes.map(({ row, requested }) => ({ ...row, requested })));
  await sql`
    update allocation_request r set state = 'WITHDRAWN', decided_by = ${by}, decided_at = ${at}
    from jsonb_to_recordset(${wishesJson}::jsonb) as x ("ownerKey" int, "campaignKey" int, month date)
    where r.owner_key = x."ownerKey" and r.campaign_key = x."campaignKey" and r.month = x.month and r.state = 'OPEN'
  `.execute(tx);
  await sql`
    insert into allocation_request (owner_key, campaign_key, partner_key, month, requested, requested_by, requested_at)
    select x."ownerKey", x."campaignKey", x."partnerKey", x.month, x.requested, ${by}, ${at}
    from jsonb_to_recordset(${wishesJson}::jsonb) as x ("ownerKey" int, "campaignKey" int, "partnerKey" int, month date, requested int)
    where x.requested is not null and x."partnerKey" is not null
  `.execute(tx);
};

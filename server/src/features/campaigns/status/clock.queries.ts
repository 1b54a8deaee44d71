import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type StatusClock } from '../../../shared/campaign-status/status-clock.rules.ts';

export const listOwnerKeys = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`select owner_key as key from app.owners_by_clock()`.execute(tx);
  return rows.map(({ key }) => key);
};

export const findLastRun = async (tx: Tx, ownerKey: number): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`select at from campaign_status_run where owner_key = ${ownerKey}`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
};

export const upsertRun = async (tx: Tx, ownerKey: number, at: Date): Promise<void> => {
  await sql`
    insert into campaign_status_run (owner_key, at) values (${ownerKey}, ${at})
    on conflict (owner_key) do update set at = greatest(campaign_status_run.at, excluded.at)
  `.execute(tx);
};

/**
 * Campaigns whose status may have changed since the last check: a date was reached, their plan or their line item's changed, or inquiries
 * came in. Any other status changes only by a user.
 */
export const listToLookAt = async (
  tx: Tx,
  ownerKey: number,
  { now, today, month }: StatusClock,
  since: Date | null,
): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select s.campaign_key as key from campaign_status s where s.owner_key = ${ownerKey} and s.due_at <= ${now}
    union
    select c.campaign_key from campaign c
    where c.owner_key = ${ownerKey}
      and not exists (select from campaign_status s where s.owner_key = c.owner_key and s.campaign_key = c.campaign_key)
    union
    select m.campaign_key from campaign_month m
    where m.owner_key = ${ownerKey} and m.month = ${month} and m.updated_at >= ${since}
    union
    select c.campaign_key from goal_month m join campaign c on c.owner_key = m.owner_key and c.goal_key = m.goal_key
    where m.owner_key = ${ownerKey} and m.month = ${month} and m.updated_at >= ${since}
    union
    select d.campaign_key from campaign_day d
    where d.owner_key = ${ownerKey} and d.day = ${today}
      and exists (select from fact_version v where v.owner_key = ${ownerKey} and v.folded_at >= ${since})
    order by 1
  `.execute(tx);
  return rows.map(({ key }) => key);
};

/** The last recorded status of each campaign, locked so that two processes do not check at the same time. */
export const listSeenLocked = async (
  tx: Tx,
  ownerKey: number,
  campaignKeys: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ key: number; subStatus: string }>`
    select campaign_key as key, sub_status as "subStatus" from campaign_status
    where owner_key = ${ownerKey} and campaign_key = any (${[...campaignKeys]}::int[]) order by campaign_key for update
  `.execute(tx);
  return new Map(rows.map(({ key, subStatus }) => [key, subStatus]));
};

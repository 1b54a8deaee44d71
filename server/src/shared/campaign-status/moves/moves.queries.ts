import { type SubStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Change } from './moves.rules.ts';

export interface LockedCampaign {
  campaignKey: number;
  name: string;
  code: string;
  rowVersion: number;
}

/** The owner's campaigns, locked until the transaction ends, so that concurrent moves wait. */
export const listLocked = async (
  tx: Tx,
  ownerKey: number,
  campaignKeys: readonly number[],
): Promise<LockedCampaign[]> => {
  const { rows } = await sql<LockedCampaign>`
    select c.campaign_key as "campaignKey", c.name, c.code, c.row_version as "rowVersion"
    from unnest(${[...new Set(campaignKeys)]}::int[]) k (campaign_key)
    join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = k.campaign_key
    order by c.campaign_key for update of c
  `.execute(tx);
  return rows;
};

export interface Written extends Change {
  campaignKey: number;
}
export interface Writer {
  ownerKey: number;
  userKey: number | null;
  at: Date;
  today: string;
}

/** Current or scheduled, not over. */
const isOpen = (today: string) => sql`p.cancelled_at is null and coalesce(p.ends_on >= ${today}, true)`;

const keysOf = (changes: readonly Written[]): number[] => changes.map(({ campaignKey }) => campaignKey);

/** Ends the current or scheduled pause. The row is kept as history. */
export const updatePausesCancelled = async (
  tx: Tx,
  { ownerKey, at, today }: Writer,
  changes: readonly Written[],
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    update campaign_pause p set cancelled_at = ${at}
    where p.owner_key = ${ownerKey} and p.campaign_key = any (${keysOf(changes)}::int[]) and ${isOpen(today)}
  `.execute(tx);
};

export const updatePauseEnds = async (
  tx: Tx,
  { ownerKey, today }: Writer,
  changes: readonly Written[],
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    update campaign_pause p set ends_on = n.ends_on
    from unnest(${keysOf(changes)}::int[], ${changes.map(({ pauseEndsOn }) => pauseEndsOn ?? null)}::date[]) n (campaign_key, ends_on)
    where p.owner_key = ${ownerKey} and p.campaign_key = n.campaign_key and ${isOpen(today)}
  `.execute(tx);
};

export const insertPauses = async (
  tx: Tx,
  { ownerKey, userKey, at }: Writer,
  changes: readonly Written[],
): Promise<void> => {
  const pauses = changes.flatMap(({ campaignKey, pause }) => (pause ? [{ campaignKey, ...pause }] : []));
  if (pauses.length === 0) return;
  await sql`
    insert into campaign_pause (owner_key, campaign_key, starts_on, ends_on, reason, set_by, set_at)
    select ${ownerKey}, n.*, ${userKey}, ${at}
    from unnest(${pauses.map(({ campaignKey }) => campaignKey)}::int[], ${pauses.map(({ startsOn }) => startsOn)}::date[],
                ${pauses.map(({ endsOn }) => endsOn)}::date[], ${pauses.map(({ reason }) => reason)}::text[]) n
  `.execute(tx);
};

/** Writes dates, activation and deletion, which are columns of the campaign. */
export const updateCampaigns = async (
  tx: Tx,
  { ownerKey, userKey, at }: Writer,
  changes: readonly Written[],
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    update campaign c set
      start_date = coalesce(n.start_date, c.start_date),
      end_date = case when n.sets_end then n.end_date else c.end_date end,
      activated_at = case when n.activate then ${at} else c.activated_at end,
      deleted_at = case when n.deleted then ${at} when not n.deleted then null else c.deleted_at end,
      -- A restored campaign claims its code again; the unique index fails if the code is used by now.
      code_released_at = case when not n.deleted then null else c.code_released_at end,
      deleted_by = case when n.deleted then ${userKey}::int when not n.deleted then null else c.deleted_by end,
      row_version = c.row_version + 1, updated_by = ${userKey}, updated_at = ${at}
    from unnest(${keysOf(changes)}::int[], ${changes.map(({ startDate }) => startDate ?? null)}::date[],
                ${changes.map(({ endDate }) => endDate !== undefined)}::boolean[], ${changes.map(({ endDate }) => endDate ?? null)}::date[],
                ${changes.map(({ activate }) => activate ?? false)}::boolean[], ${changes.map(({ deleted }) => deleted ?? null)}::boolean[])
         n (campaign_key, start_date, sets_end, end_date, activate, deleted)
    where c.owner_key = ${ownerKey} and c.campaign_key = n.campaign_key
  `.execute(tx);
};

export interface StatusSeen {
  campaignKey: number;
  subStatus: SubStatus;
  dueAt: Date;
}

/** Stores each campaign's current status, for comparison at the next evaluation. */
export const upsertSeen = async (tx: Tx, ownerKey: number, at: Date, seen: readonly StatusSeen[]): Promise<void> => {
  if (seen.length === 0) return;
  await sql`
    insert into campaign_status as s (owner_key, campaign_key, sub_status, since, due_at)
    select ${ownerKey}, n.campaign_key, n.sub_status, ${at}, n.due_at
    from unnest(${seen.map(({ campaignKey }) => campaignKey)}::int[], ${seen.map(({ subStatus }) => subStatus)}::text[],
                ${seen.map(({ dueAt }) => dueAt)}::timestamptz[]) n (campaign_key, sub_status, due_at)
    on conflict (owner_key, campaign_key) do update set
      sub_status = excluded.sub_status, due_at = excluded.due_at,
      since = case when s.sub_status = excluded.sub_status then s.since else excluded.since end
  `.execute(tx);
};

interface LogEntry {
  campaignKey: number;
  from: string;
  to: string;
  action: string | null;
  reason: string;
}

export const insertLog = async (
  tx: Tx,
  { ownerKey, userKey, at }: Writer,
  entries: readonly LogEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  await sql`
    insert into campaign_status_log (owner_key, campaign_key, at, from_status, to_status, action, reason, set_by)
    select ${ownerKey}, n.campaign_key, ${at}, n.from_status, n.to_status, n.action, n.reason, ${userKey}
    from unnest(${entries.map(({ campaignKey }) => campaignKey)}::int[], ${entries.map(({ from }) => from)}::text[],
                ${entries.map(({ to }) => to)}::text[], ${entries.map(({ action }) => action)}::text[],
                ${entries.map(({ reason }) => reason)}::text[]) n (campaign_key, from_status, to_status, action, reason)
    order by n.campaign_key
  `.execute(tx);
};

/** Schedules an immediate re-evaluation, after a change that the status depends on. */
export const updateDue = async (tx: Tx, ownerKey: number, campaignKeys: readonly number[], at: Date): Promise<void> => {
  await sql`
    update campaign_status set due_at = least(due_at, ${at})
    where owner_key = ${ownerKey} and campaign_key = any (${[...campaignKeys]}::int[])
  `.execute(tx);
};

import { BULK_UNDO_HOURS } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { MONTHS_ACTION, STATUS_ACTIONS } from './undo.rules.ts';

/** A change of several campaigns by one request, as its lines in the audit log tell it. */
export interface StoredAction {
  actionId: string;
  /** Different moves of one request, such as pauses from today and from later days. */
  actions: string[];
  campaigns: number;
  names: string[];
  at: Date;
  userKey: number | null;
  by: string;
  undoneAt: Date | null;
  undoneBy: string | null;
}

/** The line that an undo leaves, besides those of the campaigns. */
export const UNDONE = 'bulkActionUndone';

const MAX_ACTIONS = 20;
const NAMED = 5;

/** As in the indexes: a line without an owner has owner 0. */
const ofOwner = (ownerKey: number) => sql`(case when l.owner_key is null then 0 else l.owner_key end) = ${ownerKey}`;
const UNDOABLE: readonly string[] = [...STATUS_ACTIONS, MONTHS_ACTION];

/** The bulk actions of the last day, or the one action with this id. A file is undone with its import, and an undo is none itself. */
export const listActions = async (
  tx: Tx,
  ownerKey: number,
  { now, actionId = null }: { now: Date; actionId?: string | null },
): Promise<StoredAction[]> => {
  const { rows } = await sql<StoredAction>`
    with act as (
      select l.request_id, array_agg(distinct l.action) as actions, count(distinct l.entity_key)::int as campaigns, min(l.at) as at,
             min(l.user_key) as user_key, (array_agg(distinct l.entity_key::int))[:${NAMED}] as keys
      from audit_log l
      where ${ofOwner(ownerKey)} and l.action = any (${UNDOABLE}) and l.at > ${now}::timestamptz - ${`${BULK_UNDO_HOURS} hours`}::interval
        and l.entity = 'campaign' and l.outcome = 'done' and l.way is distinct from 'file' and l.request_id <> ''
        and (${actionId}::text is null or l.request_id = ${actionId})
      group by l.request_id
      having ${actionId}::text is not null or count(distinct l.entity_key) > 1
    )
    select a.request_id as "actionId", a.actions, a.campaigns, a.at, a.user_key as "userKey",
           coalesce(u.first_name || ' ' || u.last_name, 'Paceline') as by, undone.at as "undoneAt", undone.by as "undoneBy",
           array(select c.name from campaign c where c.owner_key = ${ownerKey} and c.campaign_key = any (a.keys) order by c.name) as names
    from act a
    left join user_account u on u.user_key = a.user_key
    left join lateral (
      select l.at, coalesce(w.first_name || ' ' || w.last_name, 'Paceline') as by
      from audit_log l left join user_account w on w.user_key = l.user_key
      where l.entity = 'bulkAction' and l.entity_key = a.request_id and l.action = ${UNDONE} and ${ofOwner(ownerKey)}
      order by l.at desc limit 1
    ) undone on true
    where not exists (
      select from audit_log l where l.request_id = a.request_id and l.action = ${UNDONE} and l.entity = 'bulkAction'
    )
    order by a.at desc limit ${MAX_ACTIONS}
  `.execute(tx);
  return rows;
};

/** What one request did to a campaign. */
export interface ActionLine {
  campaignKey: number;
  action: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

export const listActionLines = async (tx: Tx, ownerKey: number, actionId: string): Promise<ActionLine[]> => {
  const { rows } = await sql<ActionLine>`
    select l.entity_key::int as "campaignKey", l.action, coalesce(l.before, '{}') as before, coalesce(l.after, '{}') as after
    from audit_log l
    where l.request_id = ${actionId} and l.entity = 'campaign' and l.outcome = 'done' and ${ofOwner(ownerKey)}
      and l.action = any (${UNDOABLE})
    order by 1
  `.execute(tx);
  return rows;
};

/** Two requests that undo the same action wait for each other; the second finds it undone. */
export const lockAction = async (tx: Tx, actionId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('bulk action ' || ${actionId}, 0))`.execute(tx);
};

export const listCampaignNames = async (tx: Tx, ownerKey: number, keys: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.name from campaign c where c.owner_key = ${ownerKey} and c.campaign_key = any (${[...keys]}::int[]) order by c.name
  `.execute(tx);
  return rows.map(({ name }) => name);
};

/** The first day of the owner's month. */
export const getMonth = async (tx: Tx, ownerKey: number, now: Date): Promise<string> => {
  const { rows } = await sql<{ month: string }>`
    select date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date::text as month
    from owner o where o.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.month ?? '';
};

import { type AlertEnd } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type FoundCause, type OpenAlert } from './scan.rules.ts';

/** One scan of an owner at a time: two at once would both insert the same alert. */
export const holdAlertsOf = (tx: Tx, ownerKey: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('alerts of owner ' || ${ownerKey}::int, 0))`.execute(tx);

export const listOpenAlerts = async (tx: Tx, ownerKey: number): Promise<OpenAlert[]> => {
  const { rows } = await sql<OpenAlert>`
    select a.alert_key as "alertKey", a.kind, a.cause, a.period, a.used::float8 as used, a.most::float8 as most, a.ends_at as "endsAt",
           a.account_key is null or p.status in ('ACTIVE', 'ERROR') as "isExpected"
    from alert a left join platform_account p on p.owner_key = a.owner_key and p.account_key = a.account_key
    where a.owner_key = ${ownerKey} and a.resolved_at is null and a.kind <> 'rule'
  `.execute(tx);
  return rows;
};

/** Inserts, updates or reopens alerts; unchanged ones are not written. Returns the number written. */
export const upsertAlerts = async (
  tx: Tx,
  ownerKey: number,
  causes: readonly (FoundCause & { period: string; since: Date })[],
  now: Date,
): Promise<number> => {
  if (causes.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into alert as a (owner_key, kind, cause, period, span, level, peak, campaign_key, goal_key, client_key, endpoint_key,
                            reason, rule_key, account_key, used, most, since, first_seen_at, changed_at, ends_at)
    select ${ownerKey}, n.kind, n.cause, n.period, n.span, n.level, n.level, n."campaignKey", n."goalKey", n."clientKey", n."endpointKey",
           n.reason, n."ruleKey", n."accountKey", n.used, n.most, n.since, ${now}, ${now}, n."endsAt"
    from jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as n (
      kind text, cause text, period text, span text, level smallint, "campaignKey" int, "goalKey" int, "clientKey" int,
      "endpointKey" int, reason text, "ruleKey" int, "accountKey" int, used numeric, most numeric, since timestamptz, "endsAt" timestamptz)
    order by n.cause
    on conflict (owner_key, cause, period) do update set
      level = excluded.level, reason = excluded.reason, peak = greatest(a.peak, excluded.level), used = excluded.used, ends_at = excluded.ends_at,
      -- Only stuck leads update it; other alerts keep the time when the cause was first seen.
      since = case when a.kind = 'stuck' then excluded.since else a.since end,
      changed_at = excluded.changed_at, times = a.times + (a.resolved_at is not null)::int, resolved_at = null, resolution = null
    where (a.level, a.used, a.ends_at, a.reason) is distinct from (excluded.level, excluded.used, excluded.ends_at, excluded.reason)
      or a.resolved_at is not null or (a.kind = 'stuck' and a.since <> excluded.since)
  `.execute(tx);
  return Number(numAffectedRows);
};

export const updateEnded = async (
  tx: Tx,
  ownerKey: number,
  ended: readonly { alertKey: number; resolution: AlertEnd }[],
  now: Date,
): Promise<void> => {
  if (ended.length === 0) return;
  await sql`
    update alert a set resolved_at = ${now}, changed_at = ${now}, resolution = n.resolution
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as n ("alertKey" int, resolution text)
    where a.owner_key = ${ownerKey} and a.alert_key = n."alertKey"
  `.execute(tx);
};

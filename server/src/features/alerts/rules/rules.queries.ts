import { type AlertCondition, type AlertRule, type AlertRuleForm } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface RulePlace {
  ownerKey: number;
  userKey: number;
  group: 'ag' | 'cl';
  /** Administrators change the rules of others of their company. */
  isAdmin: boolean;
}

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const mayChange = ({ userKey, isAdmin, group }: RulePlace) =>
  sql`(r.user_key = ${userKey} or (${isAdmin} and r.user_group = ${group}))`;

const select = (place: RulePlace) => sql`
  select r.rule_key as "ruleKey", r.row_version as "rowVersion", r.name, r.condition, r.hours, r.reader_keys as "readerKeys",
         array(select x.first_name || ' ' || x.last_name from user_account x where x.user_key = any (r.reader_keys) order by 1) as readers,
         u.first_name || ' ' || u.last_name as by, ${mayChange(place)} as "mayChange", r.paused_at is not null as "isPaused",
         r.pause_reason as "pauseReason", ${iso('r.checked_at')} as "checkedAt",
         (select count(*)::int from alert a where a.owner_key = r.owner_key and a.rule_key = r.rule_key and a.resolved_at is null) as open
  from alert_rule r join user_account u using (user_key)
  where r.owner_key = ${place.ownerKey} and r.user_group = ${place.group}
    and (${mayChange(place)} or ${place.userKey} = any (r.reader_keys))`;

export const listRules = async (tx: Tx, place: RulePlace): Promise<AlertRule[]> => {
  const { rows } = await sql<AlertRule>`
    ${select(place)} and r.removed_at is null order by lower(r.name), r.rule_key
  `.execute(tx);
  return rows;
};

/** Removed rules are included, as they can be restored. Locked until the transaction ends. */
export const findRule = async (tx: Tx, place: RulePlace, ruleKey: number): Promise<AlertRule | undefined> => {
  await sql`select from alert_rule where owner_key = ${place.ownerKey} and rule_key = ${ruleKey} for update`.execute(
    tx,
  );
  const { rows } = await sql<AlertRule>`${select(place)} and r.rule_key = ${ruleKey}`.execute(tx);
  return rows[0];
};

/** How many of these users work at the owner for the caller's own company: a rule's figures belong to that company. */
export const countTeam = async (tx: Tx, { ownerKey, userKey }: RulePlace, keys: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_account u join user_account me on me.user_key = ${userKey} and me.user_type = u.user_type
    where u.user_key = any (${[...keys]}::int[]) and u.active
      and (u.all_owners or exists (select from user_owner w where w.owner_key = ${ownerKey} and w.user_key = u.user_key))
  `.execute(tx);
  return rows[0]?.count ?? 0;
};

type Stored = Omit<AlertRuleForm, 'ruleKey' | 'rowVersion'>;

export const insertRule = async (
  tx: Tx,
  { ownerKey, userKey, group }: RulePlace,
  { name, condition, hours, readerKeys }: Stored,
  at: Date,
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into alert_rule (owner_key, user_key, user_group, name, condition, measure, hours, reader_keys, created_at)
    values (${ownerKey}, ${userKey}, ${group}, ${name}, ${JSON.stringify(condition)}, ${condition.measure}, ${hours}, ${readerKeys}, ${at})
    returning rule_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The rule was not written');
  return rows[0].key;
};

/** Due for a check at once: earlier results belong to another condition. */
export const updateRule = (
  tx: Tx,
  { ownerKey }: RulePlace,
  ruleKey: number,
  { name, condition, hours, readerKeys }: Stored,
): Promise<unknown> =>
  sql`
    update alert_rule set name = ${name}, condition = ${JSON.stringify(condition)}, measure = ${condition.measure}, hours = ${hours},
      reader_keys = ${readerKeys}, paused_at = case when pause_reason is null then paused_at end, pause_reason = null,
      checked_at = null, row_version = row_version + 1
    where owner_key = ${ownerKey} and rule_key = ${ruleKey}
  `.execute(tx);

export const updatePaused = (
  tx: Tx,
  ownerKey: number,
  ruleKey: number,
  paused: { at: Date; reason: string | null } | null,
): Promise<unknown> =>
  sql`
    update alert_rule set paused_at = ${paused?.at ?? null}, pause_reason = ${paused?.reason ?? null}, checked_at = null,
      row_version = row_version + 1
    where owner_key = ${ownerKey} and rule_key = ${ruleKey}
  `.execute(tx);

export const updateRemoved = (tx: Tx, ownerKey: number, ruleKey: number, at: Date | null): Promise<unknown> =>
  sql`update alert_rule set removed_at = ${at}, checked_at = null where owner_key = ${ownerKey} and rule_key = ${ruleKey}`.execute(
    tx,
  );

export interface DueRule {
  ruleKey: number;
  makerKey: number;
  group: 'ag' | 'cl';
  condition: AlertCondition;
  hours: number;
}

/** Rules whose numbers may have changed: the owner's data are newer than the last check, or another day has begun. */
export const listDueRules = async (
  tx: Tx,
  { ownerKey, zone, now, before }: { ownerKey: number; zone: string; now: Date; before: Date },
): Promise<{ rules: DueRule[]; version: number }> => {
  const version = await sql<{ version: number }>`
    select coalesce(sum(version), 0)::bigint as version from app.data_versions(${[ownerKey]}::int[])
  `.execute(tx);
  const current = version.rows[0]?.version ?? 0;
  const { rows } = await sql<DueRule>`
    select rule_key as "ruleKey", user_key as "makerKey", user_group as "group", condition, hours from alert_rule
    where owner_key = ${ownerKey} and removed_at is null and paused_at is null
      and (checked_at is null or (checked_at <= ${before} and (checked_version is distinct from ${current}
        or (checked_at at time zone ${zone})::date <> (${now}::timestamptz at time zone ${zone})::date)))
    order by rule_key
  `.execute(tx);
  return { rules: rows, version: current };
};

export const updateChecked = (
  tx: Tx,
  ownerKey: number,
  ruleKey: number,
  { at, version }: { at: Date; version: number },
): Promise<unknown> =>
  sql`
    update alert_rule set checked_at = ${at}, checked_version = ${version} where owner_key = ${ownerKey} and rule_key = ${ruleKey}
  `.execute(tx);

export interface ToldAlert {
  alertKey: number;
  ruleKey: number;
  cause: string;
  period: string;
  isOpen: boolean;
  isLive: boolean;
}

/** The last alert of each cause of an owner's rules, and whether its rule is still active. */
export const listTold = async (tx: Tx, ownerKey: number): Promise<ToldAlert[]> => {
  const { rows } = await sql<ToldAlert>`
    select distinct on (a.cause) a.alert_key as "alertKey", a.rule_key as "ruleKey", a.cause, a.period, a.resolved_at is null as "isOpen",
           r.removed_at is null and r.paused_at is null as "isLive"
    from alert a join alert_rule r on r.owner_key = a.owner_key and r.rule_key = a.rule_key
    where a.owner_key = ${ownerKey} and a.kind = 'rule' order by a.cause, a.period desc
  `.execute(tx);
  return rows;
};

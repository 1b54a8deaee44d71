import {
  type AlertChoice,
  type AlertMark,
  BELL_ROWS,
  type BellRow,
  type KindAndLevel,
  maySeeMetric,
  METRIC_KEYS,
  type Permission,
  type UserGroup,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Column, columnSql } from '../../shared/lists/conditions.ts';
import { ownWords } from '../../shared/owner-variant.queries.ts';

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The fields of an alert, with the names of the records it is about. */
export const ALERT_FIELDS = {
  alertKey: 'a.alert_key',
  ownerKey: 'a.owner_key',
  kind: 'a.kind',
  span: 'a.span',
  level: 'a.level',
  campaignKey: 'a.campaign_key',
  goalKey: 'a.goal_key',
  clientKey: 'a.client_key',
  endpointKey: 'a.endpoint_key',
  reason: 'a.reason',
  ruleKey: 'a.rule_key',
  accountKey: 'a.account_key',
  used: sql`a.used::float8`,
  limit: sql`a.most::float8`,
  since: iso('a.since'),
  // The endpoint says when it is tried again; the alert has it as of the last scan.
  endsAt: sql`case when a.kind = 'breaker' and a.resolved_at is null
    then (select ${iso('h.open_until')} from delivery_health h where h.owner_key = a.owner_key and h.endpoint_key = a.endpoint_key)
    else ${iso('a.ends_at')} end`,
  times: 'a.times',
  resolvedAt: iso('a.resolved_at'),
  resolution: 'a.resolution',
} as const;

export const ALERT_NAMES = {
  ownerName: 'o.name',
  campaignCode: 'c.code',
  campaignName: 'c.name',
  goalName: 'g.name',
  clientName: 'k.name',
  endpointName: 'e.name',
  accountName: 'n.account_name',
  ruleName: 'r.name',
  measure: 'r.measure',
  dimension: sql`r.condition ->> 'dimension'`,
  days: sql`(r.condition ->> 'days')::int`,
  compare: sql`r.condition ->> 'compare'`,
  direction: sql`r.condition ->> 'direction'`,
  channel: sql`r.condition ->> 'channel'`,
  vertical: sql`r.condition ->> 'vertical'`,
  filters: sql`r.condition -> 'filters'`,
  day: sql`(page.since::timestamptz at time zone o.time_zone)::date::text`,
  words: sql`case when r.rule_key is not null then jsonb_build_object('variant', o.variant, 'settings', ${ownWords()}) end`,
} as const;

const of = (field: keyof typeof ALERT_FIELDS) => sql.ref(`page.${field}`);
/** The tables that ALERT_NAMES are read from, beside rows called `page` with ALERT_FIELDS. */
export const NAMES_OF_PAGE = sql`
    join owner o on o.owner_key = ${of('ownerKey')}
    left join campaign c on c.owner_key = ${of('ownerKey')} and c.campaign_key = ${of('campaignKey')}
    left join goal g on g.owner_key = ${of('ownerKey')} and g.goal_key = ${of('goalKey')}
    left join client k on k.owner_key = ${of('ownerKey')} and k.client_key = ${of('clientKey')}
    left join delivery_endpoint e on e.owner_key = ${of('ownerKey')} and e.endpoint_key = ${of('endpointKey')}
    left join platform_account n on n.owner_key = ${of('ownerKey')} and n.account_key = ${of('accountKey')}
    left join alert_rule r on r.owner_key = ${of('ownerKey')} and r.rule_key = ${of('ruleKey')}`;

const fieldsOf = (fields: Readonly<Record<string, Column>>) =>
  sql.join(Object.entries(fields).map(([name, column]) => sql`${columnSql(column)} as ${sql.id(name)}`));
export const alertFields = fieldsOf(ALERT_FIELDS);
export const alertNames = fieldsOf(ALERT_NAMES);

/** Readers of rule alerts: the users a rule was set up for, within the company whose figures it shows, while they may see the measure. */
export interface RuleHearer {
  userKey: number;
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}
export const isHeard = ({ userKey, group, permissions }: RuleHearer) => {
  const measures = METRIC_KEYS.filter((measure) => maySeeMetric(measure, { group, permissions }));
  return sql`(a.kind <> 'rule' or exists (
    select from alert_rule h where h.owner_key = a.owner_key and h.rule_key = a.rule_key and ${userKey}::int = any (h.reader_keys)
      and h.user_group = ${group} and h.measure = any (${measures}::text[])))`;
};

export interface BellViewer extends RuleHearer {
  ownerKeys: readonly number[];
  partnerKey: number | null;
  levels: readonly KindAndLevel[];
  now: Date;
}

/** One of the kinds and levels that a user has chosen. */
export const isChosen = (levels: readonly KindAndLevel[], more: RawBuilder<unknown> = sql`true`) => sql`exists (
  select from unnest(${levels.map(({ kind }) => kind)}::text[], ${levels.map(({ level }) => level)}::int[]) w (kind, level)
  where w.kind = a.kind and w.level <= a.level and ${more})`;

/** Enforced by row-level security too; statements do not rely on it alone. */
export const ofPartner = (partnerKey: number | null) =>
  partnerKey === null
    ? sql`true`
    : sql`exists (select from campaign x where x.owner_key = a.owner_key and x.campaign_key = a.campaign_key and x.partner_key = ${partnerKey})`;

export const marksOf = (userKey: number) => sql`
  left join alert_mark m on m.owner_key = a.owner_key and m.alert_key = a.alert_key and m.user_key = ${userKey}`;

/** The bell of a user: open and chosen alerts, neither dismissed at this level nor snoozed. */
const inBell = ({ ownerKeys, partnerKey, levels, now, ...hearer }: BellViewer) => sql`
  ${ofOwners('a.owner_key', ownerKeys)} and ${isHeard(hearer)} and a.resolved_at is null and ${isChosen(levels)} and ${ofPartner(partnerKey)}
  and coalesce(m.done_level, 0) < a.level and coalesce(m.snoozed_until <= ${now}, true)`;

const IS_READ = sql`coalesce(m.read_level, 0) >= a.level`;
/** One line per campaign and day for caps and targets, by the owner's calendar; one per alert otherwise. */
const LINE = sql`case when a.kind in ('cap', 'target')
  then concat_ws(':', a.owner_key, a.campaign_key, (a.since at time zone wo.time_zone)::date) else a.alert_key::text end`;
const OWNER_OF_LINE = sql`join owner wo on wo.owner_key = a.owner_key`;
/** Causes that stop delivery come before warnings; within a kind, the latest first. */
const WORST_FIRST = sql`
  case a.kind when 'breaker' then 0 when 'stuck' then 1 when 'dataGap' then 2 when 'budget' then 3 when 'cap' then 4 else 5 end, a.level desc, a.since desc, a.alert_key`;

export const countBell = async (tx: Tx, viewer: BellViewer): Promise<{ total: number; unread: number }> => {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(distinct ${LINE})::int as total, (count(distinct ${LINE}) filter (where not ${IS_READ}))::int as unread
    from alert a ${OWNER_OF_LINE} ${marksOf(viewer.userKey)} where ${inBell(viewer)}
  `.execute(tx);
  return rows[0] ?? { total: 0, unread: 0 };
};

export const listBell = async (tx: Tx, viewer: BellViewer): Promise<BellRow[]> => {
  const { rows } = await sql<BellRow>`
    with bell as (
      select ${alertFields}, ${IS_READ} as "isRead", ${LINE} as line, row_number() over (order by ${WORST_FIRST}) as place
      from alert a ${OWNER_OF_LINE} ${marksOf(viewer.userKey)} where ${inBell(viewer)}
    ), placed as (select bell.*, min(place) over (partition by line) as first from bell),
    page as (select placed.*, dense_rank() over (order by first) as line_place from placed)
    select page.*, ${alertNames}
    from page ${NAMES_OF_PAGE} where page.line_place <= ${BELL_ROWS} order by page.line_place, page.place
  `.execute(tx);
  return rows;
};

const MARKS: Record<AlertMark, { read: RawBuilder<unknown>; done: RawBuilder<unknown> }> = {
  read: { read: sql`a.level`, done: sql`0` },
  unread: { read: sql`0`, done: sql`0` },
  done: { read: sql`a.level`, done: sql`a.level` },
  snooze: { read: sql`a.level`, done: sql`0` },
};

/** Only alerts that the user can see; null: all that the bell shows. */
export const upsertMarks = async (
  tx: Tx,
  viewer: BellViewer,
  alertKeys: readonly number[] | null,
  mark: AlertMark,
  snoozedUntil: Date,
): Promise<number> => {
  const until = mark === 'snooze' ? snoozedUntil : null;
  const chosen =
    alertKeys === null
      ? inBell(viewer)
      : sql`${ofOwners('a.owner_key', viewer.ownerKeys)} and a.alert_key = any (${[...alertKeys]}::int[])
            and a.kind = any (${[...new Set(viewer.levels.map(({ kind }) => kind))]}::text[]) and ${ofPartner(viewer.partnerKey)} and ${isHeard(viewer)}`;
  const { numAffectedRows = 0n } = await sql`
    insert into alert_mark as n (owner_key, alert_key, user_key, read_level, done_level, snoozed_until)
    select a.owner_key, a.alert_key, ${viewer.userKey}, ${MARKS[mark].read}, ${MARKS[mark].done}, ${until}
    from alert a ${marksOf(viewer.userKey)} where ${chosen}
    on conflict (owner_key, alert_key, user_key) do update
    set read_level = excluded.read_level, done_level = excluded.done_level, snoozed_until = excluded.snoozed_until
  `.execute(tx);
  return Number(numAffectedRows);
};

export const listChoices = async (tx: Tx, userKey: number): Promise<AlertChoice[]> => {
  const { rows } = await sql<AlertChoice>`
    select topic, in_app as "inApp", by_mail as "byMail" from alert_choice where user_key = ${userKey}
  `.execute(tx);
  return rows;
};

export const upsertChoices = async (tx: Tx, userKey: number, choices: readonly AlertChoice[]): Promise<void> => {
  await sql`
    insert into alert_choice (user_key, topic, in_app, by_mail)
    select ${userKey}, n.topic, n."inApp", n."byMail"
    from jsonb_to_recordset(${JSON.stringify(choices)}::jsonb) as n (topic text, "inApp" boolean, "byMail" boolean)
    on conflict (user_key, topic) do update set in_app = excluded.in_app, by_mail = excluded.by_mail
  `.execute(tx);
};

export const findViewer = async (
  tx: Tx,
  userKey: number,
): Promise<{ email: string; permissions: string[] } | undefined> => {
  const { rows } = await sql<{ email: string; permissions: string[] }>`
    select email, permissions from user_account where user_key = ${userKey}
  `.execute(tx);
  return rows[0];
};

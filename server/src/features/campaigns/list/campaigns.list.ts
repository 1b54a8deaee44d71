import {
  CAMPAIGN_STATUSES,
  type CampaignListRow,
  campaignSearch,
  effectivePlan,
  partnerCampaignSearch,
  PLATFORM_CHANNELS,
  STATUS_GROUPS,
  type StatusGroup,
  type SubStatus,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import {
  campaignStatus,
  type CampaignStatus,
  type StatusInput,
} from '../../../shared/campaign-status/campaign-status.rules.ts';
import {
  getStatusContext,
  listStatusInputs,
  type StatusContext,
} from '../../../shared/campaign-status/status.queries.ts';
import { type Condition, custom, isIn, patternOf, unindexed } from '../../../shared/lists/conditions.ts';
import { listOf } from '../../../shared/lists/list-of.ts';
import { loadPaces } from './campaign-pace.ts';
import { CANDIDATES, type Moment } from './candidates.ts';
import { isPartner, listOwnersOfPartner, listRows, type ListedCampaign } from './list.queries.ts';

/** A status, or a group of them. */
type AskedStatus = StatusGroup | SubStatus;
/** The data that statuses are derived from, by owner. */
type Contexts = ReadonlyMap<number, StatusContext>;
interface Base {
  ownerKey: number;
  campaignKey: number;
}
interface Asked {
  scope: Scope;
  isStart: boolean;
  now: Date;
  filters: { status?: AskedStatus | null | undefined; channel?: readonly string[] | null | undefined };
}

const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;

const isGroup = (status: AskedStatus): status is StatusGroup => status in STATUS_GROUPS;
const groupOf = (status: AskedStatus): StatusGroup => (isGroup(status) ? status : CAMPAIGN_STATUSES[status].group);
const fits = (filter: AskedStatus | null | undefined, { subStatus }: CampaignStatus): boolean =>
  !filter || (isGroup(filter) ? CAMPAIGN_STATUSES[subStatus].group === filter : subStatus === filter);

/** Deleted campaigns are listed for those who can restore them, as long as they can. */
const deletedSince = ({ scope, now }: Asked): Date | null =>
  scope.group === 'ag' ? new Date(now.getTime() - RESTORABLE_MS) : null;

const reachedGoals = ({ hardCaps }: StatusContext): number[] =>
  [...hardCaps]
    .filter(([, { spent, spendGoal }]) => spendGoal !== null && spent >= spendGoal)
    .map(([goalKey]) => goalKey);

const momentOf = (context: StatusContext, question: Asked): Moment => ({
  ownerKey: context.ownerKey,
  today: context.clock.today,
  month: context.clock.month,
  weekDays: context.clock.week.days,
  cappedGoals: reachedGoals(context),
  ioRequired: context.ioRequired,
  first: question.isStart,
  deletedSince: deletedSince(question),
});

const toRow = (listed: ListedCampaign, { plan, counts }: StatusInput, status: CampaignStatus): CampaignListRow => {
  const caps = plan === null ? null : effectivePlan(plan);
  return {
    ...listed,
    subStatus: status.subStatus,
    statusReasons: status.statusReasons,
    nextChangeAt: status.nextChangeAt?.toISOString() ?? null,
    today: { count: counts.day, cap: caps?.daily ?? null },
    month: { count: counts.month, cap: caps?.monthly ?? null },
  };
};

/** The complete rows of those campaigns that have the requested status. */
const readRows = async (
  tx: Tx,
  context: StatusContext,
  filter: AskedStatus | null | undefined,
  campaignKeys: readonly number[],
): Promise<CampaignListRow[]> => {
  const inputs = await listStatusInputs(tx, context, campaignKeys);
  const wanted = [...inputs].flatMap(([campaignKey, input]) => {
    const status = campaignStatus(input, context.clock);
    return fits(filter, status) ? [{ campaignKey, input, status }] : [];
  });
  if (wanted.length === 0) return [];
  const keys = wanted.map(({ campaignKey }) => campaignKey);
  const listed = await listRows(tx, context.ownerKey, keys, context.clock.now);
  return wanted.flatMap(({ campaignKey, input, status }) => {
    const row = listed.get(campaignKey);
    return row === undefined ? [] : [toRow(row, input, status)];
  });
};

const PLATFORMS: ReadonlySet<string> = new Set(PLATFORM_CHANNELS);

/** Only where the list is limited to platform campaigns: their lists show pace, which costs extra statements. */
const showsPace = ({ filters: { channel }, scope }: Asked): boolean =>
  scope.group !== 'mp' && channel != null && channel.length > 0 && channel.every((one) => PLATFORMS.has(one));

const complete = async (tx: Tx, rows: readonly Base[], contexts: Contexts, question: Asked) => {
  const { filters } = question;
  const rowsByKey = new Map<number, CampaignListRow>();
  for (const [ownerKey, context] of contexts) {
    const keys = rows.filter((row) => row.ownerKey === ownerKey).map(({ campaignKey }) => campaignKey);
    const whole = keys.length === 0 ? [] : await readRows(tx, context, filters.status, keys);
    const paces =
      showsPace(question) && whole.length > 0
        ? await loadPaces(
            tx,
            { ownerKey, group: question.scope.group === 'cl' ? 'cl' : 'ag', now: question.now },
            whole.map((row) => row.campaignKey),
          )
        : undefined;
    for (const row of whole) {
      rowsByKey.set(row.campaignKey, paces ? { ...row, pace: paces.get(row.campaignKey) ?? null } : row);
    }
  }
  return rows.map(({ campaignKey }) => rowsByKey.get(campaignKey) ?? null);
};

const WALKED = 'The index campaign_sorted holds it: an owner’s campaigns are walked there, never in the table.';
const JOINED = 'It stands in another table: the campaigns of an owner are put in order when it is asked for.';
const owned = ({ ownerKeys }: Scope) => sql`any (${[...ownerKeys]}::int[])`;
/** A precomputed array instead of a join, so that the page is read from the index of campaigns alone. */
const goalsWith = (condition: RawBuilder<unknown>) => sql`c.goal_key = any (array(${condition}))`;

const hasWord = (word: string, scope: Scope): RawBuilder<unknown> => {
  const pattern = `%${patternOf(word)}%`;
  return sql`(c.search_text like ${pattern}
    or c.partner_key = any (array(select m.partner_key from media_partner m where lower(m.name) like ${pattern} or lower(m.code) like ${pattern}))
    or ${goalsWith(sql`select g.goal_key from goal g where g.owner_key = ${owned(scope)} and lower(g.name) like ${pattern}`)})`;
};
const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter((word) => word !== '');

const walked = <Value>(toSql: (value: NonNullable<Value>) => RawBuilder<unknown>): Condition<Value> =>
  unindexed(WALKED, custom([], toSql));
type Text = string | null | undefined;
type Keys = readonly number[] | null | undefined;

const filters = {
  q: (_: Contexts, { scope }: Asked) =>
    walked<Text>((typed) => {
      const words = wordsOf(typed).map((word) => hasWord(word, scope));
      return words.length === 0 ? sql`true` : sql.join(words, sql` and `);
    }),
  code: walked<Text>((code) => sql`lower(c.code) like ${`${patternOf(code)}%`}`),
  channel: unindexed(WALKED, isIn('c.channel')),
  client: (_: Contexts, { scope }: Asked) =>
    walked<Keys>((keys) =>
      goalsWith(
        sql`select g.goal_key from goal g where g.owner_key = ${owned(scope)} and g.client_key = any (${[...keys]}::int[])`,
      ),
    ),
  lineItem: unindexed(WALKED, isIn('c.goal_key')),
  campus: (_: Contexts, { scope }: Asked) =>
    walked<Keys>((keys) =>
      goalsWith(
        sql`select k.goal_key from goal_campus k where k.owner_key = ${owned(scope)} and k.campus_key = any (${[...keys]}::int[])`,
      ),
    ),
  customChannel: unindexed(WALKED, isIn('c.custom_channel_key')),
};

/** The owners' month: in a list of several it is that of the first, as their clocks differ by hours only. */
const monthOf = (contexts: Contexts): string => [...contexts.values()][0]?.clock.month ?? '1970-01-01';

const columns = {
  name: 'c.sort_name',
  campaignCode: 'c.code',
  startDate: 'c.start_date',
  endDate: { column: 'c.end_date', nullable: true },
  monthlyBudget: { column: 'c.monthly_budget', nullable: true, unindexed: JOINED },
  month: {
    column: (contexts: Contexts) => sql`coalesce((
      select f.valid from campaign_month_fact f
      where f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = ${monthOf(contexts)}::date), 0)`,
    unindexed: JOINED,
  },
  vendor: {
    column: sql`lower(coalesce(
      (select m.name from media_partner m where m.partner_key = c.partner_key),
      (select t.name from platform_account a join trading_platform t using (platform_key)
       where a.owner_key = c.owner_key and a.account_key = c.account_key),
      (select h.name from channel h where h.channel = c.channel)))`,
    unindexed: JOINED,
  },
  clientName: {
    column: sql`(select lower(l.name) from goal g join client l using (owner_key, client_key)
      where g.owner_key = c.owner_key and g.goal_key = c.goal_key)`,
    unindexed: JOINED,
  },
  goalName: {
    column: sql`(select lower(g.name) from goal g where g.owner_key = c.owner_key and g.goal_key = c.goal_key)`,
    unindexed: JOINED,
  },
  customChannelName: {
    column: sql`(select lower(h.name) from custom_channel h
      where h.owner_key = c.owner_key and h.custom_channel_key = c.custom_channel_key)`,
    nullable: true,
    unindexed: JOINED,
  },
};

const source = {
  from: sql`campaign c`,
  owner: 'c.owner_key',
  key: 'c.campaign_key',
  columns,
  select: { ownerKey: 'c.owner_key', campaignKey: 'c.campaign_key' },
  complete,
} as const;

export const campaignRows = listOf<typeof campaignSearch, Contexts, Base>(campaignSearch, {
  ...source,
  prepare: async (tx, { scope, params, now }) =>
    new Map([[params.owner, await getStatusContext(tx, scope, params.owner, now)]]),
  where: ({ filters: { status } }) =>
    sql`${ofPartner('c.partner_key')} and ${status ? sql`true` : sql`c.deleted_at is null`}`,
  filters: {
    ...filters,
    status: (contexts, filter) =>
      walked((status) => {
        const [context] = contexts.values();
        return context === undefined ? sql`false` : CANDIDATES[groupOf(status)](momentOf(context, filter));
      }),
    partner: isIn('c.partner_key'),
  },
  // SQL can decide what is finished; every other status is derived row by row.
  isExact: ({ filters: { status } }) => !status || status === 'finished',
});

export const partnerCampaignRows = listOf<typeof partnerCampaignSearch, Contexts, Base>(partnerCampaignSearch, {
  ...source,
  small: 'One media partner has some hundred campaigns, at all owners together.',
  // To a partner, another partner is as unknown as one that does not exist.
  prepare: async (tx, { scope, params, now }) => {
    if (!(await isPartner(tx, params.aggregatorKey))) throw new AppError('NOT_FOUND');
    const contexts = new Map<number, StatusContext>();
    for (const ownerKey of await listOwnersOfPartner(tx, params.aggregatorKey)) {
      contexts.set(ownerKey, await getStatusContext(tx, scope, ownerKey, now));
    }
    return contexts;
  },
  where: (filter) => {
    const since = deletedSince(filter);
    const isFinished = filter.filters.status && groupOf(filter.filters.status) === 'finished';
    const alive =
      isFinished && since ? sql`(c.deleted_at is null or c.deleted_at >= ${since})` : sql`c.deleted_at is null`;
    return sql`c.partner_key = ${filter.params.aggregatorKey} and ${ofPartner('c.partner_key')} and ${alive}`;
  },
  filters: { ...filters, status: custom([], () => sql`true`), owner: isIn('c.owner_key') },
  isExact: ({ filters: { status } }) => !status,
});

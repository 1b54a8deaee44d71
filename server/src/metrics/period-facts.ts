import { type AdditiveMetricKey, factOf, type UserGroup } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';
import { type Tx } from '../db/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { DEFAULT_WEEKDAY_WEIGHTS, type PacingCurve, type WeekdayWeights } from './pacing.rules.ts';
import { type CampaignCalendar, lookBackStart, makeSources, type SourceMonth } from './period-calendar.ts';
import {
  type CampaignPeriod,
  campaignPeriod,
  type GoalPeriod,
  goalPeriod,
  makeShares,
  type NumbersContext,
} from './period-numbers.ts';
import {
  type CampaignChoice,
  type CampaignRow,
  countUnpaidLeads,
  findOwnerZone,
  type GoalRow,
  listAccounts,
  listCampaignMonths,
  listGoalMonths,
  listPauses,
  type PauseRow,
  sumSpend,
  sumSpendOfSets,
  type Throughs,
} from './period.queries.ts';
import { dataThrough, type Day, dayOf, instantsOf, isBefore, type MonthBase, oldestOf, todayIn } from './periods.ts';

export interface PeriodQuestion {
  ownerKey: number;
  month: Temporal.PlainYearMonth;
  now: Date;
  /** Whose money `spend` is: a partner's is what it earns. */
  group: UserGroup;
  /** What month-to-date shows beside spend, valid leads and clicks. */
  facts?: readonly AdditiveMetricKey[];
  /** All campaigns that the month knows, or fewer. Line items come with all of their campaigns, so not for single ones. */
  only?: CampaignChoice;
  weights?: WeekdayWeights;
}

export interface PeriodFacts {
  zone: string;
  today: Day;
  /** The month as a source sees it that is never late; each row has its own. */
  base: MonthBase;
  /** What the whole is complete through: the oldest of the campaigns that ran in the month. */
  through: Day;
  /** What every row's `mtd` holds beside `spend`. */
  facts: readonly AdditiveMetricKey[];
  campaigns: CampaignPeriod[];
  goals: GoalPeriod[];
}

/** The owner's calendar: whose midnight it is, and what day. */
export const loadToday = async (tx: Tx, ownerKey: number, now: Date): Promise<{ zone: string; today: Day }> => {
  const zone = await findOwnerZone(tx, ownerKey);
  if (zone === null) throw new AppError('NOT_FOUND');
  return { zone, today: todayIn(now, zone) };
};

/** How far each of the owner's sources is loaded. */
export const loadThroughs = async (tx: Tx, ownerKey: number, today: Day): Promise<Throughs> => {
  const usual = dataThrough(today);
  const late = (await listAccounts(tx, ownerKey))
    .map(({ accountKey, loadedThrough }) => [accountKey, dataThrough(today, dayOf(loadedThrough))] as const)
    .filter(([, through]) => isBefore(through, usual));
  return { usual, late: new Map(late) };
};

/** A price is that of now; of a month that is over that of its end, of one to come that of its beginning. */
const pricesAt = (base: MonthBase, zone: string, now: Date): Date => {
  const { from, before } = instantsOf(base.days, zone);
  if (base.state === 'current') return now;
  return base.state === 'past' ? new Date(before.getTime() - 1) : from;
};

const groupBy = <K, R>(rows: readonly R[], keyOf: (row: R) => K): Map<K, R[]> => {
  const groups = new Map<K, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

interface Dated {
  row: CampaignRow;
  source: SourceMonth;
  calendar: CampaignCalendar;
}

/**
 * What the last days cost is asked only for those that have days left to spend on: most months that are shown are over.
 * Nearly all of them ran on the same days, so that for these no campaign has to be named beyond those that are asked about.
 */
const loadRecentSpend = async (
  tx: Tx,
  asked: { ownerKey: number; only: CampaignChoice },
  spend: AdditiveMetricKey,
  dated: readonly Dated[],
): Promise<ReadonlyMap<number, number>> => {
  const running = dated.filter(({ calendar }) => calendar.days.left > 0 && calendar.recentDays.length > 0);
  // First by the list itself, which most share, then by what is in it.
  const lists = [...groupBy(running, ({ calendar }) => calendar.recentDays)];
  const [usual, ...others] = [...groupBy(lists, ([days]) => days.join()).values()]
    .map((same) => ({
      days: same[0]![0],
      campaignKeys: same.flatMap(([, group]) => group.map(({ row }) => row.campaignKey)),
    }))
    .toSorted((a, b) => b.campaignKeys.length - a.campaignKeys.length);
  if (usual === undefined) return new Map();
  const spent = await sumSpend(tx, asked, spend, usual.days);
  if (others.length === 0) return spent;
  const apart = await sumSpendOfSets(tx, asked.ownerKey, spend, others);
  for (const key of others.flatMap(({ campaignKeys }) => campaignKeys)) spent.set(key, apart.get(key) ?? 0);
  return spent;
};

const makeGoals = (
  rows: readonly GoalRow[],
  campaigns: readonly CampaignPeriod[],
  sourceOf: ReturnType<typeof makeSources>,
  shareOf: ReturnType<typeof makeShares>,
  facts: readonly AdditiveMetricKey[],
): GoalPeriod[] => {
  const byGoal = groupBy(campaigns, ({ goalKey }) => goalKey);
  return rows.map((row) => {
    const own = byGoal.get(row.goalKey) ?? [];
    // A line item is only as fresh as the latest of what ran in it.
    const oldest = own
      .filter(({ days }) => days.inAll > 0)
      .reduce<CampaignPeriod | null>((a, b) => (a === null || b.base.done < a.base.done ? b : a), null);
    const base = oldest?.base ?? sourceOf(null).source.base;
    return goalPeriod(row, own, base, shareOf(base, row.pacingCurve), facts);
  });
};

/** Single campaigns need only their own line items, for the curve; whoever asks for line items gets those without campaigns too. */
const goalsOf = (only: CampaignChoice, rows: readonly CampaignRow[]): readonly number[] | null => {
  if (only === null) return null;
  return 'goalKeys' in only ? only.goalKeys : [...new Set(rows.map(({ goalKey }) => goalKey))];
};

/**
 * The numbers of an owner's month, by campaign and by line item: plan, calendar and facts put together by the rules of
 * pacing. A fixed number of statements, however many campaigns there are.
 */
export const loadPeriod = async (tx: Tx, question: PeriodQuestion): Promise<PeriodFacts> => {
  const { ownerKey, month, now, group, only = null, weights = DEFAULT_WEEKDAY_WEIGHTS } = question;
  const { zone, today } = await loadToday(tx, ownerKey, now);
  const throughs = await loadThroughs(tx, ownerKey, today);
  const sourceOf = makeSources(month, today, zone, throughs);
  const usual = sourceOf(null).source;
  const spend = factOf('spend', group) ?? 'clientCost';
  const facts = [
    ...new Set<AdditiveMetricKey>([spend, 'validLeads', 'trackedClicks', 'platformClicks', ...(question.facts ?? [])]),
  ];
  const context: NumbersContext = { group, facts, weights };

  const { base } = usual;
  const rows = await listCampaignMonths(tx, {
    ownerKey,
    base,
    group,
    throughs,
    facts,
    pricesAt: pricesAt(base, zone, now),
    only,
  });
  const firstDay = oldestOf(
    [usual, ...[...throughs.late.keys()].map((key) => sourceOf(key).source)].map(lookBackStart),
  );
  const pauses = groupBy<number, PauseRow>(
    await listPauses(tx, { ownerKey, only }, { from: firstDay ?? base.days.from, to: base.days.to }),
    ({ campaignKey }) => campaignKey,
  );
  const unpaid = await countUnpaidLeads(tx, { ownerKey, only }, { from: base.days.from, through: base.through });
  const dated = rows.map((row): Dated => {
    const { source, calendarOf } = sourceOf(row.accountKey);
    return { row, source, calendar: calendarOf(row, pauses.get(row.campaignKey) ?? []) };
  });
  const recentSpend = await loadRecentSpend(tx, { ownerKey, only }, spend, dated);
  const goals = await listGoalMonths(tx, ownerKey, base.days.from, goalsOf(only, rows));

  const curves = new Map<number, PacingCurve>(goals.map(({ goalKey, pacingCurve }) => [goalKey, pacingCurve]));
  const shareOf = makeShares(weights);
  const campaigns = dated.map(({ row, source, calendar }) =>
    campaignPeriod(
      {
        row,
        base: source.base,
        calendar,
        recentSpend: recentSpend.get(row.campaignKey) ?? 0,
        unpaidLeads: unpaid.get(row.campaignKey) ?? 0,
        share: shareOf(source.base, curves.get(row.goalKey) ?? 'EVEN'),
      },
      context,
    ),
  );
  const ran = new Set(campaigns.filter(({ days }) => days.inAll > 0).map((campaign) => campaign.base));
  return {
    zone,
    today,
    base,
    through: oldestOf([...ran].map(({ through }) => through)) ?? base.through,
    facts,
    campaigns,
    goals: only !== null && 'campaignKeys' in only ? [] : makeGoals(goals, campaigns, sourceOf, shareOf, facts),
  };
};

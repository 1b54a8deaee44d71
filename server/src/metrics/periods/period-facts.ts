import { type AdditiveMetricKey, factOf, type Parts, type UserGroup } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { findWeights } from '../curves/curves.queries.ts';
import { DEFAULT_WEEKDAY_WEIGHTS, type WeekdayWeights } from '../days/pacing.rules.ts';
import { lookBackStart, makeSources } from './period-calendar.ts';
import { type CostFact } from '../stored-days/cohort-lists.ts';
import { listOpenDays, type OpenDays } from '../stored-days/stored-days.queries.ts';
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
  countUnpaidLeads,
  findLastDay,
  findOwnerZone,
  type GoalRow,
  listAccounts,
  listCampaignMonths,
  listGoalMonths,
  listPauses,
  type PauseRow,
  resolveChoice,
  sumLateDays,
  type Throughs,
} from './period.queries.ts';
import { type Dated, loadWindows, NOTHING } from './period-windows.ts';
import { dataThrough, type Day, dayOf, instantsOf, isBefore, type MonthBase, oldestOf, todayIn } from './periods.ts';

export interface PeriodQuestion {
  ownerKey: number;
  month: Temporal.PlainYearMonth;
  now: Date;
  /** Group that determines `spend`: a partner's is its earnings. */
  group: UserGroup;
  /** Month-to-date facts besides spend, valid leads and clicks. */
  facts?: readonly AdditiveMetricKey[];
  /**
   * Restricts the campaigns; null for all of the month. Line items include all of their campaigns, so they cannot be loaded for single
   * ones.
   */
  only?: CampaignChoice;
  /** Preloaded owner day, for callers that run several queries about one owner. */
  at?: OwnerDay;
}

export interface PeriodFacts {
  zone: string;
  today: Day;
  /** The month for a source that is never late; each row has its own. */
  base: MonthBase;
  /** Last day with complete spend: the earliest of the campaigns that ran in the month. Leads are complete through `base`'s. */
  through: Day;
  /** Facts in every row's `mtd` besides `spend`. */
  facts: readonly AdditiveMetricKey[];
  /** Weekday weights that distribute a plan or projection over days. */
  weights: WeekdayWeights;
  campaigns: CampaignPeriod[];
  goals: GoalPeriod[];
}

/** The owner's time zone and current day. */
export const loadToday = async (tx: Tx, ownerKey: number, now: Date): Promise<{ zone: string; today: Day }> => {
  const zone = await findOwnerZone(tx, ownerKey);
  if (zone === null) throw new AppError('NOT_FOUND');
  return { zone, today: todayIn(now, zone) };
};

/** Last loaded day of each of the owner's sources. */
export const loadThroughs = async (tx: Tx, ownerKey: number, today: Day): Promise<Throughs> => {
  const usual = dataThrough(today);
  const late = (await listAccounts(tx, [ownerKey]))
    .map(({ accountKey, loadedThrough }) => [accountKey, dataThrough(today, dayOf(loadedThrough))] as const)
    .filter(([, through]) => isBefore(through, usual));
  return { usual, late: new Map(late) };
};

/** An owner's current day, time zone, and last loaded day of each source. */
export interface OwnerDay {
  zone: string;
  today: Day;
  throughs: Throughs;
  /** The owner's weekday weights, once they are fitted. */
  weights: WeekdayWeights;
}

export const loadOwnerDay = async (tx: Tx, ownerKey: number, now: Date): Promise<OwnerDay> => {
  const { zone, today } = await loadToday(tx, ownerKey, now);
  const weights = (await findWeights(tx, ownerKey)) ?? DEFAULT_WEEKDAY_WEIGHTS;
  return { zone, today, throughs: await loadThroughs(tx, ownerKey, today), weights };
};

/** Time at which prices apply: now; for past months their end, for future months their start. */
const pricesAt = (base: MonthBase, zone: string, now: Date): Date => {
  const { from, before } = instantsOf(base.days, zone);
  if (base.state === 'current') return now;
  return base.state === 'past' ? new Date(before.getTime() - 1) : from;
};

const makeGoals = (
  rows: readonly GoalRow[],
  campaigns: readonly CampaignPeriod[],
  sourceOf: ReturnType<typeof makeSources>,
  shareOf: ReturnType<typeof makeShares>,
  facts: readonly AdditiveMetricKey[],
): GoalPeriod[] => {
  const byGoal = Map.groupBy(campaigns, ({ goalKey }) => goalKey);
  return rows.map((row) => {
    const own = byGoal.get(row.goalKey) ?? [];
    // A line item is complete through the earliest day of the campaigns that ran in it.
    const oldest = own
      .filter(({ days }) => days.inAll > 0)
      .reduce<CampaignPeriod | null>((a, b) => (a === null || b.base.done < a.base.done ? b : a), null);
    const base = oldest?.base ?? sourceOf(null).source.base;
    const leadBase = sourceOf(null).source.base;
    const shares = { spend: shareOf(base, row.pacingCurve), leads: shareOf(leadBase, row.pacingCurve) };
    return goalPeriod(row, own, { base, leadBase }, shares, facts);
  });
};

const NO_PAUSES: readonly PauseRow[] = [];
const NOT_LOGGED: readonly OpenDays[] = [];

/** Single campaigns need their line items' curves, whose keys are not known yet. */
const goalKeysOf = (only: CampaignChoice): readonly number[] | null =>
  only !== null && 'goalKeys' in only ? only.goalKeys : null;

/** An owner's opened month: pages of campaigns are loaded from it without repeating the shared lookups. */
interface OpenPeriod {
  zone: string;
  today: Day;
  base: MonthBase;
  facts: readonly AdditiveMetricKey[];
  weights: WeekdayWeights;
  /** The requested campaigns. */
  chosen: CampaignChoice;
  /** Loads the month's campaigns among these. */
  loadCampaigns: (only: CampaignChoice) => Promise<CampaignPeriod[]>;
  /** Line items of these campaigns. */
  goalsOf: (campaigns: readonly CampaignPeriod[]) => GoalPeriod[];
}

export const openPeriod = async (tx: Tx, question: PeriodQuestion): Promise<OpenPeriod> => {
  const { ownerKey, month, now, group, only = null } = question;
  const { zone, today, throughs, weights } = question.at ?? (await loadOwnerDay(tx, ownerKey, now));
  const sourceOf = makeSources(month, today, zone, throughs);
  const usual = sourceOf(null).source;
  const { base } = usual;
  const spend: CostFact = factOf('spend', group) === 'mediaCost' ? 'mediaCost' : 'clientCost';
  const facts = [
    ...new Set<AdditiveMetricKey>([spend, 'validLeads', 'trackedClicks', 'platformClicks', ...(question.facts ?? [])]),
  ];
  const context: NumbersContext = { group, facts, weights };

  const firstDay =
    oldestOf([usual, ...[...throughs.late.keys()].map((key) => sourceOf(key).source)].map(lookBackStart)) ??
    base.days.from;
  const chosen = await resolveChoice(tx, ownerKey, only);
  const pauses = Map.groupBy(
    await listPauses(tx, { ownerKey, only: chosen }, { from: firstDay, to: base.days.to }),
    ({ campaignKey }) => campaignKey,
  );
  const unpaid = await countUnpaidLeads(
    tx,
    { ownerKey, only: chosen },
    { from: base.days.from, through: base.through },
  );
  const lastDay = await findLastDay(tx, ownerKey, base.days);
  const goals = await listGoalMonths(tx, ownerKey, base.days.from, goalKeysOf(only));
  const goalOf = new Map(goals.map((goal) => [goal.goalKey, goal]));
  const shareOf = makeShares(weights);

  const loadCampaigns = async (those: CampaignChoice): Promise<CampaignPeriod[]> => {
    const rows = await listCampaignMonths(tx, {
      ownerKey,
      base,
      group,
      usual: throughs.usual,
      facts,
      pricesAt: pricesAt(base, zone, now),
      lastDay,
      only: those,
    });
    const logged = Map.groupBy(
      await listOpenDays(tx, { ownerKey, only: those }, { from: firstDay, to: base.days.to }),
      ({ campaignKey }) => campaignKey,
    );
    const isBegun = base.done > 0;
    const lateSums = isBegun
      ? await sumLateDays(tx, { ownerKey, only: those }, throughs, { from: base.days.from, to: base.through }, [
          spend,
          'validLeads',
        ])
      : new Map<number, Parts>();
    const ours = sourceOf(null);
    const dated = rows.map((row): Dated => {
      const { source, calendarOf } = sourceOf(row.accountKey);
      const log = {
        pauses: pauses.get(row.campaignKey) ?? NO_PAUSES,
        logged: logged.get(row.campaignKey) ?? NOT_LOGGED,
      };
      const calendar = calendarOf(row, log);
      return { row, source, calendar, leadCalendar: source === ours.source ? calendar : ours.calendarOf(row, log) };
    });
    const windows = await loadWindows(tx, { ownerKey, only: those }, spend, dated);
    return dated.map(({ row, source, calendar, leadCalendar }) =>
      campaignPeriod(
        {
          row,
          base: source.base,
          calendar,
          leadBase: base,
          leadCalendar,
          late: lateSums.get(row.campaignKey),
          inWindow: windows.get(row.campaignKey) ?? NOTHING,
          unpaidLeads: unpaid.get(row.campaignKey) ?? 0,
          planChange: {
            spend: goalOf.get(row.goalKey)?.spendChange ?? null,
            leads: goalOf.get(row.goalKey)?.leadChange ?? null,
          },
          share: shareOf(source.base, goalOf.get(row.goalKey)?.pacingCurve ?? 'EVEN'),
        },
        context,
      ),
    );
  };
  return {
    zone,
    today,
    base,
    facts,
    weights,
    chosen,
    loadCampaigns,
    goalsOf: (campaigns) => makeGoals(goals, campaigns, sourceOf, shareOf, facts),
  };
};

/**
 * An owner's month by campaign and line item: plan, calendar and facts combined by the pacing rules, with a fixed number of statements
 * regardless of the number of campaigns.
 */
export const loadPeriod = async (tx: Tx, question: PeriodQuestion): Promise<PeriodFacts> => {
  const { only = null } = question;
  const { zone, today, base, facts, weights, chosen, loadCampaigns, goalsOf } = await openPeriod(tx, question);
  const campaigns = await loadCampaigns(chosen);
  const ran = new Set(campaigns.filter(({ days }) => days.inAll > 0).map((campaign) => campaign.base));
  return {
    zone,
    today,
    base,
    through: oldestOf([...ran].map(({ through }) => through)) ?? base.through,
    facts,
    weights,
    campaigns,
    goals: only === null || 'goalKeys' in only ? goalsOf(campaigns) : [],
  };
};

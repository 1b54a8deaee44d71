import {
  type AllocationMonth,
  type CampaignRow,
  factOf,
  type GoalRow,
  type MonthCalendar,
  type ReportFilter,
  type Unattributed,
  type UserGroup,
} from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { FACT_SQL } from '../../../metrics/sql/fact-sql.ts';
import { loadOwnerDay, loadPeriod, openPeriod, type PeriodFacts } from '../../../metrics/periods/period-facts.ts';
import { type CampaignPeriod } from '../../../metrics/periods/period-numbers.ts';
import { daysOf, monthDays, weekPartOf } from '../../../metrics/periods/periods.ts';
import { loadUnattributed } from '../../../metrics/report/unattributed.ts';
import { loadHistorical, loadMature } from '../../../metrics/periods/window-facts.ts';
import { statusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import { loadNames } from './summary-names.queries.ts';
import {
  type CampaignRecord,
  countLive,
  findOwnerOf,
  listCampaigns,
  listGoalDays,
  listGoals,
  listOwnersWithCampaigns,
  type Part,
} from './summary.queries.ts';
import { mtdFacts, toCampaignRow, toGoalRow } from './summary-rows.ts';

export interface SummaryDeps {
  db: Database;
  clock: Clock;
}

/** The scope of the list: a brand or a client by key and caller, or all of an owner or of a partner's owners. */
export interface SummaryQuestion {
  scope: Scope;
  group: UserGroup;
  key: number | 'all';
  ownerKey: number | undefined;
  month: AllocationMonth;
  /** Narrows the list to one campaign. */
  campaignKey?: number;
}

const partOf = ({ key, group }: SummaryQuestion): Part => {
  if (key === 'all') return null;
  return group === 'cl' ? { clientKey: key } : { brandKey: key };
};

/** The owners that the list covers. A user who works on one owner at a time has to name it. */
const ownersOf = async (tx: Tx, question: SummaryQuestion): Promise<number[]> => {
  const part = partOf(question);
  if (part !== null) {
    const ownerKey = await findOwnerOf(tx, part);
    if (ownerKey === undefined) throw new AppError('NOT_FOUND');
    return [ownerKey];
  }
  if (question.ownerKey !== undefined) return [question.ownerKey];
  if (question.group === 'mp') return listOwnersWithCampaigns(tx);
  throw new AppError('ILLEGAL_ARGUMENTS', {
    errors: [{ field: 'ownerKey', code: 'required', message: 'is needed where the path says all' }],
  });
};

const brandOrClient = (part: NonNullable<Part>): ReportFilter => {
  const [member, key] =
    'clientKey' in part ? (['client', part.clientKey] as const) : (['brand', part.brandKey] as const);
  return { member, operator: 'equals', values: [String(key)], byKey: true };
};

interface Months {
  current: Temporal.PlainYearMonth;
  shown: Temporal.PlainYearMonth;
}
const monthsOf = (today: Temporal.PlainDate, month: AllocationMonth): Months => {
  const current = today.toPlainYearMonth();
  return { current, shown: month === 'next' ? current.add({ months: 1 }) : current };
};

const rangeOf = (month: Temporal.PlainYearMonth): { from: string; to: string } => {
  const { from, to } = monthDays(month);
  return { from: from.toString(), to: to.toString() };
};

/** The first page is small, so that rows appear at once; the others are large, so that statements are few. */
const FIRST_PAGE = 100;
const PAGE = 2_000;

type Periods = ReadonlyMap<number, CampaignPeriod>;
interface CampaignPage {
  records: CampaignRecord[];
  now: Periods;
  shown: Periods;
  historical: Awaited<ReturnType<typeof loadHistorical>>;
  countsOf: Awaited<ReturnType<typeof countLive>>;
  /** The campaign after which the next page begins. */
  next: number | undefined;
}

const byCampaign = (campaigns: readonly CampaignPeriod[]): Periods =>
  new Map(campaigns.map((period) => [period.campaignKey, period]));

export const streamOwner = async function* (
  tx: Tx,
  ownerKey: number,
  { group, month, ...question }: SummaryQuestion,
  now: Date,
): AsyncGenerator<CampaignRow, void> {
  const at = await loadOwnerDay(tx, ownerKey, now);
  const { zone, today } = at;
  const months = monthsOf(today, month);
  const clock = statusClock(now, zone, { hidesBudget: group === 'mp' });
  const page = {
    ownerKey,
    part: partOf({ group, month, ...question }),
    month: rangeOf(months.shown),
    campaignKey: question.campaignKey,
  };
  const live = { today: today.toString(), weekFrom: weekPartOf(today).from.toString() };
  const names = await loadNames(tx, ownerKey, { today: live.today, month: rangeOf(months.current).from });
  const monthQuestion = { ownerKey, now, group, facts: mtdFacts(group), at };
  const current = await openPeriod(tx, { ...monthQuestion, month: months.current });
  const ahead = month === 'next' ? await openPeriod(tx, { ...monthQuestion, month: months.shown }) : null;

  const loadPage = async (after: number, limit: number): Promise<CampaignPage> => {
    const records = await listCampaigns(tx, { ...page, after, limit });
    // The keys of a page are close together; campaigns between them that are not in the list are read and ignored.
    const [first, last] = [records[0]?.campaignKey ?? 0, records.at(-1)?.campaignKey ?? 0];
    const only = { fromKey: first, toKey: last };
    const ofNow = byCampaign(await current.loadCampaigns(only));
    return {
      records,
      now: ofNow,
      shown: ahead === null ? ofNow : byCampaign(await ahead.loadCampaigns(only)),
      historical: await loadHistorical(tx, { ownerKey, now, group, by: 'campaign', only, at }),
      countsOf: await countLive(tx, ownerKey, only, live),
      next: records.length < limit ? undefined : last,
    };
  };
  // The next page is queried while this one's rows are built and sent; a reader who stops early never requests it.
  const startPage = (after: number, limit: number): Promise<CampaignPage> => {
    const loading = loadPage(after, limit);
    loading.catch(() => undefined);
    return loading;
  };
  let loading: Promise<CampaignPage> | undefined = startPage(0, FIRST_PAGE);
  while (loading !== undefined) {
    const loaded: CampaignPage = await loading;
    loading = loaded.next === undefined ? undefined : startPage(loaded.next, PAGE);
    for (const record of loaded.records) {
      const { campaignKey } = record;
      const shown = loaded.shown.get(campaignKey);
      const goal = shown === undefined ? undefined : names.goals.get(shown.goalKey);
      if (shown === undefined || goal === undefined) continue;
      const sides = {
        now: loaded.now.get(campaignKey),
        shown,
        historical: loaded.historical.get(campaignKey),
        counts: loaded.countsOf(campaignKey),
        names,
      };
      yield toCampaignRow(ownerKey, record, goal, sides, group, clock);
    }
  }
};

/**
 * The campaign table, row by row in one transaction; memory holds one page, however many campaigns there are. The owners are resolved
 * before the first row, while a refusal is still possible.
 */
export const streamCampaignSummary = async (
  { db, clock }: SummaryDeps,
  question: SummaryQuestion,
  options: WorkOptions,
): Promise<AsyncGenerator<CampaignRow, void>> => {
  const now = clock.now();
  const owners = await db.readScope(question.scope, (tx) => ownersOf(tx, question), options);
  const work = async function* (tx: Tx): AsyncGenerator<CampaignRow, void> {
    for (const ownerKey of owners) yield* streamOwner(tx, ownerKey, question, now);
  };
  return db.streamWork(question.scope, work, options);
};

const calendarOf = ({ base, today, through, zone }: PeriodFacts): MonthCalendar => ({
  month: base.days.from.toString(),
  today: today.toString(),
  through: through.toString(),
  leadsThrough: base.through.toString(),
  daysDone: base.done,
  daysLeft: base.left,
  daysFromToday: base.fromToday,
  days: base.length,
  early: base.early,
  timeZone: zone,
});

/** One number for each day through the last complete one: a day without events is 0, not missing. */
const byDay = <Row extends { goalKey: number; day: string }>(rows: readonly Row[], days: readonly string[]) => {
  const rowByDay = new Map(rows.map((row) => [`${row.goalKey} ${row.day}`, row]));
  return (goalKey: number, value: (row: Row) => number): number[] =>
    days.map((day) => {
      const row = rowByDay.get(`${goalKey} ${day}`);
      return row === undefined ? 0 : value(row);
    });
};

export const getGoalSummary = async (
  { db, clock }: SummaryDeps,
  question: SummaryQuestion,
  options: WorkOptions,
): Promise<{ calendar: MonthCalendar; goals: GoalRow[]; unattributed?: Unattributed }> => {
  const now = clock.now();
  const { group, month } = question;
  return db.readScope(
    question.scope,
    async (tx) => {
      const [ownerKey] = await ownersOf(tx, question);
      if (ownerKey === undefined) throw new AppError('NOT_FOUND');
      const at = await loadOwnerDay(tx, ownerKey, now);
      const months = monthsOf(at.today, month);
      const records = await listGoals(tx, ownerKey, partOf(question), rangeOf(months.shown));
      const only = { goalKeys: records.map(({ goalKey }) => goalKey) };
      const facts = mtdFacts(group);
      const soFar = await loadPeriod(tx, { ownerKey, month: months.current, now, group, facts, only, at });
      const shown =
        month === 'next' ? await loadPeriod(tx, { ownerKey, month: months.shown, now, group, facts, only, at }) : soFar;
      const historical = await loadHistorical(tx, { ownerKey, now, group, by: 'goal', only, at });
      const mature = await loadMature(tx, { ownerKey, now, group, by: 'goal', only, at });
      const spend = FACT_SQL[factOf('spend', group) ?? 'clientCost'];
      const { from } = soFar.base.days;
      const days = daysOf({ from, to: soFar.base.through }).map(String);
      const dayRows = await listGoalDays(
        tx,
        ownerKey,
        { from: from.toString(), to: soFar.base.through.toString() },
        spend,
      );
      const ofDay = byDay(dayRows, days);

      const periods = new Map(soFar.goals.map((goal) => [goal.goalKey, goal]));
      const shownPeriods = new Map(shown.goals.map((goal) => [goal.goalKey, goal]));
      const goals = records.flatMap((record): GoalRow[] => {
        const running = periods.get(record.goalKey);
        const ahead = shownPeriods.get(record.goalKey);
        if (running === undefined || ahead === undefined) return [];
        const sides = {
          soFar: running,
          shown: ahead,
          historical: historical.get(record.goalKey),
          mature: mature.get(record.goalKey),
          spendByDay: ofDay(record.goalKey, (row) => row.spend),
          inquiriesByDay: ofDay(record.goalKey, (row) => row.inquiries),
        };
        return [toGoalRow(ownerKey, record, sides, group)];
      });
      const part = partOf(question);
      const unattributed = await loadUnattributed(tx, {
        owners: [ownerKey],
        viewer: { group },
        range: { from: from.toString(), to: soFar.base.through.toString() },
        measures: ['mtdSpent'],
        filters: part === null ? [] : [brandOrClient(part)],
      });
      return { calendar: calendarOf(shown), goals, ...(unattributed !== undefined && { unattributed }) };
    },
    options,
  );
};

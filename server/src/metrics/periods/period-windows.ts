import { type AdditiveMetricKey } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { type ProjectionWindow } from '../days/pacing.rules.ts';
import { type CostFact } from '../stored-days/cohort-lists.ts';
import { sumOfDays } from '../stored-days/open-days.ts';
import { listRecentDays, type RecentRow } from '../stored-days/stored-days.queries.ts';
import { type CampaignCalendar, type SourceMonth } from './period-calendar.ts';
import { type CampaignChoice, type CampaignRow, type DaySums, sumWindows, type WindowSums } from './period.queries.ts';
import { type Day } from './periods.ts';

/** A campaign of the month with its days. */
export interface Dated {
  row: CampaignRow;
  /** How far its spend is loaded: its account, or for paid leads the leads. */
  source: SourceMonth;
  calendar: CampaignCalendar;
  /** Days of its leads: the same unless the account is late. */
  leadCalendar: CampaignCalendar;
}

const NO_DAYS: DaySums = { spend: 0, validLeads: 0 };
export const NOTHING: WindowSums = { inMonth: NO_DAYS, before: NO_DAYS };

/** Sums over one part of the window's days, for campaigns without stored days: nearly all of them ran on the same days. */
const sumPart = async (
  tx: Tx,
  ownerKey: number,
  spend: AdditiveMetricKey,
  running: readonly Dated[],
  daysOfOne: (one: Dated) => readonly Day[],
): Promise<Map<number, DaySums>> => {
  // Grouped first by list identity, which most share, then by content.
  const lists = [...Map.groupBy(running, daysOfOne)].filter(([days]) => days.length > 0);
  const sets = [...Map.groupBy(lists, ([days]) => days.join()).values()].map((same) => ({
    days: same[0]![0],
    campaignKeys: same.flatMap(([, group]) => group.map(({ row }) => row.campaignKey)),
  }));
  return sets.length === 0 ? new Map() : sumWindows(tx, ownerKey, spend, sets);
};

const sumDated = async (
  tx: Tx,
  ownerKey: number,
  spend: AdditiveMetricKey,
  running: readonly Dated[],
  side: 'calendar' | 'leadCalendar',
): Promise<Map<number, WindowSums>> => {
  const inMonth = await sumPart(tx, ownerKey, spend, running, (one) => one[side].window.ofMonth);
  const before = await sumPart(tx, ownerKey, spend, running, (one) => one[side].window.before);
  return new Map(
    running.map(({ row: { campaignKey } }) => [
      campaignKey,
      { inMonth: inMonth.get(campaignKey) ?? NO_DAYS, before: before.get(campaignKey) ?? NO_DAYS },
    ]),
  );
};

/** The same sums from stored days. */
const sumStored = ({ costs, valid }: RecentRow, lastLoaded: Day, window: ProjectionWindow): WindowSums => {
  const sums = (days: readonly Day[]): DaySums => ({
    spend: sumOfDays(costs, lastLoaded, days),
    validLeads: sumOfDays(valid, lastLoaded, days),
  });
  return { inMonth: sums(window.ofMonth), before: sums(window.before) };
};

const hasDays = ({ ofMonth, before }: ProjectionWindow): boolean => ofMonth.length + before.length > 0;

/**
 * Loads projection windows only for campaigns with remaining days: most displayed months are over. Values are stored by day, so that any
 * window can be summed from them.
 */
export const loadWindows = async (
  tx: Tx,
  question: { ownerKey: number; only: CampaignChoice },
  spend: CostFact,
  dated: readonly Dated[],
): Promise<ReadonlyMap<number, WindowSums>> => {
  const running = dated.filter(({ calendar }) => calendar.days.left > 0 && hasDays(calendar.window));
  if (running.length === 0) return new Map();
  const stored = new Map((await listRecentDays(tx, question, spend)).map((row) => [row.campaignKey, row]));
  const windows = new Map<number, WindowSums>();
  const others: Dated[] = [];
  for (const one of running) {
    const { row, source, calendar } = one;
    const recent = stored.get(row.campaignKey);
    if (recent?.through === source.lastLoaded.toString())
      windows.set(row.campaignKey, sumStored(recent, source.lastLoaded, calendar.window));
    else others.push(one);
  }
  for (const [key, sums] of await sumDated(tx, question.ownerKey, spend, others, 'calendar')) windows.set(key, sums);
  const late = running.filter(({ calendar, leadCalendar }) => calendar !== leadCalendar);
  for (const [key, ofLeads] of await sumDated(tx, question.ownerKey, spend, late, 'leadCalendar')) {
    const ofSpend = windows.get(key) ?? NOTHING;
    windows.set(key, {
      inMonth: { ...ofLeads.inMonth, spend: ofSpend.inMonth.spend },
      before: { ...ofLeads.before, spend: ofSpend.before.spend },
    });
  }
  return windows;
};

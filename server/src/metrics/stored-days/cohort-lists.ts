import {
  type AdditiveMetricKey,
  METRIC_KEYS,
  METRICS,
  outcomeFactOf,
  type Parts,
  partsOf,
  type Stage,
  STAGES,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { WEIGHT_UNITS } from '../maturity/mature-cost.rules.ts';
import { historicalMonths } from '../maturity/maturity.rules.ts';
import { type Throughs } from '../periods/period.queries.ts';
import { type Day, type DayRange, isAfter } from '../periods/periods.ts';
import { type ByGroup, sumBySource, type SumsQuestion } from '../periods/window-sums.ts';

/** Side of a cost: lists contain both. */
export type CostFact = 'clientCost' | 'mediaCost';

/** Sums of each stage's own three months; `inquiry` is the last three complete ones. */
export type HistoricalSums = Record<Stage | 'inquiry', Parts>;
const HISTORICAL = ['inquiry', ...STAGES] as const;

/** A window of a list: its range, and the four consecutive numbers stored for it. */
interface Cohort {
  name: string;
  /** Range, given the last complete day of the campaign's account and of leads. */
  rangeAt(through: Day, leadsThrough: Day): DayRange;
  outcome: AdditiveMetricKey | null;
}
const PER_COHORT = 4;
const factsOf = ({ outcome }: Cohort): AdditiveMetricKey[] => [
  'clientCost',
  'mediaCost',
  'validLeads',
  ...(outcome === null ? [] : [outcome]),
];

/** Stages with a unit cost, which depends on account data and not only on our own leads. */
const COST_STAGES: ReadonlySet<string> = new Set(
  METRIC_KEYS.flatMap((key) => {
    const { window } = METRICS[key];
    return window.days === 'historical' && partsOf(key).includes('spend') ? [window.stage] : [];
  }),
);

/**
 * Rates use our own leads, regardless of the account; the cost of an outcome uses the same months, unless the account has not loaded them.
 * Cost per inquiry uses months that both have.
 */
const historicalRange = (stage: Stage | 'inquiry', through: Day, leadsThrough: Day): DayRange => {
  const months = historicalMonths(leadsThrough, stage);
  return COST_STAGES.has(stage) && isAfter(months.to, through) ? historicalMonths(through, stage) : months;
};

const HISTORICAL_COHORTS: readonly Cohort[] = HISTORICAL.map((stage) => ({
  name: stage,
  rangeAt: (through, leadsThrough) => historicalRange(stage, through, leadsThrough),
  outcome: stage === 'inquiry' ? null : outcomeFactOf(stage),
}));

const sumCohorts = async (
  tx: Tx,
  table: ReturnType<typeof sql>,
  question: SumsQuestion,
  throughs: Throughs,
  cohorts: readonly Cohort[],
): Promise<ByGroup<number[]>> => {
  const sums = await sumBySource(tx, table, question, throughs, (through) =>
    cohorts.map((cohort) => ({
      name: cohort.name,
      range: cohort.rangeAt(through, throughs.usual),
      facts: factsOf(cohort),
    })),
  );
  const listOf = (windows: Record<string, Parts>): number[] =>
    cohorts.flatMap(({ name, outcome }) => {
      const parts = windows[name] ?? {};
      return [
        parts.clientCost ?? 0,
        parts.mediaCost ?? 0,
        parts.validLeads ?? 0,
        outcome === null ? 0 : (parts[outcome] ?? 0),
      ];
    });
  return new Map([...sums].map(([key, windows]) => [key, listOf(windows)]));
};

/** Sums for historical rates and costs, from monthly rows. */
export const sumHistorical = (tx: Tx, question: SumsQuestion, throughs: Throughs): Promise<ByGroup<number[]>> =>
  sumCohorts(tx, sql`(select m.*, m.month as day from campaign_month_fact m)`, question, throughs, HISTORICAL_COHORTS);

const costAt = (list: readonly number[], at: number, cost: CostFact): number =>
  list[at + (cost === 'clientCost' ? 0 : 1)] ?? 0;

export const historicalOf = (list: readonly number[], cost: CostFact): HistoricalSums => {
  const sums: Partial<HistoricalSums> = {};
  for (const [index, { outcome }] of HISTORICAL_COHORTS.entries()) {
    const at = index * PER_COHORT;
    const spend = costAt(list, at, cost);
    const parts: Parts = { [cost]: spend, validLeads: list[at + 2] ?? 0, spend };
    if (outcome !== null) parts[outcome] = list[at + 3] ?? 0;
    sums[HISTORICAL[index] ?? 'inquiry'] = parts;
  }
  return sums as HistoricalSums;
};

/**
 * Amounts are in cents, counts whole and weights have five decimals: in a common unit sums are exact, in any order. A double holds up to
 * 900 million dollars in these units.
 */
const UNITS = 100 * WEIGHT_UNITS;

/** Adds lists with the same key element by element. */
export const addLists = (lists: Iterable<readonly [string | number | null, readonly number[]]>): ByGroup<number[]> => {
  const totals: ByGroup<number[]> = new Map();
  for (const [key, list] of lists) {
    const total = totals.get(key);
    if (total === undefined)
      totals.set(
        key,
        list.map((value) => Math.round(value * UNITS)),
      );
    else for (const [place, value] of list.entries()) total[place] = (total[place] ?? 0) + Math.round(value * UNITS);
  }
  for (const total of totals.values()) for (const place of total.keys()) total[place] = (total[place] ?? 0) / UNITS;
  return totals;
};

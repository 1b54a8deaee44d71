import { type Kpi } from '@paceline/contract';
import { dueIn, type Exposure, exposureOf, shrunkRate } from './arrivals.rules.ts';
import {
  forecastAuto,
  forecastLastYear,
  forecastRunRate,
  forecastSeasonalNaive,
  MIN_MONTHS,
  type MonthlySeries,
  type RunningMonth,
  sum,
  trimHistory,
} from './series.rules.ts';

export const STAGE_KPIS = ['contacts', 'applications', 'enrollments', 'starts'] as const;
export type StageKpi = (typeof STAGE_KPIS)[number];
/** KPIs that can be summed; costs are calculated from these. */
export const COUNTED_KPIS = ['spend', 'inquiries', ...STAGE_KPIS] as const;
export type CountedKpi = (typeof COUNTED_KPIS)[number];
/** The count by which a cost divides spend. */
export const COST_OF = { cpl: 'inquiries', cpa: 'applications', cpe: 'enrollments', cps: 'starts' } as const;
type CostKpi = keyof typeof COST_OF;
export const isCost = (kpi: Kpi): kpi is CostKpi => kpi in COST_OF;

export const byKpi = <K extends Kpi, T>(kpis: readonly K[], make: (kpi: K) => T): Record<K, T> =>
  Object.fromEntries(kpis.map((kpi) => [kpi, make(kpi)])) as Record<K, T>;

export type Counts = Record<CountedKpi, number[]>;
export type SeriesMethod = keyof typeof BY_METHOD;

/** A line item's complete months (the same months for all lines of an owner) and the current one. */
export interface LineHistory {
  lineItem: string;
  channel: string | null;
  counts: Readonly<Record<CountedKpi, readonly number[]>>;
  /** Share of a month's outcomes that arrives in each month from then on. */
  shares: Readonly<Record<StageKpi, readonly number[]>>;
  /** Months with completely loaded spend: fewer if an ad account is late. */
  spendMonths: number;
  running: Readonly<Record<CountedKpi, RunningMonth>> | null;
  /** Partners' capacity in units, from the current month on; null without a limit. */
  capacity: readonly (number | null)[];
}

export interface OwnerHistory {
  /** Calendar month of the first one, 0 for January. */
  firstOfYear: number;
  months: number;
  lines: readonly LineHistory[];
}

/** Complete months since the line item's first inquiry. */
export const completeMonths = ({ counts }: LineHistory): number =>
  trimHistory({ firstOfYear: 0, values: counts.inquiries }).values.length;

/** Parent rates for shrinkage, cached by the month a forecast starts from. */
export interface RateBook {
  rateOf(line: LineHistory, stage: StageKpi, loaded: number): number;
}

export const openRates = ({ lines }: Pick<OwnerHistory, 'lines'>): RateBook => {
  const cache = new Map<string, number>();
  const remember = (key: string, make: () => number): number => {
    const cached = cache.get(key) ?? make();
    cache.set(key, cached);
    return cached;
  };
  const exposure = ({ counts, shares }: LineHistory, stage: StageKpi, months: number): Exposure =>
    exposureOf(counts.inquiries, counts[stage], shares[stage], months);
  const together = (of: readonly LineHistory[], stage: StageKpi, months: number): Exposure =>
    of.reduce<Exposure>(
      (total, line) => {
        const { outcomes, exposed } = exposure(line, stage, months);
        return { outcomes: total.outcomes + outcomes, exposed: total.exposed + exposed };
      },
      { outcomes: 0, exposed: 0 },
    );
  const ofOwner = (stage: StageKpi, months: number): number =>
    remember(`${stage} ${months}`, () => shrunkRate(together(lines, stage, months), null));
  const ofChannel = (channel: string | null, stage: StageKpi, months: number): number =>
    remember(`${stage} ${months} ${channel}`, () =>
      shrunkRate(
        together(
          lines.filter((line) => line.channel === channel),
          stage,
          months,
        ),
        ofOwner(stage, months),
      ),
    );
  return {
    rateOf: (line, stage, months) =>
      shrunkRate(
        exposure(line, stage, months),
        line.channel === null ? ofOwner(stage, months) : ofChannel(line.channel, stage, months),
      ),
  };
};

/** Cost per inquiry of the last three months before `monthCount` with completely loaded spend; null without any. */
export const recentCost = ({ counts, spendMonths }: LineHistory, monthCount: number): number | null => {
  const loaded = Math.min(monthCount, spendMonths);
  const recent = (kpi: CountedKpi): number => sum(counts[kpi].slice(Math.max(0, loaded - MIN_MONTHS), loaded));
  const inquiries = recent('inquiries');
  return inquiries > 0 ? recent('spend') / inquiries : null;
};

/** Number of loaded months of a KPI: spend not loaded yet is forecast like future spend. */
const loadedBy = (line: LineHistory, kpi: CountedKpi, loaded: number): number =>
  kpi === 'spend' ? Math.min(loaded, line.spendMonths) : loaded;

/** Whether the months before `loaded` contain a value of a year ago. */
export const hasLastYear = (line: LineHistory, kpi: CountedKpi, loaded: number): boolean =>
  (line.counts[kpi][loadedBy(line, kpi, loaded) - 12] ?? 0) > 0;

const seriesOf = (
  { firstOfYear }: Pick<OwnerHistory, 'firstOfYear'>,
  values: readonly number[],
  loaded: number,
): MonthlySeries => ({ firstOfYear, values: values.slice(0, loaded) });

const BY_METHOD = {
  AUTO: forecastAuto,
  RUN_RATE: forecastRunRate,
  SEASONAL_NAIVE: forecastSeasonalNaive,
  LAST_YEAR: forecastLastYear,
} as const;

/** One series from the months before `monthCount` on; null if the method has no data. */
export const seriesAhead = (
  owner: OwnerHistory,
  line: LineHistory,
  kpi: CountedKpi,
  method: SeriesMethod,
  { monthCount, months, withRunning }: { monthCount: number; months: number; withRunning: boolean },
): number[] | null => {
  const loaded = loadedBy(line, kpi, monthCount);
  const gap = monthCount - loaded;
  const running = withRunning && gap === 0 ? (line.running?.[kpi] ?? null) : null;
  const all = BY_METHOD[method](seriesOf(owner, line.counts[kpi], loaded), months + gap, running);
  return all?.slice(gap) ?? null;
};

/** Outcomes of past and future cohorts, by month of arrival. */
export const outcomesAhead = (
  line: LineHistory,
  stage: StageKpi,
  loaded: number,
  inquiries: readonly number[],
  rate: number,
): number[] => {
  const cohorts = [...line.counts.inquiries.slice(0, loaded), ...inquiries];
  return inquiries.map((_, ahead) => rate * dueIn(cohorts, line.shares[stage], loaded + ahead));
};

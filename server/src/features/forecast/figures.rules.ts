import { type ForecastPlan, type ForecastPoint, FORECAST, type Kpi, KPI_CODES } from '@paceline/contract';
import { type Basis } from '../../metrics/forecast/basis.rules.ts';
import { byKpi } from '../../metrics/forecast/line.rules.ts';
import { COST_OF, type CountedKpi, isCost } from '../../metrics/forecast/line.rules.ts';
import { forecastLine, type LineForecast, type LinePlan } from '../../metrics/forecast/plan.rules.ts';

/** Months from one to another, both given by their first day. */
export const monthsBetween = (from: string, to: string): number => {
  const at = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return at(to) - at(from);
};

export const monthAfter = (month: string, count: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
};

export const monthsFrom = (start: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => monthAfter(start, index));

export interface Override {
  kpi: Kpi;
  month: string;
  value: number;
  note: string;
}

/** The parts of a forecast that its figures follow from. */
export interface ForecastFacts {
  startMonth: string;
  months: number;
  method: LinePlan['method'];
  plan: ForecastPlan;
  basis: Basis;
  basisMonth: string;
  overrides: readonly Override[];
}

const listOf = (basisMonth: string, values: Iterable<readonly [month: string, value: number]>): (number | null)[] => {
  const list: (number | null)[] = [];
  for (const [month, value] of values) {
    const ahead = monthsBetween(basisMonth, month);
    if (ahead >= 0) list[ahead] = value;
  }
  return Array.from(list, (value) => value ?? null);
};

/** The plan in the form that the rules take: shares for percent, indexes for months. */
export const linePlan = (
  { basisMonth, method }: Pick<ForecastFacts, 'basisMonth' | 'method'>,
  { plannedSpend, plannedCpl, rateOverrides }: ForecastPlan,
  overrides: readonly Override[],
): LinePlan => ({
  method,
  plannedSpend: listOf(basisMonth, Object.entries(plannedSpend)),
  plannedCpl: listOf(basisMonth, Object.entries(plannedCpl)),
  rates: {
    ...(rateOverrides.app !== undefined && { applications: rateOverrides.app / 100 }),
    ...(rateOverrides.enroll !== undefined && { enrollments: rateOverrides.enroll / 100 }),
    ...(rateOverrides.start !== undefined && { starts: rateOverrides.start / 100 }),
  },
  overrides: byKpi(KPI_CODES, (kpi) =>
    listOf(
      basisMonth,
      overrides.filter((one) => one.kpi === kpi).map(({ month, value }) => [month, value] as const),
    ),
  ),
});

export const figuresOf = (facts: ForecastFacts): LineForecast =>
  forecastLine(facts.basis, linePlan(facts, facts.plan, facts.overrides));

/** Results and targets by month; for the running month, the results so far. */
export interface Known {
  actual: ReadonlyMap<string, Readonly<Record<CountedKpi, number>>>;
  target: ReadonlyMap<string, Readonly<Partial<Record<Kpi, number | null>>>>;
}

const ratio = (above: number | null | undefined, below: number | null | undefined): number | null =>
  above === null || above === undefined || !below ? null : above / below;

export const actualOf = (counts: Readonly<Record<CountedKpi, number>> | undefined, kpi: Kpi): number | null => {
  if (counts === undefined) return null;
  return isCost(kpi) ? ratio(counts.spend, counts[COST_OF[kpi]]) : counts[kpi];
};

const cents = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

/** One figure's months within the forecast. */
export const pointsOf = (
  { startMonth, months, basisMonth, overrides }: ForecastFacts,
  { figures }: LineForecast,
  kpi: Kpi,
  { actual, target }: Known,
): ForecastPoint[] =>
  monthsFrom(startMonth, months).map((month) => {
    const ahead = monthsBetween(basisMonth, month);
    const override = overrides.find((one) => one.kpi === kpi && one.month === month);
    const range = figures[kpi].ranges[ahead] ?? null;
    return {
      month,
      actual: cents(actualOf(actual.get(month), kpi)),
      forecast: cents(figures[kpi].forecast[ahead] ?? null),
      low80: cents(range?.low ?? null),
      high80: cents(range?.high ?? null),
      target: target.get(month)?.[kpi] ?? null,
      override: override?.value ?? null,
      overrideNote: override?.note ?? null,
    };
  });

const sumAll = (values: readonly (number | null | undefined)[]): number | null =>
  values.length > 0 && values.every((value) => value !== null && value !== undefined)
    ? values.reduce<number>((total, value) => total + (value ?? 0), 0)
    : null;

/** The total of the forecast's months. A cost is divided once, from the totals of its two parts. */
export const totalForecast = (
  { startMonth, months, basisMonth }: Pick<ForecastFacts, 'startMonth' | 'months' | 'basisMonth'>,
  { figures }: LineForecast,
  kpi: Kpi,
): number | null => {
  const first = monthsBetween(basisMonth, startMonth);
  const total = (part: Kpi): number | null => sumAll(figures[part].effective.slice(first, first + months));
  return cents(isCost(kpi) ? ratio(total('spend'), total(COST_OF[kpi])) : total(kpi));
};

/** Results of the past months, and targets of all: null if a month lacks one, as the total would be too small. */
export const totalsOf = (
  facts: ForecastFacts,
  lines: LineForecast,
  kpi: Kpi,
  { actual, target }: Known,
  currentMonth: string,
): { actual: number | null; forecast: number | null; target: number | null } => {
  const months = monthsFrom(facts.startMonth, facts.months);
  const over = months.filter((month) => month < currentMonth);
  const came = (part: CountedKpi): number | null =>
    over.length === 0 ? null : sumAll(over.map((month) => actual.get(month)?.[part] ?? 0));
  const aimed = (part: Kpi): number | null => sumAll(months.map((month) => target.get(month)?.[part]));
  return {
    actual: cents(isCost(kpi) ? ratio(came('spend'), came(COST_OF[kpi])) : came(kpi)),
    forecast: totalForecast(facts, lines, kpi),
    target: cents(isCost(kpi) ? ratio(aimed('spend'), aimed(COST_OF[kpi])) : aimed(kpi)),
  };
};

/** The percentage of a year's expected outcomes that has come in. */
export const percentMatured = (inquiries: readonly number[], shares: readonly number[]): number | null => {
  const recent = inquiries.slice(-12).toReversed();
  let [matured, all] = [0, 0];
  recent.forEach((count, age) => {
    matured += count * shares.slice(0, age + 1).reduce((sum, share) => sum + share, 0);
    all += count;
  });
  return all === 0 ? null : Math.min(100, (100 * matured) / all);
};

/** Why a start month is refused; null where it is not. */
export const startProblem = (startMonth: string, currentMonth: string): string | null => {
  const ahead = monthsBetween(currentMonth, startMonth);
  if (ahead < 0) return 'A forecast starts with the running month or later.';
  return ahead >= FORECAST.mostMonths ? 'A forecast starts at most eleven months from now.' : null;
};

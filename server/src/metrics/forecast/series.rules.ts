/** One number per month, oldest first; `firstOfYear` is the first one's calendar month, 0 for January. */
export interface MonthlySeries {
  firstOfYear: number;
  values: readonly number[];
}

/** The current month: its expected final value (for outcomes its value so far), and the elapsed share. */
export interface RunningMonth {
  expected: number;
  /** Between 0 and 1: weight of the expectation for the months to come. */
  done: number;
  /** If the projection has a range of its own. */
  range?: { low: number; high: number } | null;
}

/** Seasonal index of inquiries by month, for line items too young for one of their own: domain handbook, 4.4. */
export const SEASON_TABLE = [1.22, 1.06, 1.08, 1.04, 0.97, 0.9, 0.93, 1.1, 1.03, 0.98, 0.9, 0.79] as const;

export const HISTORY_MONTHS = 36;
/** With fewer months a run rate is used instead. */
export const MIN_MONTHS = 3;
const MONTHS_FOR_SEASON = 24;
const MONTHS_FOR_TREND = 12;
const ALPHA = 0.4;
const BETA = 0.1;
const DAMPING = 0.9;
/** Scales a median absolute deviation to a standard deviation. */
const MAD_SCALE = 1.4826;
const MAX_DEVIATIONS = 3;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

const seasonOf = (table: readonly number[], firstOfYear: number, index: number): number =>
  table[(((firstOfYear + index) % 12) + 12) % 12] ?? 1;

/** From the first non-zero month, at most 36 months back. Zero months are pauses and do not affect the level. */
export const trimHistory = ({ firstOfYear, values }: MonthlySeries): MonthlySeries => {
  const first = values.findIndex((value) => value > 0);
  const begin = Math.max(first === -1 ? values.length : first, values.length - HISTORY_MONTHS);
  return { firstOfYear: (firstOfYear + begin) % 12, values: values.slice(begin) };
};

/** Limits outliers to three deviations from the median; pauses are unchanged. */
export const winsorise = (values: readonly number[]): number[] => {
  const ran = values.filter((value) => value > 0);
  const middle = median(ran);
  const reach = MAX_DEVIATIONS * MAD_SCALE * median(ran.map((value) => Math.abs(value - middle)));
  if (reach === 0) return [...values];
  return values.map((value) =>
    value <= 0 ? value : Math.min(middle + reach, Math.max(Math.max(0, middle - reach), value)),
  );
};

/**
 * Index of each calendar month against the twelve months around it, averaged with the table. With less than two years it is the table
 * alone: a single year cannot distinguish season from trend.
 */
export const seasonalIndex = ({ firstOfYear, values }: MonthlySeries): number[] => {
  if (values.length < MONTHS_FOR_SEASON) return [...SEASON_TABLE];
  const ratios: number[][] = Array.from({ length: 12 }, () => []);
  for (let at = 6; at < values.length - 6; at += 1) {
    const around = sum(values.slice(at - 5, at + 6)) + ((values[at - 6] ?? 0) + (values[at + 6] ?? 0)) / 2;
    const value = values[at] ?? 0;
    if (around > 0 && value > 0) ratios[(firstOfYear + at) % 12]?.push((value * 12) / around);
  }
  const own = ratios.map((list, month) => (list.length === 0 ? (SEASON_TABLE[month] ?? 1) : mean(list)));
  const level = mean(own);
  return own.map((value, month) => (value / level + (SEASON_TABLE[month] ?? 1)) / 2);
};

interface Level {
  level: number;
  trend: number;
}

/** Smooths the deseasonalised values; pauses are skipped, and the trend is damped. */
const smooth = (values: readonly number[], running: number | null, weight: number): Level => {
  const ran = values.filter((value) => value > 0);
  const hasTrend = values.length >= MONTHS_FOR_TREND;
  const step = ({ level, trend }: Level, value: number, alpha: number): Level => {
    const expected = level + DAMPING * trend;
    const next = alpha * value + (1 - alpha) * expected;
    const share = alpha / ALPHA;
    return {
      level: next,
      trend: hasTrend ? BETA * share * (next - level) + (1 - BETA * share) * DAMPING * trend : 0,
    };
  };
  let state: Level = { level: mean(ran.slice(0, MIN_MONTHS)), trend: 0 };
  for (const value of ran.slice(1)) state = step(state, value, ALPHA);
  return running === null ? state : step(state, running, ALPHA * weight);
};

/**
 * Forecast by season, level and damped trend. The current month, if given, is the first one: it is its expected value, and updates the
 * level by its elapsed share.
 */
export const forecastAuto = (history: MonthlySeries, months: number, running: RunningMonth | null = null): number[] => {
  const { firstOfYear, values } = trimHistory(history);
  const index = seasonalIndex({ firstOfYear, values });
  const season = (at: number): number => seasonOf(index, firstOfYear, at);
  const plain = winsorise(values.map((value, at) => value / season(at)));
  const monthCount = values.length;
  const { level, trend } = smooth(
    plain,
    running === null ? null : running.expected / season(monthCount),
    running?.done ?? 0,
  );
  let reach = 0;
  return Array.from({ length: months }, (_, ahead) => {
    if (running !== null && ahead === 0) return running.expected;
    reach += DAMPING ** (running === null ? ahead + 1 : ahead);
    return Math.max(0, (level + reach * trend) * season(monthCount + ahead));
  });
};

/** Run rate: the mean of the last three months, and the current month at its own rate. */
export const forecastRunRate = (
  { values }: MonthlySeries,
  months: number,
  running: RunningMonth | null = null,
): number[] => {
  const last = values.slice(-MIN_MONTHS);
  const pace = last.length > 0 ? mean(last) : (running?.expected ?? 0);
  return Array.from({ length: months }, (_, ahead) => (running !== null && ahead === 0 ? running.expected : pace));
};

const MIN_GROWTH = 0.5;
const MAX_GROWTH = 2;

const lastYear = (
  { values }: MonthlySeries,
  months: number,
  running: RunningMonth | null,
  growth: number,
): number[] | null => {
  const monthCount = values.length;
  if (monthCount < 12 || (values[monthCount - 12] ?? 0) === 0) return null;
  return Array.from({ length: months }, (_, ahead) =>
    running !== null && ahead === 0 ? running.expected : (values[monthCount - 12 + (ahead % 12)] ?? 0) * growth,
  );
};

/** Same month of the previous year, times the growth of the last three months; null without that year. */
export const forecastSeasonalNaive = (
  series: MonthlySeries,
  months: number,
  running: RunningMonth | null = null,
): number[] | null => {
  const { values } = series;
  const monthCount = values.length;
  const recent = sum(values.slice(-3));
  const before = monthCount >= 15 ? sum(values.slice(monthCount - 15, monthCount - 12)) : 0;
  const growth = before > 0 ? Math.min(MAX_GROWTH, Math.max(MIN_GROWTH, recent / before)) : 1;
  return lastYear(series, months, running, growth);
};

/** Same month of the previous year, unchanged: three months' growth says little about months further ahead. */
export const forecastLastYear = (
  series: MonthlySeries,
  months: number,
  running: RunningMonth | null = null,
): number[] | null => lastYear(series, months, running, 1);

import {
  type AlertCondition,
  countDaysOf,
  type Days,
  type MetricKey,
  METRICS,
  metricValue,
  type PartKey,
  partsOf,
  plusDays,
  roundHalfUp,
  type RulePreview,
  windowOn,
} from '@paceline/contract';

/** The value of a group without rows: 0 for counts and money, null for a ratio. */
export const valueOfNothing = (measure: MetricKey): 0 | null => (METRICS[measure].basis === 'derived' ? null : 0);

/** The number compared with the threshold: the value, or its change in percent; null where there is none. */
export const ruleValue = (
  { compare }: Pick<AlertCondition, 'compare'>,
  value: number | null,
  before: number | null,
): number | null => {
  if (value === null) return null;
  if (compare === null) return roundHalfUp(value, 2);
  return before === null || before === 0 ? null : roundHalfUp(((value - before) * 100) / Math.abs(before), 2);
};

export const isMet = ({ direction, threshold }: AlertCondition, value: number | null): value is number =>
  value !== null && (direction === 'above' ? value > threshold : value < threshold);

/** Whether a value is further on the side that the condition watches than the furthest so far. */
const isFurther = ({ direction }: AlertCondition, value: number, furthest: number | undefined): boolean =>
  furthest === undefined || (direction === 'above' ? value > furthest : value < furthest);

type DayRow = Readonly<Record<string, string | number | null>>;

/** A group's sums by day, so that any window can be added up. */
const sumsOf = (rows: readonly DayRow[], measure: MetricKey, columnOf: (part: PartKey) => string) => {
  const parts = partsOf(measure);
  const byDay = new Map(rows.map((row) => [String(row['date']), row]));
  return ({ from, to }: Days): number | null => {
    const sums: Record<string, number> = {};
    for (let day = from; day <= to; day = plusDays(day, 1)) {
      const row = byDay.get(day);
      if (row === undefined) continue;
      for (const part of parts) {
        const value = row[columnOf(part)];
        if (typeof value === 'number') sums[part] = (sums[part] ?? 0) + value;
      }
    }
    return metricValue(measure, sums);
  };
};

const HOURS_A_DAY = 24;
const FIRST_SHOWN = 5;

interface PreviewOf {
  through: Days;
  days: number;
  hours: number;
  /** The column of a row that holds the sum of a part. */
  columnOf: (part: PartKey) => string;
}

/** The days on which the condition was met, from one answer by day, and how many alerts it would have sent. */
export const previewOf = (
  condition: AlertCondition,
  measure: MetricKey,
  rows: readonly DayRow[],
  { through, days, hours, columnOf }: PreviewOf,
): Pick<RulePreview, 'told' | 'days' | 'values'> => {
  const groups = new Map<string | null, DayRow[]>();
  for (const row of rows) {
    const name = condition.dimension === null ? null : (row[condition.dimension] as string | null);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const met = new Map<string, { name: string | null; value: number }[]>();
  const outermost = new Map<string, { name: string | null; value: number }>();
  const pause = Math.max(1, Math.ceil(hours / HOURS_A_DAY));
  let alertCount = 0;
  for (const [name, own] of groups) {
    const sum = sumsOf(own, measure, columnOf);
    let last: string | null = null;
    for (let index = 0; index < days; index += 1) {
      const today = plusDays(through.from, index);
      const window = windowOn(condition, today);
      const nothing = sum(window.knownDays) === null ? null : valueOfNothing(measure);
      const value = ruleValue(condition, sum(window.days) ?? nothing, window.compared && sum(window.compared));
      if (value !== null && isFurther(condition, value, outermost.get(today)?.value))
        outermost.set(today, { name, value });
      if (!isMet(condition, value)) continue;
      met.set(today, [...(met.get(today) ?? []), { name, value }]);
      if (last !== null && countDaysOf({ from: last, to: today }) - 1 < pause) continue;
      alertCount += 1;
      last = today;
    }
  }
  return {
    told: alertCount,
    days: [...met]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([day, all]) => ({ day, met: all.length, first: all.slice(0, FIRST_SHOWN) })),
    values: Array.from({ length: days }, (_, index) => plusDays(through.from, index)).map((day) => ({
      day,
      ...(outermost.get(day) ?? { name: null, value: null }),
    })),
  };
};

/** All days that a preview of these days needs. */
export const previewRange = (condition: AlertCondition, through: Days): Days => {
  const windows = [windowOn(condition, through.from), windowOn(condition, through.to)];
  const all = windows.flatMap(({ days, knownDays }) => [days, knownDays]);
  return {
    from: all.map(({ from }) => from).toSorted()[0] ?? through.from,
    to:
      all
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? through.to,
  };
};

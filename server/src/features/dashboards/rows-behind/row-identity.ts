import {
  type DimensionKey,
  DIMENSIONS,
  grainEnd,
  METRICS,
  type ReportFilter,
  type ReportWidget,
} from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { DIMENSION_SQL } from '../../../metrics/sql/dimension-sql.ts';
import { countDays, type DayRange, dayOf, isBefore, oldestOf } from '../../../metrics/periods/periods.ts';

/** The identity of a row: the keys of its dimensions in their order, and the first day of its period. */
interface RowIdentity {
  keys: readonly (string | number | null)[];
  date: string | null;
}

const refuse = (): AppError =>
  new AppError('VALIDATION', {
    errors: [{ field: 'rowKey', code: 'unknown', message: 'The widget has no such row.' }],
  });

const isKey = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || Number.isSafeInteger(value);

/** Parses the key of a widget's row; it comes back from a browser, so nothing in it is trusted. */
export const readRowKey = (text: string, dimensions: number): RowIdentity => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw refuse();
  }
  if (!Array.isArray(read) || read.length !== dimensions + 1 || !read.every(isKey)) throw refuse();
  const keys = read.slice(0, -1);
  const date = read.at(-1) ?? null;
  if (date !== null && !(typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date))) throw refuse();
  return { keys, date };
};

/** Filters for the row's own values, by key where they have one: two may share a name. */
export const rowFilters = (dimensions: readonly DimensionKey[], { keys }: RowIdentity): ReportFilter[] =>
  dimensions.map((member, index): ReportFilter => {
    const key = keys[index] ?? null;
    const byKey = DIMENSION_SQL[member].key === undefined ? {} : { byKey: true as const };
    if (key === null) return { member, operator: 'notSet', values: [], ...byKey };
    return { member, operator: 'equals', values: [String(key)], ...byKey };
  });

/** The days of a row's period, within the widget's own days. */
export const rowRange = (
  range: DayRange,
  { date }: Pick<RowIdentity, 'date'>,
  granularity: ReportWidget['granularity'],
): DayRange => {
  if (date === null || granularity === undefined) return range;
  const first = dayOf(date);
  const last = dayOf(grainEnd(date, granularity));
  const within = {
    from: isBefore(first, range.from) ? range.from : first,
    to: oldestOf([last, range.to]) ?? range.to,
  };
  if (isBefore(within.to, within.from)) throw refuse();
  return within;
};

/** The dimensions of the rows behind a row. */
export interface BehindBy {
  dimensions: readonly DimensionKey[];
  granularity?: 'day' | 'month';
}

/** More days than anybody reads one by one. */
const MAX_DAYS = 45;
const byTime = (range: DayRange): BehindBy => ({
  dimensions: [],
  granularity: countDays(range) > MAX_DAYS ? 'month' : 'day',
});

const NOTHING_BELOW: ReadonlySet<DimensionKey> = new Set(['eventName', 'adGroup', 'campaign']);

const isOfWebsite = ({ measures }: ReportWidget, dimensions: readonly DimensionKey[]): boolean =>
  dimensions.some((key) => DIMENSIONS[key].source === 'page') || 'currentSessions' in measures;

/**
 * One level below the row: pages and their sources lead to each other, platform campaigns to ad groups, keywords to the ad groups that
 * contain them; dimensions without a level below lead to days, all others to campaigns. Behind a total are all rows of the widget, not only
 * those it lists. A budget belongs to line items, so plan figures are shown by line item.
 */
export const behindBy = (widget: ReportWidget, hasRow: boolean, range: DayRange): BehindBy => {
  const own = Object.values(widget.dimensions ?? {});
  if (!hasRow && own.length > 0) return { dimensions: own };
  if (own.includes('source')) return { dimensions: ['hostname', 'path'] };
  if (isOfWebsite(widget, own)) return { dimensions: ['source', 'medium'] };
  if (own.includes('keyword')) return { dimensions: ['platformCampaign', 'adGroup'] };
  const isOfPlan = Object.values(widget.measures).some((key) => METRICS[key].grain === 'month');
  if (isOfPlan && own.includes('campaign')) return { dimensions: ['campaign', 'goal'] };
  if (own.some((key) => NOTHING_BELOW.has(key))) return byTime(range);
  if (own.includes('platformCampaign')) return { dimensions: ['adGroup'] };
  if (isOfPlan) return { dimensions: ['goal'] };
  return { dimensions: ['campaign', 'goal'] };
};

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

/** What tells a row apart: the keys of its dimensions in their order, and the first day of its time. */
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

/** Reads what a row of this widget carries; it comes back from a browser, so that nothing of it is taken for granted. */
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

/** The row's own values, by their keys where they have some: two may share a name. */
export const rowFilters = (dimensions: readonly DimensionKey[], { keys }: RowIdentity): ReportFilter[] =>
  dimensions.map((member, index): ReportFilter => {
    const key = keys[index] ?? null;
    const byKey = DIMENSION_SQL[member].key === undefined ? {} : { byKey: true as const };
    if (key === null) return { member, operator: 'notSet', values: [], ...byKey };
    return { member, operator: 'equals', values: [String(key)], ...byKey };
  });

/** The days of a row of time, as far as the widget's own days go. */
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

/** What the rows behind a row are by. */
export interface BehindBy {
  dimensions: readonly DimensionKey[];
  granularity?: 'day' | 'month';
}

/** More days than one reads one by one. */
const MAX_DAYS = 45;
const byTime = (range: DayRange): BehindBy => ({
  dimensions: [],
  granularity: countDays(range) > MAX_DAYS ? 'month' : 'day',
});

const NOTHING_BELOW: ReadonlySet<DimensionKey> = new Set(['eventName', 'adGroup', 'campaign']);

const isOfWebsite = ({ measures }: ReportWidget, dimensions: readonly DimensionKey[]): boolean =>
  dimensions.some((key) => DIMENSIONS[key].source === 'page') || 'currentSessions' in measures;

/**
 * One step deeper than the row: pages to the sources that sent people there and back, platform campaigns to ad groups, keywords
 * to the ad groups they stand in; what has nothing below it to days; everything else to campaigns. Behind a total stand all rows
 * of the widget, not only those that it lists. A budget belongs to line items, so that numbers of the plan are told by these.
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

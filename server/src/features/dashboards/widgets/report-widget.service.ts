import {
  ADDITIVE_FACTS,
  changePercent,
  type MetricKey,
  METRICS,
  partsOf,
  type ReportQuery,
  type ReportWidget,
  stateName,
  usStateOf,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { type Day, type DayRange, yearBeforeRange } from '../../../metrics/periods.ts';
import { type ReportAnswer, runReport } from '../../../metrics/report.ts';
import { type ReportViewer } from '../../../metrics/report-check.ts';
import { comparedRange, widgetRange } from './widget-range.ts';
import { throughOf, type ThroughQuestion } from './widget-through.ts';

export interface WidgetContext extends ThroughQuestion {
  now: Date;
  today: Day;
  viewer: Pick<ReportViewer, 'group' | 'permissions'>;
  /** The campaigns that the filters leave; null for all. */
  campaignKeys: readonly number[] | null;
}

const toText = ({ from, to }: DayRange) => ({ from: from.toString(), to: to.toString() });

const queryOf = (widget: ReportWidget, range: DayRange, campaignKeys: readonly number[] | null): ReportQuery => ({
  dimensions: Object.values(widget.dimensions ?? {}),
  measures: [...new Set(Object.values(widget.measures))],
  filters:
    campaignKeys === null
      ? []
      : [{ member: 'campaign', operator: 'equals', values: campaignKeys.map(String), byKey: true }],
  timeDimensions: {
    dimension: 'date',
    granularity: widget.granularity ?? null,
    dateRange: [range.from.toString(), range.to.toString()],
  },
  getTotal: true,
  order: widget.granularity === undefined ? [] : [{ member: 'date', direction: 'asc' }],
  limit: 50_000,
});

/** A report's row in the widget's own words. */
const rename = (row: ReportAnswer['rows'][number], widget: ReportWidget): WidgetRow => {
  const renamed: WidgetRow = {};
  for (const [name, dimension] of Object.entries(widget.dimensions ?? {})) renamed[name] = row[dimension] ?? null;
  if (renamed['stateCode'] != null) {
    const code = String(renamed['stateCode']);
    renamed['stateCode'] = usStateOf(code) ?? code;
    renamed['stateName'] = stateName(code);
  }
  if (widget.granularity !== undefined) renamed['date'] = row['date'] ?? null;
  for (const [name, measure] of Object.entries(widget.measures)) renamed[name] = row[measure] ?? null;
  return renamed;
};

const isEnough = (row: WidgetRow, { atLeast }: ReportWidget): boolean =>
  atLeast === undefined || Number(row[atLeast.measure] ?? 0) >= atLeast.count;

/** Largest first, what cannot be told last, and then by name, so that the same numbers always stand in the same order. */
const ranked = (rows: readonly WidgetRow[], by: string): WidgetRow[] =>
  rows.toSorted((a, b) => {
    const [x, y] = [a[by] ?? null, b[by] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return Number(y) - Number(x) || JSON.stringify(a).localeCompare(JSON.stringify(b));
  });

const withChanges = (current: WidgetRow, previous: WidgetRow, names: readonly string[]): WidgetRow => {
  const row: WidgetRow = {};
  for (const name of names) {
    const [now, then] = [current[name] ?? null, previous[name] ?? null] as [number | null, number | null];
    row[name] = now;
    row[`${name}Previous`] = then;
    row[`${name}Change`] = changePercent(now, then);
  }
  return row;
};

/** The same months of two years, side by side. */
const asYears = (rows: readonly WidgetRow[], before: readonly WidgetRow[], names: readonly string[]): WidgetRow[] => {
  const monthOf = (row: WidgetRow): string => String(row['date']).slice(5, 7);
  const last = new Map(before.map((row) => [monthOf(row), row]));
  return rows.map((row) => ({
    date: row['date'] ?? null,
    ...Object.fromEntries(
      names.flatMap((name) => [
        [name, row[name] ?? null],
        [`${name}LastYear`, last.get(monthOf(row))?.[name] ?? null],
      ]),
    ),
  }));
};

const compareWith = (
  { shape, compare }: ReportWidget,
  body: WidgetBody,
  range: DayRange,
  today: Day,
): DayRange | null => {
  if (shape === 'years') return yearBeforeRange(range);
  const wanted = body.compare ?? compare;
  return wanted === undefined ? null : comparedRange(range, wanted, today);
};

const WEBSITE_PARTS: ReadonlySet<string> = new Set(
  Object.entries(ADDITIVE_FACTS).flatMap(([part, { family }]) => (family === 'website' ? [part] : [])),
);
const isOfWebsite = (measure: MetricKey): boolean => partsOf(measure).some((part) => WEBSITE_PARTS.has(part));

/** A widget whose numbers are a report: asked once, or twice where it is compared, and put into its shape. */
export const runReportWidget = async (
  context: WidgetContext,
  widget: ReportWidget,
  body: WidgetBody,
): Promise<WidgetAnswer> => {
  const { tx, now, today, viewer, campaignKeys } = context;
  const range = widgetRange(body, widget.range, today);
  const asker: ReportViewer = { ...viewer, channel: widget.channel ?? 'all', vertical: 'all', forWidgets: true };
  // Pages of a website belong to no campaign: a filter of campaigns leaves them as they are.
  const isWebsite = Object.values(widget.measures).some(isOfWebsite);
  const ask = (of: DayRange) => runReport(tx, queryOf(widget, of, isWebsite ? null : campaignKeys), asker, now);
  const answer = await ask(range);
  const compared = compareWith(widget, body, range, today);
  const before = compared === null ? null : await ask(compared);

  const names = Object.keys(widget.measures);
  const toRows = ({ rows }: ReportAnswer): WidgetRow[] => rows.map((row) => rename(row, widget));
  // Nothing at all is none of what is counted; what is made of it by dividing cannot be told.
  const totalOf = ({ total }: ReportAnswer): WidgetRow =>
    Object.fromEntries(
      Object.entries(widget.measures).map(([name, measure]) => [
        name,
        total?.[measure] ?? (METRICS[measure].basis === 'additive' ? 0 : null),
      ]),
    );
  const totals = before === null ? totalOf(answer) : withChanges(totalOf(answer), totalOf(before), names);
  const all = toRows(answer);
  const shaped = (): WidgetRow[] => {
    if (widget.shape === 'change') return [totals];
    if (widget.shape === 'years') return asYears(all, before === null ? [] : toRows(before), names);
    const order = body.sort !== undefined && names.includes(body.sort) ? body.sort : widget.order;
    if (order === undefined) return all;
    const enough = order === widget.order ? all : all.filter((row) => isEnough(row, widget));
    return ranked(enough, order).slice(0, widget.limit);
  };
  return {
    data: shaped(),
    totals,
    range: toText(range),
    compared: compared === null ? null : toText(compared),
    asOf: (await throughOf(context, isWebsite ? 'website' : asker.channel)).toString(),
    notes: [...answer.notes],
  };
};

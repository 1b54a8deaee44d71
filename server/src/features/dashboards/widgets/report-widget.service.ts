import {
  dimensionWords,
  ADDITIVE_FACTS,
  countingOf,
  isKnownToLeads,
  MATURED_METRICS,
  type MetricKey,
  METRICS,
  NOT_BY_LEAD,
  partsOf,
  type ReportFilter,
  type ReportQuery,
  type ReportWidget,
  ROW_KEY,
  stateName,
  usStateOf,
  whyBlankByLead,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { countDays, type Day, type DayRange } from '../../../metrics/periods/periods.ts';
import { type ReportAnswer, runReport } from '../../../metrics/report/report.ts';
import { type ReportViewer } from '../../../metrics/report/report-check.ts';
import { COMPARED_NOTE, liveNotes } from '../../../metrics/report/report-late.ts';
import { type WholeGoals } from '../dashboards.queries.ts';
import { asYears, besideBefore, rankRows, type ShapedRow } from '../shape/widget-shape.ts';
import { matureBeside } from './mature-beside.ts';
import { loadBasis, withChanges } from './widget-basis.ts';
import { comparedRange, loadedRanges, widgetRange } from './widget-range.ts';
import { throughOf, type ThroughQuestion } from './widget-through.ts';

export interface WidgetContext extends ThroughQuestion {
  now: Date;
  today: Day;
  viewer: Pick<ReportViewer, 'group' | 'permissions'>;
  /** The filtered campaigns; null for all. */
  campaignKeys: readonly number[] | null;
  /** The line items that the filters keep whole. */
  wholeGoals: WholeGoals;
  /** Filters on the lead itself: campus, program, state. */
  leadFilters: readonly ReportFilter[];
}

type Chosen = Pick<WidgetContext, 'campaignKeys' | 'wholeGoals' | 'leadFilters'>;

const byKeys = (member: 'goal' | 'campaign', keys: readonly number[]): ReportFilter[] => [
  { member, operator: 'equals', values: keys.map(String), byKey: true },
];

/** Whole line items are filtered by their own keys: so they have their budget, and those without campaigns keep it. */
const campaignFilters = ({ campaignKeys, wholeGoals }: Chosen): ReportFilter[] => {
  if (wholeGoals !== null && wholeGoals !== 'all') return byKeys('goal', wholeGoals);
  return campaignKeys === null ? [] : byKeys('campaign', campaignKeys);
};

/** The filters of a report about the chosen campaigns and leads. */
export const filtersOf = (chosen: Chosen): ReportFilter[] => [...campaignFilters(chosen), ...chosen.leadFilters];

const toText = ({ from, to }: DayRange) => ({ from: from.toString(), to: to.toString() });

const queryOf = (
  widget: ReportWidget,
  range: DayRange,
  measures: readonly MetricKey[],
  filters: ReportFilter[],
): ReportQuery => ({
  dimensions: Object.values(widget.dimensions ?? {}),
  measures: [...new Set(measures)],
  filters,
  timeDimensions: {
    dimension: 'date',
    granularity: widget.granularity ?? null,
    dateRange: [range.from.toString(), range.to.toString()],
  },
  getTotal: true,
  order: widget.granularity === undefined ? [] : [{ member: 'date', direction: 'asc' }],
  limit: 50_000,
});

/** The widget's numbers that are blank for the chosen leads, each with the reason. */
const blankOf = (
  { dimensions = {}, measures }: ReportWidget,
  { leadFilters, viewer }: WidgetContext,
): Record<string, string> => {
  if (leadFilters.length === 0) return {};
  const knowsLeads = Object.values(dimensions).every(isKnownToLeads);
  return Object.fromEntries(
    Object.entries(measures).flatMap(([name, measure]) => {
      const why = whyBlankByLead(measure, viewer.group) ?? (knowsLeads ? null : NOT_BY_LEAD.platform);
      return why === null ? [] : [[name, why]];
    }),
  );
};

/** A row of the report with the widget's names. */
const rename = (row: ReportAnswer['rows'][number], widget: ReportWidget): WidgetRow => {
  const renamed: WidgetRow = {};
  for (const [name, dimension] of Object.entries(widget.dimensions ?? {})) {
    const value = row[dimension] ?? null;
    const words = typeof value === 'string' ? dimensionWords(dimension, value) : value;
    renamed[name] = dimension === 'state' && name !== 'stateCode' && words !== null ? stateName(String(words)) : words;
  }
  if (renamed['stateCode'] != null) {
    const code = String(renamed['stateCode']);
    renamed['stateCode'] = usStateOf(code) ?? code;
    renamed['stateName'] = stateName(code);
  }
  if (widget.granularity !== undefined) renamed['date'] = row['date'] ?? null;
  for (const [name, measure] of Object.entries(widget.measures)) renamed[name] = row[measure] ?? null;
  renamed[ROW_KEY] = row[ROW_KEY] ?? null;
  return renamed;
};

const compareWith = (
  { shape, compare }: ReportWidget,
  body: WidgetBody,
  range: DayRange,
  today: Day,
): DayRange | null => {
  const wanted = shape === 'years' ? 'lastYear' : (body.compare ?? compare);
  return wanted === undefined ? null : comparedRange(range, wanted, today);
};

const WEBSITE_PARTS: ReadonlySet<string> = new Set(
  Object.entries(ADDITIVE_FACTS).flatMap(([part, { family }]) => (family === 'website' ? [part] : [])),
);
const isOfWebsite = (measure: MetricKey): boolean => partsOf(measure).some((part) => WEBSITE_PARTS.has(part));

const dayText = (day: Day): string => day.toLocaleString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

interface ComparedDays {
  range: DayRange;
  compared: DayRange | null;
  /** Why there is nothing to show, or which days are shown. */
  missing: string | null;
  notes: string[];
}

/** For a late website the compared days are cut to the days that it has. */
const comparedDays = (range: DayRange, compared: DayRange | null, through: Day, isWebsite: boolean): ComparedDays => {
  const whole = { range, compared, missing: null, notes: [] };
  if (!isWebsite || compared === null) return whole;
  const loaded = loadedRanges(range, compared, through);
  const reach = `Website data is through ${dayText(through)}`;
  if (loaded === null) return { ...whole, missing: `${reach}: no data for these days yet.` };
  const { current, previous } = loaded;
  if (current.to.equals(range.to)) return whole;
  const days = countDays(current) === 1 ? 'one day is' : `${countDays(current)} days are`;
  return {
    range: current,
    compared: previous,
    missing: null,
    notes: [`${reach}: ${days} compared with the same number of days before.`],
  };
};

/** Plans are monthly, so they have no daily values. */
const isOfPlan = ({ measures }: ReportWidget): boolean =>
  Object.values(measures).some((measure) => METRICS[measure].grain === 'month');

/** The widget in the requested grain, where it is over time and has that grain. */
export const inGrain = (widget: ReportWidget, { grain }: Pick<WidgetBody, 'grain'>): ReportWidget =>
  widget.granularity === undefined || grain === undefined || widget.fixedGrain === true || isOfPlan(widget)
    ? widget
    : { ...widget, granularity: grain };

/** Maturity metrics for single rows, needed only where rows are compared with each other. */
const maturedOf = ({ measures, shape }: ReportWidget, metrics: readonly MetricKey[]): MetricKey[] =>
  shape === undefined
    ? [
        ...new Set(
          Object.values(measures).flatMap((measure) => {
            const counting = countingOf(measure);
            return counting?.counted === 'cohort' && metrics.includes(measure) ? [MATURED_METRICS[counting.stage]] : [];
          }),
        ),
      ]
    : [];

/** The days of a widget, the compared days, and the last complete day of its data. */
export const daysOfWidget = async (
  context: WidgetContext,
  widget: ReportWidget,
  body: WidgetBody,
): Promise<ComparedDays & { through: Day; isWebsite: boolean }> => {
  const isWebsite = Object.values(widget.measures).some(isOfWebsite);
  const through = await throughOf(context, isWebsite ? 'website' : (widget.channel ?? 'all'));
  const asOf = widgetRange(body, widget.range, context.today);
  const days = comparedDays(asOf, compareWith(widget, body, asOf, context.today), through, isWebsite);
  return { ...days, through, isWebsite };
};

/** A part of a widget's answer: filters for the rows, and the days of the whole, over which costs are distributed. */
interface WidgetPart {
  filters?: readonly ReportFilter[];
  whole?: DayRange;
  /** The compared range that these days belong to. */
  comparedWith?: DayRange | undefined;
}

/** Pages belong to no campaign and no campus. */
const NOT_SPLIT = 'Filters do not apply here: website data is not split by brand, campaign or campus.';
const isFiltered = ({ campaignKeys, leadFilters }: Chosen): boolean => campaignKeys !== null || leadFilters.length > 0;

/** A widget whose numbers are a report: queried once, or twice with a comparison, then shaped. */
export const runReportWidget = async (
  context: WidgetContext,
  widgetPart: ReportWidget,
  body: WidgetBody,
  part: WidgetPart = {},
): Promise<WidgetAnswer> => {
  const { tx, ownerKey, now, viewer } = context;
  const widget = inGrain(widgetPart, body);
  const reportViewer: ReportViewer = { ...viewer, channel: widget.channel ?? 'all', vertical: 'all', forWidgets: true };
  const { range, compared, missing, notes, through, isWebsite } = await daysOfWidget(context, widget, body);
  const unloaded = missing === null ? [] : Object.keys(widget.measures).map((name) => [name, missing]);
  const blank = { ...blankOf(widget, context), ...(Object.fromEntries(unloaded) as Record<string, string>) };
  const measureKeys = Object.entries(widget.measures).flatMap(([name, measure]) => (name in blank ? [] : [measure]));
  // Pages of a website belong to no campaign, so campaign filters do not apply.
  const filters = [...(isWebsite ? [] : filtersOf(context)), ...(part.filters ?? [])];
  const sharedOver = part.whole && { sharedOver: [part.whole.from.toString(), part.whole.to.toString()] as const };
  const matured = compared === null ? [] : maturedOf(widget, measureKeys);
  const ask = async (of: DayRange, comparedWith?: DayRange): Promise<ReportAnswer> =>
    measureKeys.length === 0
      ? { rows: [], total: null, notes: [], attributed: [], measured: [] }
      : runReport(
          tx,
          [ownerKey],
          { ...queryOf(widget, of, [...measureKeys, ...matured], filters), ...sharedOver },
          { ...reportViewer, ...(comparedWith !== undefined && { comparedWith }) },
          now,
        );
  const askTotal = async (measures: readonly MetricKey[], of: DayRange): Promise<ReportAnswer['total']> => {
    const query = { ...queryOf({ ...widget, dimensions: {} }, of, measures, filters), order: [] };
    query.timeDimensions = { ...query.timeDimensions, granularity: null };
    return (await runReport(tx, [ownerKey], query, reportViewer, now)).total;
  };
  const answer = await ask(range, part.comparedWith);
  const before = compared === null ? null : await ask(compared, range);

  const basis = measureKeys.length === 0 ? {} : await loadBasis(widget, askTotal, range, compared);
  const names = Object.keys(widget.measures);
  const toRows = ({ rows }: ReportAnswer): ShapedRow[] =>
    rows.map((row) => ({
      row: rename(row, widget),
      matured: Object.fromEntries(matured.map((key) => [key, (row[key] ?? null) as number | null])),
    }));
  // Without any rows counts are 0 and ratios blank.
  const totalOf = ({ total }: ReportAnswer): WidgetRow =>
    Object.fromEntries(
      Object.entries(widget.measures).map(([name, measure]) => [
        name,
        total?.[measure] ?? (METRICS[measure].basis === 'additive' && !(name in blank) ? 0 : null),
      ]),
    );
  const totals = {
    ...(before === null ? totalOf(answer) : withChanges(totalOf(answer), totalOf(before), widget, basis)),
    ...(await matureBeside(context, widget, basis)),
  };
  const shaped = (): { shown: WidgetRow[]; inAll?: number } => {
    if (widget.shape === 'change') return { shown: [totals] };
    const days = before !== null &&
      compared !== null && { range: toText(range), other: toText(compared), before: toRows(before) };
    const rows = toRows(answer);
    if (widget.shape === 'years') return { shown: days === false ? [] : asYears(rows, widget, days) };
    const all = days === false ? rows.map(({ row }) => row) : besideBefore(rows, widget, days);
    const isAsked = body.sort !== undefined && all.some((row) => (body.sort ?? '') in row);
    const wanted = isAsked ? body.sort : widget.order;
    const by = wanted !== undefined && wanted in blank ? names.find((name) => !(name in blank)) : wanted;
    if (by === undefined) return { shown: all };
    const isNumber = names.some((name) => by.startsWith(name));
    return rankRows(all, {
      by,
      order: isAsked ? (body.order ?? 'desc') : 'desc',
      limit: widget.limit === undefined ? undefined : (body.limit ?? widget.limit),
      atLeast: by === widget.order || !isNumber ? undefined : widget.atLeast,
      measures: names,
    });
  };
  const { shown, inAll } = shaped();
  return {
    data: shown,
    totals,
    range: toText(range),
    compared: compared === null ? null : toText(compared),
    ...(widget.granularity !== undefined && { grain: widget.granularity }),
    ...(widget.limit !== undefined && inAll !== undefined && { rowsInAll: inAll }),
    asOf: through.toString(),
    notes: [
      ...notes,
      ...(isWebsite ? [] : liveNotes(range.to.toString(), context.today.toString())),
      ...(isWebsite && isFiltered(context) ? [NOT_SPLIT] : []),
      ...answer.notes,
      ...(before?.notes.filter((note) => note === COMPARED_NOTE) ?? []),
    ],
    ...(Object.keys(basis).length > 0 && { basis }),
    ...(Object.keys(blank).length > 0 && { blank }),
    ...(answer.attributed.length > 0 && {
      attributedToLeads: Object.entries(widget.measures).flatMap(([name, measure]) =>
        answer.attributed.includes(measure) ? [name] : [],
      ),
    }),
  };
};

import {
  BUDGET_LINES,
  isMetricKey,
  type MetricKey,
  NOT_BY_LEAD,
  outcomeFactOf,
  PACING_COLUMNS,
  type PacingWidget,
  type Parts,
  type ReportFilter,
  type ReportQuery,
  type ReportWidget,
  STAGES,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { historicalMonths } from '../../../metrics/maturity/maturity.rules.ts';
import { type HistoricalSums } from '../../../metrics/stored-days/cohort-lists.ts';
import { type DayRange } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { filtersOf, type WidgetContext, runReportWidget } from './report-widget.service.ts';
import { widgetRange } from './widget-range.ts';
import { throughOf } from './widget-through.ts';

const byKeys = (member: 'campus' | 'program', keys: readonly number[]): ReportFilter[] =>
  keys.length === 0 ? [] : [{ member, operator: 'equals', values: keys.map(String), byKey: true }];

const byNames = (member: 'program' | 'state', values: string[]): ReportFilter[] =>
  values.length === 0 ? [] : [{ member, operator: 'equals', values }];

/** The filters on the lead itself, not on its campaign. Programs can be filtered by their keys and by names. */
export const leadFiltersOf = (
  { campusKeys = [], selectedCampuses = [], programKeys = [], states = [] }: WidgetBody,
  programNames: string[] = [],
): ReportFilter[] => [
  ...byKeys('campus', [...campusKeys, ...selectedCampuses]),
  ...byKeys('program', programKeys),
  ...byNames('program', programNames),
  ...byNames('state', states),
];

/** The columns of a pacing row that remain when leads are filtered by campus, program or state. */
const PACING_BY_LEAD = { mtdSpent: 'mtdSpent', mtdInquiries: 'mtdInquiries', eCPL: 'cpl' } as const;

/** A platform's campaign has no partner: its row is no lead provider's. */
const lineOf = (by: PacingWidget['by'], label: string | number | null, name: string): WidgetRow =>
  by === 'mediaPartner' && label === null ? { [name]: BUDGET_LINES.platforms, line: 'platforms' } : { line: null };

/** The remaining pacing table, as a report. */
export const pacingByLead = ({ name, by }: PacingWidget): ReportWidget => ({
  dimensions: { [name]: by },
  measures: PACING_BY_LEAD,
  range: 'monthToDate',
  order: 'mtdInquiries',
});

/** The plan's numbers as blanks, with the reason. */
export const withoutPlan = (answer: WidgetAnswer): WidgetAnswer => {
  const planned = PACING_COLUMNS.filter((key) => !Object.hasOwn(PACING_BY_LEAD, key));
  const none = Object.fromEntries(planned.map((key) => [key, null]));
  return {
    ...answer,
    data: answer.data.map((row) => ({ ...row, ...none })),
    totals: { ...answer.totals, ...none },
    blank: { ...answer.blank, ...Object.fromEntries(planned.map((key) => [key, NOT_BY_LEAD.plan])) },
  };
};

/** Pacing compares with plans, and a campus has none: results and their cost stay, the rest is blank. */
export const runPacingByLead = async (
  context: WidgetContext,
  widget: PacingWidget,
  body: WidgetBody,
): Promise<WidgetAnswer> => {
  const { startDate: _from, endDate: _to, ...month } = body;
  const { name, by } = widget;
  const answer = withoutPlan(await runReportWidget(context, pacingByLead(widget), month));
  return { ...answer, data: answer.data.map((row) => ({ ...row, ...lineOf(by, row[name] ?? null, name) })) };
};

/** Over and under compare with a budget, which no campus has. */
export const runPacingListByLead = async (context: WidgetContext, body: WidgetBody): Promise<WidgetAnswer> => {
  const { from, to } = widgetRange({ month: body.month }, 'monthToDate', context.today);
  return {
    data: [],
    totals: Object.fromEntries(PACING_COLUMNS.map((key) => [key, null])),
    range: { from: from.toString(), to: to.toString() },
    compared: null,
    asOf: (await throughOf(context, 'all')).toString(),
    notes: [],
    blank: Object.fromEntries(PACING_COLUMNS.map((key) => [key, NOT_BY_LEAD.plan])),
  };
};

const sumsOf = async (
  context: WidgetContext,
  { from, to }: DayRange,
  measures: readonly MetricKey[],
): Promise<Parts> => {
  const { tx, ownerKey, now, viewer } = context;
  const query: ReportQuery = {
    dimensions: [],
    measures: [...measures],
    filters: filtersOf(context),
    timeDimensions: { dimension: 'date', granularity: null, dateRange: [from.toString(), to.toString()] },
    getTotal: true,
    order: [],
    limit: 1,
  };
  const asWidget = { ...viewer, channel: 'all', vertical: 'all', forWidgets: true } as const;
  return (await runReport(tx, [ownerKey], query, asWidget, now)).total as Parts;
};

/** The sums of the months of each stage, like `loadHistorical` for campaigns. */
export const loadHistoricalByLead = async (context: WidgetContext): Promise<HistoricalSums> => {
  const stages: Partial<HistoricalSums> = {};
  for (const stage of ['inquiry', ...STAGES] as const) {
    const outcome: string[] = stage === 'inquiry' ? [] : [outcomeFactOf(stage)];
    const months = historicalMonths(context.throughs.usual, stage);
    stages[stage] = await sumsOf(context, months, ['validLeads', 'spend', ...outcome.filter(isMetricKey)]);
  }
  return stages as HistoricalSums;
};

/** The inquiries of the running month so far. */
export const countMonthToDate = async (context: WidgetContext): Promise<number> =>
  (await sumsOf(context, widgetRange({}, 'monthToDate', context.today), ['validLeads'])).validLeads ?? 0;

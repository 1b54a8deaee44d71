import {
  type Days,
  grainFor,
  HEADLINE_PLAN,
  isMonthToDate,
  isWholeMonths,
  NOT_BY_LEAD,
  PACING_WIDGETS,
  REPORT_WIDGETS,
  VERDICT_PARTS,
  type ReportWidget,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { runPacingWidget } from '../widgets/pacing-widget.service.ts';
import { daysOfWidget, runReportWidget, type WidgetContext } from '../widgets/report-widget.service.ts';

const WHOLE_MONTHS_ONLY = 'Budgets and goals are set for whole months.';

/** A month, whole or to date: only then do budget and goal cover the same days. */
const isOneMonth = (range: Days, today: string): boolean =>
  range.from.slice(0, 7) === range.to.slice(0, 7) && (isWholeMonths(range) || isMonthToDate(range, today));

/** The plan of the month in which the days end, from the same table as pacing; blank, with the reason, for other days. */
const loadPlan = async (
  context: WidgetContext,
  body: WidgetBody,
  range: Days,
): Promise<{ plan: WidgetRow; blank: Record<string, string>; band?: number | undefined }> => {
  const blankFor = (why: string, keys: readonly string[]) => ({
    plan: Object.fromEntries(keys.map((key) => [key, null])),
    blank: Object.fromEntries(keys.map((key) => [key, why])),
  });
  if (context.leadFilters.length > 0) return blankFor(NOT_BY_LEAD.plan, HEADLINE_PLAN);
  const { startDate: _from, endDate: _to, ...question } = body;
  const month = { ...question, month: range.to.slice(0, 7) };
  const { totals, band } = await runPacingWidget(context, PACING_WIDGETS.reportingPacing, month);
  const plan = Object.fromEntries(
    [...HEADLINE_PLAN, ...VERDICT_PARTS, 'matureCpeNote'].map((key) => [key, totals[key] ?? null]),
  );
  if (isOneMonth(range, context.today.toString())) return { plan, blank: {}, band };
  const none = blankFor(
    WHOLE_MONTHS_ONLY,
    HEADLINE_PLAN.filter((key) => key !== 'matureCpe'),
  );
  return { plan: { ...plan, ...none.plan }, blank: none.blank };
};

/** The key figures by day or by week, for their small charts. */
export const headlineSeries = async (context: WidgetContext, body: WidgetBody): Promise<ReportWidget> => {
  const { measures, range: days } = REPORT_WIDGETS.reportingHeadline;
  const { range } = await daysOfWidget(context, REPORT_WIDGETS.reportingHeadline, body);
  return {
    measures,
    range: days,
    granularity: body.grain ?? grainFor({ from: range.from.toString(), to: range.to.toString() }),
  };
};

/** The key figures of the page: totals, their previous values, their course over the days, and the plan. */
export const runHeadline = async (context: WidgetContext, body: WidgetBody): Promise<WidgetAnswer> => {
  const widget: ReportWidget = REPORT_WIDGETS.reportingHeadline;
  const answer = await runReportWidget(context, widget, body);
  const { range } = answer;
  const { compare: _compare, month: _month, ...question } = body;
  const shown = await headlineSeries(context, body);
  const series = await runReportWidget(context, shown, { ...question, startDate: range.from, endDate: range.to });
  const { plan, blank, band } = await loadPlan(context, body, range);
  return {
    ...answer,
    data: series.data,
    ...(shown.granularity !== undefined && { grain: shown.granularity }),
    totals: { ...answer.totals, ...plan },
    ...(band !== undefined && { band }),
    ...((answer.blank ?? Object.keys(blank).length > 0) && { blank: { ...answer.blank, ...blank } }),
  };
};

import {
  type DimensionKey,
  grainAt,
  grainIndex,
  PACING_WIDGETS,
  type PacingWidget,
  REPORT_WIDGETS,
  type ReportChannel,
  type ReportWidget,
  type ReportWidgetId,
  reportWidgetOf,
  ROW_KEY,
  type RowsBehindAnswer,
  type RowsBehindBody,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Viewer, type ViewerKind } from '../../../shared/answers/answers.ts';
import { type DashboardDeps, widgetContext } from '../dashboards.service.ts';
import { bodyOfWidget } from '../catalogue/catalogue-widget.service.ts';
import { headlineSeries } from '../headline/headline.service.ts';
import { pacingByLead, runPacingListByLead, withoutPlan } from '../widgets/lead-filters.service.ts';
import { runPacingList } from '../widgets/pacing-widget.service.ts';
import { daysOfWidget, inGrain, runReportWidget, type WidgetContext } from '../widgets/report-widget.service.ts';
import { type BehindBy, behindBy, readRowKey, rowFilters, rowRange } from './row-identity.ts';
import { listThroughs, withCampaigns } from './rows-behind.queries.ts';
import { behindStage } from './funnel-rows.service.ts';
import { type DayRange } from '../../../metrics/periods/periods.ts';
import { behindPacing } from './pacing-rows.service.ts';

/** The days in the other range at the same position as these in theirs. */
const sameDays = ({ from, to }: DayRange, other: DayRange, range: DayRange): DayRange => {
  const apart = other.from.until(range.from);
  return { from: from.add(apart), to: to.add(apart) };
};

/** The widget's own question about one of its rows, by the level below it. */
const behindReport = async (
  context: WidgetContext,
  shown: ReportWidget,
  {
    widget: _,
    rowKey,
    compared,
    compare,
    sort: _sort,
    order: _order,
    limit: _limit,
    grain,
    month,
    ...tableQuestion
  }: RowsBehindBody,
): Promise<{ answer: WidgetAnswer; by: BehindBy; against?: WidgetAnswer['range'] }> => {
  const widget = inGrain(shown, { grain });
  const own = Object.values(widget.dimensions ?? {});
  const row = rowKey === null ? null : readRowKey(rowKey, own.length);
  const all = await daysOfWidget(context, widget, { ...tableQuestion, month, compare });
  const other = compared ? all.compared : all.range;
  if (other === null) throw new AppError('NOT_FOUND');
  // A row contains its own comparison: the same position in the other days.
  const date = row?.date ?? null;
  const { granularity } = widget;
  const sameDate =
    date === null || granularity === undefined || !compared
      ? date
      : grainAt(
          grainIndex(date, { from: all.range.from.toString() }, granularity),
          { from: other.from.toString() },
          granularity,
        );
  const days = rowRange(other, { date: sameDate }, widget.granularity);
  const by = behindBy(widget, row !== null && own.length > 0, days);
  const [first] = Object.keys(widget.measures);
  const question: WidgetBody = { ...tableQuestion, startDate: days.from.toString(), endDate: days.to.toString() };
  const answer = await runReportWidget(
    context,
    {
      range: widget.range,
      measures: widget.measures,
      dimensions: Object.fromEntries(by.dimensions.map((key): [string, DimensionKey] => [key, key])),
      ...(widget.channel !== undefined && { channel: widget.channel }),
      ...(by.granularity === undefined ? first !== undefined && { order: first } : { granularity: by.granularity }),
    },
    question,
    {
      filters: row === null ? [] : rowFilters(own, row),
      whole: other,
      ...(compared && { comparedWith: sameDays(days, other, all.range) }),
    },
  );
  // A part of the compared days is compared with a part of the others, which no named comparison gives.
  const isWhole = compared && date === null;
  return { answer, by, ...(isWhole && { against: { from: all.range.from.toString(), to: all.range.to.toString() } }) };
};

const namesOf = ({ dimensions, granularity }: BehindBy): string[] => [
  ...dimensions,
  ...(granularity === undefined ? [] : ['date']),
];

interface Behind {
  answer: WidgetAnswer;
  by: readonly string[];
  against?: WidgetAnswer['range'] | undefined;
}

/** Of a list of campaigns, the requested one, or all that are listed. */
const ofList = (list: WidgetAnswer, rowKey: string | null): Behind => {
  const row = list.data.find((one) => one[ROW_KEY] === rowKey);
  if (rowKey !== null && row === undefined) throw new AppError('NOT_FOUND');
  const named = (row === undefined ? list.data : [row]).map((one) => ({
    ...one,
    campaign: one['campaignName'] ?? null,
  }));
  return { answer: { ...list, data: named, totals: row ?? list.totals }, by: ['campaign', 'goal'] };
};

/** Under a filter of leads pacing is a report: the figures that remain are queried as one. */
const behindPacingByLead = async (
  context: WidgetContext,
  widget: PacingWidget,
  body: RowsBehindBody,
): Promise<Behind> => {
  const { startDate: _from, endDate: _to, ...question } = body;
  const { answer, by } = await behindReport(context, pacingByLead(widget), question);
  return { answer: withoutPlan(answer), by: namesOf(by) };
};

const behindOf = async (context: WidgetContext, body: RowsBehindBody): Promise<Behind> => {
  const { widget: id, rowKey, compared: _, ...tableQuestion } = body;
  const ofLeads = context.leadFilters.length > 0;
  if (id === 'reportingFunnel') return { answer: await behindStage(context, body), by: ['campaign', 'goal'] };
  if (id === 'overpacingCampaigns' || id === 'underpacingCampaigns')
    return ofList(
      ofLeads
        ? await runPacingListByLead(context, tableQuestion)
        : await runPacingList(context, id === 'overpacingCampaigns' ? 'over' : 'under', tableQuestion),
      rowKey,
    );
  if (id in PACING_WIDGETS) {
    const widget: PacingWidget = PACING_WIDGETS[id as keyof typeof PACING_WIDGETS];
    if (ofLeads) return behindPacingByLead(context, widget, body);
    const row = rowKey === null ? null : { key: readRowKey(rowKey, 1).keys[0] ?? null };
    const { answer, by } = await behindPacing(context, widget, tableQuestion, row);
    return { answer, by: [by] };
  }
  if (id === 'reportingHeadline' && rowKey !== null) {
    const { answer, by } = await behindReport(context, await headlineSeries(context, tableQuestion), body);
    return { answer, by: namesOf(by) };
  }
  if (!(id in REPORT_WIDGETS)) throw new AppError('NOT_FOUND');
  const reportId = id as ReportWidgetId;
  const shown = reportWidgetOf(reportId, tableQuestion, context.viewer.group);
  const question = {
    ...bodyOfWidget(reportId, tableQuestion),
    widget: id,
    rowKey: body.rowKey,
    compared: body.compared,
  };
  const { answer, by, against } = await behindReport(context, shown, question);
  return { answer, by: namesOf(by), against };
};

const channelOf = (id: WidgetId): ReportChannel => {
  const widget: ReportWidget | undefined = REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS];
  return widget?.channel ?? 'all';
};

const run = async (tx: Tx, kind: ViewerKind, body: RowsBehindBody, now: Date): Promise<RowsBehindAnswer> => {
  const context = await widgetContext(tx, kind, body, now);
  const { answer, by, against } = await behindOf(context, body);
  const { compared: _compared, ...rest } = answer;
  return {
    ...rest,
    data: await withCampaigns(tx, context.ownerKey, rest.data, by),
    by: [...by],
    ...(against !== undefined && { against }),
    through: await listThroughs(context, channelOf(body.widget)),
  };
};

/** The detail behind a figure, answered by the same code as the figure, so that its total is the figure. */
export const getRowsBehind = (
  { answers }: DashboardDeps,
  viewer: Viewer,
  body: RowsBehindBody,
  options: WorkOptions,
): Promise<RowsBehindAnswer> =>
  answers.get(viewer, ['rowsBehind', body], (tx, kind, now) => run(tx, kind, body, now), options);

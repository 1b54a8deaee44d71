import {
  type MetricKey,
  type ReportWidget,
  type RowsBehindBody,
  STAGES,
  type WidgetAnswer,
  type WidgetRow,
} from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { historicalMonths } from '../../../metrics/maturity/maturity.rules.ts';
import { type DayRange } from '../../../metrics/periods/periods.ts';
import { loadHistorical } from '../../../metrics/periods/window-facts.ts';
import { listCampaignLabels } from '../dashboards.queries.ts';
import {
  type FunnelStage,
  hasDays,
  loadFunnel,
  stageMeasures,
  stageNumbers,
} from '../widgets/funnel-widget.service.ts';
import { daysOfWidget, runReportWidget, type WidgetContext } from '../widgets/report-widget.service.ts';
import { throughOf } from '../widgets/widget-through.ts';
import { readRowKey } from './row-identity.ts';

type FunnelName = FunnelStage['stage'];
const STAGE_NAMES: ReadonlySet<string> = new Set(['inquiry', ...STAGES]);
const isStage = (name: unknown): name is FunnelName => typeof name === 'string' && STAGE_NAMES.has(name);

const measuresOf = (stage: FunnelName): Record<string, MetricKey> => {
  const measures = stageMeasures(stage);
  if (measures === null) throw new AppError('NOT_FOUND');
  const { rate, ...others } = measures;
  return stage === 'inquiry' ? others : { ...others, rate };
};

/** By campaign from the same sums as the funnel, in which a late source has months of its own. */
const byCampaign = async (context: WidgetContext, stage: FunnelName, { from, to }: DayRange): Promise<WidgetAnswer> => {
  const { tx, ownerKey, now, viewer, campaignKeys } = context;
  const only = campaignKeys === null ? null : { campaignKeys };
  const sums = await loadHistorical(tx, { ownerKey, now, group: viewer.group, by: 'campaign', only });
  const labels = new Map((await listCampaignLabels(tx, ownerKey, 'goal')).map((one) => [one.campaignKey, one]));
  const data = [...sums].flatMap(([key, historical]): WidgetRow[] => {
    const label = labels.get(Number(key));
    const { count, rate, cost } = stageNumbers(stage, historical);
    if (label === undefined || historical[stage].validLeads === 0) return [];
    return [{ campaign: label.name, goal: label.label, campaignKey: label.campaignKey, count, rate, cost }];
  });
  const whole = (await loadFunnel(context)).find((one) => one.stage === stage);
  return {
    data: data.toSorted((a, b) => Number(b['count']) - Number(a['count'])),
    totals: { count: whole?.count ?? 0, rate: whole?.rate ?? null, cost: whole?.cost ?? null },
    range: { from: from.toString(), to: to.toString() },
    compared: null,
    asOf: (await throughOf(context, 'all')).toString(),
    notes: [],
  };
};

/** The inquiries of the months that a stage is measured on, and how many reached it, by campaign. */
export const behindStage = async (context: WidgetContext, body: RowsBehindBody): Promise<WidgetAnswer> => {
  const [stage] = readRowKey(body.rowKey ?? '', 1).keys;
  if (!isStage(stage)) throw new AppError('NOT_FOUND');
  const widget: ReportWidget = {
    range: 'threeMonths',
    measures: measuresOf(stage),
    dimensions: { campaign: 'campaign', goal: 'goal' },
    order: 'count',
  };
  const of = (range: DayRange): Promise<WidgetAnswer> =>
    runReportWidget(context, widget, {
      ownerKey: body.ownerKey,
      startDate: range.from.toString(),
      endDate: range.to.toString(),
    });
  if (hasDays(body)) {
    const { range, compared } = await daysOfWidget(context, widget, body);
    return of(body.compared ? (compared ?? range) : range);
  }
  const range = historicalMonths(context.throughs.usual, stage);
  return context.leadFilters.length === 0 ? byCampaign(context, stage, range) : of(range);
};

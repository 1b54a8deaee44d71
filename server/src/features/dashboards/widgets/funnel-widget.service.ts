import {
  fillLabel,
  isMetricKey,
  type Labels,
  type MetricKey,
  metricValue,
  NOT_BY_LEAD,
  outcomeFactOf,
  type Parts,
  ROW_KEY,
  type Stage,
  STAGE_METRICS,
  stageOfMonths,
  STAGES,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { completeMonths, historicalMonths } from '../../../metrics/maturity/maturity.rules.ts';
import { type HistoricalSums } from '../../../metrics/stored-days/cohort-lists.ts';
import { loadPeriod } from '../../../metrics/periods/period-facts.ts';
import { rollUpPeriod } from '../../../metrics/periods/period-numbers.ts';
import { type Day, dayOf } from '../../../metrics/periods/periods.ts';
import { loadHistorical } from '../../../metrics/periods/window-facts.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { countMonthToDate, loadHistoricalByLead } from './lead-filters.service.ts';
import { runReportWidget, type WidgetContext } from './report-widget.service.ts';
import { throughOf } from './widget-through.ts';

/** A stage over three whole months: its count, its share of the inquiries, and its unit cost. */
export interface FunnelStage {
  stage: 'inquiry' | Stage;
  label: string;
  /** The months of its inquiries: "May–Jul". */
  months: string;
  count: number;
  rate: number | null;
  cost: number | null;
}

const monthsText = (through: Day, stage: Stage | 'inquiry'): string => {
  const { from, to } = historicalMonths(through, stage);
  return [from, to].map((day) => day.toLocaleString('en-US', { month: 'short' })).join('–');
};
const shortDay = (iso: string): string => dayOf(iso).toLocaleString('en-US', { month: 'short', day: 'numeric' });
const stageLabel = (stage: Stage, labels: Labels): string => fillLabel(`{${stage}.many}`, labels);
/** The owner's words for its stages. */
const getLabels = async ({ tx, ownerKey }: WidgetContext): Promise<Labels> =>
  (await findLabels(tx, [ownerKey])) ?? 'default';

/** A stage's numbers from the sums of its own months. */
export const stageNumbers = (
  stage: FunnelStage['stage'],
  sums: HistoricalSums,
): Pick<FunnelStage, 'count' | 'rate' | 'cost'> => {
  const parts: Parts = sums[stage];
  return stage === 'inquiry'
    ? { count: parts.validLeads ?? 0, rate: null, cost: metricValue('cpl', parts) }
    : {
        count: parts[outcomeFactOf(stage)] ?? 0,
        rate: metricValue(STAGE_METRICS[stage].rate, parts),
        cost: metricValue(STAGE_METRICS[stage].cost, parts),
      };
};

/** The inquiries of three whole months and their outcomes: each stage from months that are old enough for it. */
export const loadFunnel = async (context: WidgetContext): Promise<[FunnelStage, ...FunnelStage[]]> => {
  const { tx, ownerKey, now, viewer, campaignKeys, leadFilters, throughs } = context;
  const only = campaignKeys === null ? null : { campaignKeys };
  const sums =
    leadFilters.length > 0
      ? await loadHistoricalByLead(context)
      : (await loadHistorical(tx, { ownerKey, now, group: viewer.group, by: null, only })).get(null);
  const nothing = Object.fromEntries(['inquiry', ...STAGES].map((stage) => [stage, {}])) as HistoricalSums;
  const of = (stage: FunnelStage['stage'], label: string): FunnelStage => ({
    stage,
    label,
    months: monthsText(throughs.usual, stage),
    ...stageNumbers(stage, sums ?? nothing),
  });
  const labels = await getLabels(context);
  return [of('inquiry', 'Inquiries'), ...STAGES.map((stage) => of(stage, stageLabel(stage, labels)))];
};

/** Projection of the running month: its inquiries at their run rate, times past rates. */
export const loadFunnelProjections = async (context: WidgetContext, funnel: readonly FunnelStage[]) => {
  const { tx, ownerKey, now, today, viewer, campaignKeys, leadFilters } = context;
  // A run rate is calculated from a campaign's days; the leads of one campus have none.
  if (leadFilters.length > 0)
    return { soFar: await countMonthToDate(context), projected: funnel.map((): number | null => null) };
  const only = campaignKeys === null ? null : { campaignKeys };
  const month = await loadPeriod(tx, { ownerKey, month: today.toPlainYearMonth(), now, group: viewer.group, only });
  const { leadRunRate, validLeads } = rollUpPeriod(month.campaigns);
  const projected = ({ stage, rate }: FunnelStage): number | null => {
    if (stage === 'inquiry') return leadRunRate;
    return rate === null || leadRunRate === null ? null : (rate / 100) * leadRunRate;
  };
  return { soFar: validLeads ?? 0, projected: funnel.map(projected) };
};

const NOT_OF_DAYS = 'The projection is of the running month: choose the default ranges to see it.';

/** The measures of a stage. */
export const stageMeasures = (stage: FunnelStage['stage']): Record<'count' | 'rate' | 'cost', MetricKey> | null => {
  if (stage === 'inquiry') return { count: 'validLeads', rate: 'validRate', cost: 'cpl' };
  const outcome: string = outcomeFactOf(stage);
  return isMetricKey(outcome) ? { count: outcome, ...STAGE_METRICS[stage] } : null;
};

/** Whether the page has chosen days of its own. */
export const hasDays = ({ startDate, month }: WidgetBody): boolean => startDate !== undefined || month !== undefined;

/** The inquiries of the chosen days, and their outcomes so far. */
const runFunnelOfDays = async (context: WidgetContext, body: WidgetBody): Promise<WidgetAnswer> => {
  const stages = (['inquiry', ...STAGES] as const).flatMap((stage) => {
    const measures = stageMeasures(stage);
    return measures === null ? [] : [{ stage, measures }];
  });
  const measures = Object.fromEntries(
    stages.flatMap(({ stage, measures: of }) =>
      Object.entries(of).map(([name, metric]) => [`${stage} ${name}`, metric]),
    ),
  );
  const labels = await getLabels(context);
  const whole = await runReportWidget(context, { measures, range: 'threeMonths', shape: 'change' }, body);
  const { totals, range, basis } = whole;
  const months = `${shortDay(range.from)} – ${shortDay(range.to)}`;
  const data = stages.map(({ stage }): WidgetRow => {
    const at = (name: string) => totals[`${stage} ${name}`] ?? null;
    return {
      stage,
      months,
      label: stageOfMonths(stage, months, labels),
      count: at('count'),
      rate: stage === 'inquiry' ? null : at('rate'),
      cost: at('cost'),
      ...(whole.compared !== null && { countPrevious: at('countPrevious'), countChange: at('countChange') }),
      projected: null,
      percentMatured: basis?.[`${stage} count`]?.percentMatured ?? null,
      [ROW_KEY]: JSON.stringify([stage, null]),
    };
  });
  const steps = data.filter(({ count }) => Number(count) > 0);
  const young = steps.flatMap(({ stage, percentMatured }) =>
    typeof percentMatured === 'number' ? [`${stageLabel(stage as Stage, labels)} ${Math.round(percentMatured)}%`] : [],
  );
  const { basis: _basis, blank: _blank, ...answer } = whole;
  return {
    ...answer,
    data: steps,
    totals: {},
    notes: [...answer.notes, ...(young.length === 0 ? [] : [`Outcomes so far, matured: ${young.join(', ')}.`])],
    blank: { projected: NOT_OF_DAYS },
  };
};

/** Stages without any outcome are left out for this owner. */
export const runFunnelWidget = async (context: WidgetContext, body: WidgetBody): Promise<WidgetAnswer> => {
  if (hasDays(body)) return runFunnelOfDays(context, body);
  const stages = await loadFunnel(context);
  const { projected } = await loadFunnelProjections(context, stages);
  const labels = await getLabels(context);
  const { from, to } = completeMonths(context.throughs.usual, 3);
  return {
    data: stages
      .map((stage, index): WidgetRow => ({
        ...stage,
        label: stageOfMonths(stage.stage, stage.months, labels),
        projected: projected[index] ?? null,
        [ROW_KEY]: JSON.stringify([stage.stage, null]),
      }))
      .filter(({ count }) => Number(count) > 0),
    totals: {},
    range: { from: from.toString(), to: to.toString() },
    compared: null,
    asOf: (await throughOf(context, 'all')).toString(),
    notes: [
      'Each stage is based on the latest three full months that are fully matured for it, so later stages use earlier months. The projection is for this month.',
    ],
    ...(context.leadFilters.length > 0 && { blank: { projected: NOT_BY_LEAD.plan } }),
  };
};

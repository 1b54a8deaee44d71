import {
  fillLabel,
  metricValue,
  outcomeFactOf,
  type Stage,
  STAGE_METRICS,
  STAGES,
  type WidgetAnswer,
  type WidgetRow,
} from '@paceline/contract';
import { completeMonths } from '../../../metrics/maturity.rules.ts';
import { loadPeriod } from '../../../metrics/period-facts.ts';
import { rollUpPeriod } from '../../../metrics/period-numbers.ts';
import { loadHistorical } from '../../../metrics/window-facts.ts';
import { type WidgetContext } from './report-widget.service.ts';
import { throughOf } from './widget-through.ts';

/** A stage of three whole months: how many got there, which share of the inquiries that is, and what one cost. */
interface FunnelStage {
  stage: 'inquiry' | Stage;
  label: string;
  count: number;
  rate: number | null;
  cost: number | null;
}

const stageLabel = (stage: Stage): string => fillLabel(`{${stage}.many}`, 'default');

/** The inquiries of three whole months, and what became of them: each stage from months that are old enough for it. */
export const loadFunnel = async ({
  tx,
  ownerKey,
  now,
  viewer,
  campaignKeys,
}: WidgetContext): Promise<[FunnelStage, ...FunnelStage[]]> => {
  const only = campaignKeys === null ? null : { campaignKeys };
  const sums = (await loadHistorical(tx, { ownerKey, now, group: viewer.group, by: null, only })).get(null);
  return [
    {
      stage: 'inquiry',
      label: 'Inquiries',
      count: sums?.inquiry.validLeads ?? 0,
      rate: null,
      cost: metricValue('cpl', sums?.inquiry ?? {}),
    },
    ...STAGES.map((stage): FunnelStage => {
      const parts = sums?.[stage] ?? {};
      return {
        stage,
        label: stageLabel(stage),
        count: parts[outcomeFactOf(stage)] ?? 0,
        rate: metricValue(STAGE_METRICS[stage].rate, parts),
        cost: metricValue(STAGE_METRICS[stage].cost, parts),
      };
    }),
  ];
};

/** What the running month will come to: its inquiries at their run rate, times the rates of the past. */
export const loadFunnelProjections = async (context: WidgetContext, funnel: readonly FunnelStage[]) => {
  const { tx, ownerKey, now, today, viewer, campaignKeys } = context;
  const only = campaignKeys === null ? null : { campaignKeys };
  const month = await loadPeriod(tx, { ownerKey, month: today.toPlainYearMonth(), now, group: viewer.group, only });
  const { leadRunRate, validLeads } = rollUpPeriod(month.campaigns);
  const projected = ({ stage, rate }: FunnelStage): number | null => {
    if (stage === 'inquiry') return leadRunRate;
    return rate === null || leadRunRate === null ? null : (rate / 100) * leadRunRate;
  };
  return { soFar: validLeads ?? 0, projected: funnel.map(projected) };
};

/** Stages that nobody reached are none of this owner's. */
export const runFunnelWidget = async (context: WidgetContext): Promise<WidgetAnswer> => {
  const stages = await loadFunnel(context);
  const { projected } = await loadFunnelProjections(context, stages);
  const { from, to } = completeMonths(context.throughs.usual, 3);
  return {
    data: stages
      .map((stage, index): WidgetRow => ({ ...stage, projected: projected[index] ?? null }))
      .filter(({ count }) => Number(count) > 0),
    totals: {},
    range: { from: from.toString(), to: to.toString() },
    compared: null,
    asOf: (await throughOf(context, 'all')).toString(),
    notes: ['Each stage is of three whole months that are old enough for it; the projection is of this month.'],
  };
};

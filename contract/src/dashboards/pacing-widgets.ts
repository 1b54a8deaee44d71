import { type MetricKey } from '../core/metrics/metrics.ts';
import { type CampaignDimensionKey } from '../core/metrics/report-dimensions.ts';
import { type WidgetId } from './widgets.ts';

/** A pacing widget shows the current month by a dimension: from line items where they have the budget, otherwise from campaigns. */
export interface PacingWidget {
  /** Name of the dimension in its rows. */
  name: string;
  by: CampaignDimensionKey;
  /** Source of a row's budget: brands and line items use line items' budgets. */
  from: 'goals' | 'campaigns';
  /** Lead tables start with the inquiries. */
  leads?: boolean;
}

export const PACING_WIDGETS = {
  reportingPacing: { name: 'brand', by: 'brand', from: 'goals' },
  pacingBrand: { name: 'brand', by: 'brand', from: 'goals' },
  pacingGoal: { name: 'goal', by: 'goal', from: 'goals' },
  pacingLeadProvider: { name: 'leadProvider', by: 'mediaPartner', from: 'campaigns' },
  pacingModel: { name: 'model', by: 'clientModel', from: 'campaigns' },
  pacingChannel: { name: 'channel', by: 'channel', from: 'campaigns' },
  pacingLtChannel: { name: 'channel', by: 'channel', from: 'campaigns' },
  pacingChannelSpendCharter: { name: 'channel', by: 'channel', from: 'campaigns' },
  pacingChannelLeads: { name: 'channel', by: 'channel', from: 'campaigns', leads: true },
  pacingCustomChannel: { name: 'customchannel', by: 'customChannel', from: 'campaigns' },
  lincolnPacingChannel: { name: 'channel', by: 'channel', from: 'campaigns' },
} as const satisfies Partial<Record<WidgetId, PacingWidget>>;

export type PacingWidgetId = keyof typeof PACING_WIDGETS;

/** Columns of a pacing row in display order. */
export const PACING_COLUMNS = [
  'budget',
  'mtdSpent',
  'spentRunRate',
  'diffToBudget',
  'spendProjection',
  'projectionToBudget',
  'budgetPlusMinus',
  'budgetRemaining',
  'percentBudgetRemaining',
  'dailySpendRemaining',
  'delta',
  'mtdInquiries',
  'leadRunRate',
  'leadProjection',
  'inquiryGoal',
  'goalInPercentage',
  'eCPL',
  'matureCpa',
  'matureCpe',
] as const satisfies readonly MetricKey[];

/** Columns that a lead table opens with: its own delta, of inquiries, stands in the place of that of spend. */
export const LEAD_PACING_COLUMNS = [
  'mtdInquiries',
  'inquiryGoal',
  'leadRunRate',
  'leadProjection',
  'goalInPercentage',
  'inquiryDelta',
  'eCPL',
] as const satisfies readonly MetricKey[];

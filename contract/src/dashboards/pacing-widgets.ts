import { type MetricKey } from '../core/metrics/metrics.ts';
import { type CampaignDimensionKey } from '../core/metrics/report-dimensions.ts';
import { type WidgetId } from './widgets.ts';

/** A pacing widget is the running month by something: line items where they have the budget, campaigns everywhere else. */
export interface PacingWidget {
  /** What its rows call the dimension. */
  name: string;
  by: CampaignDimensionKey;
  /** Whose budget a row's is: a brand and a line item have that of line items. */
  from: 'goals' | 'campaigns';
  /** Lead tables have the inquiries' delta and goal in front. */
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

/** The numbers of a pacing row in the order of the screen. In lead tables the inquiries come first. */
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

import type { CampaignRow } from '@paceline/contract';
import type { GridLayout } from '../../../ui/grid/types.ts';
import type { GridTable } from '../month/campaigns/campaign-columns.ts';

export const STANDARD = 'Standard';
/** Campaigns projected to miss their budget, the largest difference first. */
export const ATTENTION = 'Needs attention';

const SHOWN = [
  'name',
  'campaignCode',
  'subStatus',
  'attention',
  'offBudget',
  'userDefinedMonthlyAllocation',
  'mtdInquiries',
  'projectionToBudget',
];

const attentionLayout = ({ columns, standard }: GridTable<CampaignRow>): GridLayout => {
  const keys = columns.map(({ key }) => key);
  const shown = SHOWN.filter((key) => keys.includes(key));
  return {
    ...standard,
    order: [...shown, ...standard.order.filter((key) => !shown.includes(key))],
    hidden: keys.filter((key) => !shown.includes(key)),
    sort: [{ column: 'offBudget', direction: 'desc' }],
    filters: { attention: 'not empty' },
  };
};

/** The layouts everybody has, by name. "Needs attention" does not exist for the next month. */
export const builtInLayouts = (table: GridTable<CampaignRow>): ReadonlyMap<string, GridLayout> => {
  const hasAttention = table.columns.some(({ key }) => key === 'attention');
  return new Map([[STANDARD, table.standard], ...(hasAttention ? [[ATTENTION, attentionLayout(table)] as const] : [])]);
};

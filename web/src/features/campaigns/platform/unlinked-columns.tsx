import type { UnlinkedCampaign } from '@paceline/contract';
import { formatInstant, localZone, NONE } from '../../../lib/text/format.ts';
import { layoutOf } from '../../../ui/grid/view/layout.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { PLATFORM_STATUS } from './platform-status.ts';

export const UNLINKED_COLUMNS: readonly GridColumn<UnlinkedCampaign>[] = [
  { key: 'name', label: 'Campaign on the platform', kind: 'text', frozen: true, excludeFromMenu: true, width: 300 },
  {
    key: 'spendOfMonth',
    label: 'Spend this month',
    kind: 'dollar',
    width: 130,
    description: 'In no campaign’s figures until it is linked.',
  },
  {
    key: 'suggestedCampaign',
    label: 'Suggested campaign',
    kind: 'text',
    width: 250,
    description: 'The campaign in the same account with the most similar name.',
    value: ({ suggestedCampaign }) => suggestedCampaign?.name ?? null,
  },
  {
    key: 'suggestedGoal',
    label: 'Suggested line item',
    kind: 'text',
    width: 220,
    value: ({ suggestedGoal }) => suggestedGoal?.name ?? null,
  },
  {
    key: 'status',
    label: 'Platform status',
    kind: 'text',
    width: 110,
    filter: 'values',
    value: ({ status }) => PLATFORM_STATUS[status],
  },
  { key: 'platformName', label: 'Trading platform', kind: 'text', filter: 'values', width: 140 },
  { key: 'accountName', label: 'Account', kind: 'text', filter: 'values', width: 260 },
  { key: 'clientName', label: 'Client', kind: 'text', filter: 'values', width: 170 },
  { key: 'externalId', label: 'Platform ID', kind: 'text', width: 130 },
  {
    key: 'lastSyncAt',
    label: 'Last read',
    kind: 'text',
    width: 170,
    filter: false,
    format: (value) => (typeof value === 'string' ? formatInstant(value, localZone()) : NONE),
  },
];
export const UNLINKED_LAYOUT = layoutOf(UNLINKED_COLUMNS);

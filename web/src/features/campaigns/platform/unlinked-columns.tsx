import type { UnlinkedCampaign } from '@paceline/contract';
import { formatInstant, localZone, NONE } from '../../../lib/format.ts';
import { layoutOf } from '../../../ui/grid/layout.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';

/** A platform's own word for how a campaign stands there. */
export const PLATFORM_STATUS: Record<UnlinkedCampaign['status'], string> = {
  ENABLED: 'Enabled',
  PAUSED: 'Paused',
  REMOVED: 'Removed',
};

export const UNLINKED_COLUMNS: readonly GridColumn<UnlinkedCampaign>[] = [
  { key: 'name', label: 'Campaign on the platform', kind: 'text', frozen: true, excludeFromMenu: true, width: 300 },
  {
    key: 'suggestedCampaign',
    label: 'Suggested campaign',
    kind: 'text',
    width: 250,
    description: 'The campaign of the same account whose name has most of its words.',
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
    label: 'Status there',
    kind: 'text',
    width: 110,
    filter: 'values',
    value: ({ status }) => PLATFORM_STATUS[status],
  },
  { key: 'platformName', label: 'Trading platform', kind: 'text', filter: 'values', width: 140 },
  { key: 'accountName', label: 'Account', kind: 'text', filter: 'values', width: 260 },
  { key: 'clientName', label: 'Client', kind: 'text', filter: 'values', width: 170 },
  { key: 'externalId', label: 'Id there', kind: 'text', width: 130 },
  {
    key: 'lastSyncAt',
    label: 'Read last',
    kind: 'text',
    width: 170,
    filter: false,
    format: (value) => (typeof value === 'string' ? formatInstant(value, localZone()) : NONE),
  },
];
export const UNLINKED_LAYOUT = layoutOf(UNLINKED_COLUMNS);

import type { UnlinkedCampaign } from '@paceline/contract';

/** Labels of the platform's own campaign status. */
export const PLATFORM_STATUS: Record<UnlinkedCampaign['status'], string> = {
  ENABLED: 'Enabled',
  PAUSED: 'Paused',
  REMOVED: 'Removed',
};

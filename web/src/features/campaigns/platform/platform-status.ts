import type { UnlinkedCampaign } from '@paceline/contract';

/** A platform's own word for how a campaign stands there. */
export const PLATFORM_STATUS: Record<UnlinkedCampaign['status'], string> = {
  ENABLED: 'Enabled',
  PAUSED: 'Paused',
  REMOVED: 'Removed',
};

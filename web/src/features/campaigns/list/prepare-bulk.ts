import type { CampaignListRow, Permission } from '@paceline/contract';
import { formatCount } from '../../../lib/format.ts';
import { deedsFor } from '../status/prepare-actions.ts';
import type { MoveKind } from '../status/prepare-move.ts';

export const BULK_KINDS: readonly MoveKind[] = ['pause', 'resume', 'end', 'reopen'];

export const campaignsIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'campaign' : 'campaigns'}`;

/** Which of the chosen campaigns can be moved how. To resume one whose pause is only set is to cancel that pause. */
export const movable = (
  rows: readonly CampaignListRow[],
  may: (right: Permission) => boolean,
): Record<MoveKind, CampaignListRow[]> => {
  const found: Record<MoveKind, CampaignListRow[]> = { pause: [], resume: [], end: [], reopen: [] };
  for (const row of rows) {
    const deeds = deedsFor(row, may);
    for (const kind of BULK_KINDS) {
      if (deeds.includes(kind) || (kind === 'resume' && deeds.includes('cancelPause'))) found[kind].push(row);
    }
  }
  return found;
};

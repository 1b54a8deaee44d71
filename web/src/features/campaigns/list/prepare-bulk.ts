import type { CampaignListRow, Permission } from '@paceline/contract';
import { campaignsIn } from '../campaigns-in.ts';
import { actionsFor } from '../status/prepare-actions.ts';
import type { MoveKind, MoveValues } from '../status/prepare-move.ts';

export const BULK_KINDS: readonly MoveKind[] = ['pause', 'resume', 'end', 'reopen'];

/** The selected campaigns that allow an action. For one with a planned pause, resuming cancels the pause. */
export const movable = (
  rows: readonly CampaignListRow[],
  may: (right: Permission) => boolean,
): Record<MoveKind, CampaignListRow[]> => {
  const rowsByMove: Record<MoveKind, CampaignListRow[]> = { pause: [], resume: [], end: [], reopen: [] };
  for (const row of rows) {
    const actions = actionsFor(row, may);
    for (const kind of BULK_KINDS) {
      if (actions.includes(kind) || (kind === 'resume' && actions.includes('cancelPause'))) rowsByMove[kind].push(row);
    }
  }
  return rowsByMove;
};

const DONE: Record<MoveKind, string> = {
  pause: 'paused',
  resume: 'resumed',
  end: 'given an end date',
  reopen: 'reopened',
};
const SET: Partial<Record<MoveKind, string>> = { pause: 'set to pause', resume: 'set to resume' };

/** "2 campaigns resumed." */
export const bulkDone = (kind: MoveKind, { mode }: Pick<MoveValues, 'mode'>, count: number): string =>
  `${campaignsIn(count)} ${(mode === 'dates' && SET[kind]) || DONE[kind]}.`;

import type { CallInput, CallResponse, CampaignListRow, campaignStatusBulk, Permission } from '@paceline/contract';
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

type BulkBody = CallInput<typeof campaignStatusBulk>['body'];
type BulkResult = Pick<
  CallResponse<typeof campaignStatusBulk>['results'][number],
  'campaignKey' | 'done' | 'fromStatus' | 'pauseBefore'
>;

/** One call for all campaigns that return to the same state: their former pause, or none. */
export const undoBodies = (kind: MoveKind, { results }: { results: readonly BulkResult[] }): BulkBody[] => {
  if (kind !== 'pause' && kind !== 'resume') return [];
  const groups = new Map<string, BulkBody>();
  for (const { campaignKey, done, fromStatus, pauseBefore: pause } of results) {
    if (!done) continue;
    const move: Omit<BulkBody, 'campaignKeys'> =
      pause === null
        ? { action: 'RESUME' }
        : {
            action: 'PAUSE',
            // A pause that was active is restored from today: its start date has passed.
            ...(fromStatus !== 'PAUSED' && { startDate: pause.startsOn }),
            ...(pause.endsOn !== null && { endDate: pause.endsOn }),
            reason: pause.reason,
          };
    const key = JSON.stringify(move);
    const group = groups.get(key);
    if (group) group.campaignKeys.push(campaignKey);
    else groups.set(key, { ...move, campaignKeys: [campaignKey] });
  }
  return [...groups.values()];
};

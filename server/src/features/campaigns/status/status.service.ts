import {
  type CallBody,
  type CallResponse,
  type campaignStatusBulk,
  type campaignStatusLog,
  type campaignStatusSave,
  type MovedCampaign,
} from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { getStatusContext } from '../../../shared/campaign-status/status.queries.ts';
import { changeOrPreview } from '../../../shared/preview.ts';
import { findOwnerOf } from '../campaigns.queries.ts';
import { type CampaignDeps, type Caller } from '../caller.ts';
import {
  type Moved,
  moveCampaigns,
  pauseOf,
  refusalError,
} from '../../../shared/campaign-status/moves/move-campaigns.ts';
import { type Move, moveOf } from '../../../shared/campaign-status/moves/moves.rules.ts';
import { listLog } from './status.queries.ts';

const answerOf = ({ campaign, after, input }: Moved): MovedCampaign => ({
  campaignKey: campaign.campaignKey,
  subStatus: after.subStatus,
  statusReasons: after.statusReasons,
  nextChangeAt: after.nextChangeAt?.toISOString() ?? null,
  startDate: input.campaign.startDate,
  endDate: input.campaign.endDate,
  pause: pauseOf(input),
  rowVersion: campaign.rowVersion,
});

export const saveStatus = (
  { db, clock }: CampaignDeps,
  { scope, origin }: Caller,
  campaignKey: number,
  form: CallBody<typeof campaignStatusSave>,
): Promise<MovedCampaign> => {
  if (form.campaignKey !== undefined && form.campaignKey !== campaignKey) {
    const message = 'must be the campaign that the path names';
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'campaignKey', code: 'mismatch', message }] });
  }
  return db.withScope(scope, async (tx) => {
    const ownerKey = await findOwnerOf(tx, campaignKey);
    if (ownerKey === undefined) throw new AppError('NOT_FOUND');
    const context = await getStatusContext(tx, scope, ownerKey, clock.now());
    const [moved] = await moveCampaigns(tx, { scope, origin, context }, [campaignKey], (state) => moveOf(form, state));
    if (moved === undefined) throw new AppError('NOT_FOUND');
    if (moved.refused !== null) throw refusalError(moved.refused);
    return answerOf(moved);
  });
};

type BulkForm = CallBody<typeof campaignStatusBulk>;

const bulkMove =
  ({ action, startDate, endDate, reason }: BulkForm) =>
  (state: Parameters<typeof moveOf>[1]): Move => {
    if (action === 'END') return { action, endDate: endDate ?? state.today };
    return moveOf({ isPaused: action === 'PAUSE', startDate, endDate, reason }, state);
  };

const DONE: Record<BulkForm['action'], string> = { PAUSE: 'Paused.', RESUME: 'Resumed.', END: 'End date set.' };

type BulkAnswer = CallResponse<typeof campaignStatusBulk>;

/** Each campaign by itself: one that cannot be moved does not stop the others. A key of another owner refuses all. */
export const moveMany = (
  { db, clock }: CampaignDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  form: BulkForm,
): Promise<BulkAnswer> =>
  changeOrPreview({ db }, scope, form.preview, async (tx) => {
    const context = await getStatusContext(tx, scope, ownerKey, clock.now());
    const moved = await moveCampaigns(tx, { scope, origin, context }, form.campaignKeys, bulkMove(form));
    const results = moved.map(({ campaign, before, after, pauseBefore, refused }) => ({
      campaignKey: campaign.campaignKey,
      name: campaign.name,
      done: refused === null,
      message: refused?.message ?? DONE[form.action],
      fromStatus: before.subStatus,
      subStatus: after.subStatus,
      pauseBefore,
    }));
    const done = results.filter((result) => result.done).length;
    const actionId = form.preview || done === 0 ? null : origin.requestId;
    return { done, failed: results.length - done, actionId, results };
  });

export const readLog = (
  { db }: CampaignDeps,
  { scope }: Pick<Caller, 'scope'>,
  campaignKey: number,
): Promise<CallResponse<typeof campaignStatusLog>> =>
  db.readScope(scope, async (tx) => {
    const ownerKey = await findOwnerOf(tx, campaignKey);
    if (ownerKey === undefined) throw new AppError('NOT_FOUND');
    const rows = await listLog(tx, ownerKey, campaignKey);
    // The agency's user names are not shown to others.
    const by = (name: string): string => (scope.group === 'ag' || name === 'system' ? name : 'agency');
    return rows.map((row) => ({ ...row, at: row.at.toISOString(), by: by(row.by) }));
  });

import { type SubStatus } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { type Scope } from '../../../db/scope/scope.ts';
import { auditMany } from '../../audit.ts';
import { campaignStatus, type CampaignStatus, type StatusInput } from '../campaign-status.rules.ts';
import { type StatusClock } from '../status-clock.rules.ts';
import { listStatusInputs, type StatusContext } from '../status.queries.ts';
import { type Change, type Move, type MoveState, planMove, type Refusal } from './moves.rules.ts';
import {
  insertLog,
  insertPauses,
  listLocked,
  type LockedCampaign,
  updateCampaigns,
  updatePauseEnds,
  updatePausesCancelled,
  upsertSeen,
  type Writer,
  type Written,
} from './moves.queries.ts';

interface Mover {
  scope: Scope;
  origin: Origin;
  context: StatusContext;
}

export interface Moved {
  campaign: LockedCampaign;
  /** Status before the move, and after it if it was not refused. */
  before: CampaignStatus;
  after: CampaignStatus;
  input: StatusInput;
  pauseBefore: ReturnType<typeof pauseOf>;
  refused: Refusal | null;
}

/** When the status must be evaluated again: at its next change, or when the month and so the plan changes. */
export const dueAt = ({ nextChangeAt }: CampaignStatus, { nextMonth }: StatusClock): Date =>
  nextChangeAt !== null && nextChangeAt < nextMonth ? nextChangeAt : nextMonth;

export const statusesOf = ({ statusReasons, subStatus }: CampaignStatus): [SubStatus, ...SubStatus[]] => [
  subStatus,
  ...statusReasons.slice(1).map(({ code }) => code),
];

export const stateOf = (input: StatusInput, status: CampaignStatus, { today }: StatusClock): MoveState => ({
  statuses: statusesOf(status),
  missing: input.campaign.missing,
  startDate: input.campaign.startDate,
  endDate: input.campaign.endDate,
  today,
});

const touchesCampaign = ({ activate, deleted, startDate, endDate }: Change): boolean =>
  activate !== undefined || deleted !== undefined || startDate !== undefined || endDate !== undefined;

const write = async (tx: Tx, writer: Writer, changes: readonly Written[]): Promise<void> => {
  await updatePausesCancelled(
    tx,
    writer,
    changes.filter(({ pause, cancelPause }) => pause || cancelPause),
  );
  await updatePauseEnds(
    tx,
    writer,
    changes.filter(({ pauseEndsOn }) => pauseEndsOn !== undefined),
  );
  await insertPauses(tx, writer, changes);
  await updateCampaigns(tx, writer, changes.filter(touchesCampaign));
};

/** The current or scheduled pause. */
export const pauseOf = ({
  pauses: [pause],
}: StatusInput): { startsOn: string; endsOn: string | null; reason: string } | null =>
  pause === undefined ? null : { startsOn: pause.startsOn, endsOn: pause.endsOn, reason: pause.reason };

/** Status fields recorded in the history: the status, and the dates behind it. */
const onRecord = ({ subStatus }: CampaignStatus, input: StatusInput): object => ({
  subStatus,
  startDate: input.campaign.startDate,
  endDate: input.campaign.endDate,
  pause: pauseOf(input),
});

const reasonOf = (move: Move): string => ('reason' in move ? move.reason : '');

/**
 * Moves campaigns of one owner to another status. All manual status changes, by button, form or file, go through here: planned by the table
 * of moves, written, logged and recorded together. A refused move changes nothing; an unknown campaign refuses all of them.
 */
export const moveCampaigns = async (
  tx: Tx,
  { scope, origin, context }: Mover,
  campaignKeys: readonly number[],
  moveFor: (state: MoveState, campaignKey: number) => Move,
): Promise<Moved[]> => {
  const { ownerKey, clock } = context;
  const locked = await listLocked(tx, ownerKey, campaignKeys);
  if (locked.length !== new Set(campaignKeys).size) throw new AppError('NOT_FOUND');
  const inputs = await listStatusInputs(tx, context, campaignKeys);
  const planned = locked.map((campaign) => {
    const input = inputs.get(campaign.campaignKey)!;
    const before = campaignStatus(input, clock);
    const state = stateOf(input, before, clock);
    const move = moveFor(state, campaign.campaignKey);
    return { campaign, input, before, move, ...planMove(move, state) };
  });
  const allowed = planned.flatMap((one) => ('change' in one ? [one] : []));
  const writer: Writer = { ownerKey, userKey: scope.userKey, at: clock.now, today: clock.today };
  await write(
    tx,
    writer,
    allowed.map(({ campaign, change }) => ({ campaignKey: campaign.campaignKey, ...change })),
  );

  const allowedKeys = allowed.map(({ campaign }) => campaign.campaignKey);
  const inputsAfter = await listStatusInputs(tx, context, allowedKeys);
  const statusesAfter = new Map([...inputsAfter].map(([key, input]) => [key, campaignStatus(input, clock)]));
  await upsertSeen(
    tx,
    ownerKey,
    clock.now,
    [...statusesAfter].map(([campaignKey, status]) => ({
      campaignKey,
      subStatus: status.subStatus,
      dueAt: dueAt(status, clock),
    })),
  );
  await insertLog(
    tx,
    writer,
    allowed.map(({ campaign: { campaignKey }, before, move }) => ({
      campaignKey,
      from: before.subStatus,
      to: statusesAfter.get(campaignKey)!.subStatus,
      action: move.action,
      reason: reasonOf(move),
    })),
  );
  await auditMany(
    tx,
    scope,
    origin,
    clock.now,
    allowed.map(({ campaign: { campaignKey }, before, input, move }) => ({
      action: `campaign.${move.action}`,
      ownerKey,
      entity: 'campaign',
      entityKey: campaignKey,
      before: onRecord(before, input),
      after: { ...onRecord(statusesAfter.get(campaignKey)!, inputsAfter.get(campaignKey)!), reason: reasonOf(move) },
    })),
  );
  return planned.map((one) => {
    const { campaignKey } = one.campaign;
    const refused = 'refused' in one ? one.refused : null;
    const after = statusesAfter.get(campaignKey) ?? one.before;
    const rowVersion = one.campaign.rowVersion + Number('change' in one && touchesCampaign(one.change));
    return {
      campaign: { ...one.campaign, rowVersion },
      before: one.before,
      after,
      input: inputsAfter.get(campaignKey) ?? one.input,
      pauseBefore: pauseOf(one.input),
      refused,
    };
  });
};

export const refusalError = ({ code, message, field, missing }: Refusal): AppError => {
  if (missing !== undefined) {
    const errors = missing.map((part) => ({ field: part, code: 'missing', message: `${part} is missing` }));
    return new AppError(code, { message, errors });
  }
  return new AppError(code, { message, ...(field !== null && { errors: [{ field, code: 'invalid', message }] }) });
};

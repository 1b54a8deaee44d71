import {
  type AllocationEdit,
  type AllocationMonth,
  BULK_ACTION_RIGHTS,
  BULK_UNDO_HOURS,
  type BulkAction,
  hasPermission,
  UNDO_FOR_OTHERS,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { moveCampaigns, pauseOf } from '../../shared/campaign-status/moves/move-campaigns.ts';
import { type Move } from '../../shared/campaign-status/moves/moves.rules.ts';
import { listLocked } from '../../shared/campaign-status/moves/moves.queries.ts';
import { getStatusContext, listStatusInputs } from '../../shared/campaign-status/status.queries.ts';
import { assertHolds, withDenialsOnRecord } from '../../shared/denials.ts';
import { applyEdits, assertEditable } from '../../shared/month-edits/apply-month-edits.ts';
import { lockMonths, setVia } from '../../shared/month-edits/month-edits.queries.ts';
import {
  type ActionLine,
  getMonth,
  listActionLines,
  listActions,
  listCampaignNames,
  lockAction,
  type StoredAction,
  UNDONE,
} from './undo.queries.ts';
import { changedSince, isAsLeft, kindOf, whatOf } from './undo.rules.ts';

export interface UndoDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  session: Session;
  origin: Origin;
}

const untilOf = ({ at }: StoredAction): Date => new Date(at.getTime() + BULK_UNDO_HOURS * 3_600_000);

const whyNot = ({ session }: Pick<Caller, 'session'>, action: StoredAction): string | null => {
  if (action.undoneAt !== null) return 'It is undone already.';
  if (!hasPermission(session.permissions, BULK_ACTION_RIGHTS[kindOf(action.actions)]))
    return 'You do not have the right to change what it changed.';
  const isOwn = action.userKey === session.userKey;
  return isOwn || hasPermission(session.permissions, UNDO_FOR_OTHERS)
    ? null
    : `Only ${action.by}, or somebody who may approve allocations, can undo it.`;
};

export const listBulkActions = ({ db, clock }: UndoDeps, caller: Caller, ownerKey: number): Promise<BulkAction[]> =>
  db.readScope(caller.scope, async (tx) =>
    (await listActions(tx, ownerKey, { now: clock.now() })).map((action) => ({
      actionId: action.actionId,
      kind: kindOf(action.actions),
      what: whatOf(action.actions),
      campaigns: action.campaigns,
      names: action.names,
      at: action.at.toISOString(),
      by: action.by,
      undoUntil: untilOf(action).toISOString(),
      whyNot: whyNot(caller, action),
      undone:
        action.undoneAt === null ? null : { at: action.undoneAt.toISOString(), by: action.undoneBy ?? 'Paceline' },
    })),
  );

interface Undoing {
  caller: Caller;
  ownerKey: number;
  now: Date;
  lines: readonly ActionLine[];
}

const refuseChanged = async (
  tx: Tx,
  { ownerKey, lines }: Undoing,
  isTouched: (line: ActionLine) => boolean,
): Promise<void> => {
  const changed = lines.filter(isTouched).map(({ campaignKey }) => campaignKey);
  if (changed.length === 0) return;
  const names = await listCampaignNames(tx, ownerKey, changed);
  throw new AppError('STALE_ROW', { message: changedSince(names, changed.length, lines.length) });
};

const STATUS_FIELDS = ['startDate', 'endDate', 'pause'];

/** The move back. What the action left alone stays alone. */
const backOf = ({ before, after }: ActionLine): Move => {
  const isKept = (field: string): boolean => isAsLeft(before, after, [field]);
  return {
    action: 'UNDO',
    ...(!isKept('endDate') && { endDate: (before['endDate'] ?? null) as string | null }),
    ...(!isKept('pause') && { pause: (before['pause'] ?? null) as ReturnType<typeof pauseOf> }),
  };
};

/** Each campaign gets back its end date and its pause; the clock decides the status. */
const undoStatuses = async (tx: Tx, undoing: Undoing): Promise<void> => {
  const { caller, ownerKey, now, lines } = undoing;
  const { scope, origin } = caller;
  const keys = lines.map(({ campaignKey }) => campaignKey);
  await listLocked(tx, ownerKey, keys);
  const context = await getStatusContext(tx, scope, ownerKey, now);
  const inputs = await listStatusInputs(tx, context, keys);
  await refuseChanged(tx, undoing, ({ campaignKey, after }) => {
    const input = inputs.get(campaignKey);
    if (input === undefined) return true;
    const { startDate, endDate } = input.campaign;
    return !isAsLeft(after, { startDate, endDate, pause: pauseOf(input) }, STATUS_FIELDS);
  });
  const lineOf = new Map(lines.map((line) => [line.campaignKey, line]));
  const moved = await moveCampaigns(tx, { scope, origin, context }, keys, (_, key) => backOf(lineOf.get(key)!));
  const refused = new Set(moved.flatMap((one) => (one.refused === null ? [] : [one.campaign.campaignKey])));
  await refuseChanged(tx, undoing, ({ campaignKey }) => refused.has(campaignKey));
};

const valuesOf = ({ month: _, reason: __, ...values }: ActionLine['before']): AllocationEdit['changes'] => values;

/** Each cell gets back its value. A month that has turned since is not undone. */
const undoMonths = async (tx: Tx, undoing: Undoing): Promise<void> => {
  const { caller, ownerKey, now, lines } = undoing;
  const { scope, origin } = caller;
  const keys = lines.map(({ campaignKey }) => campaignKey);
  const current = await getMonth(tx, ownerKey, now);
  const changedMonth = (lines[0]?.after['month'] ?? '') as string;
  if (changedMonth < current) throw new AppError('STALE_ROW', { message: 'Its month is over. Nothing was undone.' });
  const month: AllocationMonth = changedMonth === current ? 'current' : 'next';
  const stored = new Map((await lockMonths(tx, [ownerKey], keys, now, month)).map((row) => [row.campaignKey, row]));
  await refuseChanged(tx, undoing, ({ campaignKey, after }) => {
    const row = stored.get(campaignKey);
    return row === undefined || !isAsLeft(after, { ...row }, ['month', ...Object.keys(valuesOf(after))]);
  });
  const edits = lines.map(({ campaignKey, before }) => ({ campaignKey, changes: valuesOf(before) }));
  assertEditable(edits, caller.session.group, month);
  await setVia(tx, 'undo');
  await applyEdits(tx, { scope, origin }, { edits, month, now });
};

/** Undoes all of a bulk action, or nothing, with the reason. */
export const undoBulkAction = (
  deps: UndoDeps,
  caller: Caller,
  { ownerKey, actionId }: { ownerKey: number; actionId: string },
): Promise<{ actionId: string; campaigns: number }> =>
  withDenialsOnRecord(deps, caller, () =>
    deps.db.withScope(caller.scope, async (tx) => {
      const now = deps.clock.now();
      await lockAction(tx, actionId);
      const [action] = await listActions(tx, ownerKey, { now, actionId });
      if (action === undefined) {
        const message = `No bulk action of the last ${BULK_UNDO_HOURS} hours has this id.`;
        throw new AppError('NOT_FOUND', { message });
      }
      const kind = kindOf(action.actions);
      assertHolds(caller, BULK_ACTION_RIGHTS[kind]);
      const reason = whyNot(caller, action);
      if (reason !== null)
        throw new AppError(action.undoneAt === null ? 'FORBIDDEN' : 'STALE_ROW', { message: reason });
      const lines = await listActionLines(tx, ownerKey, actionId);
      await (kind === 'allocations' ? undoMonths : undoStatuses)(tx, { caller, ownerKey, now, lines });
      await audit(tx, caller.scope, caller.origin, now, {
        action: UNDONE,
        ownerKey,
        entity: 'bulkAction',
        entityKey: actionId,
        after: { what: whatOf(action.actions), campaigns: action.campaigns },
      });
      return { actionId, campaigns: action.campaigns };
    }),
  );

import { type FastifyBaseLogger } from 'fastify';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { auditMany } from '../../../shared/audit.ts';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import {
  getStatusContext,
  listStatusInputs,
  type StatusContext,
} from '../../../shared/campaign-status/status.queries.ts';
import { findLastRun, listOwnerKeys, listSeenLocked, listToLookAt, upsertRun } from './clock.queries.ts';
import { dueAt } from '../../../shared/campaign-status/moves/move-campaigns.ts';
import { insertLog, type StatusSeen, upsertSeen } from '../../../shared/campaign-status/moves/moves.queries.ts';

/** Campaigns per transaction. */
const CHUNK = 1_000;
const ORIGIN: Origin = { route: 'campaignClock', ip: null, userAgent: '', requestId: '' };

const look = async (tx: Tx, context: StatusContext, campaignKeys: readonly number[]): Promise<StatusSeen[]> => {
  const inputs = await listStatusInputs(tx, context, campaignKeys);
  return [...inputs].map(([campaignKey, input]) => {
    const status = campaignStatus(input, context.clock);
    return { campaignKey, subStatus: status.subStatus, dueAt: dueAt(status, context.clock) };
  });
};

/** Records the first status of new campaigns. */
export const noteNew = async (tx: Tx, context: StatusContext, campaignKeys: readonly number[]): Promise<void> =>
  upsertSeen(tx, context.ownerKey, context.clock.now, await look(tx, context, campaignKeys));

/** Records statuses that changed by themselves. A status already recorded is not recorded again. */
const noteChanges = async (tx: Tx, scope: Scope, context: StatusContext, keys: readonly number[]): Promise<number> => {
  const { ownerKey, clock } = context;
  const before = await listSeenLocked(tx, ownerKey, keys);
  const seen = await look(tx, context, keys);
  const changes = seen.flatMap(({ campaignKey, subStatus }) => {
    const from = before.get(campaignKey);
    return from === undefined || from === subStatus
      ? []
      : [{ campaignKey, from, to: subStatus, action: null, reason: '' }];
  });
  await insertLog(tx, { ownerKey, userKey: null, at: clock.now, today: clock.today }, changes);
  await auditMany(
    tx,
    scope,
    ORIGIN,
    clock.now,
    changes.map(({ campaignKey, from, to }) => ({
      action: 'campaign.statusChanged',
      ownerKey,
      entity: 'campaign',
      entityKey: campaignKey,
      before: { subStatus: from },
      after: { subStatus: to },
    })),
  );
  await upsertSeen(tx, ownerKey, clock.now, seen);
  return changes.length;
};

interface ClockDeps {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  /** A scheduled run has no session: the job runner gives the scope. */
  scopeOf: (...ownerKeys: readonly number[]) => Scope;
}

const lookAtOwner = async ({ db, scopeOf }: ClockDeps, ownerKey: number, now: Date): Promise<number> => {
  const scope = scopeOf(ownerKey);
  const { context, keys } = await db.withScope(scope, async (tx) => {
    const statusContext = await getStatusContext(tx, scope, ownerKey, now);
    return {
      context: statusContext,
      keys: await listToLookAt(tx, ownerKey, statusContext.clock, await findLastRun(tx, ownerKey)),
    };
  });
  let changed = 0;
  for (let at = 0; at < keys.length; at += CHUNK) {
    const chunk = keys.slice(at, at + CHUNK);
    changed += await db.withScope(scope, (tx) => noteChanges(tx, scope, context, chunk));
  }
  // Last, so that campaigns not reached are checked again.
  await db.withScope(scope, (tx) => upsertRun(tx, ownerKey, now));
  return changed;
};

/** Checks every owner's campaigns whose status time or a counter may have changed. A failure of one owner does not stop the others. */
export const lookAtStatuses = async (deps: ClockDeps): Promise<number> => {
  const now = deps.clock.now();
  let changed = 0;
  for (const ownerKey of await deps.db.withScope(deps.scopeOf(), listOwnerKeys)) {
    try {
      changed += await lookAtOwner(deps, ownerKey, now);
    } catch (error) {
      deps.log.error({ err: error, ownerKey }, 'the statuses of campaigns could not be looked at');
    }
  }
  return changed;
};

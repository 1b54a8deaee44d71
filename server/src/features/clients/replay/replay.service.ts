import { type ClientCriteria, type Replay, type ReplayHead } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { problemsOf } from '../criteria/criteria-checks.ts';
import { findClientFacts, listVersions } from '../criteria/criteria.queries.ts';
import { replayCriteria } from './replay.jobs.ts';
import { findReplay, insertReplay, listReplays, updateCancelled } from './replay.queries.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const getClient = async (tx: Tx, clientKey: number) => {
  const client = await findClientFacts(tx, clientKey);
  if (client === undefined) throw new AppError('NOT_FOUND');
  return client;
};

const getReplay = async (tx: Tx, ownerKey: number, clientKey: number, replayKey: number): Promise<Replay> => {
  const replay = await findReplay(tx, ownerKey, replayKey);
  if (replay?.clientKey !== clientKey) throw new AppError('NOT_FOUND');
  const { clientKey: _, ...answer } = replay;
  return answer;
};

export const readReplays = ({ db }: Deps, scope: Scope, clientKey: number): Promise<ReplayHead[]> =>
  db.readScope(scope, async (tx) => {
    const { ownerKey } = await getClient(tx, clientKey);
    return listReplays(tx, ownerKey, clientKey);
  });

export const readReplay = ({ db }: Deps, scope: Scope, clientKey: number, replayKey: number): Promise<Replay> =>
  db.readScope(scope, async (tx) => {
    const { ownerKey } = await getClient(tx, clientKey);
    return getReplay(tx, ownerKey, clientKey, replayKey);
  });

/** The running job sees it at its next step and stops there. */
export const cancelReplay = (
  { db, clock }: Deps,
  { scope, origin }: { scope: Scope; origin: Origin },
  clientKey: number,
  replayKey: number,
): Promise<Replay> =>
  db.withScope(scope, async (tx) => {
    const { ownerKey } = await getClient(tx, clientKey);
    const { state } = await getReplay(tx, ownerKey, clientKey, replayKey);
    const now = clock.now();
    if (await updateCancelled(tx, ownerKey, replayKey, now)) {
      const change = { before: { state }, after: { state: 'cancelled' } };
      const entry = {
        action: 'cancelCriteriaTest',
        ownerKey,
        entity: 'criteria_replay',
        entityKey: replayKey,
        ...change,
      };
      await audit(tx, scope, origin, now, entry);
    }
    return getReplay(tx, ownerKey, clientKey, replayKey);
  });

export const startReplay = (
  { db, clock }: Deps,
  { scope, origin }: { scope: Scope; origin: Origin },
  clientKey: number,
  { days, criteria }: { days: number; criteria: ClientCriteria },
): Promise<Replay> =>
  db.withScope(scope, async (tx) => {
    const { ownerKey } = await getClient(tx, clientKey);
    const errors = problemsOf(criteria);
    if (errors.length > 0) throw new AppError('VALIDATION', { errors });
    const [current] = await listVersions(tx, { ownerKey, clientKey });
    const now = clock.now();
    const by = scope.userKey;
    if (by === null) throw new AppError('FORBIDDEN');
    const baseVersion = current?.version ?? 0;
    const replayKey = await insertReplay(tx, { ownerKey, clientKey, baseVersion, criteria, days, by, at: now });
    await addJob(tx, replayCriteria, { ownerKey, replayKey }, { key: `replay ${replayKey}` });
    await audit(tx, scope, origin, now, {
      action: 'testClientCriteria',
      ownerKey,
      entity: 'criteria_replay',
      entityKey: replayKey,
      after: { clientKey, days, baseVersion },
    });
    return getReplay(tx, ownerKey, clientKey, replayKey);
  });

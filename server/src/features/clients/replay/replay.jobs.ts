import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { DEFAULT_CRITERIA } from '../criteria/criteria-checks.ts';
import { findClientFacts, listVersions } from '../criteria/criteria.queries.ts';
import { runReplay } from './replay-run.ts';
import { findReplay, finishReplay, updateProgress } from './replay.queries.ts';

const DAY_MS = 86_400_000;

export const replayCriteria = defineJob({
  name: 'replayCriteria',
  payload: z.object({ ownerKey: z.int(), replayKey: z.int() }),
});

/** Runs one test. A second run starts again with the same result; a finished one stays as it is. */
export const workOutReplay = async (
  { db, clock, secret }: JobDeps & { secret: Buffer },
  ownerKey: number,
  replayKey: number,
): Promise<void> => {
  const scope = systemScope(ownerKey);
  const openReplay = await db.readScope(scope, async (tx) => {
    const replay = await findReplay(tx, ownerKey, replayKey);
    if (replay === undefined || (replay.state !== 'queued' && replay.state !== 'running')) return null;
    const client = await findClientFacts(tx, replay.clientKey);
    if (client === undefined) return null;
    const versions = await listVersions(tx, client);
    const base = versions.find(({ version }) => version === replay.baseVersion);
    return { replay, client, before: base?.criteria ?? DEFAULT_CRITERIA };
  });
  if (openReplay === null) return;
  const { replay, client, before } = openReplay;
  const to = new Date(replay.startedAt);
  const result = await runReplay({ db, secret }, scope, {
    span: { ownerKey, clientKey: client.clientKey, from: new Date(to.getTime() - replay.days * DAY_MS), to },
    before,
    after: replay.criteria,
    ownerDedupDays: client.ownerDedupDays,
    onProgress: (done, total) => db.withScope(scope, (tx) => updateProgress(tx, ownerKey, replayKey, { done, total })),
  });
  // Cancelled: there is no result to store.
  if (result === null) return;
  await db.withScope(scope, (tx) => finishReplay(tx, ownerKey, replayKey, { result, at: clock.now() }));
};

export const replayJob = (deps: JobDeps & { secret: Buffer; log: FastifyBaseLogger }): Job =>
  handleJob(replayCriteria, async ({ ownerKey, replayKey }) => {
    try {
      await workOutReplay(deps, ownerKey, replayKey);
    } catch (error) {
      deps.log.error({ err: error, replayKey }, 'a test of criteria failed');
      await deps.db.withScope(systemScope(ownerKey), (tx) =>
        finishReplay(tx, ownerKey, replayKey, { result: null, at: deps.clock.now() }),
      );
    }
  });

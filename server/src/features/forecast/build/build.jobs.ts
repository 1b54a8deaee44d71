import { type FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { openForecastBook } from '../../../metrics/forecast/book.ts';
import { type BuiltLine, upsertBuilt } from '../forecast.queries.ts';
import { resolveLines } from './asked-lines.ts';
import { buildLine, openBuilder } from './build-lines.ts';
import { findOpenQuestion, updateEnded, updateProgress } from './runs.queries.ts';

export const buildForecasts = defineJob({
  name: 'buildForecasts',
  payload: z.object({ ownerKey: z.int(), runKey: z.int() }),
});

/** How many lines are written at once; in between, a user may cancel the build. */
const PAGE = 25;

/** Builds the lines of a run, page by page. Restarted after a crash, it builds all of them again with the same result. */
export const workOutRun = async ({ db, clock }: JobDeps, ownerKey: number, runKey: number): Promise<void> => {
  const scope = systemScope(ownerKey);
  const at = clock.now();
  const openRun = await db.readScope(scope, async (tx) => {
    const run = await findOpenQuestion(tx, ownerKey, runKey);
    if (run === null) return null;
    const book = await openForecastBook(tx, ownerKey, at);
    return { run, book, lines: await resolveLines(tx, book, run.question.lineItems) };
  });
  if (openRun === null) return;
  const { run, book, lines } = openRun;
  const builder = openBuilder(book);
  for (let first = 0; first < lines.length; first += PAGE) {
    const page: BuiltLine[] = [];
    for (const line of lines.slice(first, first + PAGE)) page.push(await buildLine(book, builder, line, run.question));
    const goesOn = await db.withScope(scope, async (tx) => {
      if (!(await updateProgress(tx, ownerKey, runKey, first + page.length))) return false;
      await upsertBuilt(tx, { ownerKey, by: run.userKey, at }, book.currentMonth, page);
      return true;
    });
    if (!goesOn) return;
  }
  await db.withScope(scope, (tx) => updateEnded(tx, ownerKey, runKey, { state: 'done', at: clock.now() }));
};

export const buildForecastsJob = (deps: JobDeps & { log: FastifyBaseLogger }): Job =>
  handleJob(buildForecasts, async ({ ownerKey, runKey }) => {
    try {
      await workOutRun(deps, ownerKey, runKey);
    } catch (error) {
      deps.log.error({ err: error, runKey }, 'a build of forecasts failed');
      await deps.db.withScope(systemScope(ownerKey), (tx) =>
        updateEnded(tx, ownerKey, runKey, {
          state: 'failed',
          failure: 'Something went wrong. Please try again.',
          at: deps.clock.now(),
        }),
      );
    }
  });

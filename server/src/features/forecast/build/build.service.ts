import { type CallBody, FORECAST, type forecastCreate, type ForecastRun, KPI_CODES } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { openForecastBook } from '../../../metrics/forecast/book.ts';
import { audit } from '../../../shared/audit.ts';
import { startProblem } from '../figures.rules.ts';
import { upsertBuilt } from '../forecast.queries.ts';
import { type Caller, type ForecastDeps } from '../forecast.service.ts';
import { resolveLines } from './asked-lines.ts';
import { buildForecasts } from './build.jobs.ts';
import { buildLine, openBuilder } from './build-lines.ts';
import { findRun, insertRun, updateEnded } from './runs.queries.ts';

const getRun = async (tx: Tx, ownerKey: number, runKey: number): Promise<ForecastRun> => {
  const run = await findRun(tx, ownerKey, runKey);
  if (run === null) throw new AppError('NOT_FOUND');
  return run;
};

/** A few lines are built while the caller waits; many by a job, which reports its progress. */
export const createForecasts = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  { ownerKey, kpi, lineItems, startMonth, months, method }: CallBody<typeof forecastCreate>,
): Promise<{ run: ForecastRun | null; lines: number }> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const book = await openForecastBook(tx, ownerKey, at);
    const problem = startMonth === undefined ? null : startProblem(startMonth, book.currentMonth);
    if (problem !== null)
      throw new AppError('VALIDATION', {
        message: problem,
        errors: [{ field: 'startMonth', code: 'invalid', message: problem }],
      });
    const request = { kpis: kpi === 'all' ? KPI_CODES : [kpi], startMonth, months, method };
    const lines = await resolveLines(tx, book, lineItems);
    const inBackground = lines.length > FORECAST.atOnce;
    let run: ForecastRun | null = null;
    if (inBackground) {
      const question = { ...request, lineItems: lines.map(({ lineItem }) => lineItem) };
      const runKey = await insertRun(tx, ownerKey, { question, by: scope.userKey, at });
      if (runKey === null)
        throw new AppError('ALREADY_RUNNING', {
          message: 'Forecasts of this owner are being built. Wait for them, or cancel the build.',
        });
      await addJob(tx, buildForecasts, { ownerKey, runKey });
      run = await getRun(tx, ownerKey, runKey);
    } else {
      const builder = openBuilder(book);
      const built = [];
      for (const line of lines) built.push(await buildLine(book, builder, line, request));
      await upsertBuilt(tx, { ownerKey, by: scope.userKey, at }, book.currentMonth, built);
    }
    await audit(tx, scope, origin, at, {
      action: inBackground ? 'forecastBuildStarted' : 'forecastBuilt',
      ownerKey,
      entity: 'forecast',
      entityKey: run === null ? lines.map(({ lineItem }) => lineItem).join(' ') || 'none' : `build ${run.runKey}`,
      after: { kpi, lineItems: lines.length, startMonth, months, method },
    });
    return { run, lines: lines.length };
  });

/** Lines built already stay; the job notices at its next page. */
export const cancelRun = (
  { db, clock }: ForecastDeps,
  { scope, origin }: Caller,
  { ownerKey, runKey }: { ownerKey: number; runKey: number },
): Promise<ForecastRun> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    await getRun(tx, ownerKey, runKey);
    if (await updateEnded(tx, ownerKey, runKey, { state: 'cancelled', at }))
      await audit(tx, scope, origin, at, {
        action: 'forecastBuildCancelled',
        ownerKey,
        entity: 'forecastRun',
        entityKey: runKey,
      });
    return getRun(tx, ownerKey, runKey);
  });

import { sql } from 'kysely';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { addJob, defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { makerScope, systemScope } from '../../../jobs/system-scope.ts';
import { nextRun } from './next-run.rules.ts';
import { insertRun, takeDueSchedules } from './runs.queries.ts';
import { updateNextRun } from './schedules.queries.ts';
import { type SendDeps } from './ask-as.ts';
import { sendRun } from './send-run.ts';

const startSchedules = defineJob({ name: 'startReportSchedules', payload: z.looseObject({}) });
const sendReport = defineJob({ name: 'sendReport', payload: z.object({ ownerKey: z.int(), runKey: z.int() }) });
export const START_SCHEDULES_CRON = `* * * * * ${startSchedules.name}`;

export const addRunJob = (tx: Tx, ownerKey: number, runKey: number): Promise<void> =>
  addJob(tx, sendReport, { ownerKey, runKey }, { key: `report run ${runKey}` });

/** Starts an owner's due schedules. However long the service was down, a schedule runs once and continues from now. */
const startOwner = ({ db, clock }: JobDeps, ownerKey: number, zone: string): Promise<number> =>
  db.withScope(systemScope(ownerKey), async (tx) => {
    const now = clock.now();
    const due = await takeDueSchedules(tx, ownerKey, now);
    for (const { scheduleKey, readerKeys, nextRunAt, ...time } of due) {
      const run = { cause: 'due' as const, dueAt: nextRunAt, readerKeys, at: now };
      const runKey = await insertRun(tx, { ownerKey, scheduleKey }, run);
      if (runKey !== null) await addRunJob(tx, ownerKey, runKey);
      await updateNextRun(tx, ownerKey, scheduleKey, nextRun(time, now, zone));
    }
    return due.length;
  });

/** How many schedules were started. */
export const startSchedulesNow = async (deps: JobDeps): Promise<number> => {
  const owners = await deps.db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number; zone: string }>`
      select owner_key as "ownerKey", time_zone as zone from app.owners_by_clock()
    `.execute(tx);
    return rows;
  });
  let begun = 0;
  for (const { ownerKey, zone } of owners) begun += await startOwner(deps, ownerKey, zone);
  return begun;
};

/** The dependencies of sending, beside the mail's own parts. */
export const sendDeps = ({ db, clock }: JobDeps, { publicUrl }: Pick<SendDeps, 'publicUrl'>): SendDeps => ({
  db,
  clock,
  publicUrl,
  systemScope,
  readerScope: makerScope,
});

export const scheduleJobs = (deps: JobDeps, config: Pick<SendDeps, 'publicUrl'>): Job[] => [
  handleJob(startSchedules, async () => void (await startSchedulesNow(deps))),
  handleJob(sendReport, (id) => sendRun(sendDeps(deps, config), id)),
];

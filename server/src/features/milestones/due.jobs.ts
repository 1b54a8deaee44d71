import { type Milestone } from '@paceline/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type Job, type JobDeps } from '../../jobs/define-job.ts';
import { systemScope } from '../../jobs/system-scope.ts';
import { countedDay, getOwnerDay, settleMilestones } from '../../shared/milestones/milestones.queries.ts';

const countDue = defineJob({ name: 'countDueMilestones', payload: z.looseObject({}) });
/** Every quarter of an hour: in some time zone a day begins then. */
export const COUNT_DUE_CRON = `*/15 * * * * ${countDue.name}`;

/** How far back missed days are made up for after a stop of the server. */
const LOOKS_BACK_DAYS = 60;

/** Milestones agreed for a day that has come, of every owner: they count from now on. */
export const countDueNow = async ({ db, clock }: JobDeps): Promise<number> => {
  const owners = await db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`
      select owner_key as "ownerKey" from app.owners_by_clock()
    `.execute(tx);
    return rows;
  });
  let counted = 0;
  for (const { ownerKey } of owners) {
    counted += await db.withScope(systemScope(ownerKey), async (tx) => {
      const today = await getOwnerDay(tx, ownerKey, clock.now());
      const { rows } = await sql<{ leadKey: number; capturedDate: string; code: Milestone }>`
        select l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate", m.code
        from lead_milestone m
        join lead l on l.owner_key = m.owner_key and l.captured_date = m.captured_date and l.lead_key = m.lead_key
        where m.owner_key = ${ownerKey} and m.happened_on between ${today}::date - ${LOOKS_BACK_DAYS}::int and ${today}::date
          and m.voided_at is null and m.recorded_at < m.happened_on + 2 and coalesce(${countedDay} > m.happened_on, ${countedDay} is null)
          and m.code in ('CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START')
        order by l.lead_key for update of l
      `.execute(tx);
      if (rows.length > 0) await settleMilestones(tx, ownerKey, rows, today);
      return rows.length;
    });
  }
  return counted;
};

export const countDueJob = (deps: JobDeps): Job => handleJob(countDue, async () => void (await countDueNow(deps)));

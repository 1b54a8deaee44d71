import { SOURCE_INACTIVE_DAYS } from '@paceline/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { defineJob, handleJob, type Job, type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { type Origin } from '../../../lib/origin.ts';
import { auditMany } from '../../../shared/audit.ts';
import { updateSourceStatus } from './sources.queries.ts';

const markInactive = defineJob({ name: 'markInactiveSources', payload: z.looseObject({}) });
export const MARK_INACTIVE_CRON = `40 3 * * * ${markInactive.name}`;

const ORIGIN: Origin = { route: markInactive.name, ip: '', userAgent: '', requestId: '' };
const DAY_MS = 24 * 60 * 60 * 1000;

/** Approved sources that sent no lead and no click to any owner since then; one that never sent any counts from its creation. */
const listSilent = async (tx: Tx, since: Date): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select s.publisher_source_key as key from publisher_source s
    where s.status = 'APPROVED' and s.created_at < ${since}
      and not exists (
        select from owner o
        where exists (select from lead l where l.owner_key = o.owner_key and l.publisher_source_key = s.publisher_source_key
                        and l.created_at >= ${since})
           or exists (select from click k where k.owner_key = o.owner_key and k.publisher_source_key = s.publisher_source_key
                        and k.clicked_at >= ${since}))
    order by 1 for update of s
  `.execute(tx);
  return rows.map(({ key }) => key);
};

/** Marks silent sources as inactive: their next lead is treated as from an unknown source. */
export const markInactiveNow = async ({ db, clock }: JobDeps): Promise<number> => {
  const now = clock.now();
  const owners = await db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`
      select owner_key as "ownerKey" from app.owners_by_clock()
    `.execute(tx);
    return rows.map(({ ownerKey }) => ownerKey);
  });
  const scope = systemScope(...owners);
  return db.withScope(scope, async (tx) => {
    const keys = await listSilent(tx, new Date(now.getTime() - SOURCE_INACTIVE_DAYS * DAY_MS));
    if (keys.length === 0) return 0;
    await updateSourceStatus(tx, keys, 'INACTIVE', null);
    await auditMany(
      tx,
      scope,
      ORIGIN,
      now,
      keys.map((entityKey) => ({
        action: 'changePublisherSource.status',
        entity: 'publisher_source',
        entityKey,
        before: { status: 'APPROVED' },
        after: { status: 'INACTIVE' },
      })),
    );
    return keys.length;
  });
};

export const markInactiveJob = (deps: JobDeps): Job =>
  handleJob(markInactive, async () => void (await markInactiveNow(deps)));

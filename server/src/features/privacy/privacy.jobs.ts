import { sql } from 'kysely';
import { z } from 'zod';
import { type Tx } from '../../db/scope/tx.ts';
import { defineJob, handleJob, type Job, type JobDeps } from '../../jobs/define-job.ts';
import { systemScope } from '../../jobs/system-scope.ts';
import { erasePeople, findErasure, listLeadsOf, type PersonHashes } from './privacy.queries.ts';
import { type RestoreDeps, restoreRequests } from './restore/restore.jobs.ts';

const eraseDue = defineJob({ name: 'erasePeopleWhoseTimeIsOver', payload: z.looseObject({}) });
/** Every night, before expired data are pruned. */
export const ERASE_DUE_CRON = `20 3 * * * ${eraseDue.name}`;

/** Any write under way when a person was erased has ended by then: no statement and no delivery attempt takes longer. */
export const UNDER_WAY_MS = 2 * 60_000;

/** Erases data that arrived during an erasure: a lead being posted, the answer to a lead being sent, a row of a file. */
export const eraseOnceMore = defineJob({
  name: 'eraseOnceMore',
  payload: z.object({ ownerKey: z.int(), requestKey: z.int(), leadKeys: z.array(z.int()) }),
});

export const eraseOnceMoreJob = ({ db }: JobDeps): Job =>
  handleJob(eraseOnceMore, ({ ownerKey, requestKey, leadKeys }) =>
    db.withScope(systemScope(ownerKey), async (tx) => {
      const request = await findErasure(tx, ownerKey, requestKey);
      if (request === undefined) return;
      const { askedAt, ...hashes } = request;
      const late = await listLeadsOf(tx, ownerKey, hashes, askedAt);
      const keys = new Set([...leadKeys, ...late.map(({ leadCaptureKey }) => leadCaptureKey)]);
      await erasePeople(tx, ownerKey, [...keys], askedAt, hashes);
    }),
  );

/** Leads per transaction. */
const AT_ONCE = 2_000;

/** Leads older than the owner's number of months, on its own calendar, whose personal data still exist. */
const listOverdue = async (tx: Tx, ownerKey: number, at: Date): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select p.lead_key::int as key
    from privacy_setting s join owner o on o.owner_key = s.owner_key
    join lead_person p on p.owner_key = s.owner_key
      and p.captured_date < (date (${at}::timestamptz at time zone o.time_zone) - make_interval(months => s.person_months))::date
    where s.owner_key = ${ownerKey} and s.person_months is not null and p.erased_at is null
    order by p.captured_date, p.lead_key limit ${AT_ONCE}
  `.execute(tx);
  return rows.map(({ key }) => key);
};

const listErasures = async (tx: Tx, ownerKey: number): Promise<(PersonHashes & { askedAt: Date })[]> => {
  const { rows } = await sql<PersonHashes & { askedAt: Date }>`
    select email_hash as email, phone_hash as phone, asked_at as "askedAt" from privacy_request
    where owner_key = ${ownerKey} and kind = 'ERASE'
  `.execute(tx);
  return rows;
};

/**
 * Erases expired personal data, and reapplies erasures: after a restore from an older copy the data are there again. Only leads from before
 * the request are erased; a person who inquires later has asked to be contacted again.
 */
const eraseOf = async ({ db, clock }: JobDeps, ownerKey: number): Promise<number> => {
  const scope = systemScope(ownerKey);
  const at = clock.now();
  let erased = await db.withScope(scope, async (tx) => {
    let again = 0;
    for (const { askedAt, ...hashes } of await listErasures(tx, ownerKey)) {
      const leads = await listLeadsOf(tx, ownerKey, hashes, askedAt);
      const keys = leads.map(({ leadCaptureKey }) => leadCaptureKey);
      if (keys.length > 0) again += await erasePeople(tx, ownerKey, keys, at, hashes);
    }
    return again;
  });
  for (;;) {
    const now = await db.withScope(scope, async (tx) => {
      const keys = await listOverdue(tx, ownerKey, at);
      return keys.length === 0 ? 0 : erasePeople(tx, ownerKey, keys, at, null);
    });
    if (now === 0) return erased;
    erased += now;
  }
};

export const eraseDueNow = async (deps: RestoreDeps): Promise<number> => {
  await restoreRequests(deps);
  const owners = await deps.db.readScope(systemScope(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`select owner_key as "ownerKey" from app.owners_by_clock()`.execute(
      tx,
    );
    return rows;
  });
  let erased = 0;
  for (const { ownerKey } of owners) erased += await eraseOf(deps, ownerKey);
  return erased;
};

export const eraseDueJob = (deps: RestoreDeps): Job => handleJob(eraseDue, async () => void (await eraseDueNow(deps)));

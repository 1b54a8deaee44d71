import { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type JobDeps } from '../../../jobs/define-job.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { putOnRequestedList } from '../../../shared/intake/suppression-lists.queries.ts';
import { erasePeople, insertRequest, listLeadsOf, type PersonHashes } from '../privacy.queries.ts';
import { type RequestFile, type RequestRecord } from './request-file.ts';

export interface RestoreDeps extends JobDeps {
  requests: RequestFile;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

const ORIGIN: Origin = { route: 'privacyRestore', ip: '', userAgent: '', requestId: '' };
const REFERENCE = 'Asked before a copy of the database was restored';

const bytes = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'));

/** One writer at a time, over all processes. */
export const holdRequestFile = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('file of privacy requests', 0))`.execute(tx);

const isKnown = async (tx: Tx, { ownerKey, kind, askedAt }: RequestRecord, hashes: PersonHashes): Promise<boolean> => {
  const { rows } = await sql`
    select from privacy_request
    where owner_key = ${ownerKey} and kind = ${kind} and asked_at = ${askedAt}::timestamptz
      and email_hash is not distinct from ${hashes.email}::bytea and phone_hash is not distinct from ${hashes.phone}::bytea
  `.execute(tx);
  return rows.length > 0;
};

/** The requesting user may be newer than the copy. */
const findUser = async (tx: Tx, userKey: number | null): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    select user_key as key from user_account where user_key = ${userKey}
  `.execute(tx);
  return rows[0]?.key ?? null;
};

/** Repeats a request that is not in the database. False where it is. */
const doAgain = ({ db, clock }: RestoreDeps, record: RequestRecord): Promise<boolean> => {
  const { ownerKey, kind, suppressed } = record;
  const scope = systemScope(ownerKey);
  return db.withScope(scope, async (tx) => {
    const hashes = { email: bytes(record.email), phone: bytes(record.phone) };
    await holdRequestFile(tx);
    if (await isKnown(tx, record, hashes)) return false;
    const askedAt = new Date(record.askedAt);
    const at = clock.now();
    const by = await findUser(tx, record.askedBy);
    const leads = await listLeadsOf(tx, ownerKey, hashes, askedAt);
    const requestKey = await insertRequest(tx, {
      ownerKey,
      kind,
      ...hashes,
      reference: REFERENCE,
      leads: leads.length,
      at: askedAt,
      by,
    });
    if (kind === 'ERASE') {
      const keys = leads.map(({ leadCaptureKey }) => leadCaptureKey);
      await erasePeople(tx, ownerKey, keys, at, hashes);
    } else {
      const entries = suppressed.map((entry) => ({ kind: entry.kind, hash: Buffer.from(entry.hash, 'hex') }));
      await putOnRequestedList(tx, { ownerKey, by, at: askedAt }, entries);
    }
    await audit(tx, scope, ORIGIN, at, {
      action: 'privacyRequestRestored',
      ownerKey,
      entity: 'privacy_request',
      entityKey: requestKey,
      after: { kind, askedAt: record.askedAt, leads: leads.length },
    });
    return true;
  });
};

const listOwners = async (tx: Tx): Promise<Set<number>> => {
  const { rows } = await sql<{ key: number }>`select owner_key as key from app.owners_by_clock()`.execute(tx);
  return new Set(rows.map(({ key }) => key));
};

/** Compares the database with the file; after a restore from an older copy, repeats the requests since. Returns their number. */
export const restoreRequests = async (deps: RestoreDeps): Promise<number> => {
  const { records, problems } = await deps.requests.read();
  for (const problem of problems) deps.log.error({ problem }, 'the file of privacy requests is damaged');
  const owners = await deps.db.readScope(systemScope(), listOwners);
  let restored = 0;
  // An owner newer than the copy has no leads in it.
  for (const record of records.filter(({ ownerKey }) => owners.has(ownerKey)))
    if (await doAgain(deps, record)) restored += 1;
  if (restored > 0) deps.log.warn({ restored }, 'requests of people were missing in the database and are done again');
  return restored;
};

import {
  type PrivacyFound,
  type privacyList,
  type PrivacyPerson,
  type PrivacyRequestKind,
  type PrivacySettings,
} from '@paceline/contract';
import { type z } from 'zod';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Download } from '../../http/answers/download.ts';
import { addJob } from '../../jobs/define-job.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Origin } from '../../lib/origin.ts';
import { blindIndex, normaliseEmail, normalisePhone, openPerson } from '../../lib/secrets/seal.ts';
import { audit } from '../../shared/audit.ts';
import { putOnRequestedList } from '../../shared/intake/suppression-lists.queries.ts';
import { findSuppression, suppressionHashes, type SuppressedBy } from '../../shared/intake/suppression.ts';
import { findParts } from './person-file.queries.ts';
import { eraseOnceMore, UNDER_WAY_MS } from './privacy.jobs.ts';
import {
  erasePeople,
  findSettings,
  findZone,
  type FoundLead,
  insertRequest,
  listLeadsOf,
  listRequests,
  type PersonHashes,
  upsertSettings,
} from './privacy.queries.ts';
import { type RequestFile } from './restore/request-file.ts';
import { holdRequestFile } from './restore/restore.jobs.ts';

export interface PrivacyDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  requests: RequestFile;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}
interface Asked {
  person: PrivacyPerson;
  reference: string;
}

const hashesOf = (secret: Buffer, ownerKey: number, { email, phone }: PrivacyPerson): PersonHashes => ({
  email: email === '' ? null : blindIndex(secret, ownerKey, 'email', normaliseEmail(email)),
  phone: phone === '' ? null : blindIndex(secret, ownerKey, 'phone', normalisePhone(phone)),
});

const suppressedBy = (
  secret: Buffer,
  ownerKey: number,
  kind: SuppressedBy,
  { email, phone }: PrivacyPerson,
): Buffer[] =>
  suppressionHashes(secret, ownerKey, {
    email: kind === 'email' && email !== '' ? email : null,
    phone: kind === 'phone' && phone !== '' ? phone : null,
  });

/** A person's entries in the suppression list. */
const entriesOf = (secret: Buffer, ownerKey: number, person: PrivacyPerson) =>
  (['email', 'phone'] as const).flatMap((kind) =>
    suppressedBy(secret, ownerKey, kind, person).map((hash) => ({ kind, hash })),
  );
const inHex = ({ kind, hash }: { kind: SuppressedBy; hash: Buffer }) => ({ kind, hash: hash.toString('hex') });

/** A client's own list does not decide whether the person is contacted at all. */
const EVERY_CLIENT = 0;

export const findPerson = (
  { db, clock, secret }: PrivacyDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  person: PrivacyPerson,
): Promise<PrivacyFound> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const leads = await listLeadsOf(tx, ownerKey, hashesOf(secret, ownerKey, person), at);
    const hashes = (['email', 'phone'] as const).flatMap((kind) => suppressedBy(secret, ownerKey, kind, person));
    const listed = await findSuppression(tx, { ownerKey, clientKey: EVERY_CLIENT, hashes, at });
    const after = { leads: leads.length, isSuppressed: listed !== null };
    await audit(tx, scope, origin, at, {
      action: 'privacyFind',
      ownerKey,
      entity: 'owner',
      entityKey: ownerKey,
      after,
    });
    return {
      leads: leads.map(({ createdAt, capturedDate: _day, ...lead }) => ({
        ...lead,
        createdAt: createdAt.toISOString(),
      })),
      isSuppressed: listed !== null,
    };
  });

/** Runs a request and records it in one transaction; the record has the number of leads, not the person. */
const carryOut = <T>(
  { db, clock, secret, requests }: PrivacyDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  kind: PrivacyRequestKind,
  { person, reference }: Asked,
  work: (tx: Tx, leads: readonly FoundLead[], request: { at: Date; key: number; hashes: PersonHashes }) => Promise<T>,
): Promise<T> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const hashes = hashesOf(secret, ownerKey, person);
    const leads = await listLeadsOf(tx, ownerKey, hashes, at);
    const requestKey = await insertRequest(tx, {
      ownerKey,
      kind,
      ...hashes,
      reference,
      leads: leads.length,
      at,
      by: scope.userKey,
    });
    const result = await work(tx, leads, { at, key: requestKey, hashes });
    await audit(tx, scope, origin, at, {
      action: 'privacyRequest',
      ownerKey,
      entity: 'privacy_request',
      entityKey: requestKey,
      after: { kind, reference, leads: leads.length },
    });
    // Last, when nothing can be refused any more, but before the commit: every request in the database is in the file too.
    if (kind !== 'TELL') {
      await holdRequestFile(tx);
      await requests.append({
        ownerKey,
        kind,
        email: hashes.email?.toString('hex') ?? null,
        phone: hashes.phone?.toString('hex') ?? null,
        suppressed: kind === 'DO_NOT_CONTACT' ? entriesOf(secret, ownerKey, person).map(inHex) : [],
        askedAt: at.toISOString(),
        askedBy: scope.userKey,
      });
    }
    return result;
  });

export const erasePerson = (deps: PrivacyDeps, caller: Caller, ownerKey: number, request: Asked) =>
  carryOut(deps, caller, ownerKey, 'ERASE', request, async (tx, leads, { at, key, hashes }) => {
    const leadKeys = leads.map(({ leadCaptureKey }) => leadCaptureKey);
    const erased = await erasePeople(tx, ownerKey, leadKeys, at, hashes);
    await addJob(
      tx,
      eraseOnceMore,
      { ownerKey, requestKey: key, leadKeys },
      { runAt: new Date(at.getTime() + UNDER_WAY_MS) },
    );
    return { leads: erased };
  });

export const suppressPerson = (deps: PrivacyDeps, caller: Caller, ownerKey: number, request: Asked) =>
  carryOut(deps, caller, ownerKey, 'DO_NOT_CONTACT', request, async (tx, leads, { at }) => {
    await putOnRequestedList(
      tx,
      { ownerKey, by: caller.scope.userKey, at },
      entriesOf(deps.secret, ownerKey, request.person),
    );
    return { leads: leads.length };
  });

/** All data about a person in one file. A person has few leads: they are read one after the other. */
export const tellPerson = (deps: PrivacyDeps, caller: Caller, ownerKey: number, request: Asked): Promise<Download> =>
  carryOut(deps, caller, ownerKey, 'TELL', request, async (tx, leads, { at }) => {
    const inquiries: object[] = [];
    for (const lead of leads) {
      const personParts = await findParts(tx, ownerKey, lead);
      if (personParts === undefined) continue;
      const { sealed, parts } = personParts;
      const row = { ownerKey, leadKey: lead.leadCaptureKey };
      inquiries.push({
        leadId: lead.leadId,
        receivedAt: lead.createdAt.toISOString(),
        school: lead.clientName,
        person: sealed === null ? null : openPerson(deps.secret, row, sealed),
        ...parts,
      });
    }
    const content = Buffer.from(`${JSON.stringify({ writtenAt: at.toISOString(), inquiries }, null, 2)}\n`);
    return { fileName: 'person-data.json', contentType: 'application/json', content };
  });

export const readPrivacy = (
  { db }: PrivacyDeps,
  scope: Scope,
  ownerKey: number,
): Promise<z.infer<typeof privacyList.response>> =>
  db.readScope(scope, async (tx) => {
    const requests = await listRequests(tx, ownerKey);
    return {
      settings: await findSettings(tx, ownerKey),
      timeZone: await findZone(tx, ownerKey),
      requests: requests.map((request) => ({ ...request, askedAt: request.askedAt.toISOString() })),
    };
  });

export const saveSettings = (
  { db, clock }: PrivacyDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  wanted: PrivacySettings,
): Promise<PrivacySettings> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const before = await findSettings(tx, ownerKey);
    const saved = await upsertSettings(tx, ownerKey, wanted, scope.userKey, at);
    if (saved === null) {
      const now = await findSettings(tx, ownerKey);
      const text = (months: number | null): string => (months === null ? 'for ever' : `for ${months} months`);
      const message = `People are kept ${text(now.personMonths)} now. You chose ${text(wanted.personMonths)}.`;
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'personMonths', code: 'conflict', message }] });
    }
    await audit(tx, scope, origin, at, {
      action: 'privacySettingsSave',
      ownerKey,
      entity: 'privacy_setting',
      entityKey: ownerKey,
      before: { personMonths: before.personMonths },
      after: { personMonths: saved.personMonths },
    });
    return saved;
  });

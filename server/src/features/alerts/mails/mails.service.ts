import { chosenLevels, groupOfUserType, isPermission } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
import { type JobDeps } from '../../../jobs/define-job.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { queueMail } from '../../../shared/mail.ts';
import { listReaders, type Reader } from '../../../shared/readers.ts';
import { listChoices } from '../alerts.queries.ts';
import { alertMail, MAIL_LIMITS } from './alert-mail.ts';
import { listDueAlerts, listOwnersWithAlerts, lockUser, upsertMailed, wasMailedSince } from './mails.queries.ts';

const MINUTE_MS = 60_000;
type ScopeOf = (...ownerKeys: readonly number[]) => Scope;

interface Deps extends JobDeps {
  publicUrl: string;
  scopeOf: ScopeOf;
}

/** Sends one user one mail about all due alerts, or none. Rights are read again under the lock, so that a revoked one counts at once. */
const mailUser = ({ db, clock, publicUrl, scopeOf }: Deps, { userKey, ownerKeys }: Reader): Promise<boolean> =>
  db.withScope(scopeOf(...ownerKeys), async (tx) => {
    await lockUser(tx, userKey);
    const [reader] = await listReaders(tx, userKey);
    const group = reader === undefined ? null : groupOfUserType(reader.userType);
    if (reader === undefined || group === null) return false;
    const now = clock.now();
    const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);
    if (await wasMailedSince(tx, reader.ownerKeys, userKey, ago(MAIL_LIMITS.userMinutes))) return false;
    const permissions = new Set(reader.permissions.filter(isPermission));
    const levels = chosenLevels({ group, permissions }, await listChoices(tx, userKey), 'byMail');
    const due =
      levels.length === 0
        ? []
        : await listDueAlerts(tx, reader, { group, permissions }, levels, ago(MAIL_LIMITS.causeMinutes));
    if (due.length === 0) return false;
    await upsertMailed(tx, userKey, due, now);
    const sender = await getSenderName(tx);
    await queueMail(tx, alertMail({ ...reader, group, permissions }, due, { publicUrl, sender }, now));
    return true;
  });

/** The number of mails sent. Any number of processes may run it at once. */
export const sendAlertMails = async (
  { db, clock }: JobDeps,
  { publicUrl }: { publicUrl: string },
  scopeOf: ScopeOf,
): Promise<number> => {
  const all = await db.readScope(scopeOf(), async (tx) => {
    const { rows } = await sql<{ ownerKey: number }>`select owner_key as "ownerKey" from app.owners_by_clock()`.execute(
      tx,
    );
    return { owners: rows.map(({ ownerKey }) => ownerKey), readers: await listReaders(tx) };
  });
  const busy = new Set(await db.readScope(scopeOf(...all.owners), listOwnersWithAlerts));
  let mails = 0;
  for (const reader of all.readers) {
    const ownerKeys = reader.ownerKeys.filter((ownerKey) => busy.has(ownerKey));
    if (ownerKeys.length === 0) continue;
    if (await mailUser({ db, clock, publicUrl, scopeOf }, reader)) mails += 1;
  }
  return mails;
};

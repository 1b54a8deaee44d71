import { type NewPostingKey, type PostingKey, type PostingKeyPartner } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { randomToken, sha256 } from '../../../lib/secrets/tokens.ts';
import { audit } from '../../../shared/audit.ts';
import {
  findActiveKey,
  findPartnerName,
  insertPostingKey,
  listPartnerKeys,
  listPostingKeys,
  updateKeyEnd,
  updateKeyShut,
} from './keys.queries.ts';

export interface KeyDeps {
  db: Database;
  clock: Clock;
}
interface KeyCaller {
  scope: Scope;
  origin: Origin;
}

const HOUR_MS = 3_600_000;

/** Checked here as well as by row-level security, which hides other partners. */
const assertPartner = async (tx: Tx, scope: Scope, partnerKey: number): Promise<void> => {
  if (scope.partnerKey !== null && scope.partnerKey !== partnerKey) throw new AppError('NOT_FOUND');
  if ((await findPartnerName(tx, partnerKey)) === null) throw new AppError('NOT_FOUND');
};

export const readPartners = ({ db, clock }: KeyDeps, scope: Scope): Promise<PostingKeyPartner[]> =>
  db.readScope(scope, async (tx) =>
    (await listPartnerKeys(tx, clock.now())).map(({ nextEndAt, lastUsedAt, ...partner }) => ({
      ...partner,
      nextEndAt: nextEndAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  );

export const readKeys = ({ db, clock }: KeyDeps, scope: Scope, partnerKey: number): Promise<PostingKey[]> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, scope, partnerKey);
    const now = clock.now();
    return (await listPostingKeys(tx, partnerKey)).map((key) => ({
      ...key,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      endsAt: key.endsAt?.toISOString() ?? null,
      shutAt: key.shutAt?.toISOString() ?? null,
      isActive: key.shutAt === null && (key.endsAt === null || key.endsAt > now),
    }));
  });

const make = async (
  tx: Tx,
  { scope, origin }: KeyCaller,
  { partnerKey, label }: { partnerKey: number; label: string },
  now: Date,
): Promise<NewPostingKey> => {
  const key = randomToken();
  const hint = key.slice(-4);
  const newKey = { partnerKey, label, hash: sha256(key), hint, by: scope.userKey, at: now };
  const postingKey = await insertPostingKey(tx, newKey);
  const after = { partnerKey, label, hint };
  await audit(tx, scope, origin, now, { action: 'make', entity: 'posting_key', entityKey: postingKey, after });
  return { postingKey, key };
};

export const makeKey = (
  { db, clock }: KeyDeps,
  caller: KeyCaller,
  partnerKey: number,
  { label }: { label: string },
): Promise<NewPostingKey> =>
  db.withScope(caller.scope, async (tx) => {
    await assertPartner(tx, caller.scope, partnerKey);
    return make(tx, caller, { partnerKey, label }, clock.now());
  });

const getActive = async (tx: Tx, partnerKey: number, postingKey: number, now: Date): Promise<{ label: string }> => {
  const activeKey = await findActiveKey(tx, partnerKey, postingKey, now);
  if (activeKey === null) throw new AppError('NOT_FOUND');
  return activeKey;
};

/** A new key; the old one stays valid for a while, so that the partner can switch when ready. */
export const rotateKey = (
  { db, clock }: KeyDeps,
  caller: KeyCaller,
  partnerKey: number,
  { postingKey, overlapHours }: { postingKey: number; overlapHours: number },
): Promise<NewPostingKey> =>
  db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const { scope, origin } = caller;
    await assertPartner(tx, scope, partnerKey);
    const { label } = await getActive(tx, partnerKey, postingKey, now);
    const endsAt = new Date(now.getTime() + overlapHours * HOUR_MS);
    await updateKeyEnd(tx, postingKey, endsAt);
    const after = { partnerKey, endsAt };
    await audit(tx, scope, origin, now, { action: 'rotate', entity: 'posting_key', entityKey: postingKey, after });
    return make(tx, caller, { partnerKey, label }, now);
  });

export const shutKey = (
  { db, clock }: KeyDeps,
  { scope, origin }: KeyCaller,
  partnerKey: number,
  postingKey: number,
): Promise<{ shutAt: string }> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    await assertPartner(tx, scope, partnerKey);
    await getActive(tx, partnerKey, postingKey, now);
    await updateKeyShut(tx, postingKey, now, scope.userKey);
    const after = { partnerKey };
    await audit(tx, scope, origin, now, { action: 'shut', entity: 'posting_key', entityKey: postingKey, after });
    return { shutAt: now.toISOString() };
  });

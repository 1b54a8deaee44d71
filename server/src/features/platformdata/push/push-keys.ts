import {
  type CallResponse,
  type PlatformSourceKey,
  type platformDataPushKeySave,
  WEBSITE_SOURCE,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { sealPushSecret } from '../../../lib/secrets/seal.ts';
import { randomToken } from '../../../lib/secrets/tokens.ts';
import { newWebhookSecret } from '../../../lib/secrets/webhook-signature.ts';
import { audit } from '../../../shared/audit.ts';
import { lockAccount } from '../loading/files.queries.ts';
import { type LoadDeps } from '../loading/load-file.ts';
import { type Place } from '../loading/replace-days.ts';

export const PUSH_PATH = '/platformdata/v1/push';

export interface PushKeyDeps extends LoadDeps {
  secret: Buffer;
  publicUrl: string;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

export const placeOf = (ownerKey: number, source: PlatformSourceKey): Place => ({
  ownerKey,
  accountKey: source === WEBSITE_SOURCE ? null : source,
});

/** How many keys were deleted: none or one. */
const removeKey = async (tx: Tx, { ownerKey, accountKey }: Place): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from platform_push_key where owner_key = ${ownerKey} and account_key is not distinct from ${accountKey}::int
  `.execute(tx);
  return Number(numAffectedRows);
};

/** A new key; the one before it ends at once. */
export const makePushKey = (
  { db, clock, secret, publicUrl }: PushKeyDeps,
  { scope, origin }: Caller,
  place: Place,
): Promise<CallResponse<typeof platformDataPushKeySave>> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, place, now, true);
    if (account === undefined) throw new AppError('NOT_FOUND');
    const { ownerKey, accountKey } = place;
    const replaced = await removeKey(tx, place);
    const keyId = randomToken();
    const newSecret = newWebhookSecret();
    await sql`
      insert into platform_push_key (owner_key, account_key, key_id, secret, made_by, made_at)
      values (${ownerKey}, ${accountKey}, ${keyId}, ${sealPushSecret(secret, { ownerKey, keyId }, newSecret)}, ${scope.userKey}, ${now})
    `.execute(tx);
    const entry = { ownerKey, entity: 'platformPushKey', entityKey: accountKey ?? WEBSITE_SOURCE };
    await audit(tx, scope, origin, now, {
      ...entry,
      action: 'platformPushKeyMade',
      after: { account: account.name, replaced: replaced > 0 },
    });
    return { keyId, secret: newSecret, address: `${publicUrl}${PUSH_PATH}/${keyId}` };
  });

export const endPushKey = ({ db, clock }: LoadDeps, { scope, origin }: Caller, place: Place): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const account = await lockAccount(tx, place, now, true);
    if (account === undefined || (await removeKey(tx, place)) === 0) throw new AppError('NOT_FOUND');
    await audit(tx, scope, origin, now, {
      action: 'platformPushKeyEnded',
      ownerKey: place.ownerKey,
      entity: 'platformPushKey',
      entityKey: place.accountKey ?? WEBSITE_SOURCE,
      after: { account: account.name },
    });
    return null;
  });

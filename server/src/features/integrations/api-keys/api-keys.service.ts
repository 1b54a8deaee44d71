import {
  API_KEY_LIMITS,
  API_KEY_PREFIX,
  type ApiKey,
  type ApiKeyForm,
  type IntegrationGroup,
  isPermission,
  type NewApiKey,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { randomToken, sha256 } from '../../../lib/secrets/tokens.ts';
import { audit } from '../../../shared/audit.ts';
import { assertMayIntegrate } from '../may-integrate.ts';
import {
  countActiveKeys,
  findActiveKey,
  insertApiKey,
  type KeyToStore,
  listApiKeys,
  updateReplaced,
  updateShut,
} from './api-keys.queries.ts';

export interface ApiKeyDeps {
  db: Database;
  clock: Clock;
}
interface ApiKeyCaller {
  scope: Scope;
  origin: Origin;
  session: Session;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ENTITY = 'api_key';

export const readApiKeys = ({ db, clock }: ApiKeyDeps, { scope, session }: ApiKeyCaller): Promise<ApiKey[]> => {
  assertMayIntegrate(session);
  return db.readScope(scope, (tx) => listApiKeys(tx, scope.userKey, clock.now()));
};

const refuse = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'beyond', message }] });

/** A key cannot have more rights than its maker. An owner the maker does not work on is reported as not found. */
const assertWithin = ({ ownerKeys, permissions }: ApiKeyForm, session: Session): void => {
  if (ownerKeys.some((key) => !session.ownerKeys.includes(key))) throw new AppError('NOT_FOUND');
  if (permissions.some((one) => !isPermission(one) || !session.permissions.has(one)))
    throw refuse('permissions', 'A key can only have rights that you have yourself.');
};

const store = async (
  tx: Tx,
  { scope, origin }: ApiKeyCaller,
  fields: Omit<KeyToStore, 'hash' | 'hint' | 'userKey'>,
): Promise<NewApiKey> => {
  const key = API_KEY_PREFIX + randomToken();
  const hint = key.slice(-4);
  const apiKey = await insertApiKey(tx, { ...fields, userKey: scope.userKey, hash: sha256(key), hint });
  const { name, ownerKeys, permissions, perMinute, expiresAt } = fields;
  const after = { name, hint, ownerKeys, permissions, perMinute, expiresAt };
  await audit(tx, scope, origin, fields.at, { action: 'make', entity: ENTITY, entityKey: apiKey, after });
  return { apiKey, key, expiresAt: expiresAt.toISOString() };
};

export const makeApiKey = ({ db, clock }: ApiKeyDeps, caller: ApiKeyCaller, form: ApiKeyForm): Promise<NewApiKey> => {
  const group: IntegrationGroup = assertMayIntegrate(caller.session);
  assertWithin(form, caller.session);
  const { name, perMinute } = form;
  return db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    if ((await countActiveKeys(tx, caller.scope.userKey, at)) >= API_KEY_LIMITS.mostOfUser)
      throw refuse('name', `You have ${API_KEY_LIMITS.mostOfUser} keys in use. Disable one of them first.`);
    return store(tx, caller, {
      chain: null,
      group,
      name,
      ownerKeys: [...new Set(form.ownerKeys)],
      permissions: [...new Set(form.permissions)],
      perMinute,
      at,
      expiresAt: new Date(at.getTime() + form.days * DAY_MS),
    });
  });
};

/** A new key; the old one stays valid for a while, so that the system can switch when ready. */
export const rotateApiKey = (
  { db, clock }: ApiKeyDeps,
  caller: ApiKeyCaller,
  { apiKey, overlapHours }: { apiKey: number; overlapHours: number },
): Promise<NewApiKey> => {
  const group = assertMayIntegrate(caller.session);
  const { scope, origin } = caller;
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    const old = await findActiveKey(tx, apiKey, at);
    if (old === undefined) throw new AppError('NOT_FOUND');
    // The new key would have its maker's rights, but be shown to another user.
    if (old.userKey !== scope.userKey) throw new AppError('FORBIDDEN');
    if (old.isReplaced) throw new AppError('STALE_ROW');
    const { chain, name, ownerKeys, permissions, perMinute } = old;
    const expiresAt = new Date(at.getTime() + old.lifeMs);
    // An owner its maker no longer works on is dropped from the new key.
    const mine = ownerKeys.filter((key) => caller.session.ownerKeys.includes(key));
    if (mine.length === 0) throw new AppError('NOT_FOUND');
    const newKey = await store(tx, caller, {
      chain,
      group,
      name,
      ownerKeys: mine,
      permissions,
      perMinute,
      at,
      expiresAt,
    });
    const until = new Date(at.getTime() + overlapHours * HOUR_MS);
    await updateReplaced(tx, apiKey, newKey.apiKey, until);
    const after = { replacedBy: newKey.apiKey, until };
    await audit(tx, scope, origin, at, { action: 'rotate', entity: ENTITY, entityKey: apiKey, after });
    return newKey;
  });
};

export const shutApiKey = (
  { db, clock }: ApiKeyDeps,
  { scope, origin, session }: ApiKeyCaller,
  apiKey: number,
): Promise<{ shutAt: string }> => {
  assertMayIntegrate(session);
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    const activeKey = await findActiveKey(tx, apiKey, at);
    if (activeKey === undefined) throw new AppError('NOT_FOUND');
    await updateShut(tx, apiKey, at, scope.userKey);
    await audit(tx, scope, origin, at, {
      action: 'shut',
      entity: ENTITY,
      entityKey: apiKey,
      after: { name: activeKey.name },
    });
    return { shutAt: at.toISOString() };
  });
};

import {
  type CallBody,
  connectorOf,
  CONNECTORS,
  googleCustomerId,
  type PlatformConnection,
  type platformDataConnectionSave,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { sealConnection } from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { type Account, lockAccount } from '../loading/files.queries.ts';
import { type LoadCaller, type LoadDeps } from '../loading/load-file.ts';
import { findConnection, removeConnection, upsertConnection } from './connections.queries.ts';

export interface ConnectionPlace {
  ownerKey: number;
  accountKey: number;
}
const ENTITY = 'platformConnection';

const getAccount = async (tx: Tx, place: ConnectionPlace, now: Date, lock: boolean): Promise<Account> => {
  const account = await lockAccount(tx, place, now, lock);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
};

const tell = async (tx: Tx, place: ConnectionPlace, { platformName }: Account): Promise<PlatformConnection> => {
  const row = await findConnection(tx, place);
  return {
    connector: connectorOf(platformName ?? ''),
    setAt: row?.setAt.toISOString() ?? null,
    setBy: row?.setBy ?? null,
    triedAt: row?.triedAt?.toISOString() ?? null,
    fetchedTo: row?.fetchedTo ?? null,
    notBefore: row?.notBefore?.toISOString() ?? null,
  };
};

export const readConnection = (
  { db, clock }: LoadDeps,
  { scope }: Pick<LoadCaller, 'scope'>,
  place: ConnectionPlace,
): Promise<PlatformConnection> =>
  db.readScope(scope, async (tx) => tell(tx, place, await getAccount(tx, place, clock.now(), false)));

const refuse = (field: string, message: string): never => {
  throw new AppError('VALIDATION', { errors: [{ field, code: 'invalid', message }] });
};

export const saveConnection = (
  { db, clock, secret }: LoadDeps & { secret: Buffer },
  { scope, origin }: LoadCaller,
  { ownerKey, accountKey }: ConnectionPlace,
  { credential }: CallBody<typeof platformDataConnectionSave>,
): Promise<PlatformConnection> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const place = { ownerKey, accountKey };
    const account = await getAccount(tx, place, at, true);
    const connector = connectorOf(account.platformName ?? '');
    if (connector === null) return refuse('source', `Nothing fetches from ${account.platformName} yet.`);
    if (googleCustomerId(account.accountId) === null)
      return refuse(
        'source',
        `The account ID “${account.accountId}” must be the customer ID of ten digits. Change it first.`,
      );
    const before = await findConnection(tx, place);
    const sealed = sealConnection(secret, place, JSON.stringify(credential));
    await upsertConnection(tx, place, { connector, sealed, by: scope.userKey, at });
    // The account and the method, never its credentials.
    await audit(tx, scope, origin, at, {
      action: 'platformConnectionSaved',
      ownerKey,
      entity: ENTITY,
      entityKey: accountKey,
      after: { account: account.name, connector: CONNECTORS[connector].label, replaced: before !== undefined },
    });
    return tell(tx, place, account);
  });

export const forgetConnection = (
  { db, clock }: LoadDeps,
  { scope, origin }: LoadCaller,
  place: ConnectionPlace,
): Promise<PlatformConnection> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const account = await getAccount(tx, place, at, true);
    if (!(await removeConnection(tx, place))) throw new AppError('NOT_FOUND');
    await audit(tx, scope, origin, at, {
      action: 'platformConnectionRemoved',
      ownerKey: place.ownerKey,
      entity: ENTITY,
      entityKey: place.accountKey,
      after: { account: account.name },
    });
    return tell(tx, place, account);
  });

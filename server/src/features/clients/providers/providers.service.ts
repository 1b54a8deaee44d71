import {
  type AccountCheck,
  type NamedAccount,
  PROVIDER_CREDENTIALS,
  PROVIDER_NAMES,
  type ProviderAccounts,
  type ProviderName,
  type SavedAccount,
  VERIFICATION_PROVIDERS,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import {
  findSystemHeader,
  removeSystem,
  upsertAccount,
  upsertSystem,
} from '../../../shared/providers/accounts.queries.ts';
import { loadAccounts } from '../../../shared/providers/accounts.queries.ts';
import { ACCOUNT_CHECKS, type CheckResult, checkSystem } from '../../../shared/providers/check-account.ts';
import { LOCAL_PROVIDER } from '../../../shared/providers/local.ts';
import {
  type ClientRow,
  insertLocal,
  listAccounts,
  listClientSystems,
  removeAccount,
  updateAccountCheck,
  updateSystemCheck,
} from './providers.queries.ts';

export interface ProviderDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  /** Connects to public addresses only. */
  http: OutboundHttp;
  isProduction: boolean;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

const checkOf = (row?: {
  checkedAt: Date | null;
  outcome: CheckResult['outcome'] | null;
  detail: string | null;
}): AccountCheck | null =>
  row === undefined || row.checkedAt === null || row.outcome === null
    ? null
    : { at: row.checkedAt.toISOString(), outcome: row.outcome, detail: row.detail ?? '' };

const hostOf = (url: string | null): string | null => URL.parse(url ?? '')?.host ?? null;

const tell = async (tx: Tx, ownerKey: number, isProduction: boolean): Promise<ProviderAccounts> => {
  const rows = await listAccounts(tx, ownerKey);
  const clients = await listClientSystems(tx, ownerKey);
  return {
    accounts: PROVIDER_NAMES.map((provider) => {
      const row = rows.find((one) => one.provider === provider);
      const { policy } = VERIFICATION_PROVIDERS[provider];
      return {
        provider,
        setAt: row?.setAt.toISOString() ?? null,
        setBy: row?.setBy ?? null,
        check: checkOf(row),
        clients: clients
          .filter(({ verification }) => verification[policy] !== 'OFF')
          .map(({ clientName }) => clientName),
      };
    }),
    local: isProduction ? null : { isOn: rows.some(({ provider }) => provider === 'LOCAL') },
    systems: clients.flatMap(({ clientKey, clientName, verification, system }) => {
      const host = hostOf(verification.clientCrmUrl);
      if (host === null) return [];
      return [
        {
          clientKey,
          clientName,
          isAsked: verification.clientCrm !== 'OFF',
          host,
          headerName: system?.headerName ?? null,
          setAt: system?.setAt.toISOString() ?? null,
          setBy: system?.setBy ?? null,
          check: checkOf(system ?? undefined),
        },
      ];
    }),
  };
};

export const readAccounts = (
  { db, isProduction }: ProviderDeps,
  scope: Scope,
  ownerKey: number,
): Promise<ProviderAccounts> => db.readScope(scope, (tx) => tell(tx, ownerKey, isProduction));

/** A client of the owner whose criteria use a system of its own. */
const getSystem = async (
  tx: Tx,
  ownerKey: number,
  clientKey: number,
): Promise<ClientRow & { url: string; host: string }> => {
  const client = (await listClientSystems(tx, ownerKey)).find((one) => one.clientKey === clientKey);
  const url = client?.verification.clientCrmUrl ?? null;
  const host = hostOf(url);
  if (client === undefined || url === null || host === null) throw new AppError('NOT_FOUND');
  return { ...client, url, host };
};

/** Audit entry: which account, never its credentials. */
const record = (
  tx: Tx,
  { scope, origin }: Caller,
  at: Date,
  ownerKey: number,
  action: string,
  account: NamedAccount,
  after: object = {},
): Promise<void> =>
  audit(tx, scope, origin, at, {
    action,
    ownerKey,
    ...('clientKey' in account
      ? { entity: 'client_crm_account', entityKey: account.clientKey }
      : { entity: 'provider_account', entityKey: account.provider }),
    after: { provider: account.provider, ...after },
  });

const LOCAL_REFUSED = 'The local provider verifies nothing and does not exist in production.';

export const saveAccount = (
  { db, clock, secret, isProduction }: ProviderDeps,
  caller: Caller,
  ownerKey: number,
  account: SavedAccount,
): Promise<ProviderAccounts> =>
  db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    const by = caller.scope.userKey;
    if (account.provider === 'LOCAL') {
      if (isProduction)
        throw new AppError('VALIDATION', {
          errors: [{ field: 'provider', code: 'production', message: LOCAL_REFUSED }],
        });
      await insertLocal(tx, ownerKey, by, at);
      await record(tx, caller, at, ownerKey, 'saveProviderAccount', account);
    } else if (account.provider === 'CLIENT_SYSTEM') {
      const { clientKey, credential } = account;
      const { host } = await getSystem(tx, ownerKey, clientKey);
      const { headerName: name, value } = credential;
      await upsertSystem(tx, secret, { ownerKey, clientKey }, { host, name, value, by, at });
      await record(tx, caller, at, ownerKey, 'saveProviderAccount', account, { host, headerName: name });
    } else {
      const { provider, credential } = account;
      await upsertAccount(tx, secret, ownerKey, { provider, credential, by, at });
      await record(tx, caller, at, ownerKey, 'saveProviderAccount', account);
    }
    return tell(tx, ownerKey, isProduction);
  });

export const removeStored = (
  { db, clock, isProduction }: ProviderDeps,
  caller: Caller,
  ownerKey: number,
  account: NamedAccount,
): Promise<ProviderAccounts> =>
  db.withScope(caller.scope, async (tx) => {
    const removed =
      account.provider === 'CLIENT_SYSTEM'
        ? await removeSystem(tx, { ownerKey, clientKey: account.clientKey }, null)
        : await removeAccount(tx, ownerKey, account.provider);
    if (!removed) throw new AppError('NOT_FOUND');
    await record(tx, caller, clock.now(), ownerKey, 'removeProviderAccount', account);
    return tell(tx, ownerKey, isProduction);
  });

type Question = () => Promise<CheckResult>;

const OPENED = { TRUSTEDFORM: 'trustedForm', JORNAYA: 'jornaya', PHONE: 'phone', EMAIL: 'email' } as const;

/** The stored credentials in the form that the provider's check takes; null where none are stored. */
const accountQuestion = async (
  tx: Tx,
  { secret, http }: ProviderDeps,
  ownerKey: number,
  provider: ProviderName,
): Promise<Question | null> => {
  const stored = (await loadAccounts(tx, secret, ownerKey))[OPENED[provider]];
  const { data } = PROVIDER_CREDENTIALS[provider].safeParse(stored);
  if (data === undefined) return null;
  const check = ACCOUNT_CHECKS[provider] as (http: OutboundHttp, credential: typeof data) => Promise<CheckResult>;
  return () => check(http, data);
};

const questionOf = async (
  tx: Tx,
  deps: ProviderDeps,
  ownerKey: number,
  account: NamedAccount,
): Promise<{ ask: Question; setAt: Date | null }> => {
  if (account.provider === 'CLIENT_SYSTEM') {
    const { clientKey } = account;
    const { url } = await getSystem(tx, ownerKey, clientKey);
    const header = await findSystemHeader(tx, deps.secret, { ownerKey, clientKey });
    return { ask: () => checkSystem(deps.http, url, header), setAt: null };
  }
  const row = (await listAccounts(tx, ownerKey)).find(({ provider }) => provider === account.provider);
  if (row === undefined) throw new AppError('NOT_FOUND');
  const ask: Question | null =
    account.provider === 'LOCAL'
      ? () => Promise.resolve({ outcome: 'accepted', detail: `${LOCAL_PROVIDER}.` })
      : await accountQuestion(tx, deps, ownerKey, account.provider);
  if (ask === null) throw new AppError('NOT_FOUND');
  return { ask, setAt: row.setAt };
};

/** The outside system is called between two transactions, so that nothing is locked while it answers. */
export const checkAccount = async (
  deps: ProviderDeps,
  caller: Caller,
  ownerKey: number,
  account: NamedAccount,
): Promise<{ check: AccountCheck; accounts: ProviderAccounts }> => {
  const { db, clock, isProduction } = deps;
  const { ask, setAt } = await db.readScope(caller.scope, (tx) => questionOf(tx, deps, ownerKey, account));
  const result = await ask();
  return db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    if (account.provider === 'CLIENT_SYSTEM')
      await updateSystemCheck(tx, { ownerKey, clientKey: account.clientKey }, result, at);
    else if (setAt !== null) await updateAccountCheck(tx, ownerKey, account.provider, result, { at, setAt });
    await record(tx, caller, at, ownerKey, 'checkProviderAccount', account, { outcome: result.outcome });
    return { check: { at: at.toISOString(), ...result }, accounts: await tell(tx, ownerKey, isProduction) };
  });
};

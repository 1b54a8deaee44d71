import {
  type ClientCriteria,
  type ClientCriteriaRecord,
  type CriteriaVersion,
  type FieldError,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { removeSystem } from '../../../shared/providers/accounts.queries.ts';
import {
  type ClientFacts,
  findClientFacts,
  insertVersion,
  listVersions,
  type StoredVersion,
} from './criteria.queries.ts';
import { conflictsOf, DEFAULT_CRITERIA, problemsOf, tellVersions } from './criteria-checks.ts';

export interface CriteriaDeps {
  db: Database;
  clock: Clock;
  /** Why nothing may be sent to an address; null if it may. */
  addressProblem: (url: string) => Promise<string | null>;
}

/** Checks the addresses of outside systems on saving; they are checked again on each request. */
const systemProblems = async (
  { verification: { clientCrmUrl: url } }: ClientCriteria,
  problemOf: CriteriaDeps['addressProblem'],
): Promise<FieldError[]> => {
  const message = url === null || URL.parse(url)?.protocol !== 'https:' ? null : await problemOf(url);
  const field = 'verification.clientCrmUrl';
  return message === null ? [] : [{ field, code: 'address', message: `The address ${message}.` }];
};

const getClient = async (tx: Tx, clientKey: number, lock = false): Promise<ClientFacts> => {
  const client = await findClientFacts(tx, clientKey, lock);
  if (client === undefined) throw new AppError('NOT_FOUND');
  return client;
};

const recordOf = (client: ClientFacts, versions: readonly StoredVersion[]): ClientCriteriaRecord => {
  const [current] = versions;
  return {
    ...client,
    version: current?.version ?? 0,
    savedBy: current?.savedBy ?? null,
    savedAt: current?.savedAt ?? null,
    criteria: current?.criteria ?? DEFAULT_CRITERIA,
    versions: tellVersions(versions),
  };
};

export const readCriteria = ({ db }: CriteriaDeps, scope: Scope, clientKey: number): Promise<ClientCriteriaRecord> =>
  db.readScope(scope, async (tx) => {
    const client = await getClient(tx, clientKey);
    return recordOf(client, await listVersions(tx, client));
  });

/** One past version as in the list, with all its values. */
export const readVersion = (
  { db }: CriteriaDeps,
  scope: Scope,
  clientKey: number,
  version: number,
): Promise<CriteriaVersion & { criteria: ClientCriteria }> =>
  db.readScope(scope, async (tx) => {
    const versions = await listVersions(tx, await getClient(tx, clientKey), version);
    const [versionWords] = tellVersions(versions.slice(0, 2));
    if (versionWords?.version !== version) throw new AppError('NOT_FOUND');
    return { ...versionWords, criteria: versions[0]!.criteria };
  });

export const saveCriteria = async (
  { db, clock, addressProblem }: CriteriaDeps,
  { scope, origin }: { scope: Scope; origin: Origin },
  clientKey: number,
  { version, criteria }: { version: number; criteria: ClientCriteria },
): Promise<ClientCriteriaRecord> => {
  // Names are resolved before anything is locked.
  const addressErrors = await systemProblems(criteria, addressProblem);
  return db.withScope(scope, async (tx) => {
    const client = await getClient(tx, clientKey, true);
    const versions = await listVersions(tx, client);
    const [current] = versions;
    const currentVersion = current?.version ?? 0;
    if (current !== undefined && version !== currentVersion) {
      const base = versions.find((one) => one.version === version)?.criteria ?? DEFAULT_CRITERIA;
      throw new AppError('STALE_ROW', { errors: conflictsOf(base, current, criteria) });
    }
    const errors = [...problemsOf(criteria), ...addressErrors];
    if (errors.length > 0) throw new AppError('VALIDATION', { errors });
    const before = current?.criteria ?? DEFAULT_CRITERIA;
    if (JSON.stringify(before) === JSON.stringify(criteria)) return recordOf(client, versions);
    const now = clock.now();
    await insertVersion(tx, client, { version: currentVersion + 1, criteria, by: scope.userKey, at: now });
    // Settings for another host do not apply to this one.
    const host = URL.parse(criteria.verification.clientCrmUrl ?? '')?.host ?? null;
    if (await removeSystem(tx, client, host))
      await audit(tx, scope, origin, now, {
        action: 'clearClientSystem',
        ownerKey: client.ownerKey,
        entity: 'client_crm_account',
        entityKey: clientKey,
        after: { host },
      });
    await audit(tx, scope, origin, now, {
      action: 'saveClientCriteria',
      ownerKey: client.ownerKey,
      entity: 'client_criteria',
      entityKey: clientKey,
      before: { version: currentVersion, ...before },
      after: { version: currentVersion + 1, ...criteria },
    });
    return recordOf(client, await listVersions(tx, client));
  });
};

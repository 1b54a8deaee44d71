import { type Scope } from '../../../db/scope/scope.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { type CriteriaDeps } from './criteria.service.ts';
import { DEFAULT_CRITERIA } from './criteria-checks.ts';
import { insertVersion, listUnsetClients, listVersions, lockClients } from './criteria.queries.ts';

/** Stores what applies to a client anyway as a version that somebody decided on; criteria that were set stay as they are. */
export const acceptCriteria = (
  { db, clock }: Pick<CriteriaDeps, 'db' | 'clock'>,
  { scope, origin }: { scope: Scope; origin: Origin },
  ownerKey: number,
): Promise<{ clients: string[] }> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    await lockClients(tx, ownerKey);
    const clients = await listUnsetClients(tx, ownerKey);
    for (const { clientKey } of clients) {
      const client = { ownerKey, clientKey };
      const [current] = await listVersions(tx, client);
      const version = (current?.version ?? 0) + 1;
      const criteria = current?.criteria ?? DEFAULT_CRITERIA;
      await insertVersion(tx, client, { version, criteria, by: scope.userKey, at: now });
      await audit(tx, scope, origin, now, {
        action: 'acceptClientCriteria',
        ownerKey,
        entity: 'client_criteria',
        entityKey: clientKey,
        after: { version, ...criteria },
      });
    }
    return { clients: clients.map(({ name }) => name) };
  });

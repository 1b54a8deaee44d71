import { type Scope } from '../../../db/scope/scope.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { lockEndpoint } from './endpoints.queries.ts';
import { type EndpointDeps } from './endpoints.service.ts';
import { listHealth, listSystems, probe } from './health.queries.ts';

type HealthDeps = Pick<EndpointDeps, 'db' | 'clock'>;

export const getHealth = ({ db, clock }: HealthDeps, scope: Scope) =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    return { asOf: now.toISOString(), rows: await listHealth(tx, scope.ownerKeys, now) };
  });

export const getStatus = ({ db, clock }: HealthDeps, scope: Scope, ownerKey: number) =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    return { asOf: now.toISOString(), systems: await listSystems(tx, ownerKey) };
  });

export const probeEndpoint = (
  { db, clock }: HealthDeps,
  { scope, origin }: { scope: Scope; origin: Origin },
  ownerKey: number,
  endpointKey: number,
) =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    if ((await lockEndpoint(tx, ownerKey, endpointKey)) === undefined) throw new AppError('NOT_FOUND');
    const tried = await probe(tx, ownerKey, endpointKey, at);
    await audit(tx, scope, origin, at, {
      action: 'deliveryEndpointProbed',
      ownerKey,
      entity: 'deliveryEndpoint',
      entityKey: endpointKey,
      after: { tried },
    });
    return { tried };
  });

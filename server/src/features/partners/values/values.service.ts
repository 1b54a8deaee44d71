import { type MappedValue, type ValueMap } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { sha256 } from '../../../lib/secrets/tokens.ts';
import { audit } from '../../../shared/audit.ts';
import { type Caller, type PartnerDeps } from '../caller.ts';
import { assertPartner } from '../partners.service.ts';
import { findClientName, listCodes, listValues, lockValues, replaceValues } from './values.queries.ts';
import { valueChanges, valueProblems } from './values.rules.ts';

interface MapOf {
  ownerKey: number;
  partnerKey: number;
  clientKey: number;
}

const present = (values: MappedValue[]): ValueMap => ({
  values,
  version: sha256(JSON.stringify(values.map(({ field, partnerValue, ourValue }) => [field, partnerValue, ourValue])))
    .toString('hex')
    .slice(0, 16),
});

const getClientName = async (tx: Tx, { ownerKey, partnerKey, clientKey }: MapOf): Promise<string> => {
  await assertPartner(tx, partnerKey);
  const name = await findClientName(tx, ownerKey, clientKey);
  if (name === null) throw new AppError('NOT_FOUND');
  return name;
};

export const readValueMap = ({ db }: PartnerDeps, scope: Scope, map: MapOf): Promise<ValueMap> =>
  db.readScope(scope, async (tx) => {
    await getClientName(tx, map);
    return present(await listValues(tx, map));
  });

export const saveValueMap = (
  { db, clock }: PartnerDeps,
  { scope, origin }: Caller,
  map: MapOf,
  { version, values }: { version: string; values: readonly MappedValue[] },
): Promise<ValueMap> =>
  db.withScope(scope, async (tx) => {
    const client = await getClientName(tx, map);
    await lockValues(tx, map);
    const before = await listValues(tx, map);
    if (present(before).version !== version) {
      const message = `Somebody else changed these values: there are ${before.length} now.`;
      throw new AppError('STALE_ROW', { errors: [{ field: 'version', code: 'conflict', message }] });
    }
    const errors = valueProblems(values, await listCodes(tx, map.ownerKey, map.clientKey));
    if (errors.length > 0) throw new AppError('VALIDATION', { errors });
    const changes = valueChanges(before, values);
    if (changes.added + changes.changed + changes.removed === 0) return present(before);
    await replaceValues(tx, map, values);
    await audit(tx, scope, origin, clock.now(), {
      action: 'partner.values',
      ownerKey: map.ownerKey,
      entity: 'media_partner',
      entityKey: map.partnerKey,
      before: { client, values: before.length },
      after: { client, values: values.length, ...changes },
    });
    return present(await listValues(tx, map));
  });

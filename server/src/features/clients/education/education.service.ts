import { type CallBody, type LookupCampus, type LookupChannel, type ltCampus } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { listLookupCampuses, listLookupChannels } from './education.queries.ts';

export const readLookupChannels = (db: Database, scope: Scope, ownerKey: number): Promise<LookupChannel[]> =>
  db.readScope(scope, (tx) => listLookupChannels(tx, ownerKey));

export const readLookupCampuses = (
  db: Database,
  scope: Scope,
  { ownerKey, clientKeys }: CallBody<typeof ltCampus>,
): Promise<LookupCampus[]> => db.readScope(scope, (tx) => listLookupCampuses(tx, ownerKey, clientKeys));

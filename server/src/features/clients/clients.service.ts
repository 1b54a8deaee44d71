import {
  type Campus,
  type Client,
  type FilterOptions,
  hasPermission,
  type Permission,
  type Program,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Session } from '../../http/guard/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { findCampusOwner, findClientOwner, listCampuses, listClients, listPrograms } from './clients.queries.ts';
import {
  listBrands,
  listChannels,
  listCustomChannels,
  listFilterCampuses,
  listFilterClients,
  listFilterPartners,
  listFilterPrograms,
  listLineItems,
  listModels,
} from './filters.queries.ts';

export const readClients = (db: Database, scope: Scope): Promise<Client[]> =>
  db.readScope(scope, (tx) => listClients(tx, scope.ownerKeys));

/** A client of an owner the caller does not work on is reported like one that does not exist. */
export const readCampuses = (db: Database, scope: Scope, clientKey: number): Promise<Campus[]> =>
  db.readScope(scope, async (tx) => {
    if ((await findClientOwner(tx, clientKey)) === undefined) throw new AppError('NOT_FOUND');
    return listCampuses(tx, clientKey);
  });

export const readPrograms = (db: Database, scope: Scope, campusKey: number): Promise<Program[]> =>
  db.readScope(scope, async (tx) => {
    if ((await findCampusOwner(tx, campusKey)) === undefined) throw new AppError('NOT_FOUND');
    return listPrograms(tx, campusKey);
  });

/** Rights to any of the lists with these filters. */
const LOOKERS: readonly Permission[] = ['campaigns:View', 'allocations:View', 'goals:View', 'reports:View'];

export const readFilterOptions = (db: Database, scope: Scope, { permissions }: Session): Promise<FilterOptions> => {
  if (!LOOKERS.some((permission) => hasPermission(permissions, permission))) throw new AppError('FORBIDDEN');
  return db.readScope(scope, async (tx) => ({
    brands: await listBrands(tx, scope.ownerKeys),
    clients: await listFilterClients(tx, scope.ownerKeys),
    models: await listModels(tx, scope.ownerKeys),
    campuses: await listFilterCampuses(tx, scope.ownerKeys),
    programs: await listFilterPrograms(tx, scope.ownerKeys),
    channels: await listChannels(tx, scope.ownerKeys),
    customChannels: await listCustomChannels(tx, scope.ownerKeys),
    partners: await listFilterPartners(tx, scope.ownerKeys),
    lineItems: await listLineItems(tx, scope.ownerKeys),
  }));
};

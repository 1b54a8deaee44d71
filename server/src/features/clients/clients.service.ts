import {
  type Campus,
  type Client,
  type FilterOptions,
  hasPermission,
  type Permission,
  type Program,
} from '@paceline/contract';
import { type Scope } from '../../db/scope.ts';
import { type Database } from '../../db/tx.ts';
import { type Session } from '../../http/session.ts';
import { AppError } from '../../lib/app-error.ts';
import { findCampusOwner, findClientOwner, listCampuses, listClients, listPrograms } from './clients.queries.ts';
import {
  listBrands,
  listChannels,
  listCustomChannels,
  listFilterCampuses,
  listFilterClients,
  listFilterPartners,
  listLineItems,
  listModels,
} from './filters.queries.ts';

export const readClients = (db: Database, scope: Scope): Promise<Client[]> => db.withScope(scope, listClients);

/** A client of an owner that the caller does not work on is as unknown as one that there never was. */
export const readCampuses = (db: Database, scope: Scope, clientKey: number): Promise<Campus[]> =>
  db.withScope(scope, async (tx) => {
    if ((await findClientOwner(tx, clientKey)) === undefined) throw new AppError('NOT_FOUND');
    return listCampuses(tx, clientKey);
  });

export const readPrograms = (db: Database, scope: Scope, campusKey: number): Promise<Program[]> =>
  db.withScope(scope, async (tx) => {
    if ((await findCampusOwner(tx, campusKey)) === undefined) throw new AppError('NOT_FOUND');
    return listPrograms(tx, campusKey);
  });

/** Whoever may look at any of the lists that have these filters. */
const LOOKERS: readonly Permission[] = ['campaigns:View', 'allocations:View', 'goals:View', 'reports:View'];

export const readFilterOptions = (db: Database, scope: Scope, { permissions }: Session): Promise<FilterOptions> => {
  if (!LOOKERS.some((permission) => hasPermission(permissions, permission))) throw new AppError('FORBIDDEN');
  return db.withScope(scope, async (tx) => ({
    brands: await listBrands(tx),
    clients: await listFilterClients(tx),
    models: await listModels(tx),
    campuses: await listFilterCampuses(tx),
    channels: await listChannels(tx),
    customChannels: await listCustomChannels(tx),
    partners: await listFilterPartners(tx),
    lineItems: await listLineItems(tx),
  }));
};

import {
  agencyClientList,
  campusPrograms,
  clientCampuses,
  clientList,
  filterOptions,
  MODALITIES,
  modalityList,
  partnerClientList,
  partnerFilterOptions,
} from '@paceline/contract';
import { type Database } from '../../db/tx.ts';
import { type Register } from '../../http/register.ts';
import * as service from './clients.service.ts';

export const clientRoutes = (register: Register, { db }: { db: Database }): void => {
  register(agencyClientList, ({ scope }) => service.readClients(db, scope));
  register(clientList, ({ scope }) => service.readClients(db, scope));
  register(partnerClientList, ({ scope }) => service.readClients(db, scope));
  register(modalityList, () => Promise.resolve([...MODALITIES]));
  register(clientCampuses, ({ scope, params }) => service.readCampuses(db, scope, params.key));
  register(campusPrograms, ({ scope, params }) => service.readPrograms(db, scope, params.key));
  register(filterOptions, async ({ scope, session }) => service.readFilterOptions(db, scope, session));
  register(partnerFilterOptions, async ({ scope, session }) => service.readFilterOptions(db, scope, session));
};

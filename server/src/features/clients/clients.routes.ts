import {
  agencyClientList,
  campusPrograms,
  clientCampuses,
  clientList,
  eduDataExport,
  filterOptions,
  MODALITIES,
  modalityList,
  partnerClientList,
  partnerCodesExport,
  partnerFilterOptions,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { channelRoutes } from './channels/channels.routes.ts';
import * as service from './clients.service.ts';
import { criteriaRoutes } from './criteria/criteria.routes.ts';
import { type CriteriaDeps } from './criteria/criteria.service.ts';
import { educationRoutes } from './education/education.routes.ts';
import { dmaRoutes } from './dma/dma.routes.ts';
import { geoRoutes } from './geo/geo.routes.ts';
import { writeCodesFile, writeEducationFile } from './programs/program-files.ts';
import { programFile, programRows } from './programs/programs.list.ts';
import { providerRoutes } from './providers/providers.routes.ts';
import { type ProviderDeps } from './providers/providers.service.ts';
import { suppressionRoutes } from './suppression/suppression.routes.ts';

export const clientRoutes = (register: Register, deps: CriteriaDeps & ProviderDeps): void => {
  const { db } = deps;
  register(agencyClientList, ({ scope }) => service.readClients(db, scope));
  register(clientList, ({ scope }) => service.readClients(db, scope));
  register(partnerClientList, ({ scope }) => service.readClients(db, scope));
  register(modalityList, () => Promise.resolve([...MODALITIES]));
  register(clientCampuses, ({ scope, params }) => service.readCampuses(db, scope, params.key));
  register(campusPrograms, ({ scope, params }) => service.readPrograms(db, scope, params.key));
  register(filterOptions, async ({ scope, session }) => service.readFilterOptions(db, scope, session));
  register(partnerFilterOptions, async ({ scope, session }) => service.readFilterOptions(db, scope, session));
  registerList(register, deps, programRows, programFile);
  register(eduDataExport, ({ scope, params }) => writeEducationFile(deps, scope, params.key));
  register(partnerCodesExport, ({ scope }) => writeCodesFile(deps, scope));
  educationRoutes(register, deps);
  channelRoutes(register, deps);
  criteriaRoutes(register, deps);
  geoRoutes(register, deps);
  dmaRoutes(register, deps);
  suppressionRoutes(register, deps);
  providerRoutes(register, deps);
};

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
  customChannelDelete,
  customChannelList,
  customChannelSave,
  customChannelUpdate,
  clientCriteriaAccept,
  clientCriteriaList,
  clientCriteriaSave,
  clientCriteriaVersion,
  criteriaReplayCancel,
  criteriaReplayGet,
  criteriaReplayList,
  criteriaReplayStart,
  dmaExport,
  dmaImport,
  dmaList,
  bulkEduExport,
  bulkEduImport,
  ltCampus,
  ltChannels,
  providerAccountCheck,
  providerAccountList,
  providerAccountRemove,
  providerAccountSave,
  suppressionImport,
  suppressionListRemove,
  suppressionListSave,
  suppressionLists,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { acceptCriteria } from './criteria/accept-criteria.ts';
import { type CriteriaDeps, readCriteria, readVersion, saveCriteria } from './criteria/criteria.service.ts';
import * as service from './clients.service.ts';
import { geoRoutes } from './geo/geo.routes.ts';
import { writeCodesFile, writeEducationFile, writeBulkFile } from './programs/program-files.ts';
import { programFile, programRows } from './programs/programs.list.ts';
import {
  type ProviderDeps,
  checkAccount,
  readAccounts,
  removeStored,
  saveAccount,
} from './providers/providers.service.ts';
import {
  changeCustomChannel,
  type ChannelDeps,
  makeCustomChannel,
  readCustomChannels,
  removeCustomChannel,
} from './channels/channels.service.ts';
import { cancelReplay, readReplay, readReplays, startReplay } from './replay/replay.service.ts';
import { type BulkDeps } from '../../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { dmaCountiesBulk } from './dma/dma.bulk.ts';
import { exportDmaCounties, readDmas } from './dma/dma.service.ts';
import { educationBulk } from './education/education.bulk.ts';
import { readLookupCampuses, readLookupChannels } from './education/education.service.ts';
import { suppressionBulk } from './suppression/suppression.bulk.ts';
import { makeList, readLists, removeList } from './suppression/suppression.service.ts';

const suppressionRoutes = (register: Register, deps: BulkDeps & { secret: Buffer }): void => {
  const bulk = suppressionBulk(deps.secret);
  register(suppressionLists, ({ scope, params }) => readLists(deps, scope, params.owner));
  register(suppressionListSave, ({ params, body, ...caller }) => makeList(deps, caller, params.owner, body));
  register(suppressionListRemove, ({ params, ...caller }) => removeList(deps, caller, params.owner, params.listKey));
  register(suppressionImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, bulk, {
      upload,
      ownerKey: params.owner,
      params: { listKey: params.listKey },
      apply: query.apply,
    }),
  );
};

const providerRoutes = (register: Register, deps: ProviderDeps): void => {
  register(providerAccountList, ({ scope, params }) => readAccounts(deps, scope, params.owner));
  register(providerAccountSave, ({ params, body, ...caller }) => saveAccount(deps, caller, params.owner, body));
  register(providerAccountCheck, ({ params, body, ...caller }) => checkAccount(deps, caller, params.owner, body));
  register(providerAccountRemove, ({ params, body, ...caller }) => removeStored(deps, caller, params.owner, body));
};

const educationRoutes = (register: Register, deps: BulkDeps): void => {
  register(bulkEduImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, educationBulk, { upload, ownerKey: params.owner, params: {}, apply: query.apply }),
  );
  register(bulkEduExport, ({ scope, params, query }) => writeBulkFile(deps, scope, params.owner, query));
  register(ltChannels, ({ scope, params }) => readLookupChannels(deps.db, scope, params.owner));
  register(ltCampus, ({ scope, body }) => readLookupCampuses(deps.db, scope, body));
};

const dmaRoutes = (register: Register, deps: BulkDeps): void => {
  register(dmaList, ({ scope, params }) => readDmas(deps.db, scope, params.owner));
  register(dmaExport, ({ scope, params }) => exportDmaCounties(deps.db, scope, params.owner));
  register(dmaImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, dmaCountiesBulk, {
      upload,
      ownerKey: params.owner,
      params: {},
      apply: query.apply,
    }),
  );
};

const criteriaRoutes = (register: Register, deps: CriteriaDeps): void => {
  register(clientCriteriaList, ({ scope, params }) => readCriteria(deps, scope, params.key));
  register(clientCriteriaVersion, ({ scope, params }) => readVersion(deps, scope, params.key, params.version));
  register(clientCriteriaSave, ({ params, body, ...caller }) => saveCriteria(deps, caller, params.key, body));
  register(clientCriteriaAccept, ({ ownerKey, ...caller }) => acceptCriteria(deps, caller, ownerKey));
  register(criteriaReplayStart, ({ params, body, ...caller }) => startReplay(deps, caller, params.key, body));
  register(criteriaReplayCancel, ({ params, ...caller }) => cancelReplay(deps, caller, params.key, params.replay));
  register(criteriaReplayList, ({ scope, params }) => readReplays(deps, scope, params.key));
  register(criteriaReplayGet, ({ scope, params }) => readReplay(deps, scope, params.key, params.replay));
};

const channelRoutes = (register: Register, deps: ChannelDeps): void => {
  register(customChannelList, ({ scope, params }) => readCustomChannels(deps, scope, params.owner));
  register(customChannelSave, ({ body, ...caller }) => makeCustomChannel(deps, caller, body));
  register(customChannelUpdate, ({ body, ...caller }) => changeCustomChannel(deps, caller, body));
  register(customChannelDelete, ({ body, ...caller }) => removeCustomChannel(deps, caller, body));
};

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

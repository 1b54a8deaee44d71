import {
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  leadCampusGet,
  leadCids,
  leadCurl,
  leadDetails,
  leadEvidence,
  leadFilters,
  leadMove,
  leadNoteSave,
  leadOverride,
  leadPersonView,
  leadStatusCodes,
  leadBulkSearch,
  leadRecheckPreview,
  leadRefusals,
  leadStatusUpdate,
  leadUpdateImport,
  leadUpdatePreview,
  leadUpdateTemplate,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { AppError } from '../../lib/app-error.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { moveLead, saveNote } from './change.service.ts';
import { getCampaignCodes, getClientCampuses, getLeadDetails, getLeadFilters } from './details.service.ts';
import { type CurlDeps, getCurl } from './curl/curl.service.ts';
import { exportEvidence } from './evidence/evidence.service.ts';
import { overrideLeads } from './override/override.service.ts';
import { viewPerson } from './person/person.service.ts';
import { getRefusals } from './refusals/refusals.service.ts';
import { leadRows } from './search.list.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { leadUpdateBulk } from './update/update.bulk.ts';
import {
  findByIds,
  previewRecheck,
  previewUpdate,
  type UpdateDeps,
  updateStatuses,
  updateTemplate,
} from './update/update.service.ts';

const leadUpdateRoutes = (register: Register, deps: UpdateDeps): void => {
  register(leadUpdatePreview, ({ ownerKey, body, ...caller }) => previewUpdate(deps, caller, ownerKey, body));
  register(leadRecheckPreview, ({ ownerKey, body, ...caller }) => previewRecheck(deps, caller, ownerKey, body));
  register(leadUpdateImport, ({ ownerKey, query, upload, ...caller }) =>
    receiveUpload(deps, caller, leadUpdateBulk(deps.secret), { upload, ownerKey, params: {}, apply: query.apply }),
  );
  register(leadUpdateTemplate, () => Promise.resolve(updateTemplate()));
  register(leadStatusUpdate, ({ body, ...caller }) => updateStatuses(deps, caller, body));
  register(leadBulkSearch, ({ scope, ownerKey, body }) => findByIds(deps, scope, ownerKey, body.leadCaptureKeys));
};

export const leadRoutes = (register: Register, deps: CurlDeps): void => {
  const rows = leadRows(deps.secret);
  registerList(register, deps, rows);
  register(leadFilters, ({ scope }) => getLeadFilters(deps, scope));
  register(leadRefusals, ({ scope, signal }) => getRefusals(deps, scope, { signal }));
  register(leadCids, ({ scope, ownerKey, body }) => getCampaignCodes(deps, scope, ownerKey, body.search));
  register(leadCampusGet, ({ scope, ownerKey, params }) => getClientCampuses(deps, scope, ownerKey, params.client));
  register(leadStatusCodes, () => Promise.resolve(LEAD_STATUS_CODES.map((code) => ({ code, ...LEAD_STATUSES[code] }))));
  register(leadDetails, ({ scope, params }) => getLeadDetails(deps, scope, params.searchType, params.keyCode));
  register(leadCurl, ({ body, ...caller }) => getCurl(deps, caller, body));
  register(leadEvidence, ({ body, ...caller }) => exportEvidence(deps, caller, body));
  register(leadPersonView, ({ body, ...caller }) => viewPerson(deps, caller, body));
  register(leadNoteSave, ({ body, ...caller }) => saveNote(deps, caller, body));
  register(leadMove, ({ body, ...caller }) => moveLead(deps, caller, body));
  register(leadOverride, ({ body, systemScope, session, origin }) => {
    if (systemScope === null) throw new AppError('NOT_FOUND');
    return overrideLeads(deps, { scope: systemScope, userKey: session.userKey, origin }, body);
  });
  leadUpdateRoutes(register, { ...deps, rows });
};

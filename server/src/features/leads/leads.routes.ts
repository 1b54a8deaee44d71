import {
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  leadCampusGet,
  leadCids,
  leadDetails,
  leadEvidence,
  leadFilters,
  leadMove,
  leadNoteSave,
  leadOverride,
  leadPersonView,
  leadStatusCodes,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { AppError } from '../../lib/app-error.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { moveLead, saveNote, viewPerson } from './change.service.ts';
import {
  getCampaignCodes,
  getClientCampuses,
  getLeadDetails,
  getLeadFilters,
  type LeadDeps,
} from './details.service.ts';
import { exportEvidence } from './evidence/evidence.service.ts';
import { overrideLeads } from './override/override.service.ts';
import { leadRows } from './search.list.ts';
import { leadUpdateRoutes } from './update/update.routes.ts';

export const leadRoutes = (register: Register, deps: LeadDeps): void => {
  const rows = leadRows(deps.secret);
  registerList(register, deps, rows);
  register(leadFilters, ({ scope }) => getLeadFilters(deps, scope));
  register(leadCids, ({ scope, ownerKey, body }) => getCampaignCodes(deps, scope, ownerKey, body.search));
  register(leadCampusGet, ({ scope, ownerKey, params }) => getClientCampuses(deps, scope, ownerKey, params.client));
  register(leadStatusCodes, () => Promise.resolve(LEAD_STATUS_CODES.map((code) => ({ code, ...LEAD_STATUSES[code] }))));
  register(leadDetails, ({ scope, params }) => getLeadDetails(deps, scope, params.searchType, params.keyCode));
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

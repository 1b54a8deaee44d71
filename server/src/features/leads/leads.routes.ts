import {
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  leadDetails,
  leadFilters,
  leadMove,
  leadNoteSave,
  leadPersonView,
  leadStatusCodes,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { moveLead, saveNote, viewPerson } from './change.service.ts';
import { getLeadDetails, getLeadFilters, type LeadDeps } from './details.service.ts';
import { leadRows } from './search.list.ts';

export const leadRoutes = (register: Register, deps: LeadDeps): void => {
  registerList(register, deps, leadRows(deps.secret));
  register(leadFilters, ({ scope }) => getLeadFilters(deps, scope));
  register(leadStatusCodes, () => Promise.resolve(LEAD_STATUS_CODES.map((code) => ({ code, ...LEAD_STATUSES[code] }))));
  register(leadDetails, ({ scope, params }) => getLeadDetails(deps, scope, params.searchType, params.keyCode));
  register(leadPersonView, ({ body, ...caller }) => viewPerson(deps, caller, body));
  register(leadNoteSave, ({ body, ...caller }) => saveNote(deps, caller, body));
  register(leadMove, ({ body, ...caller }) => moveLead(deps, caller, body));
};

import {
  CLICK_STATUS_NAMES,
  CLICK_STATUSES,
  clickDetails,
  clickStatusCodes,
  isBillableClick,
} from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { addClickRoute } from '../../http/click-route.ts';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { getClickDetails } from './details.service.ts';
import { createOpenLink, type RedirectDeps } from './redirect/redirect.service.ts';
import { clickFile, clickRows } from './search.list.ts';

const STATUSES = CLICK_STATUS_NAMES.map((status) => ({
  status,
  billable: isBillableClick(status),
  ...CLICK_STATUSES[status],
}));

export const clickRoutes = (app: FastifyInstance, register: Register, deps: RedirectDeps): void => {
  addClickRoute(app, deps, createOpenLink(deps));
  registerList(register, deps, clickRows, clickFile);
  register(clickStatusCodes, () => Promise.resolve(STATUSES));
  register(clickDetails, ({ scope, params }) => getClickDetails(deps, scope, params.searchType, params.keyCode));
};

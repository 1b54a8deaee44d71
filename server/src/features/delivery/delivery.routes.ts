import { type Register } from '../../http/register.ts';
import { leadEditRoutes } from './edit/edit.routes.ts';
import { endpointRoutes } from './endpoints/endpoints.routes.ts';
import { type EndpointDeps } from './endpoints/endpoints.service.ts';
import { type NoticeDeps } from './stuck/notices.service.ts';
import { stuckLeadRoutes } from './stuck/stuck.routes.ts';

export const deliveryRoutes = (register: Register, deps: NoticeDeps & EndpointDeps): void => {
  stuckLeadRoutes(register, deps);
  leadEditRoutes(register, deps);
  endpointRoutes(register, deps);
};

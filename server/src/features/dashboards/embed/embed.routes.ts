import { analyticsToken, embedOriginsGet, embedOriginsSave } from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { addEmbedRoute } from '../../../http/docs/embed-route.ts';
import { type Register } from '../../../http/register.ts';
import { type DashboardDeps } from '../dashboards.service.ts';
import { changeOrigins, createOpenEmbedded, getOrigins, makeAnalyticsToken } from './embed.service.ts';

export const embedRoutes = (app: FastifyInstance, register: Register, deps: DashboardDeps): void => {
  addEmbedRoute(app, deps, createOpenEmbedded(deps));
  register(analyticsToken, (caller) => makeAnalyticsToken(deps, caller, caller.body));
  register(embedOriginsGet, (caller) => getOrigins(deps, caller, caller.ownerKey));
  register(embedOriginsSave, (caller) => changeOrigins(deps, caller, caller.ownerKey, caller.body));
};

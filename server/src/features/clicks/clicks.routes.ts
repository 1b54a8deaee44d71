import { type FastifyInstance } from 'fastify';
import { addClickRoute } from '../../http/click-route.ts';
import { createOpenLink, type RedirectDeps } from './redirect/redirect.service.ts';

export const clickRoutes = (app: FastifyInstance, deps: RedirectDeps): void => {
  addClickRoute(app, deps, createOpenLink(deps));
};

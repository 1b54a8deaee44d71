import {
  instructionsLinkList,
  instructionsLinkMake,
  instructionsLinkShut,
  postingInstructions,
  postingInstructionsOpenApi,
  postingInstructionsPdf,
  postingInstructionsRead,
} from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { type Register } from '../../http/register.ts';
import { addTicketRoute } from '../../http/guard/ticket-route.ts';
import {
  type DocsDeps,
  getInstructions,
  getOpenApiFile,
  getPdfFile,
  markRead,
} from './instructions/instructions.service.ts';
import { getLinks, LINK_PATH, LINK_PURPOSE, makeLink, openLink, shutLink } from './links/links.service.ts';
import { CLOSED_PAGE } from './write/instructions-page.ts';

export const docsRoutes = (app: FastifyInstance, register: Register, deps: DocsDeps): void => {
  register(postingInstructions, ({ params, ...caller }) => getInstructions(deps, caller, params.key));
  register(postingInstructionsRead, ({ params, body, ...caller }) => markRead(deps, caller, params.key, body.version));
  register(postingInstructionsPdf, ({ params, ...caller }) => getPdfFile(deps, caller, params.key));
  register(postingInstructionsOpenApi, ({ params, ...caller }) => getOpenApiFile(deps, caller, params.key));
  register(instructionsLinkList, ({ params, ...caller }) => getLinks(deps, caller, params.key));
  register(instructionsLinkMake, ({ params, body, ...caller }) => makeLink(deps, caller, params.key, body));
  register(instructionsLinkShut, ({ params, body, ...caller }) => shutLink(deps, caller, params.key, body.linkKey));
  const shared = { purpose: LINK_PURPOSE, closedPage: CLOSED_PAGE };
  addTicketRoute(app, deps, {
    ...shared,
    url: `${LINK_PATH}/:ticket`,
    callId: 'instructionsLinkPage',
    open: openLink(deps, 'page'),
  });
  addTicketRoute(app, deps, {
    ...shared,
    url: `${LINK_PATH}/:ticket/openapi.json`,
    callId: 'instructionsLinkOpenApi',
    open: openLink(deps, 'openapi'),
  });
};

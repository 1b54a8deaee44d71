import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../db/scope/scope.ts';
import { type Database } from '../db/scope/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock } from '../lib/clock.ts';
import { html, page } from '../lib/files/html.ts';
import { isPrefetch } from './guard/guard.ts';
import { systemScopeOf } from './posting.ts';
import { findSession, type Session } from './guard/session.ts';

/** A visitor opens a campaign's link. */
export interface LinkRequest {
  /** The code of a campaign, or its key. */
  link: string;
  query: Readonly<Record<string, unknown>>;
  ip: string;
  userAgent: string;
  referrer: string;
  /** Our host name in the visitor's request. */
  host: string;
  /** The signed-in user who tests the link; null for all others. */
  tester: Session | null;
  /** The system scope of the link's owner. */
  scopeOf: (ownerKey: number) => Scope;
}

/** The URL to redirect to; null where there is none. */
export type OpenLink = (request: LinkRequest) => Promise<string | null>;

/** Format of a campaign's code or key. */
const LINK = /^[\w-]{1,30}$/;
/** More concurrent requests would only wait for a connection until the visitor has left. */
const MAX_AT_ONCE = 1_000;
const RETRY_AFTER_SECONDS = 2;

/** Clicks must not be cached, and search engines must not index links. */
const NOT_KEPT = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };

const UNAVAILABLE = page(
  'Offer not available',
  html`<h1>This offer is not available</h1>
    <p>The page that you wanted to open is not offered at the moment. You can close this window.</p>`,
);

/** The same page for an unknown link and for an inactive one, so that links cannot be probed. */
const sendUnavailable = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/html; charset=utf-8').send(UNAVAILABLE);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A public route beside the API: `/c/{campaignCode}` at the site's root. */
export const addClickRoute = (
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
  open: OpenLink,
): void => {
  const config = { callId: 'clickRedirect', bare: true };
  let running = 0;

  /** A click with an invalid token counts as an ordinary click. */
  const testerOf = async (request: FastifyRequest, query: LinkRequest['query']): Promise<Session | null> =>
    query['test'] !== '1' || request.headers.authorization === undefined
      ? null
      : findSession(db, clock, request).catch(() => null);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const link = textOf((request.params as { campaignCode?: unknown }).campaignCode);
    if (!LINK.test(link)) return sendUnavailable(reply);
    const query = request.query as LinkRequest['query'];
    const to = await open({
      link,
      query,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      referrer: textOf(request.headers.referer),
      host: request.host,
      tester: await testerOf(request, query),
      scopeOf: systemScopeOf,
    });
    return to === null ? sendUnavailable(reply) : reply.redirect(to, 302);
  };

  app.route({
    method: 'GET',
    url: '/c/:campaignCode',
    config,
    handler: async (request, reply) => {
      void reply.headers(NOT_KEPT);
      // The browser requests it again when the user actually visits it.
      if (isPrefetch(request.headers)) return reply.code(503).send();
      if (running >= MAX_AT_ONCE) throw new AppError('CANNOT_STORE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      running += 1;
      try {
        return await answer(request, reply);
      } finally {
        running -= 1;
      }
    },
  });
  // A HEAD request succeeds for any link, and nothing is counted.
  app.route({
    method: 'HEAD',
    url: '/c/:campaignCode',
    config,
    handler: (_, reply) => reply.headers(NOT_KEPT).code(204).send(),
  });
};

import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../db/scope/scope.ts';
import { type Database } from '../db/scope/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock } from '../lib/clock.ts';
import { html, page } from '../lib/files/html.ts';
import { isPrefetch } from './guard/guard.ts';
import { systemScopeOf } from './posting.ts';
import { findSession, type Session } from './guard/session.ts';

/** Somebody opens a campaign's link. */
export interface LinkRequest {
  /** The code of a campaign, or its key. */
  link: string;
  query: Readonly<Record<string, unknown>>;
  ip: string;
  userAgent: string;
  referrer: string;
  /** Ours, as the visitor calls us. */
  host: string;
  /** Who tries the link while signed in; null for everybody else. */
  tester: Session | null;
  /** The product's own scope of the owner that the link turns out to be of. */
  scopeOf: (ownerKey: number) => Scope;
}

/** Where the visitor goes; null where there is nothing for them. */
export type OpenLink = (request: LinkRequest) => Promise<string | null>;

/** What a campaign's code or key looks like. */
const LINK = /^[\w-]{1,30}$/;
/** More at once would only wait for a connection until the visitor is gone. */
const MAX_AT_ONCE = 1_000;
const RETRY_AFTER_SECONDS = 2;

/** A click is never the same twice, and a link is nothing for a search engine. */
const NOT_KEPT = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };

const UNAVAILABLE = page(
  'Offer not available',
  html`<h1>This offer is not available</h1>
    <p>The page that you wanted to open is not offered at the moment. You can close this window.</p>`,
);

/** The same for a link that nobody knows and for one that leads nowhere now: what there is cannot be tried out. */
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

  /** A token that is not good makes the click one of everybody's. */
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
      // The browser asks again when its user really goes there.
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
  // Whoever only asks whether something is there is told yes to any link, and nothing is counted.
  app.route({
    method: 'HEAD',
    url: '/c/:campaignCode',
    config,
    handler: (_, reply) => reply.headers(NOT_KEPT).code(204).send(),
  });
};

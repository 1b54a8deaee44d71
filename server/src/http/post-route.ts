import { type AnyCall } from '@paceline/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Database } from '../db/scope/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock } from '../lib/clock.ts';
import { type Origin } from '../lib/origin.ts';
import { toXml, XML_START } from '../lib/files/xml.ts';
import { type Context, type Handler } from './context.ts';
import { type Denials } from './guard/denials.ts';
import { assertMayCall } from './guard/guard.ts';
import { parseInput } from './parse.ts';
import { admitByKey, admitBySession, type PostFields, type Poster, postingKeyOf, scopeOfPost } from './posting.ts';
import { serialiserOf } from './answers/serialise.ts';
import { findSession } from './guard/session.ts';

interface Deps {
  db: Database;
  clock: Clock;
  deny: Denials;
}

const MEDIA_TYPES = new Set(['application/json', 'application/x-www-form-urlencoded']);
/** More concurrent posts would only wait for a connection until they are too late: they are refused at once with a retry time. */
const MAX_AT_ONCE = 1_000;
const RETRY_AFTER_SECONDS = 2;

/** Hides database errors from the sender: whatever the cause, the lead is not stored and can be sent again. */
export const failedToStore = (error: unknown): AppError | null =>
  error instanceof Error && 'severity' in error && 'code' in error
    ? new AppError('CANNOT_STORE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    : null;

export const wantsXml = ({ headers }: FastifyRequest): boolean =>
  /\b(?:text|application)\/xml\b/.test(headers.accept ?? '');

export const sendXml = (reply: FastifyReply, value: unknown): FastifyReply =>
  reply.type('text/xml; charset=utf-8').send(XML_START + toXml('response', value));

/** Routes for other companies' systems: under the API and at the site's root. */
export const addPostRoutes = <C extends AnyCall>(
  app: FastifyInstance,
  { db, clock, deny }: Deps,
  call: C,
  handler: Handler<C>,
): void => {
  const serialise = serialiserOf(call.response);
  let running = 0;

  const admit = async (request: FastifyRequest, fields: PostFields, origin: Origin): Promise<Poster> => {
    const key = postingKeyOf(request, fields);
    if (key !== null && request.headers.authorization === undefined) return admitByKey(db, clock, call.id, key, fields);
    if (request.headers.authorization === undefined) throw new AppError('POSTING_KEY_MISSING');
    const session = await findSession(db, clock, request);
    request.userKey = session.userKey;
    await deny.unless(session, origin, () => assertMayCall(call, null, session));
    return admitBySession(db, session, fields);
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (request.body !== undefined && !MEDIA_TYPES.has(contentType ?? '')) throw new AppError('MEDIA_TYPE');
    parseInput(call.query, request.query, 'query');
    const body = parseInput(call.body, request.body ?? {}, 'body');
    const origin: Origin = {
      route: call.id,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
      way: 'call',
    };
    const poster = await admit(request, body as PostFields, origin);
    const data = await handler({
      params: {},
      query: {},
      body,
      ownerKey: null,
      scope: scopeOfPost(poster),
      session: null,
      poster,
      origin,
      // Storing completes whether or not the sender waits for the answer.
      signal: new AbortController().signal,
      upload: null,
      http: { request, reply },
    } as unknown as Context<C>);
    const text = serialise(data);
    if (wantsXml(request)) return sendXml(reply, JSON.parse(text));
    return reply.type('application/json; charset=utf-8').send(text);
  };

  for (const base of [`/${call.base}`, '']) {
    app.route({
      method: call.method,
      url: `${base}${call.path}`,
      bodyLimit: call.bodyBytes,
      config: { callId: call.id, bare: true },
      handler: async (request, reply) => {
        if (running >= MAX_AT_ONCE) throw new AppError('CANNOT_STORE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        running += 1;
        try {
          return await answer(request, reply);
        } finally {
          running -= 1;
        }
      },
    });
  }
};

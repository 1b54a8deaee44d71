import { type AnyCall, LIMITS, ownersFileName, USER_GROUPS, type UserGroup } from '@paceline/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { findOwnerName } from '../db/scope/owner-name.ts';
import { publicScope } from '../db/scope/public-scope.ts';
import { type Scope } from '../db/scope/scope.ts';
import { CancelledError } from '../db/scope/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type Origin } from '../lib/origin.ts';
import { type Answer, type Context, type Handler } from './context.ts';
import { type Download, sendDownload } from './answers/download.ts';
import { createDenials, type DenialDeps } from './guard/denials.ts';
import { assertDeliberate, assertMayCall } from './guard/guard.ts';
import { assertOwnerOrSession, createFindOwner } from './guard/owners.ts';
import { parseInput } from './parse.ts';
import { addPostRoutes } from './post-route.ts';
import { systemScopeOf } from './posting.ts';
import { rateLimitSubject, type RateLimits } from './guard/rate-limit.ts';
import { scopeFor } from './guard/scope.ts';
import { type Serialise, serialiserOf } from './answers/serialise.ts';
import { sendEvents } from './answers/events.ts';
import { findKeySession, hasApiKey } from './guard/api-key.ts';
import { findSession } from './guard/session.ts';
import { sendStream } from './answers/stream.ts';
import { readUpload } from './upload.ts';

interface PipelineDeps extends DenialDeps {
  rateLimits: RateLimits;
  /** Whether server-sent events are served. */
  liveEvents: boolean;
}

export type Register = <C extends AnyCall>(call: C, handler: Handler<C>) => void;

/** In characters. Below this, compression saves too little time. */
const COMPRESS_FROM = 4_096;

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: 'multipart/form-data',
};

/** The path of one group's route in the router's syntax; `null` for calls without a prefix. */
const routePath = ({ base, path }: AnyCall, prefix: UserGroup | null): string =>
  `/${base}${path.replace('{p}', prefix ?? '').replace(/\{(\w+)\}/g, ':$1')}`;

const fixedPrefix = (path: string): UserGroup | null =>
  USER_GROUPS.find((group) => path.startsWith(`/${group}/`)) ?? null;

const assertMediaType = ({ kind, method }: AnyCall, request: FastifyRequest): void => {
  const header = request.headers['content-type'];
  // Also where nothing was parsed: an unexpected multipart body is not an empty one.
  if (method === 'GET' || (request.body === undefined && header === undefined)) return;
  const contentType = header?.split(';')[0]?.trim().toLowerCase();
  const wanted = kind === 'form' || kind === 'upload' ? MEDIA_TYPES[kind] : MEDIA_TYPES.json;
  if (contentType !== wanted) throw new AppError('MEDIA_TYPE');
};

const abortWhenGone = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  // The client may have disconnected during authentication, before this listener exists.
  if (reply.raw.destroyed) gone.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
};

export const createRegister = (app: FastifyInstance, calls: AnyCall[], deps: PipelineDeps): Register => {
  const { db, clock, rateLimits } = deps;
  const deny = createDenials(deps);
  const findOwner = createFindOwner(db, deny);

  const send = (
    reply: FastifyReply,
    call: AnyCall,
    serialise: Serialise,
    answer: Answer<AnyCall>,
    requestId: string,
  ) => {
    if (call.kind === 'download') return sendDownload(reply, answer as Download);
    if (call.kind === 'events') return sendEvents(reply, answer as AsyncIterable<unknown>, serialise);
    if (call.kind === 'stream') {
      return sendStream(reply, {
        rows: answer as AsyncIterable<unknown>,
        serialise,
        requestId,
        now: () => clock.now(),
        onFailure: (error) => {
          if (error instanceof CancelledError) reply.log.debug({ requestId, call: call.id }, 'the client went away');
          else reply.log.error({ err: error, requestId, call: call.id }, 'stream failed');
        },
      });
    }
    void reply.type('application/json; charset=utf-8');
    const text = `{"status":"success","data":${serialise(answer)},"requestId":"${requestId}"}`;
    return text.length < COMPRESS_FROM ? reply.send(text) : reply.compress(text);
  };

  /** Adds the owner's name to the file name. A file about no single owner keeps its name. */
  const named = async (file: Download, scope: Scope, ownerKey: number | null): Promise<Download> => {
    if (ownerKey === null) return file;
    const owner = await db.readScope(scope, (tx) => findOwnerName(tx, ownerKey));
    return { ...file, fileName: ownersFileName(owner, file.fileName) };
  };

  const addRoute = <C extends AnyCall>(call: C, handler: Handler<C>, prefix: UserGroup | null): void => {
    const schema = (prefix && call.responseFor[prefix]) ?? call.response;
    // Compiled on first use: compiling all serialisers took most of the start.
    const serialise: Serialise = (answer) => serialiserOf(schema)(answer);
    app.route({
      method: call.method,
      url: routePath(call, call.path.includes('{p}') ? prefix : null),
      bodyLimit: call.kind === 'upload' ? call.file.bytes + LIMITS.bodyBytes : call.bodyBytes,
      config: { callId: call.id },
      handler: async (request, reply) => {
        const origin: Origin = {
          route: call.id,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
        };
        if (call.changesState && call.method === 'GET') assertDeliberate(request);
        const find = hasApiKey(request) ? findKeySession : findSession;
        const session = call.groups === 'public' ? null : await find(db, clock, request);
        if (session !== null) {
          request.userKey = session.userKey;
          request.apiKey = origin.apiKey = session.apiKey;
          await deny.unless(session, origin, () => assertMayCall(call, prefix, session));
        }
        if (call.kind === 'events' && !deps.liveEvents) throw new AppError('LIVE_OFF');
        if (call.rateLimit !== null) {
          await rateLimits.spend(call.rateLimit, rateLimitSubject(call.rateLimit, request.ip, session));
        }
        const params = parseInput(call.params, request.params, 'path');
        const query = parseInput(call.query, request.query, 'query');
        // Path and query are checked first: a body for a foreign owner is not even parsed.
        let ownerKey = session && (await findOwner(call, session, origin, { path: params, query }));
        assertMediaType(call, request);
        // An absent body is an empty form; `null` is a value, which no call accepts.
        const rawBody = call.kind === 'upload' || request.body === undefined ? {} : request.body;
        const body = parseInput(call.body, rawBody, 'body');
        if (session !== null) {
          ownerKey = await findOwner(call, session, origin, { body }, ownerKey);
          assertOwnerOrSession(call, session.group, ownerKey);
        }
        const scope = session === null ? publicScope : scopeFor(session, ownerKey);

        const answer = await handler({
          params,
          query,
          body,
          ownerKey,
          scope,
          systemScope: call.asSystem && ownerKey !== null ? systemScopeOf(ownerKey) : null,
          session,
          poster: null,
          origin,
          signal: abortWhenGone(reply),
          upload: call.kind === 'upload' ? await readUpload(request, call.file) : null,
          http: { request, reply },
        } as unknown as Context<C>);
        const payload = call.kind === 'download' ? await named(answer as Download, scope, ownerKey) : answer;
        return send(reply, call, serialise, payload, request.id);
      },
    });
  };

  return (call, handler) => {
    if (calls.some(({ id }) => id === call.id)) throw new Error(`The call ${call.id} is registered twice`);
    calls.push(call);
    if (call.kind === 'post') return addPostRoutes(app, { db, clock, deny }, call, handler);
    // Prefixes of other groups are routes too: they answer 403 and record the denial, instead of 404.
    if (call.path.includes('{p}')) for (const prefix of USER_GROUPS) addRoute(call, handler, prefix);
    else addRoute(call, handler, fixedPrefix(call.path));
  };
};

import { type AnyCall, LIMITS, USER_GROUPS, type UserGroup } from '@paceline/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { publicScope } from '../db/public-scope.ts';
import { type Scope } from '../db/scope.ts';
import { CancelledError, type Database } from '../db/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { type Clock } from '../lib/clock.ts';
import { type Origin } from '../lib/origin.ts';
import { audit } from '../shared/audit.ts';
import { type Answer, type Context, type Handler } from './context.ts';
import { type Download, sendDownload } from './download.ts';
import { assertDeliberate, assertMayCall } from './guard.ts';
import { parseInput } from './parse.ts';
import { rateLimitSubject, type RateLimits } from './rate-limit.ts';
import { scopeOfOwner, scopeOfSession } from './scope.ts';
import { type Serialise, serialiserOf } from './serialise.ts';
import { sendEvents } from './events.ts';
import { findSession, type Session } from './session.ts';
import { sendStream } from './stream.ts';
import { readUpload } from './upload.ts';

export interface PipelineDeps {
  db: Database;
  clock: Clock;
  rateLimits: RateLimits;
}

export type Register = <C extends AnyCall>(call: C, handler: Handler<C>) => void;

/** Below this a packed answer saves nothing worth the time. */
const COMPRESS_FROM = 4_096;

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  upload: 'multipart/form-data',
};

/** The path of one group's route in the router's own spelling; `null` stands for the calls that carry no prefix. */
const routePath = ({ base, path }: AnyCall, prefix: UserGroup | null): string =>
  `/${base}${path.replace('{p}', prefix ?? '').replace(/\{(\w+)\}/g, ':$1')}`;

const fixedPrefix = (path: string): UserGroup | null =>
  USER_GROUPS.find((group) => path.startsWith(`/${group}/`)) ?? null;

const assertMediaType = ({ kind, method }: AnyCall, request: FastifyRequest): void => {
  if (method === 'GET' || request.body === undefined) return;
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const wanted = kind === 'form' || kind === 'upload' ? MEDIA_TYPES[kind] : MEDIA_TYPES.json;
  if (given !== wanted) throw new AppError('MEDIA_TYPE');
};

const abortWhenGone = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
};

/** Which owner the call is about: the one its path names, else its query, else its body. */
const namedOwner = (...places: unknown[]): number | null => {
  for (const place of places as ({ owner?: unknown; ownerKey?: unknown } | undefined)[]) {
    const key = place?.owner ?? place?.ownerKey;
    if (typeof key === 'number') return key;
  }
  return null;
};

const ownersDiffer = (): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', {
    errors: [{ field: 'ownerKey', code: 'mismatch', message: 'must be the owner that the path names' }],
  });

export const createRegister = (app: FastifyInstance, calls: AnyCall[], deps: PipelineDeps): Register => {
  const { db, clock, rateLimits } = deps;

  const auditDenial = (session: Session, origin: Origin, error: AppError, target: string | null): Promise<void> => {
    const scope = scopeOfSession(session);
    const entry = {
      action: error.code,
      outcome: 'denied' as const,
      ...(target !== null && { entity: 'owner', entityKey: target }),
    };
    return db.withScope(scope, (tx) => audit(tx, scope, origin, clock.now(), entry));
  };

  /** Runs a check; if it refuses, the refusal is on record before the caller hears of it. */
  const orOnRecord = async <T>(session: Session, origin: Origin, target: string | null, check: () => T): Promise<T> => {
    try {
      return check();
    } catch (error) {
      if (error instanceof AppError) await auditDenial(session, origin, error, target);
      throw error;
    }
  };

  const scopeFor = (session: Session, origin: Origin, ownerKey: number | null): Promise<Scope> =>
    orOnRecord(session, origin, ownerKey === null ? null : String(ownerKey), () => {
      if (ownerKey === null) return scopeOfSession(session);
      const scope = scopeOfOwner(session, ownerKey);
      // The same answer as for an owner that does not exist: whether it does is not the caller's to know.
      if (scope === null) throw new AppError('NOT_FOUND');
      return scope;
    });

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

  const addRoute = <C extends AnyCall>(call: C, handler: Handler<C>, prefix: UserGroup | null): void => {
    const serialise = serialiserOf((prefix && call.responseFor[prefix]) ?? call.response);
    app.route({
      method: call.method,
      url: routePath(call, call.path.includes('{p}') ? prefix : null),
      bodyLimit: call.kind === 'upload' ? LIMITS.uploadBytes + LIMITS.bodyBytes : call.bodyBytes,
      config: { callId: call.id },
      handler: async (request, reply) => {
        const origin: Origin = {
          route: call.id,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
        };
        if (call.changesState && call.method === 'GET') assertDeliberate(request);
        const session = call.groups === 'public' ? null : await findSession(db, clock, request);
        if (session !== null) {
          request.userKey = session.userKey;
          await orOnRecord(session, origin, null, () => assertMayCall(call, prefix, session));
        }
        if (call.rateLimit !== null) {
          await rateLimits.spend(
            call.rateLimit,
            rateLimitSubject(call.rateLimit, request.ip, session?.userKey ?? null),
          );
        }
        const params = parseInput(call.params, request.params, 'path');
        const query = parseInput(call.query, request.query, 'query');
        const ownerInPath = namedOwner(params, query);
        let scope = session === null ? publicScope : await scopeFor(session, origin, ownerInPath);
        assertMediaType(call, request);
        const body = parseInput(call.body, call.kind === 'upload' ? {} : (request.body ?? {}), 'body');
        const ownerInBody = namedOwner(body);
        if (ownerInBody !== null && ownerInPath !== null && ownerInBody !== ownerInPath) throw ownersDiffer();
        if (session !== null && ownerInBody !== null) scope = await scopeFor(session, origin, ownerInBody);

        const answer = await handler({
          params,
          query,
          body,
          scope,
          session,
          origin,
          signal: abortWhenGone(reply),
          upload: call.kind === 'upload' ? await readUpload(request) : null,
          http: { request, reply },
        } as unknown as Context<C>);
        return send(reply, call, serialise, answer, request.id);
      },
    });
  };

  return (call, handler) => {
    if (calls.some(({ id }) => id === call.id)) throw new Error(`The call ${call.id} is registered twice`);
    calls.push(call);
    // A prefix that the call is not meant for is a route too: it answers 403 and leaves a trace, instead of 404.
    if (call.path.includes('{p}')) for (const prefix of USER_GROUPS) addRoute(call, handler, prefix);
    else addRoute(call, handler, fixedPrefix(call.path));
  };
};

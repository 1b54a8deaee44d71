import './augment.ts';
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type AnyCall, LIMITS } from '@paceline/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Config } from '../config.ts';
import { CancelledError, type Database } from '../db/tx.ts';
import { type Clock } from '../lib/clock.ts';
import { addDocs } from './docs.ts';
import { statusOf, toAppError, toEnvelope, toProblem } from './failure.ts';
import { addHealth } from './health.ts';
import { addMetrics } from './metrics.ts';
import { createRateLimits, type RateLimits } from './rate-limit.ts';
import { createRegister, type Register } from './register.ts';
import { addSecurityHeaders } from './security.ts';
import { addWeb } from './web.ts';

export interface KernelDeps {
  config: Pick<Config, 'production' | 'trustProxy' | 'serveWeb' | 'metricsToken'>;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

export interface Kernel {
  app: FastifyInstance;
  /** Every call that was registered: the matrix test, the document and the docs page read it. */
  calls: readonly AnyCall[];
  register: Register;
  rateLimits: RateLimits;
}

const createFastify = ({ config, log }: KernelDeps): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Only named proxies may say who the caller is; by default nobody may.
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // A HEAD would run the handler of its GET, and some of ours change things.
    exposeHeadRoutes: false,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: 60_000,
    http: { headersTimeout: 10_000 },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
  });

/** What an API client may ask errors in (RFC 9457). */
const PROBLEM_JSON = 'application/problem+json';

const addErrorAnswers = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error);
    // Our fault, or the database's: the log is the only place where it is told in full.
    if (statusOf(known) >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
    if (error instanceof CancelledError) request.log.debug({ requestId: request.id }, 'the client went away');
    if (known.retryAfterSeconds !== undefined) void reply.header('retry-after', known.retryAfterSeconds);
    const wantsProblem = request.headers.accept?.includes(PROBLEM_JSON) === true;
    return reply
      .code(statusOf(known))
      .type(wantsProblem ? PROBLEM_JSON : 'application/json; charset=utf-8')
      .send(wantsProblem ? toProblem(known, request.id) : toEnvelope(known, request.id));
  });
};

/** One line per answered request: which call, by whom, how it went; nothing of what was in it. */
const addRequestLog = (app: FastifyInstance): void => {
  app.decorateRequest('userKey', null);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.callId;
    if (call === undefined) return;
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      { requestId: request.id, call, status: reply.statusCode, ms, userKey: request.userKey },
      'request',
    );
  });
};

/**
 * Files and pages are packed on the way out. Calls ask for it themselves, for what is large: looking at every small answer
 * cost a tenth of all requests.
 */
const addCompression = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    if (route.config?.callId === undefined) route.compress = { threshold: 1_024 };
  });
  await app.register(compress, { global: false });
};

/** A server that knows no feature yet: headers, parsers, errors, log, health, documents, and the way to register a call. */
export const createKernel = async (deps: KernelDeps): Promise<Kernel> => {
  const { config, db, clock } = deps;
  const app = createFastify(deps);
  addErrorAnswers(app);
  addRequestLog(app);
  addSecurityHeaders(app);
  await addCompression(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: LIMITS.bodyBytes });
  await app.register(multipart);

  const calls: AnyCall[] = [];
  const rateLimits = createRateLimits(db);
  const register = createRegister(app, calls, { db, clock, rateLimits });
  addDocs(app, calls);
  addHealth(app, db);
  addMetrics(app, { token: config.metricsToken, open: !config.production });
  await addWeb(app, config.serveWeb);
  return { app, calls, register, rateLimits };
};

import './augment.ts';
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type AnyCall, LIMITS } from '@paceline/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { type Config } from '../config.ts';
import { CancelledError } from '../db/scope/tx.ts';
import { AppError } from '../lib/app-error.ts';
import { answerBadConnection, answerBadUrl, refuseBadQueries } from './before-routing.ts';
import { addDocs, addServerPageStyles } from './docs/docs.ts';
import { statusOf, toAppError, toEnvelope, toProblem } from './answers/failure.ts';
import { addHealth } from './watch/health.ts';
import { addMetrics } from './watch/metrics.ts';
import { failedToStore, sendXml, wantsXml } from './post-route.ts';
import { createRateLimits, type RateLimits } from './guard/rate-limit.ts';
import { type DenialDeps } from './guard/denials.ts';
import { createRegister, type Register } from './register.ts';
import { addSecurityHeaders } from './guard/security.ts';
import { addTracing } from './watch/tracing.ts';
import { addWeb } from './docs/web.ts';

export interface KernelDeps extends DenialDeps {
  config: Pick<Config, 'production' | 'trustProxy' | 'serveWeb' | 'metricsToken'> &
    Partial<Pick<Config, 'apiDocs' | 'liveEvents'>>;
  log: FastifyBaseLogger;
  /** How long a request may take to arrive; shorter in tests. */
  requestMs?: number;
  /** Where the built web is; elsewhere in tests. */
  webFolder?: string;
}

export interface Kernel {
  app: FastifyInstance;
  /** Every call that was registered: the matrix test, the document and the docs page read it. */
  calls: readonly AnyCall[];
  register: Register;
  rateLimits: RateLimits;
  /** Says that this server is about to stop, while it still serves. */
  announceStop: () => void;
}

const createFastify = ({ config, log, requestMs = LIMITS.requestMs }: KernelDeps): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Only named proxies may say who the caller is; by default nobody may.
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // A HEAD would run the handler of its GET, and some of ours change things.
    exposeHeadRoutes: false,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: requestMs,
    // Node looks for late requests this often, by default only twice a minute.
    http: { headersTimeout: Math.min(10_000, requestMs), connectionsCheckingInterval: Math.min(1_000, requestMs / 2) },
    frameworkErrors: answerBadUrl,
    clientErrorHandler: answerBadConnection,
    forceCloseConnections: 'idle',
    // Whoever still comes on a connection that was open is answered, and told that it was the last time.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
  });

/** What an API client may ask errors in (RFC 9457). */
const PROBLEM_JSON = 'application/problem+json';

/** Whether the client broke off while its request was still coming in: then whatever failed, failed for that reason. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

const addErrorAnswers = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const isBare = request.routeOptions.config.bare === true;
    const unstored = isBare ? failedToStore(error) : null;
    const appError = isGone(request) ? new AppError('BAD_REQUEST') : (unstored ?? toAppError(error));
    // Our fault, or the database's: the log is the only place where it is told in full.
    if (statusOf(appError) >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
    if (error instanceof CancelledError || isGone(request))
      request.log.debug({ requestId: request.id }, 'the client went away');
    if (appError.retryAfterSeconds !== undefined) void reply.header('retry-after', appError.retryAfterSeconds);
    if (isBare && wantsXml(request)) return sendXml(reply.code(statusOf(appError)), toEnvelope(appError, request.id));
    const wantsProblem = request.headers.accept?.includes(PROBLEM_JSON) === true;
    return reply
      .code(statusOf(appError))
      .type(wantsProblem ? PROBLEM_JSON : 'application/json; charset=utf-8')
      .send(wantsProblem ? toProblem(appError, request.id) : toEnvelope(appError, request.id));
  });
};

/** One line per answered request: which call, by whom, how it went; nothing of what was in it. */
const addRequestLog = (app: FastifyInstance): void => {
  app.decorateRequest('userKey', null);
  app.decorateRequest('apiKey', null);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.callId;
    if (call === undefined) return;
    const ms = Math.round(reply.elapsedTime);
    const { userKey, apiKey } = request;
    const facts = {
      requestId: request.id,
      call,
      status: reply.statusCode,
      ms,
      userKey,
      ...(apiKey !== null && { apiKey }),
    };
    request.log.info(facts, 'request');
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
  const { config, db, clock, audit } = deps;
  const app = createFastify(deps);
  addErrorAnswers(app);
  addTracing(app);
  addRequestLog(app);
  addSecurityHeaders(app);
  refuseBadQueries(app);
  await addCompression(app);
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: LIMITS.bodyBytes });
  await app.register(multipart);

  const calls: AnyCall[] = [];
  const rateLimits = createRateLimits(db);
  const register = createRegister(app, calls, { db, clock, audit, rateLimits, liveEvents: config.liveEvents ?? true });
  addServerPageStyles(app);
  if (config.apiDocs ?? !config.production) addDocs(app, calls);
  const announceStop = addHealth(app, db);
  addMetrics(app, { token: config.metricsToken, open: !config.production, db, clock });
  await addWeb(app, config.serveWeb, deps.webFolder);
  return { app, calls, register, rateLimits, announceStop };
};

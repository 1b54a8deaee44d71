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
  /** Time limit for receiving a request; shorter in tests. */
  requestMs?: number;
  /** Folder of the built web; another one in tests. */
  webFolder?: string;
}

export interface Kernel {
  app: FastifyInstance;
  /** All registered calls: read by the matrix test, the OpenAPI document and the docs page. */
  calls: readonly AnyCall[];
  register: Register;
  rateLimits: RateLimits;
  /** Announces the shutdown while requests are still served. */
  announceStop: () => void;
}

const createFastify = ({ config, log, requestMs = LIMITS.requestMs }: KernelDeps): FastifyInstance =>
  Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Only configured proxies may set the client address; by default none.
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    // A HEAD would run the handler of its GET, and some of ours have side effects.
    exposeHeadRoutes: false,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: requestMs,
    // How often Node checks for late requests; its default is twice a minute.
    http: { headersTimeout: Math.min(10_000, requestMs), connectionsCheckingInterval: Math.min(1_000, requestMs / 2) },
    frameworkErrors: answerBadUrl,
    clientErrorHandler: answerBadConnection,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2_000 },
  });

/** Media type of errors for API clients that accept it (RFC 9457). */
const PROBLEM_JSON = 'application/problem+json';

/** Whether the client disconnected while sending its request, which then caused the failure. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

const addErrorAnswers = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const isBare = request.routeOptions.config.bare === true;
    const unstored = isBare ? failedToStore(error) : null;
    const appError = isGone(request) ? new AppError('BAD_REQUEST') : (unstored ?? toAppError(error));
    // A server or database failure: full details only go to the log.
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

/** Logs one line per answered request: call, caller and result, but no content. */
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

/** Compresses files and pages. Calls opt in for large answers: checking every small answer cost a tenth of all requests. */
const addCompression = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    if (route.config?.callId === undefined) route.compress = { threshold: 1_024 };
  });
  await app.register(compress, { global: false });
};

/** A server without features: headers, parsers, errors, log, health, documents, and `register` for calls. */
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

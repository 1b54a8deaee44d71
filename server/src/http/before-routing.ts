import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { isKeyInAddress } from './guard/api-key.ts';
import { statusOf, toAppError, toEnvelope } from './answers/failure.ts';
import { securityHeadersOf } from './guard/security.ts';

/** The response where no route is reached, with the usual headers and envelope. */
const answerFor = (error: AppError, url: string): { status: number; headers: Record<string, string>; body: string } => {
  const requestId = randomUUID();
  const body = JSON.stringify(toEnvelope(error, requestId));
  const headers = {
    ...securityHeadersOf(url),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
  };
  return { status: statusOf(error), headers, body };
};

/** Answers a URL that cannot be decoded, or with a segment that is too long. The router refuses it before any hook runs. */
export const answerBadUrl = (error: FastifyError, request: FastifyRequest, { raw }: FastifyReply): void => {
  const { status, headers, body } = answerFor(toAppError(error), request.raw.url ?? '/');
  raw.writeHead(status, headers).end(body);
};

const CODES: Partial<Record<string, 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** Answers input that is not HTTP, or arrives too late: there is no request, only a connection to write to and close. */
export const answerBadConnection = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const refusal = new AppError(CODES[error.code ?? ''] ?? 'BAD_REQUEST');
    // The URL is unknown here; the API's headers forbid caching, which is always right for a refusal.
    const { status, headers, body } = answerFor(refusal, '/api');
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  }
  socket.destroy(error);
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** The router refuses a path that cannot be decoded, but would accept such a query undecoded. */
export const refuseBadQueries = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _, done) => {
    if (isKeyInAddress(request.url)) return done(new AppError('KEY_IN_ADDRESS'));
    const query = request.url.includes('%') ? request.url.slice(request.url.indexOf('?') + 1) : '';
    return done(isDecodable(query) ? undefined : new AppError('BAD_REQUEST'));
  });
};

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { isKeyInAddress } from './guard/api-key.ts';
import { statusOf, toAppError, toEnvelope } from './answers/failure.ts';
import { securityHeadersOf } from './guard/security.ts';

/** The answer to what no route ever sees, with the same headers and envelope as any other. */
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

/** An address that cannot be decoded, or a part of it that is too long. The router refuses it before any hook has run. */
export const answerBadUrl = (error: FastifyError, request: FastifyRequest, { raw }: FastifyReply): void => {
  const { status, headers, body } = answerFor(toAppError(error), request.raw.url ?? '/');
  raw.writeHead(status, headers).end(body);
};

const CODES: Partial<Record<string, 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
};

/** What is no HTTP, or does not arrive in time: there is no request to answer, only a connection to write to and to close. */
export const answerBadConnection = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const refusal = new AppError(CODES[error.code ?? ''] ?? 'BAD_REQUEST');
    // Whose address it was is not known here; the API's headers forbid storing, which is never wrong for a refusal.
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

/** The router refuses a path that cannot be decoded; a query that cannot would be taken as it stands. */
export const refuseBadQueries = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _, done) => {
    if (isKeyInAddress(request.url)) return done(new AppError('KEY_IN_ADDRESS'));
    const query = request.url.includes('%') ? request.url.slice(request.url.indexOf('?') + 1) : '';
    return done(isDecodable(query) ? undefined : new AppError('BAD_REQUEST'));
  });
};

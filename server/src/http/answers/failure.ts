import { type ErrorCode, ERRORS, type ErrorEnvelope } from '@paceline/contract';
import { type FastifyError } from 'fastify';
import { CancelledError } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';

/** SQLSTATEs that call for a later retry: no connection, shutting down, starting, full, locked. */
const UNAVAILABLE = /^(08|57P|53|55P03)/;
/** Error codes of a connection that failed or was closed; and messages of the driver that carry no code. */
const CONNECTION = /^E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/;
const DRIVER_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;
const OUT_OF_TIME = '57014';
/** Time that Postgres needs after a restart. */
const RETRY_AFTER_SECONDS = 5;

type Thrown = Partial<FastifyError> & { message?: string; syscall?: string };

const isUnavailable = ({ code, message = '', syscall }: Thrown): boolean => {
  if (code === undefined) return DRIVER_WORDS.test(message);
  // A missing Unix socket means that the server is not up yet.
  return UNAVAILABLE.test(code) || CONNECTION.test(code) || (code === 'ENOENT' && syscall === 'connect');
};

const CODES: Partial<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  // The file server's status for a path outside of its folder.
  403: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  415: 'MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
};

const codeOf = (error: Thrown): ErrorCode => {
  if (error.code === OUT_OF_TIME) return 'TOO_SLOW';
  if (isUnavailable(error)) return 'MAINTENANCE';
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return 'FILE_TOO_LARGE';
  const status = error.statusCode ?? 500;
  return CODES[status] ?? (status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL');
};

/** Converts anything thrown into an error of the catalogue; unknown errors become `Something went wrong` without details. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof CancelledError) return new AppError('BAD_REQUEST');
  // None of a server's addresses answered: use the reason of the last one.
  const reason: unknown = error instanceof AggregateError && !('code' in error) ? error.errors.at(-1) : error;
  const code = codeOf(reason ?? {});
  return new AppError(code, code === 'MAINTENANCE' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {});
};

export const statusOf = ({ code }: AppError): number => ERRORS[code].status ?? 500;

export const toEnvelope = ({ code, message, errors }: AppError, requestId: string): ErrorEnvelope => ({
  status: 'error',
  code,
  message,
  data: null,
  ...(errors && { errors }),
  requestId,
});

/** Likewise as a problem document (RFC 9457), for clients that accept one. */
export const toProblem = (error: AppError, requestId: string): object => ({
  type: 'about:blank',
  title: error.message,
  detail: error.message,
  ...toEnvelope(error, requestId),
  status: statusOf(error),
});

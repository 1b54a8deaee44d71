import { type ErrorCode, ERRORS, type ErrorEnvelope } from '@paceline/contract';
import { type FastifyError } from 'fastify';
import { CancelledError } from '../db/tx.ts';
import { AppError } from '../lib/app-error.ts';

/** What Postgres and the network call the states in which trying again later is the right thing. */
const UNAVAILABLE = /^(08|57P0|53)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND)$/;
const OUT_OF_TIME = '57014';

const codeOf = (error: Partial<FastifyError> & { message?: string }): ErrorCode => {
  if (error.code === OUT_OF_TIME) return 'TOO_SLOW';
  if (error.code !== undefined && UNAVAILABLE.test(error.code)) return 'MAINTENANCE';
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message ?? '')) return 'MAINTENANCE';
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return 'FILE_TOO_LARGE';
  switch (error.statusCode) {
    case 413:
      return 'BODY_TOO_LARGE';
    case 415:
      return 'MEDIA_TYPE';
    case 404:
      return 'NOT_FOUND';
    case 400:
    case 431:
      return 'BAD_REQUEST';
    default:
      return 'INTERNAL';
  }
};

/** Any thrown thing as an error of the catalogue; what is not in it is told as `Something went wrong` and no more. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof CancelledError) return new AppError('BAD_REQUEST');
  return new AppError(codeOf(error as FastifyError));
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

/** The same with the members of a problem document, for the clients that ask for one. */
export const toProblem = (error: AppError, requestId: string): object => ({
  type: 'about:blank',
  title: error.message,
  detail: error.message,
  ...toEnvelope(error, requestId),
  status: statusOf(error),
});

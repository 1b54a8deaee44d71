import { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { type Config } from '../../config.ts';

/** Postgres quotes the offending value in these fields, which may be personal data. The location is enough to find the error. */
const HIDDEN_IN_DATABASE_ERRORS = ['message', 'detail', 'where', 'hint', 'query', 'parameters'];

const describeError = (error: Error & { code?: string; severity?: string }): object => {
  const isDatabaseError = error.severity !== undefined;
  const facts = isDatabaseError
    ? Object.fromEntries(Object.entries(error).filter(([name]) => !HIDDEN_IN_DATABASE_ERRORS.includes(name)))
    : { message: error.message, code: error.code };
  // The first line of a stack repeats the message.
  const stack = error.stack?.split('\n').slice(1).join('\n');
  return { type: error.name, ...facts, stack };
};

/**
 * One line per event, as JSON. Requests are logged by call ID, never by path, query, headers or body, so that no token, password or lead
 * gets in; `redact` is a second safeguard.
 */
export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: NodeJS.WritableStream,
): FastifyBaseLogger =>
  pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: ['*.password', '*.authorization', '*.cookie', '*.access_token', '*.refresh_token', '*.email', '*.phone'],
    },
    destination as never,
  );

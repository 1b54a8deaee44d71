import { Readable } from 'node:stream';
import { ERRORS, type StreamEnd, type StreamFailure } from '@paceline/contract';
import { type FastifyReply } from 'fastify';
import { AppError } from '../../lib/app-error.ts';
import { type Serialise } from './serialise.ts';

const CHUNK_CHARACTERS = 16 * 1024;

interface StreamOptions {
  rows: AsyncIterable<unknown>;
  serialise: Serialise;
  requestId: string;
  now: () => Date;
  /** Called when the rows end in an error: the status line has been sent, so the details can only be logged. */
  onFailure: (error: unknown) => void;
}

const endLine = (count: number, asOf: Date): string =>
  JSON.stringify({ __end: true, count, asOf: asOf.toISOString() } satisfies StreamEnd);

const failureLine = (error: unknown, requestId: string): string => {
  const code = error instanceof AppError ? error.code : 'INTERNAL';
  return JSON.stringify({ __error: { code, message: ERRORS[code].message, requestId } } satisfies StreamFailure);
};

/** Writes rows as lines, batches small lines, and ends with a line that marks the end. */
const toLines = async function* ({
  rows,
  serialise,
  requestId,
  now,
  onFailure,
}: StreamOptions): AsyncGenerator<string> {
  const asOf = now();
  let count = 0;
  let pending = '';
  try {
    for await (const row of rows) {
      pending += `${serialise(row)}\n`;
      count += 1;
      // The first row is sent at once, to show the reader that the list is coming.
      if (count === 1 || pending.length >= CHUNK_CHARACTERS) {
        yield pending;
        pending = '';
      }
    }
    yield `${pending}${endLine(count, asOf)}\n`;
  } catch (error) {
    onFailure(error);
    yield `${pending}${failureLine(error, requestId)}\n`;
  }
};

export const sendStream = (reply: FastifyReply, options: StreamOptions) =>
  reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(toLines(options), { objectMode: false }));

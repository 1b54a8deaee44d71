import { Readable } from 'node:stream';
import { type FastifyReply } from 'fastify';
import { type Serialise } from './serialise.ts';

/** Proxies close silent connections; a comment keeps the connection open without sending an event. */
const HEARTBEAT_MS = 20_000;

const toText = async function* (events: AsyncIterable<unknown>, serialise: Serialise): AsyncGenerator<string> {
  const next = events[Symbol.asyncIterator]();
  let pending = next.next();
  // Sent at once, so that the reader knows it is connected.
  yield ': connected\n\n';
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<'silence'>((resolve) => (timer = setTimeout(resolve, HEARTBEAT_MS, 'silence')));
      const result = await Promise.race([pending, silence]);
      clearTimeout(timer);
      if (result === 'silence') yield ': still here\n\n';
      else if (result.done === true) return;
      else {
        yield `data: ${serialise(result.value)}\n\n`;
        pending = next.next();
      }
    }
  } finally {
    await next.return?.();
  }
};

/** Sends server-sent events as they occur, until the reader leaves. */
export const sendEvents = (reply: FastifyReply, events: AsyncIterable<unknown>, serialise: Serialise) =>
  reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(toText(events, serialise), { objectMode: false }));

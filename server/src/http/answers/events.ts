import { Readable } from 'node:stream';
import { type FastifyReply } from 'fastify';
import { type Serialise } from './serialise.ts';

/** Proxies close what is silent for long; a comment keeps the line open and says nothing. */
const HEARTBEAT_MS = 20_000;

const toText = async function* (events: AsyncIterable<unknown>, serialise: Serialise): AsyncGenerator<string> {
  const next = events[Symbol.asyncIterator]();
  let pending = next.next();
  // The first bytes go at once: the reader knows that it is connected.
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

/** Server-sent events: they go out as they come, until the reader leaves. */
export const sendEvents = (reply: FastifyReply, events: AsyncIterable<unknown>, serialise: Serialise) =>
  reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(toText(events, serialise), { objectMode: false }));

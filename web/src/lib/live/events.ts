import type { AnyCall, CallResponse } from '@paceline/contract';
import { ApiError } from '../api/api-error.ts';
import { chunksOf } from '../api/chunks.ts';
import type { CallArgs } from '../api/request.ts';
import { send } from '../api/send.ts';

const RETRY_MS = 3_000;
/** Poll interval where the server has events switched off. */
const POLL_MS = 60_000;

const isOff = (error: unknown): boolean => error instanceof ApiError && error.code === 'LIVE_OFF';

/** The `data:` lines of an event stream; everything else, such as comments, is skipped. */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).trim())
        .join('\n');
      if (data !== '') yield JSON.parse(data);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Listens until aborted, and reconnects when the connection breaks. The browser's EventSource cannot send a token. */
export const listenApi = async <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  {
    signal,
    onEvent,
    onPoll,
  }: {
    signal: AbortSignal;
    onEvent: (event: CallResponse<C>) => void;
    /** Called at each poll interval when events are switched off. */
    onPoll?: () => void;
  },
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const response = await send(call, args, signal);
      for await (const event of eventsOf(chunksOf(response.body))) onEvent(event as CallResponse<C>);
      await pause(RETRY_MS, signal);
    } catch (error) {
      // Any other error is handled by reconnecting; the first event afterwards covers what was missed.
      await pause(isOff(error) ? POLL_MS : RETRY_MS, signal);
      if (isOff(error) && !signal.aborted) onPoll?.();
    }
  }
};

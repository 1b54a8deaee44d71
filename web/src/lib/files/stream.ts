import type { AnyCall, CallResponse, StreamEnd } from '@paceline/contract';
import { ApiError, localError } from '../api/api-error.ts';
import { chunksOf } from '../api/chunks.ts';
import { follow, onlyLatest, withinTime } from '../api/latest.ts';
import { readNdjson } from './ndjson.ts';
import type { CallArgs } from '../api/request.ts';
import { requestIdOf, send } from '../api/send.ts';

interface StreamOptions<Row> {
  signal?: AbortSignal;
  onRows: (rows: Row[]) => void;
}

async function read(
  call: AnyCall,
  args: object,
  signal: AbortSignal,
  onRows: (rows: unknown[]) => void,
): Promise<StreamEnd> {
  const response = await send(call, args, signal);
  try {
    return await readNdjson(chunksOf(response.body), (rows) => {
      if (!signal.aborted) onRows(rows);
    });
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw localError('STREAM_CUT', requestIdOf(response));
  }
}

/** Reads a streamed list. Resolves to its end line when complete, or undefined when a newer read cancelled it. */
export const streamApi = <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  { signal, onRows }: StreamOptions<CallResponse<C>>,
): Promise<StreamEnd | undefined> => {
  const controller = follow(signal);
  return onlyLatest(call.id, controller, () =>
    withinTime(call.timeoutMs, controller, (both) => read(call, args, both, onRows as (rows: unknown[]) => void)),
  );
};

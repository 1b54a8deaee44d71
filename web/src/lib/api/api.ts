import type { AnyCall, CallResponse } from '@paceline/contract';
import { unwrap } from './envelope.ts';
import { follow, onlyLatest, withinTime } from './latest.ts';
import type { CallArgs } from './request.ts';
import { requestIdOf, send, type SendOptions } from './send.ts';

interface CallOptions extends SendOptions {
  signal?: AbortSignal;
}

async function answer(call: AnyCall, args: object, signal: AbortSignal, options: SendOptions): Promise<unknown> {
  const response = await send(call, args, signal, options);
  return unwrap(response.status, await response.text(), requestIdOf(response));
}

/** Makes a call that other calls of the same id do not cancel. Used by queries, which cancel each other by their keys. */
export const fetchApi = <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  { signal, ...options }: CallOptions = {},
): Promise<CallResponse<C> | undefined> =>
  withinTime(call.timeoutMs, follow(signal), (both) => answer(call, args, both, options)) as Promise<
    CallResponse<C> | undefined
  >;

/** Makes a call. A newer call of the same id cancels the pending one, whose promise resolves to undefined. */
export const callApi = <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  { signal, ...options }: CallOptions = {},
): Promise<CallResponse<C> | undefined> => {
  const controller = follow(signal);
  return onlyLatest(call.id, controller, () =>
    withinTime(call.timeoutMs, controller, (both) => answer(call, args, both, options)),
  ) as Promise<CallResponse<C> | undefined>;
};

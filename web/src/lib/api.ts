import type { AnyCall, CallResponse } from '@paceline/contract';
import { unwrap } from './envelope.ts';
import { follow, onlyLatest, withinTime } from './latest.ts';
import type { CallArgs } from './request.ts';
import { requestIdOf, send } from './send.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Instead of the session's token: sign-in asks who the user is before there is a session. */
  token?: string;
}

async function answer(call: AnyCall, args: object, signal: AbortSignal, token?: string): Promise<unknown> {
  const response = await send(call, args, signal, token);
  return unwrap(response.status, await response.text(), requestIdOf(response));
}

/** Makes a call that others of its name do not cancel; queries use it, because they cancel each other by their keys. */
export const fetchApi = <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  { signal, token }: CallOptions = {},
): Promise<CallResponse<C> | undefined> =>
  withinTime(call.timeoutMs, follow(signal), (both) => answer(call, args, both, token)) as Promise<
    CallResponse<C> | undefined
  >;

/** Makes a call. A newer call of the same id cancels the pending one, whose promise resolves to undefined. */
export const callApi = <C extends AnyCall>(
  call: C,
  args: CallArgs<C>,
  { signal, token }: CallOptions = {},
): Promise<CallResponse<C> | undefined> => {
  const controller = follow(signal);
  return onlyLatest(call.id, controller, () =>
    withinTime(call.timeoutMs, controller, (both) => answer(call, args, both, token)),
  ) as Promise<CallResponse<C> | undefined>;
};

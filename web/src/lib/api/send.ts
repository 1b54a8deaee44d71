import type { AnyCall } from '@paceline/contract';
import { activity } from '../session/activity.ts';
import { localError } from './api-error.ts';
import { unwrap } from './envelope.ts';
import { type LooseArgs, outgoing } from './request.ts';
import { afterSecondUnauthorised, afterUnauthorised } from './unauthorised.ts';

export const requestIdOf = (response: Response): string | null => response.headers.get('x-request-id');

async function once(call: AnyCall, args: LooseArgs, signal: AbortSignal, token: string | undefined) {
  const { url, token: used, ...init } = outgoing(call, args, token);
  activity.lastRequestAt = Date.now();
  try {
    return { response: await fetch(url, { ...init, signal }), used };
  } catch (error) {
    if (signal.aborted) throw error;
    throw localError('OFFLINE');
  }
}

export interface SendOptions {
  /** Instead of the session's token: sign-in asks who the user is before there is a session. */
  token?: string | undefined;
  /** A 401 is thrown as it is. For what runs while the tokens are being replaced: a renewal would wait for itself. */
  asIs?: boolean | undefined;
}

/** Sends the call and hands back its answer when that is a good one; anything else is thrown as an ApiError. */
export async function send(
  call: AnyCall,
  args: LooseArgs,
  signal: AbortSignal,
  { token, asIs = call.groups === 'public' }: SendOptions = {},
): Promise<Response> {
  let { response, used } = await once(call, args, signal, token);
  if (response.status === 401 && !asIs && (await afterUnauthorised(used)) === 'repeat') {
    ({ response, used } = await once(call, args, signal, undefined));
    if (response.status === 401) afterSecondUnauthorised(used);
  }
  if (!response.ok) unwrap(response.status, await response.text(), requestIdOf(response));
  return response;
}

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
  /** Replaces the session's token: sign-in reads the user before there is a session. */
  token?: string | undefined;
  /** Throw a 401 instead of renewing. For code that runs while the tokens are being replaced: a renewal would wait for itself. */
  asIs?: boolean | undefined;
}

/** Sends a call and returns its answer; throws an ApiError for anything but success. */
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

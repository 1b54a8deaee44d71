import type { AnyCall, CallResponse } from '@paceline/contract';
import { activity } from '../session/activity.ts';
import { localError } from '../api/api-error.ts';
import type { Progress } from './download.ts';
import { unwrap } from '../api/envelope.ts';
import { follow, onlyLatest, withinTime } from '../api/latest.ts';
import { type CallArgs, type LooseArgs, outgoing } from '../api/request.ts';
import { afterSecondUnauthorised, afterUnauthorised } from '../api/unauthorised.ts';

interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}
interface Answered {
  request: XMLHttpRequest;
  token: string | null;
}

/** XMLHttpRequest, because fetch reports no upload progress. */
const transmit = (call: AnyCall, args: LooseArgs, signal: AbortSignal, onProgress: UploadOptions['onProgress']) =>
  new Promise<Answered>((resolve, reject) => {
    const { url, method, headers, body, token } = outgoing(call, args);
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress?.({ loaded, total: lengthComputable ? total : null }),
    );
    request.addEventListener('load', () => resolve({ request, token }));
    request.addEventListener('error', () => reject(localError('OFFLINE')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    activity.lastRequestAt = Date.now();
    request.send(body);
  });

async function answer(...sent: Parameters<typeof transmit>): Promise<unknown> {
  let { request, token } = await transmit(...sent);
  if (request.status === 401 && (await afterUnauthorised(token)) === 'repeat') {
    ({ request, token } = await transmit(...sent));
    if (request.status === 401) afterSecondUnauthorised(token);
  }
  return unwrap(request.status, request.responseText, request.getResponseHeader('x-request-id'));
}

/** Sends a file, with the call's other fields, as a form. */
export const uploadApi = <C extends AnyCall>(
  call: C,
  args: Omit<CallArgs<C>, 'body'>,
  form: FormData,
  { signal, onProgress }: UploadOptions = {},
): Promise<CallResponse<C> | undefined> => {
  const controller = follow(signal);
  return onlyLatest(call.id, controller, () =>
    withinTime(call.timeoutMs, controller, (both) =>
      answer(call, { ...(args as LooseArgs), body: form }, both, onProgress),
    ),
  ) as Promise<CallResponse<C> | undefined>;
};

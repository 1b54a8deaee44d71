import { vi } from 'vitest';

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'header-id' } });
export const success = (data: unknown): Response => json(200, { status: 'success', data, requestId: 'r1' });

interface Pending {
  url: string;
  init: RequestInit;
  answer: (response: Response) => void;
}

/** A fetch whose answers the test gives, and which rejects on abort as the real one does. */
export const stubFetch = (): Pending[] => {
  const pending: Pending[] = [];
  vi.stubGlobal(
    'fetch',
    (url: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const { signal } = init;
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason));
        pending.push({ url, init, answer: resolve });
      }),
  );
  return pending;
};

/** The n-th request that went out; fails the test when there is none. */
export const sent = (pending: Pending[], index = 0): Pending => {
  const one = pending[index];
  if (!one) throw new Error(`Request ${index} was not sent`);
  return one;
};

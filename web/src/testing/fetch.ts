import { vi } from 'vitest';

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'header-id' } });
export const success = (data: unknown): Response => json(200, { status: 'success', data, requestId: 'r1' });

interface Pending {
  url: string;
  init: RequestInit;
  answer: (response: Response) => void;
}

/** A fetch whose answers the test gives; rejects on abort like the real one. */
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

/** The n-th request; fails the test when there is none. */
export const sent = (pending: Pending[], index = 0): Pending => {
  const one = pending[index];
  if (!one) throw new Error(`Request ${index} was not sent`);
  return one;
};

interface Asked {
  method: string;
  url: string;
  body: unknown;
}
export type Answer = (request: Asked) => Response | Promise<Response>;

const bodyOf = (body: RequestInit['body']): unknown =>
  typeof body === 'string' ? JSON.parse(body) : body instanceof URLSearchParams ? Object.fromEntries(body) : body;

export type Answers = Readonly<Record<string, Answer>>;

/**
 * A server that records requests and answers each by the first table entry whose address part matches. Unmatched requests fail like a
 * broken connection.
 */
export const serve = (...tables: Answers[]): Asked[] => {
  const requests: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, signal }: RequestInit) => {
    signal?.throwIfAborted();
    const one = { method, url, body: bodyOf(body ?? null) };
    requests.push(one);
    const [, answer] = tables.flatMap((table) => Object.entries(table)).find(([part]) => url.includes(part)) ?? [];
    if (!answer) throw new TypeError(`Nobody answers ${method} ${url}`);
    return answer(one);
  });
  return requests;
};

/** A server refusal: 422 with fields, 409 with a conflict, and others. */
export const refusal = (status: number, code: string, message: string, more: object = {}): Response =>
  json(status, { status: 'error', code, message, data: null, requestId: 'r-no', ...more });

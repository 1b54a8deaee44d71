import { ERRORS, generateToken, keepAlive, ownerGet } from '@paceline/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activity } from '../session/activity.ts';
import { callApi } from './api.ts';
import { useSession } from '../session/session-store.ts';
import { json, sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedIn, signedOut } from '../../testing/session.ts';

beforeEach(() => signedIn());
afterEach(() => vi.useRealTimers());

const headers = (init: RequestInit) => init.headers as Headers;

describe('requests', () => {
  it('replace group and parameters in the path and have the bearer token', async () => {
    const requests = stubFetch();
    const call = callApi(ownerGet, { params: { ownerKey: 12 } });
    const { url, init, answer } = sent(requests);
    expect(url).toBe('/api/ag/12/owner/get');
    expect(init.method).toBe('GET');
    expect(init.body).toBeNull();
    expect(headers(init).get('authorization')).toBe('Bearer access-1');
    answer(success({ ownerKey: 12 }));
    expect(await call).toEqual({ ownerKey: 12 });
  });

  it('send the token call as a form with the client credentials, to its own base', async () => {
    const requests = stubFetch();
    const body = { grant_type: 'password', username: 'a b', password: 'x&y' };
    const call = callApi(generateToken, { body });
    const { url, init, answer } = sent(requests);
    expect(url).toBe('/auth/oauth/generatetoken');
    expect(Object.fromEntries(init.body as URLSearchParams)).toEqual(body);
    expect(headers(init).get('authorization')).toBe(`Basic ${btoa('paceline-web:paceline-web-public')}`);
    answer(success({}));
    await call;
  });
});

describe('responses', () => {
  it('throw the error of the envelope with its field errors and request id', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    const errors = [{ field: 'name', code: 'REQUIRED', message: 'Give it a name' }];
    sent(requests).answer(
      json(422, { status: 'error', code: 'VALIDATION', message: 'Look again', data: null, errors, requestId: 'r9' }),
    );
    await expect(call).rejects.toMatchObject({
      name: 'ApiError',
      code: 'VALIDATION',
      message: 'Look again',
      status: 422,
      errors,
      requestId: 'r9',
    });
  });

  it('without an envelope throw an error, with the id of the header', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    sent(requests).answer(new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'h2' } }));
    await expect(call).rejects.toMatchObject({
      code: 'INTERNAL',
      status: 502,
      message: ERRORS.INTERNAL.message,
      requestId: 'h2',
    });
  });

  it('with an error envelope throw whatever the HTTP status', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    sent(requests).answer(json(200, { status: 'error', code: 'FORBIDDEN', message: 'No', data: null, requestId: 'r' }));
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('distinguish a lost connection from a refusal', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(callApi(keepAlive, {})).rejects.toMatchObject({ code: 'OFFLINE', status: null });
  });
});

describe('cancel-previous', () => {
  it('aborts the pending call with the same id, whose promise resolves to undefined', async () => {
    const requests = stubFetch();
    const older = callApi(ownerGet, { params: { ownerKey: 1 } });
    const newer = callApi(ownerGet, { params: { ownerKey: 2 } });
    expect(sent(requests, 0).init.signal?.aborted).toBe(true);
    expect(await older).toBeUndefined();
    sent(requests, 1).answer(success({ ownerKey: 2 }));
    expect(await newer).toEqual({ ownerKey: 2 });
  });

  it('keeps calls with other ids', async () => {
    const requests = stubFetch();
    const one = callApi(ownerGet, { params: { ownerKey: 1 } });
    const other = callApi(keepAlive, {});
    sent(requests, 0).answer(success({ ownerKey: 1 }));
    sent(requests, 1).answer(success({ now: 'x' }));
    expect(await one).toEqual({ ownerKey: 1 });
    expect(await other).toEqual({ now: 'x' });
  });

  it('still cancels the second when a third comes after the first has ended', async () => {
    const requests = stubFetch();
    const first = callApi(keepAlive, {});
    const second = callApi(keepAlive, {});
    await first;
    const third = callApi(keepAlive, {});
    expect(await second).toBeUndefined();
    sent(requests, 2).answer(success({ now: '3' }));
    expect(await third).toEqual({ now: '3' });
  });

  it('resolves to undefined when the caller cancels', async () => {
    stubFetch();
    const controller = new AbortController();
    const call = callApi(keepAlive, {}, { signal: controller.signal });
    controller.abort();
    expect(await call).toBeUndefined();
  });
});

describe('time-out', () => {
  it('fails with TIMED_OUT when the call’s time is over, not before', async () => {
    vi.useFakeTimers();
    const requests = stubFetch();
    const failed = vi.fn();
    callApi(keepAlive, {}).catch(failed);
    await vi.advanceTimersByTimeAsync(keepAlive.timeoutMs - 1);
    expect(sent(requests).init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { message } = ERRORS.TIMED_OUT;
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'TIMED_OUT', message }));
  });
});

describe('a 401', () => {
  const refusal = () => json(401, { status: 'error', code: 'TOKEN_EXPIRED', message: 'Please sign in.', data: null });

  const login = { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 1800 };
  const bearer = (request: { init: RequestInit }) => headers(request.init).get('authorization');

  it('is recorded, and causes one renewal and one retry', async () => {
    activity.last401At = null;
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    sent(requests, 0).answer(refusal());
    await expect.poll(() => sent(requests, 1).url).toBe('/auth/oauth/generatetoken');
    expect((sent(requests, 1).init.body as URLSearchParams).toString()).toBe(
      'grant_type=refresh_token&refresh_token=refresh-1',
    );
    sent(requests, 1).answer(success(login));
    await expect.poll(() => bearer(sent(requests, 2))).toBe('Bearer access-2');
    sent(requests, 2).answer(success({ now: 'x' }));
    expect(await call).toEqual({ now: 'x' });
    expect(activity.last401At).not.toBeNull();
    expect(useSession.getState()).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-2' });
  });

  it('of many calls at once causes one renewal for all', async () => {
    const requests = stubFetch();
    const calls = [callApi(keepAlive, {}), callApi(ownerGet, { params: { ownerKey: 1 } })];
    sent(requests, 0).answer(refusal());
    sent(requests, 1).answer(refusal());
    await expect.poll(() => requests).toHaveLength(3);
    sent(requests, 2).answer(success(login));
    await expect.poll(() => requests).toHaveLength(5);
    for (const index of [3, 4]) sent(requests, index).answer(success({}));
    await Promise.all(calls);
    expect(requests.filter(({ url }) => url.startsWith('/auth'))).toHaveLength(1);
  });

  it('with a token renewed meanwhile is retried without a renewal', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    useSession
      .getState()
      .renew({ accessToken: 'access-2', refreshToken: 'refresh-2', tokensExpiryDate: Date.now() + 9e5 });
    sent(requests, 0).answer(refusal());
    await expect.poll(() => bearer(sent(requests, 1))).toBe('Bearer access-2');
    sent(requests, 1).answer(success({ now: 'x' }));
    expect(await call).toEqual({ now: 'x' });
  });

  it('after the retry ends the session', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    sent(requests, 0).answer(refusal());
    await expect.poll(() => requests).toHaveLength(2);
    sent(requests, 1).answer(success(login));
    await expect.poll(() => requests).toHaveLength(3);
    sent(requests, 2).answer(refusal());
    await expect(call).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(requests).toHaveLength(3);
    expect(useSession.getState()).toMatchObject({ accessToken: null, endReason: 'expired' });
  });

  it('ends the session when the renewal is refused', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    sent(requests, 0).answer(refusal());
    await expect.poll(() => requests).toHaveLength(2);
    sent(requests, 1).answer(json(400, { status: 'error', code: 'INVALID_GRANT', message: 'x', data: null }));
    await expect(call).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(useSession.getState()).toMatchObject({ accessToken: null, endReason: 'expired' });
  });

  it.each([502, 429])('keeps the session when the renewal fails with %i, and reports it', async (status) => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    sent(requests, 0).answer(refusal());
    await expect.poll(() => requests).toHaveLength(2);
    sent(requests, 1).answer(new Response('', { status }));
    await expect(call).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(useSession.getState()).toMatchObject({ accessToken: 'access-1', failedRenewals: 1 });
  });

  it('of an ended session does not end the next one', async () => {
    const requests = stubFetch();
    const call = callApi(keepAlive, {});
    signedOut();
    signedIn({ accessToken: 'access-2' });
    sent(requests).answer(refusal());
    await expect(call).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(useSession.getState().accessToken).toBe('access-2');
  });

  it('of the token call only means a wrong password', async () => {
    const requests = stubFetch();
    const call = callApi(generateToken, { body: {} });
    sent(requests).answer(json(401, { status: 'error', code: 'CREDENTIALS', message: 'No', data: null }));
    await expect(call).rejects.toMatchObject({ code: 'CREDENTIALS' });
    expect(useSession.getState().accessToken).toBe('access-1');
  });
});

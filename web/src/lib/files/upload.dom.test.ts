import { keepAlive } from '@paceline/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedIn } from '../../testing/session.ts';
import type { Progress } from './download.ts';
import { useSession } from '../session/session-store.ts';
import { uploadApi } from './upload.ts';

/** The parts of XMLHttpRequest that an upload uses; the test provides the answers. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  body: unknown;
  open = vi.fn();
  abort = vi.fn(() => this.dispatchEvent(new Event('abort')));
  setRequestHeader = (name: string, value: string) => (this.headers[name] = value);
  getResponseHeader = () => 'header-id';
  send = (body: unknown) => {
    this.body = body;
    FakeRequest.last = this;
  };
  answer(status: number, envelope: object) {
    this.status = status;
    this.responseText = JSON.stringify(envelope);
    this.dispatchEvent(new Event('load'));
  }
}
const upload = { ...keepAlive, id: 'upload', method: 'POST' as const, kind: 'upload' as const };

beforeEach(() => {
  signedIn();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

it('sends the form with the token, reports progress, and returns the data', async () => {
  const form = new FormData();
  const steps: Progress[] = [];
  const done = uploadApi(upload, {}, form, { onProgress: (progress) => steps.push(progress) });
  const request = FakeRequest.last;
  expect(request.open).toHaveBeenCalledWith('POST', '/api/keepalive');
  expect(request.headers['authorization']).toBe('Bearer access-1');
  expect(request.headers['content-type']).toBeUndefined();
  expect(request.body).toBe(form);
  request.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 3, total: 9 }));
  request.answer(200, { status: 'success', data: { rows: 2 }, requestId: 'r' });
  expect(steps).toEqual([{ loaded: 3, total: 9 }]);
  expect(await done).toEqual({ rows: 2 });
});

it('throws the error of the envelope, and a 401 that cannot be renewed ends the session', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 400 })));
  const done = uploadApi(upload, {}, new FormData());
  FakeRequest.last.answer(401, { status: 'error', code: 'TOKEN_EXPIRED', message: 'Please sign in.', data: null });
  await expect(done).rejects.toMatchObject({ code: 'TOKEN_EXPIRED', status: 401 });
  expect(useSession.getState().accessToken).toBeNull();
});

it('is cancelled by a newer one', async () => {
  const older = uploadApi(upload, {}, new FormData());
  const first = FakeRequest.last;
  const newer = uploadApi(upload, {}, new FormData());
  expect(first.abort).toHaveBeenCalled();
  expect(await older).toBeUndefined();
  FakeRequest.last.answer(200, { status: 'success', data: null, requestId: 'r' });
  expect(await newer).toBeNull();
});

import { keepAlive } from '@paceline/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { downloadApi, type Progress, saveFile } from './download.ts';
import { json } from '../../testing/fetch.ts';
import { useSession } from '../session/session-store.ts';
import { signedIn } from '../../testing/session.ts';

beforeEach(() => signedIn());

it('reads the file with its progress and its name', async () => {
  const headers = {
    'content-length': '5',
    'content-disposition': 'attachment; filename="a.csv"',
    'content-type': 'text/csv',
  };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('1,2,3', { headers })));
  const steps: Progress[] = [];
  const file = await downloadApi(keepAlive, {}, { onProgress: (progress) => steps.push(progress) });
  expect(file?.name).toBe('a.csv');
  expect(file?.blob.size).toBe(5);
  expect(steps.at(-1)).toEqual({ loaded: 5, total: 5 });
});

it('throws the error of the envelope instead of saving it as a file', async () => {
  const refusal = { status: 'error', code: 'FORBIDDEN', message: 'No', data: null, requestId: 'r' };
  vi.stubGlobal('fetch', () => Promise.resolve(json(403, refusal)));
  await expect(downloadApi(keepAlive, {})).rejects.toMatchObject({ code: 'FORBIDDEN', requestId: 'r' });
});

it.each([
  [undefined, 'hartwell-institute-pacing.png'],
  [true, 'pacing.png'],
] as const)(
  'puts the owner into the name of a file made by the page, and keeps the server’s name (%s)',
  (isNamed, name) => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }));
    useSession.getState().chooseOwner({ ownerKey: 1, name: 'Hartwell Institute', variant: null });
    saveFile({ name: 'pacing.png', blob: new Blob([]), ...(isNamed && { isNamed }) });
    expect(saved).toEqual([name]);
  },
);

import { LIMITS } from '@paceline/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyRoute } from './lazy-route.ts';

afterEach(() => vi.useRealTimers());
const Page = () => null;

it('loads its chunk once', async () => {
  const load = vi.fn(() => Promise.resolve({ Page }));
  const route = lazyRoute(load, 'Page');
  await route.preload();
  await route.preload();
  expect(load).toHaveBeenCalledTimes(1);
});

it('raises a ChunkLoadError when the chunk does not come in time', async () => {
  vi.useFakeTimers();
  const route = lazyRoute(() => new Promise<{ Page: typeof Page }>(() => undefined), 'Page');
  const failed = vi.fn();
  route.preload().catch(failed);
  await vi.advanceTimersByTimeAsync(LIMITS.chunkTimeoutMs - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'ChunkLoadError' }));
});

it('raises a ChunkLoadError when the chunk is gone', async () => {
  const route = lazyRoute(() => Promise.reject<{ Page: typeof Page }>(new TypeError('404')), 'Page');
  await expect(route.preload()).rejects.toMatchObject({ name: 'ChunkLoadError' });
});

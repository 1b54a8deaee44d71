import { LIMITS } from '@paceline/contract';
import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
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

it('draws a loaded page at once, without its fallback', async () => {
  const route = lazyRoute(() => Promise.resolve({ Page: () => createElement('p', null, 'page') }), 'Page');
  await route.preload();
  const drawn = renderToStaticMarkup(createElement(Suspense, { fallback: 'waiting' }, createElement(route)));
  expect(drawn).toBe('<p>page</p>');
});

it('throws a ChunkLoadError when the chunk does not arrive in time', async () => {
  vi.useFakeTimers();
  const route = lazyRoute(() => new Promise<{ Page: typeof Page }>(() => undefined), 'Page');
  const failed = vi.fn();
  route.preload().catch(failed);
  await vi.advanceTimersByTimeAsync(LIMITS.chunkTimeoutMs - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'ChunkLoadError' }));
});

it('throws a ChunkLoadError when the chunk is gone', async () => {
  const route = lazyRoute(() => Promise.reject<{ Page: typeof Page }>(new TypeError('404')), 'Page');
  await expect(route.preload()).rejects.toMatchObject({ name: 'ChunkLoadError' });
});

it('preloads the next pages once the browser is idle, and tolerates a failure', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  const next = vi.fn(() => Promise.reject(new TypeError('404')));
  const route = lazyRoute(() => Promise.resolve({ Page }), 'Page', next);
  expect(idle).toHaveLength(0);
  await route.preload();
  await route.preload();
  expect(next).not.toHaveBeenCalled();
  expect(idle).toHaveLength(1);
  idle[0]!();
  expect(next).toHaveBeenCalledTimes(1);
});

import { LIMITS } from '@paceline/contract';
import { type ComponentType, createElement, type FunctionComponent, use } from 'react';
import { loadInTime } from './errors/chunk-load-error.ts';

type LazyComponent = FunctionComponent & { preload: () => Promise<void> };

/** When the browser has nothing else to do. Where it cannot say so, a little later. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 200);
};

/**
 * A route's component in a chunk of its own. The router calls `preload` while it resolves the route. A failure is kept:
 * a new attempt on each render would never end, and the browser may hold on to a failed module anyway. The page offers
 * to reload instead.
 */
export const lazyRoute = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  /** What is mostly opened from here: loaded once this page has what it needs. */
  loadNext?: () => Promise<unknown>,
): LazyComponent => {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  const start = () =>
    (loading ??= loadInTime(load, LIMITS.chunkTimeoutMs).then((module) => {
      if (loadNext) whenIdle(() => void loadNext().catch(() => undefined));
      loaded = module[name];
      return loaded;
    }));
  // What is there is drawn at once: to `use` a promise that has long resolved shows the fallback first, and React
  // lets nothing follow a fallback for 300 ms.
  const Lazy = () => createElement(loaded ?? use(start()));
  return Object.assign(Lazy, {
    preload: async () => {
      await start();
    },
  });
};

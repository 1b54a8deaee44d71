import { LIMITS } from '@paceline/contract';
import { type ComponentType, createElement, type FunctionComponent, use } from 'react';
import { loadInTime } from './errors/chunk-load-error.ts';

type LazyComponent = FunctionComponent & { preload: () => Promise<void> };

/** Runs work when the browser is idle; after a short delay where idle callbacks are missing. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work);
  else setTimeout(work, 200);
};

/**
 * A route's component in its own chunk. The router calls `preload` while it resolves the route. A failed load is not retried: retrying on
 * each render would never end, and the browser may cache the failed module. The page offers to reload instead.
 */
export const lazyRoute = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  /** Chunks that are usually opened next; loaded once this page has what it needs. */
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
  // A loaded component is drawn directly: `use` on a resolved promise shows the fallback first, which React then keeps for 300 ms.
  const Lazy = () => createElement(loaded ?? use(start()));
  return Object.assign(Lazy, {
    preload: async () => {
      await start();
    },
  });
};

import { LIMITS } from '@paceline/contract';
import { type ComponentType, createElement, type FunctionComponent, use } from 'react';
import { loadInTime } from './chunk-load-error.ts';

type LazyComponent = FunctionComponent & { preload: () => Promise<void> };

/**
 * A route's component in a chunk of its own. The router calls `preload` while it resolves the route. A failure is kept:
 * a new attempt on each render would never end, and the browser may hold on to a failed module anyway. The page offers
 * to reload instead.
 */
export const lazyRoute = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyComponent => {
  let loading: Promise<ComponentType> | undefined;
  const start = () => (loading ??= loadInTime(load, LIMITS.chunkTimeoutMs).then((module) => module[name]));
  const Lazy = () => createElement(use(start()));
  return Object.assign(Lazy, {
    preload: async () => {
      await start();
    },
  });
};

import { useLayoutEffect } from 'react';

/** The page has drawn its own frame: the one of index.html goes with the same paint. */
export const useFrameGone = (): void =>
  useLayoutEffect(() => document.documentElement.removeAttribute('data-frame'), []);

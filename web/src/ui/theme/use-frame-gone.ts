import { useLayoutEffect } from 'react';

/** Removes the frame of index.html in the same paint in which the page draws its own. */
export const useFrameGone = (): void =>
  useLayoutEffect(() => document.documentElement.removeAttribute('data-frame'), []);

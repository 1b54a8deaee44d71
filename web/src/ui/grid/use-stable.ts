import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a stable identity that calls the newest version: avoids re-rendering memoised children. */
export const useStable = <Args extends unknown[], Result>(newest: (...args: Args) => Result) => {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
};

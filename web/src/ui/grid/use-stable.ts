import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that is always the same one and always does what the newest would: for what is drawn only when it changes. */
export const useStable = <Args extends unknown[], Result>(newest: (...args: Args) => Result) => {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args: Args): Result => latest.current(...args), []);
};

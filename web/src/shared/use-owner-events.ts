import { liveData } from '@paceline/contract';
import { useEffect } from 'react';
import { listenApi } from '../lib/live/events.ts';
import { useStable } from '../ui/grid/use-stable.ts';

/** Rollups are updated every half second; changes that come together cause one request. */
const SETTLE_MS = 700;

/** Calls when the owner's data have changed. A hidden tab does not listen and catches up later. Without an owner nothing is heard. */
export const useOwnerEvents = (ownerKey: number | null, onMove: () => void): void => {
  const move = useStable(onMove);
  useEffect(() => {
    if (ownerKey === null) return undefined;
    let gone: AbortController | null = null;
    let settle: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      clearTimeout(settle);
      settle = setTimeout(move, SETTLE_MS);
    };
    const follow = (): void => {
      gone?.abort();
      gone = null;
      if (document.hidden) return;
      gone = new AbortController();
      void listenApi(
        liveData,
        { params: { owner: ownerKey } },
        { signal: gone.signal, onEvent: refresh, onPoll: refresh },
      );
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(settle);
      gone?.abort();
    };
  }, [ownerKey, move]);
};

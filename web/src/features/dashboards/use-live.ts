import { liveData } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenApi } from '../../lib/live/events.ts';
import { isWidgetKey } from './api.ts';

/** Rollups are updated every half second; changes that come together cause one request. */
const SETTLE_MS = 700;

/** Reads open widgets again when the owner's numbers change. A hidden tab does not listen and catches up later. */
export const useLive = (ownerKey: number): void => {
  const queries = useQueryClient();
  useEffect(() => {
    let gone: AbortController | null = null;
    let settle: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      clearTimeout(settle);
      settle = setTimeout(
        () => void queries.invalidateQueries({ predicate: ({ queryKey }) => isWidgetKey(queryKey) }),
        SETTLE_MS,
      );
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
  }, [ownerKey, queries]);
};

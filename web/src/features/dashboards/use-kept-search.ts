import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import type { DashboardSearch } from './dashboard-search.ts';

interface Kept {
  userId: string | null;
  ownerKey: number;
  search: DashboardSearch;
}

/** Per tab and user, while the tab is open. */
const keptBy = new WeakMap<QueryClient, Kept>();

const isSaid = (search: DashboardSearch): boolean => Object.values(search).some((value) => value !== undefined);
const DATES = ['range', 'from', 'to', 'grain', 'compare'] as const;
const NONE: DashboardSearch = {};

/** Brands and campuses belong to one owner; dates are kept across owners. */
const keptFor = (stored: Kept | undefined, userId: string | null, ownerKey: number): DashboardSearch => {
  if (stored?.userId !== userId) return NONE;
  const { search } = stored;
  return stored.ownerKey === ownerKey ? search : Object.fromEntries(DATES.map((name) => [name, search[name]]));
};

/**
 * Keeps dates and filters between dashboards: an address without any takes those of the last one. Parameters in the address win, so that a
 * link shows what its sender saw.
 */
export const useKeptSearch = (ownerKey: number, said: DashboardSearch): DashboardSearch => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const userId = useSession((state) => state.userId);
  const [before] = useState<DashboardSearch | null>(() => {
    const search = keptFor(keptBy.get(queries), userId, ownerKey);
    return !isSaid(said) && isSaid(search) ? search : null;
  });
  /** True until the address contains the kept parameters. */
  const [isTaking, setIsTaking] = useState(before !== null);
  useEffect(() => {
    // Another page's tables have other columns to sort by.
    if (!isTaking) keptBy.set(queries, { userId, ownerKey, search: { ...said, sort: undefined } });
  }, [isTaking, said, userId, ownerKey, queries]);
  useEffect(() => {
    if (before === null) return;
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, ...before })) as never,
      replace: true,
      resetScroll: false,
    }).then(() => setIsTaking(false));
  }, [before, navigate]);
  return isTaking && before !== null ? before : said;
};

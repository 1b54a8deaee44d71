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

/** Of this tab and its user, for as long as it is open. */
const keptBy = new WeakMap<QueryClient, Kept>();

const isSaid = (search: DashboardSearch): boolean => Object.values(search).some((value) => value !== undefined);
const DATES = ['range', 'from', 'to', 'grain', 'compare'] as const;
const NONE: DashboardSearch = {};

/** Brands and campuses are one owner's; dates go with whoever looks. */
const keptFor = (stored: Kept | undefined, userId: string | null, ownerKey: number): DashboardSearch => {
  if (stored?.userId !== userId) return NONE;
  const { search } = stored;
  return stored.ownerKey === ownerKey ? search : Object.fromEntries(DATES.map((name) => [name, search[name]]));
};

/**
 * Dates and filters go along from one dashboard to the next: an address that says none takes those of the last one. What an
 * address says itself stays, so that a link shows what it showed to whoever sent it.
 */
export const useKeptSearch = (ownerKey: number, said: DashboardSearch): DashboardSearch => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const userId = useSession((state) => state.userId);
  const [before] = useState<DashboardSearch | null>(() => {
    const search = keptFor(keptBy.get(queries), userId, ownerKey);
    return !isSaid(said) && isSaid(search) ? search : null;
  });
  /** Until the address says what was taken along. */
  const [isTaking, setIsTaking] = useState(before !== null);
  useEffect(() => {
    // Tables of another page are sorted by other columns.
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

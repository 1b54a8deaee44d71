import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSetSearch } from './dashboard-bar.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { readSorts, type Sort, withSort } from './prepare-sort.ts';

/** How a table is sorted stands in the address: a link shows it in the same order. */
export const useWidgetSort = (slot: string): [sort: Sort | null, setSort: (sort: Sort | null) => void] => {
  const { sort: text }: DashboardSearch = useSearch({ strict: false });
  const set = useSetSearch();
  const sort = useMemo(() => readSorts(text).get(slot) ?? null, [text, slot]);
  return [sort, (next) => set({ sort: withSort(text, slot, next) })];
};

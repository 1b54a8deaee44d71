import type { AnyList } from '@paceline/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addressOf, type ListSearch, readListSearch } from './list-search.ts';

export interface ListAddress {
  search: ListSearch;
  /** A filter's text in the address. */
  textOf: (name: string) => string | undefined;
  /** Sets filters by name; undefined removes one. The rest of the address stays. */
  set: (change: ListSearch) => void;
  sortBy: (sort: string | undefined) => void;
}

/** A list's filters in the address, so that a link shows the same. */
export const useListAddress = (list: AnyList): ListAddress => {
  const address: ListSearch = useSearch({ strict: false });
  // Read here, not in the route: otherwise the declarations of all lists would be in the first load.
  const search = useMemo(() => ({ ...address, ...readListSearch(list)(address) }), [list, address]);
  const navigate = useNavigate();
  const change = (to: ListSearch) =>
    void navigate({
      to: '.',
      search: ((now: ListSearch) => ({ ...now, ...to })) as never,
      replace: true,
      resetScroll: false,
    });
  return {
    search,
    textOf: (name) => search[addressOf(list, name)],
    set: (to) => change(Object.fromEntries(Object.entries(to).map(([name, text]) => [addressOf(list, name), text]))),
    sortBy: (sort) => change({ sort }),
  };
};

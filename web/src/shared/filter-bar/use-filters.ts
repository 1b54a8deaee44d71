import { filterOptions, partnerFilterOptions } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callQuery } from '../../lib/api/op-query.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import { type FilterSearch, readFilterSearch } from './filter-search.ts';

/** Options change only when somebody adds a client or campus, rarely while the page is open. */
const OPTIONS_STALE_MS = 5 * 60_000;

export const filterOptionsQuery = (ownerKey: number | null) => ({
  ...(ownerKey === null
    ? callQuery(partnerFilterOptions, {})
    : callQuery(filterOptions, { params: { owner: ownerKey } })),
  staleTime: OPTIONS_STALE_MS,
});

/** The options for the signed-in user: the active owner's; a media partner's cover all its owners. */
export const useFilterOptions = () => {
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey) ?? null;
  return useQuery({ ...filterOptionsQuery(ownerKey), enabled: ownerKey !== null || groupOfSession() === 'mp' });
};

interface Filters {
  values: FilterSearch;
  set: (values: FilterSearch) => void;
}

/** The filters in the address. Setting them keeps the other parameters except the page number, which another filter invalidates. */
export const useFilters = (): Filters => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    values: readFilterSearch(search),
    set: (values) =>
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({ ...now, page: undefined, ...values })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};

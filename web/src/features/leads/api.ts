import { leadFilters, ownerGet } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { localZone } from '../../lib/format.ts';
import { callQuery } from '../../lib/op-query.ts';

/** They change when somebody adds a campaign or a source, which is not while one looks. */
const OPTIONS_STALE_MS = 5 * 60_000;

export const useLeadFilters = (ownerKey: number | null) =>
  useQuery({
    ...callQuery(leadFilters, { query: ownerKey === null ? {} : { ownerKey: String(ownerKey) } }),
    staleTime: OPTIONS_STALE_MS,
  }).data;

/** A media partner's leads are of several owners: it reads them in its own zone. */
export const useLeadZone = (ownerKey: number | null): string => {
  const { data } = useQuery({
    ...callQuery(ownerGet, { params: { ownerKey: ownerKey ?? 0 } }),
    staleTime: OPTIONS_STALE_MS,
    enabled: ownerKey !== null,
  });
  return data?.timeZone ?? localZone();
};

interface LastSearch {
  /** An address or a number that is looked for: in memory only, never in an address or a storage. */
  person: string;
  /** What the list was asked last, so that its leads can be stepped through. */
  question: Readonly<Record<string, unknown>> | null;
}
export const useLastSearch = create<LastSearch>(() => ({ person: '', question: null }));

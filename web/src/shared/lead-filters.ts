import { leadFilters, ownerGet } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { localZone } from '../lib/text/format.ts';
import { callQuery } from '../lib/api/op-query.ts';

/** They change when somebody adds a campaign or a source, which is not while one looks. */
const OPTIONS_STALE_MS = 5 * 60_000;

/** What leads and clicks can be narrowed to; null is a media partner, at all of its owners. */
export const useLeadFilters = (ownerKey: number | null) =>
  useQuery({
    ...callQuery(leadFilters, { query: ownerKey === null ? {} : { ownerKey: String(ownerKey) } }),
    staleTime: OPTIONS_STALE_MS,
  }).data;

/** A media partner's leads and clicks are of several owners: it reads them in its own zone. */
export const useLeadZone = (ownerKey: number | null): string => {
  const { data } = useQuery({
    ...callQuery(ownerGet, { params: { ownerKey: ownerKey ?? 0 } }),
    staleTime: OPTIONS_STALE_MS,
    enabled: ownerKey !== null,
  });
  return data?.timeZone ?? localZone();
};

export const toOptions = (rows: readonly { key: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ key, name }) => ({ value: String(key), label: name }));

export const DEVICE_OPTIONS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'tablet', label: 'Tablet' },
  { value: 'mobile', label: 'Mobile' },
];

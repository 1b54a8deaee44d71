import { leadFilters, ownerGet } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { localZone } from '../lib/text/format.ts';
import { callQuery } from '../lib/api/op-query.ts';

/** Options change only when somebody adds a campaign or a source, rarely while the page is open. */
const OPTIONS_STALE_MS = 5 * 60_000;

/** Filter options for leads and clicks; null means a media partner, across all its owners. */
export const useLeadFilters = (ownerKey: number | null) =>
  useQuery({
    ...callQuery(leadFilters, { query: ownerKey === null ? {} : { ownerKey: String(ownerKey) } }),
    staleTime: OPTIONS_STALE_MS,
  }).data;

/** A media partner's leads and clicks belong to several owners: times are in the partner's own zone. */
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

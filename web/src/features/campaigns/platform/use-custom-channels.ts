import type { CampaignChannel } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';

/** An owner's custom names for parts of a channel; an inactive one is listed only while chosen. */
export const useCustomChannels = (ownerKey: number, channel: CampaignChannel, chosen: number | null = null) => {
  const { data } = useQuery(filterOptionsQuery(ownerKey));
  return (data?.customChannels ?? [])
    .filter((one) => one.channel === channel && (one.active || one.key === chosen))
    .map(({ key, name }) => ({ value: String(key), label: name }));
};

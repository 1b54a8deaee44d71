import { useQuery } from '@tanstack/react-query';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import type { CampaignParts, CampaignValues } from './prepare/prepare-values.ts';

interface Option {
  value: string;
  label: string;
}
/** Display names of the form's keys. */
export interface Names {
  vendor: string;
  lineItem: string;
  channel: string;
}
export interface Choices {
  lineItems: { group: string; items: Option[] }[];
  channels: Option[];
  isLoading: boolean;
  names: Names;
  /** The chosen line item's client. */
  clientKey: number | null;
}

/** The choices for line item and custom channel of a PPL campaign, and the names of the chosen ones. */
export const useChoices = (ownerKey: number, values: CampaignValues, parts: CampaignParts | null): Choices => {
  const { data, isLoading } = useQuery(filterOptionsQuery(ownerKey));
  const { clientGoalKey, channelCustomKey, vendorName } = values;
  const items = (data?.lineItems ?? []).filter(
    ({ key, active, channel }) => key === clientGoalKey || (active && (channel === null || channel === 'ppl')),
  );
  const chosen = items.find(({ key }) => key === clientGoalKey);
  const channels = (data?.customChannels ?? []).filter(
    ({ key, active, channel }) => channel === 'ppl' && (active || key === channelCustomKey),
  );
  const isAsRead = parts?.campaign.clientGoalKey === clientGoalKey;
  return {
    lineItems: (data?.clients ?? [])
      .map((client) => ({
        group: client.name,
        items: items
          .filter(({ clientKey }) => clientKey === client.key)
          .map(({ key, name }) => ({ value: String(key), label: name })),
      }))
      .filter((group) => group.items.length > 0),
    channels: channels.map(({ key, name }) => ({ value: String(key), label: name })),
    isLoading,
    names: {
      vendor: vendorName,
      lineItem: chosen?.name ?? (isAsRead ? parts.campaign.goalName : ''),
      channel: channels.find(({ key }) => key === channelCustomKey)?.name ?? '',
    },
    clientKey: chosen?.clientKey ?? (isAsRead ? parts.campaign.clientKey : null),
  };
};

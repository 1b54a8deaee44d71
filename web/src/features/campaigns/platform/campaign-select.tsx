import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CampaignChannel } from '@paceline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignsQuery } from '../api.ts';

interface CampaignSelectProps {
  ownerKey: number;
  channel: CampaignChannel;
  value: number | null;
  error?: string | undefined;
  onChange: (campaignKey: number | null) => void;
}

const TYPING_MS = 200;
const MAX_SHOWN = 50;

/** Selects a campaign of a channel; the server searches. */
export const CampaignSelect = ({ ownerKey, channel, value, error, onChange }: CampaignSelectProps) => {
  const [text, setText] = useState('');
  const [term] = useDebouncedValue(text.trim(), TYPING_MS);
  const { data, isFetching } = useInfiniteQuery(
    campaignsQuery(ownerKey, { channel, ...(term !== '' && { text: term.slice(0, 100) }) }),
  );
  const choices = data?.pages.flat().slice(0, MAX_SHOWN) ?? [];
  return (
    <Select
      label="Campaign"
      placeholder="Search by name, code or line item"
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={choices.map(({ campaignKey, name, campaignCode }) => ({
        value: String(campaignKey),
        label: `${name} (${campaignCode})`,
      }))}
      // Options are not filtered again: the server searches more than the label.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? 'Searching …' : 'No campaign found.'}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(key) => onChange(key === null ? null : Number(key))}
    />
  );
};

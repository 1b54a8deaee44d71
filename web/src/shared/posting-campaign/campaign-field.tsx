import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CampaignPlace, campaignsQuery } from './api.ts';

interface CampaignFieldProps {
  place: CampaignPlace;
  value: number | null;
  error?: string | undefined;
  /** Name of the chosen campaign, if already known. */
  chosenName?: string | undefined;
  onChange: (campaignKey: number | null) => void;
}

const TYPING_MS = 200;

/** Selects one campaign that receives leads, by searching. */
export const CampaignField = ({ place, value, error, chosenName, onChange }: CampaignFieldProps) => {
  const [text, setText] = useState('');
  const [term] = useDebouncedValue(text.trim(), TYPING_MS);
  const [chosen, setChosen] = useState('');
  // The chosen name in the box is not a search text.
  const { data, isFetching } = useQuery({
    ...campaignsQuery(place, term === chosen ? '' : term),
    placeholderData: keepPreviousData,
  });
  const matches = (data?.rows ?? []).map(({ campaignKey, name, campaignCode }) => ({
    value: String(campaignKey),
    label: `${name} (${campaignCode})`,
  }));
  const isListed = value === null || matches.some((option) => option.value === String(value));
  const options = isListed
    ? matches
    : [{ value: String(value), label: chosenName ?? (chosen || `Campaign ${value}`) }, ...matches];
  return (
    <Select
      label="Campaign"
      placeholder="Search by name, code or line item"
      searchable
      // The list itself scrolls: a wrapper would not be reachable by keyboard.
      withScrollArea={false}
      maxDropdownHeight={320}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      data={options}
      filter={({ options: all }) => all}
      nothingFoundMessage={isFetching ? 'Searching …' : 'No campaign found.'}
      searchValue={text}
      onSearchChange={setText}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(key, option) => {
        setChosen(option?.label ?? '');
        onChange(key === null ? null : Number(key));
      }}
    />
  );
};

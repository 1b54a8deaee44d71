import { Select } from '@mantine/core';
import type { CampaignChannel } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';

interface LineItemSelectProps {
  ownerKey: number;
  channel: CampaignChannel;
  value: number | null;
  placeholder: string;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (goalKey: number | null) => void;
}

/** Selects a line item for campaigns of the channel, grouped by client. */
export const LineItemSelect = ({ ownerKey, channel, value, onChange, ...rest }: LineItemSelectProps) => {
  const { data: options } = useQuery(filterOptionsQuery(ownerKey));
  const fitting = (options?.lineItems ?? []).filter(
    (item) => item.key === value || (item.active && (item.channel === null || item.channel === channel)),
  );
  const groups = (options?.clients ?? []).map(({ key: clientKey, name }) => ({
    group: name,
    items: fitting
      .filter((item) => item.clientKey === clientKey)
      .map((item) => ({ value: String(item.key), label: item.name })),
  }));
  return (
    <Select
      label="Line item"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no line item' }}
      data={groups.filter(({ items }) => items.length > 0)}
      nothingFoundMessage={options ? 'No line item found.' : 'Loading …'}
      value={value === null ? null : String(value)}
      onChange={(key) => onChange(key === null ? null : Number(key))}
      {...rest}
    />
  );
};

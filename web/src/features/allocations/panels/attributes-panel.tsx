import { NativeSelect } from '@mantine/core';
import {
  type AllocationMonth,
  type CampaignRow,
  DIMENSION_KEYS,
  type DimensionKey,
  DIMENSIONS,
  isDimensionOf,
  type UserGroup,
} from '@paceline/contract';
import { useState } from 'react';
import { BreakdownTable } from '../../../shared/breakdown/breakdown-table.tsx';

/** The dimensions for breaking down inquiries, for this group; sources have a tab of their own. */
export const attributesFor = (group: UserGroup): DimensionKey[] =>
  DIMENSION_KEYS.filter(
    (key) => DIMENSIONS[key].source === 'lead' && key !== 'publisherSource' && isDimensionOf(key, group, 'all', 'all'),
  );

interface AttributesPanelProps {
  row: CampaignRow;
  month: AllocationMonth;
  group: UserGroup;
}

export const AttributesPanel = ({ group, row, month }: AttributesPanelProps) => {
  const attributes = attributesFor(group);
  const [dimension, setDimension] = useState<DimensionKey>('state');
  return (
    <>
      <NativeSelect
        label="Attribute"
        size="xs"
        data={attributes.map((key) => ({ value: key, label: DIMENSIONS[key].label }))}
        value={dimension}
        onChange={(event) => setDimension(event.currentTarget.value as DimensionKey)}
      />
      <BreakdownTable campaignKey={row.campaignKey} month={month} dimension={dimension} />
    </>
  );
};

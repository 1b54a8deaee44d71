import { TableHead } from '../../../ui/table-head.tsx';
import { NativeSelect } from '@mantine/core';
import {
  type AllocationMonth,
  type CampaignRow,
  DIMENSION_KEYS,
  type DimensionKey,
  DIMENSIONS,
  formatMetricValue,
  isDimensionOf,
  type UserGroup,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { breakdownQuery } from '../api.ts';
import { DrawerState } from './drawer-state.tsx';
import classes from './panels.module.css';

/** The dimensions for breaking down inquiries, for this group; sources have a tab of their own. */
export const attributesFor = (group: UserGroup): DimensionKey[] =>
  DIMENSION_KEYS.filter(
    (key) => DIMENSIONS[key].source === 'lead' && key !== 'publisherSource' && isDimensionOf(key, group, 'all', 'all'),
  );

interface BreakdownPanelProps {
  row: CampaignRow;
  month: AllocationMonth;
  dimension: DimensionKey;
}

const COUNT = { kind: 'count' } as const;

/** A campaign's inquiries of the current month by one dimension. */
export const BreakdownPanel = ({ row, month, dimension }: BreakdownPanelProps) => {
  const query = useQuery(breakdownQuery(row.campaignKey, dimension, month));
  return (
    <DrawerState
      query={query}
      label="Loading the inquiries"
      isEmpty={({ rows }) => rows.length === 0}
      empty="No inquiries in this month yet"
    >
      {({ rows }) => (
        <table className={classes.sums}>
          <TableHead of={[DIMENSIONS[dimension].label, 'Gross', 'Valid', 'Valid %', 'Spend']} />
          <tbody>
            {rows.map(({ value, grossLeads, validLeads, validRate, spend }) => (
              <tr key={value ?? ''}>
                <th scope="row">{value ?? 'Unknown'}</th>
                <td>{formatMetricValue(COUNT, grossLeads)}</td>
                <td>{formatMetricValue(COUNT, validLeads)}</td>
                <td>{formatMetricValue({ kind: 'percent' }, validRate)}</td>
                <td>{formatMetricValue({ kind: 'dollar' }, spend)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DrawerState>
  );
};

export const AttributesPanel = ({ group, ...rest }: Omit<BreakdownPanelProps, 'dimension'> & { group: UserGroup }) => {
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
      <BreakdownPanel {...rest} dimension={dimension} />
    </>
  );
};

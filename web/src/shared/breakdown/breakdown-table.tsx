import {
  type AllocationMonth,
  campaignBreakdown,
  type DimensionKey,
  DIMENSIONS,
  formatMetricValue,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/op-query.ts';
import { QueryState } from '../../ui/states/query-state.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import classes from './breakdown.module.css';

interface BreakdownTableProps {
  campaignKey: number;
  month: AllocationMonth;
  dimension: DimensionKey;
}

const COUNT = { kind: 'count' } as const;

/** A campaign's inquiries of the current month by one dimension. */
export const BreakdownTable = ({ campaignKey, month, dimension }: BreakdownTableProps) => {
  const query = useQuery(callQuery(campaignBreakdown, { params: { campaignKey, dimension, month } }));
  return (
    <QueryState
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
    </QueryState>
  );
};

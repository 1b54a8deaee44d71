import { Drawer } from '@mantine/core';
import {
  formatMetricValue,
  METRICS,
  metricLabel,
  type LabelSetName,
  type MetricKey,
  type ReportFilter,
  type UserGroup,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { rowsBehindQuery } from './api.ts';
import { ScrollFrame } from './scroll-frame.tsx';
import classes from './widget-table.module.css';

export interface Behind {
  title: string;
  filters: ReportFilter[];
  range: { from: string; to: string };
}

interface RowsBehindProps {
  behind: Behind | null;
  ownerKey: number;
  labels: LabelSetName;
  group: UserGroup;
  onClose: () => void;
}

const MEASURES: MetricKey[] = ['validLeads', 'spend', 'cpl', 'applications', 'enrollments', 'enrollRate', 'cpe'];

const Rows = ({
  behind,
  ownerKey,
  labels,
  group,
}: Omit<RowsBehindProps, 'behind' | 'onClose'> & { behind: Behind }) => {
  const query = useQuery(
    rowsBehindQuery(ownerKey, {
      filters: behind.filters,
      timeDimensions: { dimension: 'date', granularity: null, dateRange: [behind.range.from, behind.range.to] },
    }),
  );
  if (query.error) return <RetryPanel message={query.error.message} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <LoadingSkeleton label="Loading the campaigns behind it" lines={8} />;
  const text = (key: MetricKey, value: unknown): string =>
    formatMetricValue(METRICS[key], typeof value === 'number' ? value : null);
  return (
    <ScrollFrame label="Campaigns behind it">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col">Media partner</th>
            {MEASURES.map((key) => (
              <th key={key} scope="col" data-number>
                {metricLabel(key, labels, group)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {query.data.rows.map((row, index) => (
            <tr key={`${String(row['campaign'])} ${index}`}>
              <td>{row['campaign'] ?? '–'}</td>
              <td>{row['mediaPartner'] ?? '–'}</td>
              {MEASURES.map((key) => (
                <td key={key} data-number>
                  {text(key, row[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>Total</td>
            {MEASURES.map((key) => (
              <td key={key} data-number>
                {text(key, query.data?.total?.[key])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  );
};

/** The campaigns that a bar, a state or a row is made of. */
export const RowsBehind = ({ behind, onClose, ...rest }: RowsBehindProps) => (
  <Drawer opened={behind !== null} onClose={onClose} position="right" size="xl" title={behind?.title ?? ''}>
    {behind && <Rows behind={behind} {...rest} />}
  </Drawer>
);

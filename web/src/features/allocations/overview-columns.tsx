import {
  type LabelSetName,
  METRICS,
  formatMetricValue,
  metricLabel,
  type MetricKey,
  type UserGroup,
} from '@paceline/contract';
import { hrefOf, pathTo, PATHS } from '../../lib/paths.ts';
import { layoutOf } from '../../ui/grid/layout.ts';
import type { GridColumn, GridLayout } from '../../ui/grid/types.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import classes from './cells.module.css';
import { COLUMN_NOTES } from './column-notes.ts';
import { PacingBar, PacingNumber } from './pacing-bar.tsx';
import { type OverviewRow, pacingReason } from './prepare-overview.ts';
import { StatusBadge, statusLabel } from '../../ui/campaign-status.tsx';

interface OverviewInput {
  group: UserGroup;
  labels: LabelSetName;
  early: boolean;
  mayEdit: boolean;
}

const number = (key: MetricKey, group: string, { labels, group: viewer }: OverviewInput): GridColumn<OverviewRow> => ({
  key,
  label: metricLabel(key, labels, viewer),
  group,
  kind: METRICS[key].kind === 'dollar' ? 'dollar' : 'count',
  width: 108,
  ...(COLUMN_NOTES[key] !== undefined && { description: COLUMN_NOTES[key] }),
  format: (value) => formatMetricValue(METRICS[key], value as number | null, { signed: key === 'budgetPlusMinus' }),
});

const linkOf = (row: OverviewRow): string =>
  row.goal ? hrefOf(pathTo('goalEditor', { goalKey: row.goal.goalKey })) : hrefOf(PATHS.allocationsCurrentMonth);

/** What the overview shows of a line item and of a campaign alike, budget beside inquiries. */
export const overviewTable = (input: OverviewInput): { columns: GridColumn<OverviewRow>[]; standard: GridLayout } => {
  const columns: GridColumn<OverviewRow>[] = [
    { key: 'name', label: 'Line item', kind: 'text', frozen: true, excludeFromMenu: true, width: 280 },
    {
      key: 'pacing',
      label: 'Pacing',
      kind: 'custom',
      width: 170,
      filter: 'values',
      value: (row) => row['diffToBudget'],
      format: (_value, row) => pacingReason(row, input.early).split(':')[0] ?? '',
      render: ({ row }) => (
        <span title={pacingReason(row, input.early)}>
          {row.campaign ? (
            <StatusBadge code={row.campaign.subStatus} />
          ) : (
            <PacingBar percent={row['diffToBudget'] as number | null} early={input.early} />
          )}
        </span>
      ),
    },
    {
      key: 'byDay',
      label: 'By day',
      kind: 'custom',
      width: 116,
      sortable: false,
      filter: false,
      format: () => '',
      render: ({ row }) =>
        row.goal ? <Sparkline label={`Spend of ${row.name} by day`} values={row.goal.spendByDay} /> : null,
    },
    number('budget', 'Spend', input),
    number('mtdSpent', 'Spend', input),
    number('spentRunRate', 'Spend', input),
    number('spendProjection', 'Spend', input),
    {
      ...number('diffToBudget', 'Spend', input),
      render: ({ row, text }) => <PacingNumber percent={row['diffToBudget'] as number | null} text={text} />,
    },
    number('budgetPlusMinus', 'Spend', input),
    number('inquiryGoal', 'Inquiries', input),
    number('mtdInquiries', 'Inquiries', input),
    number('runRateInquiries', 'Inquiries', input),
    number('goalInPercentage', 'Inquiries', input),
    number('costPerInquiry', 'Inquiries', input),
    number('mtdApplications', 'Outcomes', input),
    number('mtdEnrollments', 'Outcomes', input),
    {
      key: 'vendor',
      label: 'Media partner',
      group: 'Where',
      kind: 'text',
      width: 150,
      value: (row) => row.campaign?.vendor ?? '',
    },
    {
      key: 'client',
      label: 'Client',
      group: 'Where',
      kind: 'text',
      width: 150,
      value: (row) => row.goal?.clientName ?? row.campaign?.clientName ?? '',
    },
    {
      key: 'campus',
      label: 'Campus',
      group: 'Where',
      kind: 'text',
      width: 150,
      value: (row) => row.goal?.campusName ?? row.campaign?.campusName ?? '',
    },
    {
      key: 'status',
      label: 'Status and reason',
      group: 'Where',
      kind: 'text',
      width: 320,
      value: (row) =>
        row.campaign
          ? `${statusLabel(row.campaign.subStatus)}: ${pacingReason(row, input.early)}`
          : pacingReason(row, input.early),
    },
  ];
  if (input.mayEdit)
    columns.push({
      key: 'open',
      label: 'Edit',
      kind: 'custom',
      width: 70,
      sortable: false,
      filter: false,
      format: () => '',
      render: ({ row, tabIndex }) =>
        row.goal ? (
          <a className={classes.link} href={linkOf(row)} tabIndex={tabIndex} aria-label={`Edit ${row.name}`}>
            Edit
          </a>
        ) : null,
    });
  return { columns, standard: layoutOf(columns, { density: 'compact' }) };
};

import {
  formatMetricValue,
  type Labels,
  METRICS,
  metricLabel,
  type MetricKey,
  type UserGroup,
} from '@paceline/contract';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hrefOf, pathTo, PATHS } from '../../../lib/address/paths.ts';
import { layoutOf } from '../../../ui/grid/view/layout.ts';
import type { GridColumn, GridLayout } from '../../../ui/grid/types.ts';
import { Sparkline } from '../../../ui/marks/sparkline.tsx';
import classes from '../month/columns/cells.module.css';
import { columnNote, describedBy } from '../month/columns/column-notes.ts';
import { KINDS, numberCells } from '../month/columns/prepare-columns.ts';
import { campaignPagePath } from '../../../shared/campaign-path.ts';
import { Shortened } from '../../../ui/lists/shortened.tsx';
import type { LineItemFigure } from '../../../shared/line-item-figure.ts';
import { CellButton, projectionCell, SPEND_WIDTH, spendCell } from '../month/columns/cells.tsx';
import { PacingBar, PacingNumber } from './pacing-bar.tsx';
import { type OverviewRow, pacingReason } from './prepare-overview.ts';
import { StatusBadge, statusLabel } from '../../../ui/marks/campaign-status.tsx';

interface OverviewInput {
  group: UserGroup;
  labels: Labels;
  /** The outcomes that the owner judges by. */
  outcomes: readonly MetricKey[];
  band: number;
  early: boolean;
  mayEdit: boolean;
  /** Whether campaigns lead to their pages. */
  mayOpen: boolean;
  /** The beginning that is not shown of a campaign's name, by name. */
  prefixes: ReadonlyMap<string, string>;
  /** Explains a line item's figure; without it figures are not clickable. */
  onFigure?: ((figure: LineItemFigure) => void) | undefined;
}

/** Figures that pacing tables also have, with their names there, which explain them. */
const EXPLAINED: Readonly<Record<string, string>> = {
  budget: 'budget',
  mtdSpent: 'mtdSpent',
  spentRunRate: 'spentRunRate',
  spendProjection: 'spendProjection',
  projectionToBudget: 'projectionToBudget',
  diffToBudget: 'diffToBudget',
  budgetPlusMinus: 'budgetPlusMinus',
  inquiryGoal: 'inquiryGoal',
  mtdInquiries: 'mtdInquiries',
  runRateInquiries: 'leadRunRate',
  leadProjection: 'leadProjection',
  goalInPercentage: 'goalInPercentage',
};

/** A line item's figure as a button, as on dashboards: by mouse, or Enter on its cell. */
const explained = (
  column: GridColumn<OverviewRow>,
  onFigure: NonNullable<OverviewInput['onFigure']>,
): GridColumn<OverviewRow> => {
  const key = EXPLAINED[column.key];
  if (key === undefined) return column;
  return {
    ...column,
    render: (view) => {
      const { row, value, text, tabIndex } = view;
      const inner = column.render ? column.render(view) : text;
      const { goal } = row;
      if (goal === null || typeof value !== 'number') return inner;
      const { goalKey, goalName } = goal;
      return (
        <CellButton tabIndex={tabIndex} onPress={() => onFigure({ goalKey, goalName, key, value })}>
          <VisuallyHidden>{`${column.label} of ${goalName}: `}</VisuallyHidden>
          {inner}
        </CellButton>
      );
    },
  };
};

const number = (
  key: MetricKey,
  group: string,
  { labels, band, group: viewer }: OverviewInput,
): GridColumn<OverviewRow> => ({
  key,
  label: metricLabel(key, labels, viewer),
  group,
  kind: KINDS[METRICS[key].kind],
  width: 108,
  ...describedBy(columnNote(key, band)),
  ...numberCells<OverviewRow>(key, METRICS[key]),
});

const linkOf = (row: OverviewRow): string =>
  row.goal ? hrefOf(pathTo('goalEditor', { goalKey: row.goal.goalKey })) : hrefOf(PATHS.allocationsCurrentMonth);

/** The overview's common columns for line items and campaigns, with budget next to inquiries. */
export const overviewTable = (input: OverviewInput): { columns: GridColumn<OverviewRow>[]; standard: GridLayout } => {
  const columns: GridColumn<OverviewRow>[] = [
    {
      key: 'name',
      label: 'Line item',
      kind: 'text',
      frozen: true,
      excludeFromMenu: true,
      width: 280,
      render: ({ row: { campaign }, text, tabIndex }) => {
        const name = <Shortened text={text} prefix={(campaign && input.prefixes.get(text)) ?? ''} />;
        if (campaign === null || !input.mayOpen) return name;
        return (
          <Link to={campaignPagePath(input.group, campaign.campaignKey)} className={classes.link} tabIndex={tabIndex}>
            {name}
          </Link>
        );
      },
    },
    {
      key: 'code',
      label: 'Code',
      kind: 'text',
      width: 102,
      searched: true,
      value: (row) => row.campaign?.campaignCode ?? '',
    },
    {
      key: 'pacing',
      label: 'Pacing',
      kind: 'custom',
      width: 170,
      filter: 'values',
      value: (row) => row['projectionToBudget'],
      format: (_value, row) => pacingReason(row, input.early, input.band).split(':')[0] ?? '',
      render: ({ row }) => (
        <span title={pacingReason(row, input.early, input.band)}>
          {row.campaign ? (
            <StatusBadge code={row.campaign.subStatus} />
          ) : (
            <PacingBar row={row} early={input.early} band={input.band} />
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
        row.goal ? (
          <Sparkline
            label={`Spend of ${row.name} by day`}
            points={row.goal.spendByDay.map((value, index) => ({
              value,
              text: `Day ${index + 1}: ${formatMetricValue(METRICS.spend, value)}`,
            }))}
          />
        ) : null,
    },
    number('budget', 'Spend', input),
    { ...number('mtdSpent', 'Spend', input), width: SPEND_WIDTH, render: spendCell },
    number('spentRunRate', 'Spend', input),
    { ...number('spendProjection', 'Spend', input), render: projectionCell('spendProjection') },
    {
      ...number('projectionToBudget', 'Spend', input),
      render: ({ row, text }) => <PacingNumber row={row} text={text} band={input.band} />,
    },
    number('diffToBudget', 'Spend', input),
    number('budgetPlusMinus', 'Spend', input),
    number('inquiryGoal', 'Inquiries', input),
    number('mtdInquiries', 'Inquiries', input),
    number('runRateInquiries', 'Inquiries', input),
    { ...number('leadProjection', 'Inquiries', input), render: projectionCell('leadProjection') },
    number('goalInPercentage', 'Inquiries', input),
    number('costPerInquiry', 'Inquiries', input),
    ...input.outcomes.map((key) => number(key, 'Outcomes', input)),
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
          ? `${statusLabel(row.campaign.subStatus)}: ${pacingReason(row, input.early, input.band)}`
          : pacingReason(row, input.early, input.band),
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
  const { onFigure } = input;
  const drawn = onFigure === undefined ? columns : columns.map((column) => explained(column, onFigure));
  return { columns: drawn, standard: layoutOf(drawn, { density: 'compact' }) };
};

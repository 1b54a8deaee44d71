import {
  labelsOf,
  type AllocationMonth,
  formatMetricValue,
  goalLayout,
  type GoalRow,
  type OwnerVariant,
  TARGET_FIELDS,
  type TargetField,
  targetProblem,
  type UserGroup,
} from '@paceline/contract';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { layoutOf } from '../../../ui/grid/view/layout.ts';
import type { CellView, GridColumn } from '../../../ui/grid/types.ts';
import type { GridTable } from '../month/campaigns/campaign-columns.ts';
import {
  matureCell,
  pacingCell,
  pacingNumberCell,
  projectionCell,
  SPEND_WIDTH,
  spendCell,
} from '../month/columns/cells.tsx';
import classes from '../month/columns/cells.module.css';
import { COLUMN_NOTES } from '../month/columns/column-notes.ts';
import { pacingWord } from './pacing-bar.tsx';
import { type ColumnSettings, gridColumn } from '../month/columns/prepare-columns.ts';

interface GoalTableInput {
  group: UserGroup;
  month: AllocationMonth;
  variant: OwnerVariant;
  early: boolean;
  mayEdit: boolean;
}

/** Sum of the line item's campaigns including unsaved edits; on the screen only, not in exports. */
const PLANNED: GridColumn<GoalRow> = {
  key: 'plannedSpend',
  label: 'Campaign Budgets',
  group: 'Run rates and pacing',
  kind: 'dollar',
  width: 104,
  description: COLUMN_NOTES['plannedSpend'] ?? '',
  format: (value) => formatMetricValue({ kind: 'dollar' }, value as number | null),
};

const editCell = ({ row, tabIndex }: CellView<GoalRow>) => (
  <a
    className={classes.link}
    href={hrefOf(pathTo('goalEditor', { goalKey: row.goalKey }))}
    tabIndex={tabIndex}
    aria-label={`Edit ${row.goalName}`}
  >
    Edit
  </a>
);

const isTarget = (key: string): key is TargetField => (TARGET_FIELDS as readonly string[]).includes(key);

/** The line-item table; users with the right can edit its targets in place. */
export const goalTable = ({ group, month, variant, early, mayEdit }: GoalTableInput): GridTable<GoalRow> => {
  const layout = goalLayout(group, month, variant);
  const settings: ColumnSettings<GoalRow> = {
    group,
    labels: labelsOf(variant),
    band: variant.pacingBand,
    frozen: ['goalName'],
    editable: new Set(mayEdit ? TARGET_FIELDS : []),
    problem: (key, value) => (isTarget(key) ? targetProblem(key, value) : null),
    draw: {
      goalName: { width: 220 },
      mtdSpent: { render: spendCell, width: SPEND_WIDTH },
      pacingStatus: {
        filter: 'values',
        value: (row) => row['projectionToBudget'],
        format: (_value, row) => pacingWord(row, early, variant.pacingBand),
        render: pacingCell(early, variant.pacingBand),
      },
      matureCpa: { render: matureCell('matureCpa') },
      matureCpe: { render: matureCell('matureCpe') },
      spendProjection: { render: projectionCell('spendProjection') },
      leadProjection: { render: projectionCell('leadProjection') },
      projectionToBudget: { render: pacingNumberCell(variant.pacingBand) },
      actionGoal: { format: () => '', render: editCell },
    },
  };
  const columns = layout.columns.flatMap((column) => {
    const base = gridColumn(column, settings);
    return column.key === 'budget' ? [base, PLANNED] : [base];
  });
  const visible = new Set([...layout.visible, PLANNED.key]);
  const hidden = columns.map(({ key }) => key).filter((key) => !visible.has(key));
  return { layout, columns, standard: layoutOf(columns, { hidden, density: 'compact' }) };
};

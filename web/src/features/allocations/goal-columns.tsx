import {
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
import { hrefOf, pathTo } from '../../lib/paths.ts';
import { layoutOf } from '../../ui/grid/layout.ts';
import type { CellView, GridColumn } from '../../ui/grid/types.ts';
import type { GridTable } from './campaign-columns.ts';
import { pacingCell, pacingNumberCell } from './cells.tsx';
import classes from './cells.module.css';
import { COLUMN_NOTES } from './column-notes.ts';
import { pacingWord } from './pacing-bar.tsx';
import { type ColumnSettings, gridColumn } from './prepare-columns.ts';

interface GoalTableInput {
  group: UserGroup;
  month: AllocationMonth;
  variant: OwnerVariant;
  early: boolean;
  mayEdit: boolean;
}

const percentOf = (row: GoalRow): number | null => (row['diffToBudget'] ?? null) as number | null;

/** What the campaigns of the line item come to, with what is typed into them: the screen knows it, no file does. */
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

/** The line-item table: its targets can be edited in place by whoever may set them. */
export const goalTable = ({ group, month, variant, early, mayEdit }: GoalTableInput): GridTable<GoalRow> => {
  const layout = goalLayout(group, month, variant);
  const settings: ColumnSettings<GoalRow> = {
    group,
    labels: variant.labels,
    frozen: ['goalName'],
    editable: new Set(mayEdit ? TARGET_FIELDS : []),
    problem: (key, value) => (isTarget(key) ? targetProblem(key, value) : null),
    draw: {
      goalName: { width: 220 },
      pacingStatus: {
        filter: 'values',
        value: percentOf,
        format: (_value, row) => pacingWord(percentOf(row), early) ?? 'No budget',
        render: pacingCell(early),
      },
      diffToBudget: { render: pacingNumberCell },
      actionGoal: { format: () => '', render: editCell },
    },
  };
  const columns = layout.columns.flatMap((column) => {
    const made = gridColumn(column, settings);
    return column.key === 'budget' ? [made, PLANNED] : [made];
  });
  const visible = new Set([...layout.visible, PLANNED.key]);
  const hidden = columns.map(({ key }) => key).filter((key) => !visible.has(key));
  return { layout, columns, standard: layoutOf(columns, { hidden, density: 'compact' }) };
};

import type { AnyList, ListColumn, ListRow, UserGroup } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatRowInstant, hasSeveralZones, zoneAbbreviation } from '../../lib/text/format.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import classes from './list.module.css';

/** Overrides of a column's declaration by a screen. */
type ListCell<Row> = Partial<
  Pick<GridColumn<Row>, 'label' | 'width' | 'grow' | 'value' | 'format' | 'render' | 'align'>
>;
export type ListCells<Row> = Readonly<Record<string, ListCell<Row>>>;

interface ColumnsInput<Row> {
  list: AnyList;
  group: UserGroup;
  timeZone: string;
  isNarrow: boolean;
  cells: ListCells<Row>;
  /** The columns to show; all declared ones by default. */
  only?: readonly string[] | undefined;
  /** Link of a row, shown in its first column. */
  open?: ((row: Row) => string) | undefined;
  rowActions?: ((row: Row) => ReactNode) | undefined;
}

const link = <Row,>(open: (row: Row) => string): NonNullable<GridColumn<Row>['render']> =>
  function RowLink({ row, text, tabIndex }) {
    return (
      <Link to={open(row)} className={classes.open} tabIndex={tabIndex} title={text}>
        {text}
      </Link>
    );
  };

const actionsColumn = <Row,>(rowActions: (row: Row) => ReactNode): GridColumn<Row> => ({
  key: '__actions',
  label: 'Actions',
  kind: 'custom',
  width: 76,
  align: 'center',
  // Beside the name: at the far end of a wide table it is not found.
  frozen: true,
  sortable: false,
  filter: false,
  excludeFromMenu: true,
  value: () => null,
  format: () => '',
  render: ({ row }) => rowActions(row),
});

const [INSTANT, INSTANT_AND_ZONE] = [174, 204];

const declared = <Row,>(
  key: string,
  { label, kind, note }: ListColumn,
  { list: { list }, timeZone, cells }: ColumnsInput<Row>,
): GridColumn<Row> => ({
  key,
  label: kind === 'instant' && !hasSeveralZones() ? `${label} (${zoneAbbreviation(timeZone)})` : label,
  kind: kind === 'instant' ? 'text' : kind,
  sortable: list.sortBy.includes(key),
  filter: false,
  ...(note !== undefined && { description: note }),
  ...(kind === 'instant' && {
    // Times of several zones name theirs.
    width: hasSeveralZones() ? INSTANT_AND_ZONE : INSTANT,
    format: (value: unknown, row: Row) =>
      formatRowInstant(typeof value === 'string' ? value : null, row as object, timeZone),
  }),
  ...cells[key],
});

/** A list's table columns, from its declaration and the screen's overrides. */
export const listColumns = <L extends AnyList, Row extends ListRow<L>>(
  input: ColumnsInput<Row>,
): { columns: readonly GridColumn<Row>[]; hidden: readonly string[] } => {
  const { list, group, isNarrow, only, open, rowActions } = input;
  const declaredColumns = Object.entries(list.list.columns).filter(
    ([key, { groups }]) => (groups?.includes(group) ?? true) && (only?.includes(key) ?? true),
  );
  const place = ([, { firstOnPhone }]: (typeof declaredColumns)[number], index: number): number =>
    index === 0 ? 0 : isNarrow && firstOnPhone ? 1 : 2;
  // Little more than the name fits on a phone: what became of the row comes next.
  const shown = [0, 1, 2].flatMap((wanted) =>
    declaredColumns.filter((column, index) => place(column, index) === wanted),
  );
  const columns = shown.map(([key, column], index): GridColumn<Row> => {
    const base = declared(key, column, input);
    if (index > 0) return base;
    // The first column names the row and stays in view.
    return { frozen: true, excludeFromMenu: true, ...(open && { render: link(open) }), ...base };
  });
  return {
    columns: rowActions ? columns.toSpliced(1, 0, actionsColumn(rowActions)) : columns,
    hidden: shown.filter(([, { hidden }]) => hidden).map(([key]) => key),
  };
};

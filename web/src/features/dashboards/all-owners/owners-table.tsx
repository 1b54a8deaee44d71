import {
  type AllOwnersRow,
  formatMetricValue,
  OWNER_COLUMN_KEYS,
  OWNER_COLUMNS,
  ownerCells,
  type OwnerColumnKey,
  ownerTotalCells,
  ownerVerdict,
} from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { pathTo } from '../../../lib/address/paths.ts';
import { writtenDay, writtenMonth } from '../../../lib/text/days-text.ts';
import { useGridLayout } from '../../../shared/use-grid-layout.ts';
import { useIsNarrow } from '../../../shared/use-is-narrow.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn, GridLayout, GridSort } from '../../../ui/grid/types.ts';
import { layoutOf } from '../../../ui/grid/view/layout.ts';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { VERDICT_TONES } from '../pacing/prepare-summary.ts';

const HIDDEN: readonly OwnerColumnKey[] = [
  'budgetPlusMinus',
  'inquiries',
  'attentionLineItems',
  'lateAccounts',
  'month',
];
/** A narrow screen shows the owner, what is at stake and its verdict. */
const NARROW_COLUMNS: readonly OwnerColumnKey[] = ['name', 'atStake', 'pacing'];

const WIDTHS: Partial<Record<OwnerColumnKey, number>> = {
  name: 208,
  pacing: 268,
  inquiries: 260,
  late: 140,
  vertical: 120,
  manager: 160,
  brands: 220,
};

const UPDATING = 'Updating…';

const cellText = (key: OwnerColumnKey, value: unknown): string => {
  const { kind } = OWNER_COLUMNS[key];
  if (typeof value === 'string' && kind === 'date')
    return key === 'month' ? writtenMonth(value) : /^\d/.test(value) ? writtenDay(value) : value;
  if (kind === 'text' || kind === 'date') return typeof value === 'string' ? value : '';
  return formatMetricValue({ kind, decimals: kind === 'percent' ? 1 : 0 }, typeof value === 'number' ? value : null);
};

const verdictMark = (key: OwnerColumnKey, { figures }: AllOwnersRow, text: string): ReactNode => {
  if (figures === null) return text;
  const { mark } = ownerVerdict(key === 'pacing' ? 'dollar' : 'count', figures);
  return <StatusMark tone={mark === null ? 'off' : VERDICT_TONES[mark]}>{text}</StatusMark>;
};

const columnOf = (key: OwnerColumnKey, cellsOf: (row: AllOwnersRow) => ReturnType<typeof ownerCells>) => {
  const column: { label: string; kind: string; note?: string } = OWNER_COLUMNS[key];
  const isNumber = !['text', 'date'].includes(column.kind);
  return {
    key,
    label: column.label,
    kind: 'custom',
    width: WIDTHS[key] ?? 92,
    align: isNumber ? 'end' : 'start',
    ...(column.note !== undefined && { description: column.note }),
    ...(isNumber && { filter: false }),
    value: (row) => cellsOf(row)[key] ?? null,
    format: (value, row) => (key === 'pacing' && row.figures === null ? UPDATING : cellText(key, value)),
    ...(key === 'name' && {
      frozen: true,
      excludeFromMenu: true,
      render: ({ row, text, tabIndex }) => (
        <Link to={pathTo('pacingOverview')} search={{ owner: row.ownerKey } as never} tabIndex={tabIndex}>
          {text}
        </Link>
      ),
    }),
    ...(key === 'brands' && { searched: true }),
    ...((key === 'pacing' || key === 'inquiries') && { render: ({ row, text }) => verdictMark(key, row, text) }),
    ...(key === 'late' && {
      render: ({ text }) => (text === '' ? null : <StatusMark tone="warn">{text}</StatusMark>),
    }),
  } satisfies GridColumn<AllOwnersRow> as GridColumn<AllOwnersRow>;
};

const makeColumns = (): GridColumn<AllOwnersRow>[] => {
  const cellsByRow = new WeakMap<AllOwnersRow, ReturnType<typeof ownerCells>>();
  const cellsOf = (row: AllOwnersRow) => {
    const cells = cellsByRow.get(row) ?? ownerCells(row);
    cellsByRow.set(row, cells);
    return cells;
  };
  return OWNER_COLUMN_KEYS.map((key) => columnOf(key, cellsOf));
};
const COLUMNS = makeColumns();

const standardLayout = (isNarrow: boolean): GridLayout =>
  layoutOf(COLUMNS, {
    density: 'compact',
    ...(isNarrow && { order: [...new Set([...NARROW_COLUMNS, ...OWNER_COLUMN_KEYS])] }),
    hidden: OWNER_COLUMN_KEYS.filter((key) => (isNarrow ? !NARROW_COLUMNS.includes(key) : HIDDEN.includes(key))),
  });
const WIDE_LAYOUT = standardLayout(false);
const NARROW_LAYOUT = standardLayout(true);

/** Most money first. */
const FIRST_SORT = '-atStake';
const sortOf = (text: string): GridSort => ({
  column: text.replace(/^-/, ''),
  direction: text.startsWith('-') ? 'desc' : 'asc',
});
const sortText = ([sort]: readonly GridSort[]): string | undefined =>
  sort && `${sort.direction === 'desc' ? '-' : ''}${sort.column}`;

const totalsOf = (rows: readonly AllOwnersRow[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ownerTotalCells(rows)).map(([key, value]) => [key, cellText(key as OwnerColumnKey, value)]),
  );

const keyOf = ({ ownerKey }: AllOwnersRow): number => ownerKey;
const nameOf = ({ name }: AllOwnersRow): string => name;

interface OwnersTableProps {
  rows: readonly AllOwnersRow[];
  outOf: number;
  /** As the address has it. */
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onView: (ownerKeys: readonly number[]) => void;
  actions: ReactNode;
  empty: ReactNode;
}

/** Owners against their plans, with the total of those that are shown. */
export const OwnersTable = ({ rows, outOf, sort = FIRST_SORT, onSort, onView, actions, empty }: OwnersTableProps) => {
  const isNarrow = useIsNarrow();
  const standard = isNarrow ? NARROW_LAYOUT : WIDE_LAYOUT;
  const [stored, store] = useGridLayout(`all-owners${isNarrow ? '-narrow' : ''}`, standard);
  const layout = useMemo(() => ({ ...stored, sort: [sortOf(sort)] }), [stored, sort]);
  const defaultLayout = useMemo(() => ({ ...standard, sort: [sortOf(FIRST_SORT)] }), [standard]);
  const arrange = (next: GridLayout) => {
    const wanted = sortText(next.sort);
    if (wanted !== sort) onSort(wanted === FIRST_SORT ? undefined : wanted);
    store({ ...next, sort: [] });
  };
  const view = useCallback((keys: readonly (string | number)[]) => onView(keys.map(Number)), [onView]);
  return (
    <Grid
      label="Owners"
      columns={COLUMNS}
      rows={rows}
      rowKey={keyOf}
      rowLabel={nameOf}
      layout={layout}
      defaultLayout={defaultLayout}
      onLayout={arrange}
      onView={view}
      readOnly="Read-only. Change figures on the owner’s own pages."
      totals={totalsOf}
      outOf={outOf}
      actions={actions}
      empty={empty}
      maxHeight="min(70dvh, 720px)"
    />
  );
};

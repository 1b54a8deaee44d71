import { Button, CloseButton, Text } from '@mantine/core';
import { type AnyList, groupOfUserType, type ListRow } from '@paceline/contract';
import { type ReactNode, useMemo } from 'react';
import { formatCount, localZone } from '../../lib/text/format.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridLayout, GridProps, GridSort, RowKey } from '../../ui/grid/types.ts';
import { useStable } from '../../ui/grid/use-stable.ts';
import { layoutOf } from '../../ui/grid/view/layout.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import { useGridLayout } from '../use-grid-layout.ts';
import { useIsNarrow } from '../use-is-narrow.ts';
import { type ListCells, listColumns } from './list-columns.tsx';
import { type FilterControls, ListFilters } from './list-filters.tsx';
import { isNarrowed, listQuestion, searchFilterOf } from './list-search.ts';
import classes from './list.module.css';
import { useChosen } from './use-chosen.ts';
import { type ListAddress, useListAddress } from './use-list-address.ts';
import { tellFailure, useListExport } from './use-list-export.ts';
import { readAll, useList } from './use-list.ts';

/** A list screen's settings beyond the list's declaration. */
export interface ListViewProps<L extends AnyList, Row = ListRow<L>> {
  list: L;
  /** Plural noun: "campaigns". */
  noun: string;
  /** Path parameters of the call. */
  params?: Readonly<Record<string, string | number>>;
  /** Filters set by the screen that users cannot change, such as the route's channel. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Storage name of the user's columns; the list's own name unless it has several screens. */
  layoutName?: string;
  timeZone?: string;
  cells?: ListCells<Row>;
  /** In place of `cells`, where they depend on the loaded rows, such as names without their shared beginning. */
  cellsOf?: (rows: readonly Row[]) => ListCells<Row>;
  only?: readonly string[];
  filters?: FilterControls;
  /** Wraps the filters in a bar of its own, with other controls that write into the address themselves. */
  renderBar?: (controls: readonly ReactNode[], address: ListAddress) => ReactNode;
  rowLabel: (row: Row) => string;
  rowTone?: GridProps<Row>['rowTone'];
  open?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  /** Actions on the selected rows. */
  bulk?: (rows: readonly Row[], clear: () => void) => ReactNode;
  /** Content beside the table that follows its rows, such as a drawer for one row. */
  renderBeside?: (rows: readonly Row[]) => ReactNode;
  /** Called with the row of the active cell; null if there is none. */
  onActiveRow?: (rowKey: RowKey | null) => void;
  /** Maximum number of selected rows. */
  mostChosen?: number;
  /** Shown when the list is empty without filters. */
  empty: { title: string; text: string; action?: ReactNode };
}

const NONE = {};
const TYPING_MS = 150;
const MAX_CHOSEN = 5_000;

const sortOf = (sort: string): GridSort => ({
  column: sort.replace(/^-/, ''),
  direction: sort.startsWith('-') ? 'desc' : 'asc',
});
const textOf = ({ column, direction }: GridSort): string => (direction === 'desc' ? `-${column}` : column);
/** A list always has an order: the third click, which would clear the sort in a table, reverses it. */
const nextSort = (now: GridSort, [wanted]: readonly GridSort[]): string =>
  textOf(wanted ?? { ...now, direction: now.direction === 'asc' ? 'desc' : 'asc' });

const inOrder = (layout: GridLayout, columns: readonly { key: string }[], sort: string): GridLayout => ({
  ...layout,
  sort: columns.some(({ key }) => key === sortOf(sort).column) ? [sortOf(sort)] : [],
});

/** A list with search, filters, order, columns, selection and export, all from its declaration. */
export const ListView = <L extends AnyList, Row extends ListRow<L> = ListRow<L>>(props: ListViewProps<L, Row>) => {
  const {
    list,
    noun,
    params = NONE,
    fixed = NONE,
    cells = NONE,
    cellsOf,
    only,
    filters = NONE,
    mostChosen = MAX_CHOSEN,
  } = props;
  const { timeZone = localZone(), layoutName = list.id } = props;
  const group = groupOfUserType(useSession((state) => state.userType) ?? '') ?? 'ag';
  const address = useListAddress(list);
  const { search } = address;
  const isNarrow = useIsNarrow();
  const question = useMemo(() => ({ ...listQuestion(list, search), ...fixed }), [list, search, fixed]);
  const asking = { list, params, question };
  const source = useList(asking);
  const rows = source.rows as readonly Row[];
  const rowKey = (row: Row): RowKey => (row as Record<string, RowKey>)[list.list.key] ?? '';
  const chosen = useChosen(rows, JSON.stringify([params, question]), rowKey);
  const file = useListExport(asking);
  const ownCells = useMemo(() => cellsOf?.(rows) ?? cells, [cellsOf, cells, rows]);

  const open = useStable((row: Row) => props.open?.(row) ?? '');
  const rowActions = useStable((row: Row) => props.rowActions?.(row));
  const [hasOpen, hasActions] = [props.open !== undefined, props.rowActions !== undefined];
  const table = useMemo(() => {
    const { columns, hidden } = listColumns<L, Row>({
      list,
      group,
      timeZone,
      isNarrow,
      cells: ownCells,
      only,
      open: hasOpen ? open : undefined,
      rowActions: hasActions ? rowActions : undefined,
    });
    // Rows of a phone are touched, and may have two lines.
    return { columns, standard: layoutOf(columns, { hidden, ...(isNarrow && { density: 'comfortable' }) }) };
  }, [list, group, timeZone, isNarrow, ownCells, only, hasOpen, hasActions, open, rowActions]);
  const [stored, store] = useGridLayout(isNarrow ? `${layoutName}-narrow` : layoutName, table.standard);
  const { sort } = question as { sort: string };
  const layout = useMemo(() => inOrder(stored, table.columns, sort), [stored, table, sort]);
  const standard = useMemo(() => inOrder(table.standard, table.columns, list.list.first), [table, list]);
  const arrange = (next: GridLayout) => {
    // The order is stored in the address, the rest in the user's layout.
    if (JSON.stringify(next.sort) !== JSON.stringify(layout.sort)) address.sortBy(nextSort(sortOf(sort), next.sort));
    store({ ...next, sort: [], filters: {}, filtersOpen: false });
  };

  const searchName = searchFilterOf(list);
  const term = (searchName === null ? undefined : address.textOf(searchName)) ?? '';
  const find = (text: string) => {
    if (searchName !== null) address.set({ [searchName]: text || undefined });
  };
  const { typed, type } = useTypedText(term, find, TYPING_MS);

  const takeAll = async () => {
    const all = await readAll(asking, mostChosen);
    if (all) chosen.take(all as readonly Row[]);
    else
      toast.error({ message: `At most ${formatCount(mostChosen)} ${noun} can be selected at once. Filter the list.` });
  };
  const canChoose = props.bulk !== undefined || file !== undefined;
  const isAll = chosen.rows.length > 0 && chosen.rows.length >= rows.length;
  return (
    <>
      <ListFilters list={list} controls={filters} address={address} renderBar={props.renderBar} />
      {canChoose && (
        // Rendered even without a selection: an action's message is announced after the selection is cleared.
        <div className={classes.chosen} role="region" aria-label={`Selected ${noun}`} hidden={chosen.rows.length === 0}>
          <strong role="status">{formatCount(chosen.rows.length)} selected</strong>
          {isAll && source.hasMore && (
            <Button size="compact-xs" variant="subtle" onClick={() => void takeAll().catch(tellFailure)}>
              Select all that match
            </Button>
          )}
          <Text span inherit flex="1 1 0" />
          {props.bulk?.(chosen.rows, chosen.clear)}
          {file && (
            <Button
              size="xs"
              variant="default"
              loading={file.isSaving}
              onClick={() => file.save(chosen.rows.map((row) => Number(rowKey(row))))}
            >
              Export
            </Button>
          )}
          <CloseButton size="sm" aria-label="Clear selection" onClick={chosen.clear} />
        </div>
      )}
      <div className={classes.table}>
        <Grid
          label={noun.charAt(0).toUpperCase() + noun.slice(1)}
          columns={table.columns}
          rows={rows}
          rowKey={rowKey}
          rowLabel={props.rowLabel}
          {...(props.rowTone && { rowTone: props.rowTone })}
          {...(props.onActiveRow && { onActive: (cell) => props.onActiveRow?.(cell?.rowKey ?? null) })}
          layout={layout}
          defaultLayout={standard}
          onLayout={arrange}
          loading={source.isLoading}
          error={source.error}
          onRetry={source.onRetry}
          server={{ count: source.count, hasSearch: searchName !== null }}
          search={typed}
          onSearch={type}
          more={source.hasMore ? { onMore: source.onMore } : null}
          {...(canChoose && { selection: chosen.selection })}
          maxHeight="none"
          empty={
            isNarrowed(list, search) ? (
              <EmptyState title={`No ${noun} match these filters`}>Change or clear the filters.</EmptyState>
            ) : (
              <EmptyState title={props.empty.title} action={props.empty.action}>
                {props.empty.text}
              </EmptyState>
            )
          }
          actions={
            file && (
              <Button
                variant="default"
                size="xs"
                px={9}
                aria-label="Export all"
                title="Export all that match"
                disabled={rows.length === 0}
                loading={file.isSaving}
                onClick={() => file.save(null)}
              >
                Export
              </Button>
            )
          }
        />
      </div>
      {props.renderBeside?.(rows)}
    </>
  );
};

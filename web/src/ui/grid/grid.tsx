import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { GridSkeleton } from './body/grid-skeleton.tsx';
import { GridError, NothingLeft } from './body/grid-states.tsx';
import { GridSurface } from './body/grid-surface.tsx';
import { GridToolbar } from './head/grid-toolbar.tsx';
import classes from './grid.module.css';
import { atPlace, type Range } from './edit/range.ts';
import { isNoted } from './body/totals-row.tsx';
import { StatusBar } from './body/status-bar.tsx';
import type { GridLayout, GridProps } from './types.ts';
import { useStable } from './use-stable.ts';
import { useView } from './view/use-view.ts';

const rowsIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Number of rows, rows left after filtering, and whether more are coming. */
const countText = (left: number, all: number, arriving: number | null | undefined, hasMore: boolean): string => {
  if (typeof arriving === 'number') return `${rowsIn(arriving)} so far …`;
  if (hasMore) return `First ${rowsIn(all)}, more below`;
  return left === all ? rowsIn(all) : `${formatCount(left)} of ${rowsIn(all)}`;
};

/**
 * The product's one table, with spreadsheet editing. It makes no calls and stores no edits: rows, layout and edits are passed in, and each
 * user act is passed back.
 */
export const Grid = <Row,>(props: GridProps<Row>) => {
  const { rows, tree, error, loading, arriving, onLayout, onRetry, onUndo, onRedo, undoable, redoable } = props;
  const [ownSearch, setOwnSearch] = useState('');
  const [range, setRange] = useState<Range>(() => atPlace({ row: 0, column: 0 }));
  const [message, setMessage] = useState({ text: '', canUndo: false });
  const search = props.search ?? ownSearch;
  const view = useView(props, useDeferredValue(props.server ? '' : search));
  const children = tree?.children;
  const total = useMemo(
    () => (children ? rows.reduce((sum, row) => sum + (children(row)?.length || 1), 0) : rows.length),
    [rows, children],
  );

  // The message of a copy or paste stays until the selection moves.
  const select = useStable((next: Range) => {
    setRange(next);
    setMessage((before) => (before.text === '' ? before : { text: '', canUndo: false }));
  });
  const tell = useStable((text: string, canUndo?: boolean) => setMessage({ text, canUndo: canUndo ?? false }));
  const undoAct = useStable(() => {
    onUndo?.();
    tell(`Undone: ${undoable}.`);
  });
  const changeLayout = useStable((layout: GridLayout) => {
    // The range now covers other rows.
    if (layout.sort !== view.layout.sort || layout.filters !== view.layout.filters) setRange(atPlace(range.anchor));
    onLayout(layout);
  });
  const find = useStable((text: string) => (props.onSearch ?? setOwnSearch)(text));
  const undo = useStable(() => onUndo?.());
  const redo = useStable(() => onRedo?.());
  const canUndo = onUndo !== undefined && onRedo !== undefined;
  const history = useMemo(
    () => (canUndo ? { onUndo: undo, onRedo: redo, undoable: undoable ?? null, redoable: redoable ?? null } : null),
    [canUndo, undo, redo, undoable, redoable],
  );
  const clear = useStable(() => {
    find('');
    changeLayout({ ...view.layout, filters: {} });
  });

  const activeTotal =
    range.anchor.row === view.rowCount ? view.totals?.[view.columns[range.anchor.column]?.key ?? ''] : null;
  const totalNote = isNoted(activeTotal) ? activeTotal.note : '';
  const isWaiting = loading === true && rows.length === 0;
  const isEmpty = rows.length === 0 && !isWaiting && typeof arriving !== 'number';
  return (
    <section className={classes.frame} aria-label={props.label}>
      <GridToolbar
        columns={props.columns}
        layout={view.layout}
        defaultLayout={props.defaultLayout}
        search={search}
        count={
          isWaiting
            ? ''
            : (props.server?.count ?? countText(view.view.leaves.length, total, arriving, props.more != null))
        }
        hasSearch={props.server?.hasSearch ?? true}
        hasFilters={!props.server}
        history={history}
        tools={props.tools}
        actions={props.actions}
        onSearch={find}
        onLayout={changeLayout}
        onClear={clear}
      />
      {error && <GridError error={error} onRetry={onRetry} />}
      {isWaiting && (
        <GridSkeleton
          label={props.label}
          columns={view.columns}
          widths={view.layout.widths}
          density={view.layout.density}
        />
      )}
      {isEmpty && !error && (props.empty ?? <EmptyState title="Nothing here yet" />)}
      {!isWaiting && !isEmpty && (
        <>
          {(loading || typeof arriving === 'number') && <div className={classes.progress} aria-hidden="true" />}
          <GridSurface
            props={props}
            view={view}
            range={range}
            onRange={select}
            onLayout={changeLayout}
            onMessage={tell}
          />
          {view.rowCount === 0 && typeof arriving !== 'number' && <NothingLeft onClear={clear} />}
          <StatusBar
            sheet={view}
            range={range}
            message={message.text || totalNote}
            onUndo={message.canUndo && history?.undoable != null ? undoAct : undefined}
            facts={props.facts}
          />
        </>
      )}
    </section>
  );
};

import { NO_EDITS } from '../edit/edit-history.ts';
import type { Columns, Span } from './geometry.ts';
import classes from './grid-body.module.css';
import { GridEditor } from '../edit/grid-editor.tsx';
import { FillMarks } from './cells/fill-handle.tsx';
import { GridRow } from './grid-row.tsx';
import { blockOf, cellCount, type Place, type Range } from '../edit/range.ts';
import type { GridProps } from '../types.ts';
import type { FillHandle } from '../edit/use-fill.ts';
import type { Editing } from '../edit/use-editing.ts';
import { useRowRemarks } from './cells/use-row-remarks.ts';
import type { GridView } from '../view/use-view.ts';
import { rowOf } from '../view/view.ts';

interface GridBodyProps<Row> {
  props: GridProps<Row>;
  view: GridView<Row>;
  gridId: string;
  columns: Columns<Row>;
  range: Range;
  rows: Span;
  span: Span;
  rowHeight: number;
  firstIndex: number;
  treeColumn: number;
  editing: Editing<Row>;
  leaveEditor: (step: Place | 'next' | 'back' | null) => void;
  fill: FillHandle;
}

/** The visible rows, plus the row being edited when it is scrolled away. */
const drawnRows = ({ from, to }: Span, edited: number): number[] => {
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (edited >= 0 && edited < from) drawn.unshift(edited);
  if (edited >= to) drawn.push(edited);
  return drawn;
};

export const GridBody = <Row,>(body: GridBodyProps<Row>) => {
  const { props, view, gridId, columns, range, rows, span, rowHeight, treeColumn, editing } = body;
  const { edits = NO_EDITS, tree, selection, rowTone, rowLabel } = props;
  const { lines } = view.view;
  const { anchor } = range;
  const block = blockOf(range);
  const isRange = cellCount(block) > 1;
  const remarksOf = useRowRemarks<Row>(props.remarks);
  const drawn = [...columns.all.slice(0, columns.pinned), ...columns.all.slice(span.from, span.to)];

  const { cell } = editing;
  // By key: rows that arrive during editing may have moved it.
  const editedRow = cell
    ? lines[cell.place.row]?.key === cell.rowKey
      ? cell.place.row
      : lines.findIndex(({ key }) => key === cell.rowKey)
    : -1;

  const row = (index: number) => {
    const line = lines[index];
    const gridRow = line && rowOf(line, props.rows, tree?.children);
    if (!line || gridRow === undefined) return null;
    const isInRange = isRange && index >= block.top && index <= block.bottom;
    const edited = editedRow === index ? cell : null;
    return (
      <GridRow<Row>
        key={line.key}
        {...{ gridId, columns, index, treeColumn }}
        row={gridRow}
        firstIndex={body.firstIndex}
        height={rowHeight}
        label={rowLabel?.(gridRow) ?? `row ${index + 1}`}
        from={span.from}
        to={span.to}
        edits={edits.get(line.key)}
        remarks={remarksOf(line.key, drawn)}
        canEdit={props.onEdit !== undefined}
        active={anchor.row === index ? anchor.column : -1}
        rangeLeft={isInRange ? block.left : -1}
        rangeRight={isInRange ? block.right : -2}
        isRangeTop={isInRange && index === block.top}
        isRangeBottom={isInRange && index === block.bottom}
        editorColumn={edited?.place.column ?? -1}
        editor={edited && <GridEditor cell={edited} editing={editing} onLeave={body.leaveEditor} />}
        isSelectable={selection !== undefined}
        isSelected={selection?.selected.has(line.key) ?? false}
        tone={rowTone?.(gridRow)}
        level={line.level}
        position={line.position}
        siblings={line.siblings}
        isParent={line.isParent}
        isExpanded={line.isExpanded}
      />
    );
  };

  return (
    <div role="rowgroup" className={classes.body} style={{ height: lines.length * rowHeight }}>
      {drawnRows(rows, editedRow).map(row)}
      {!cell && <FillMarks fill={body.fill} columns={columns} rowHeight={rowHeight} />}
    </div>
  );
};

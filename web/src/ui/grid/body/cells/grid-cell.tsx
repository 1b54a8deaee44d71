import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RemarkMark, remarkText } from './cell-marks.tsx';
import { cellValue, InvalidEntry, isEditable } from '../../edit/cell-value.ts';
import type { Placed } from '../geometry.ts';
import classes from '../grid-body.module.css';
import { formatCell, isNumeric } from '../../edit/kinds.ts';
import type { GridRowProps } from '../row-props.ts';
import { SELECT_KEY } from '../../head/select-column.ts';
import type { GridColumn, Remark } from '../../types.ts';

const cache = new WeakMap<object, Map<unknown, string>>();

/**
 * A cell's text for its saved value, cached with the row: horizontal scrolling redraws the same rows many times, and formatting figures
 * would be a third of the cost. A changed row is a new object.
 */
const rowText = <Row,>(column: GridColumn<Row>, value: unknown, row: Row): string => {
  if (typeof row !== 'object' || row === null) return formatCell(column, value, row);
  let texts = cache.get(row);
  if (!texts) cache.set(row, (texts = new Map<unknown, string>()));
  let text = texts.get(column);
  if (text === undefined) texts.set(column, (text = formatCell(column, value, row)));
  return text;
};

const ALIGN = { start: '', center: ` ${classes.center}`, end: ` ${classes.end}` };

export const alignOf = <Row,>({ align, kind }: GridColumn<Row>): keyof typeof ALIGN =>
  align ?? (isNumeric(kind) ? 'end' : kind === 'flag' ? 'center' : 'start');

const content = <Row,>(column: GridColumn<Row>, row: Row, value: unknown, text: string): ReactNode => {
  if (column.render && !(value instanceof InvalidEntry)) return column.render({ row, value, text, tabIndex: -1 });
  if (column.kind !== 'flag' || column.format || value instanceof InvalidEntry) return text;
  return value === true ? <IconCheck size={14} aria-label="Yes" /> : text;
};

const rangeClass = <Row,>(props: GridRowProps<Row>, index: number): string => {
  const { rangeLeft, rangeRight, isRangeTop, isRangeBottom } = props;
  if (index < rangeLeft || index > rangeRight) return '';
  let name = ` ${classes.range}`;
  if (isRangeTop) name += ` ${classes.rangeTop}`;
  if (isRangeBottom) name += ` ${classes.rangeBottom}`;
  if (index === rangeLeft) name += ` ${classes.rangeLeft}`;
  if (index === rangeRight) name += ` ${classes.rangeRight}`;
  return name;
};

/** Indent and toggle in front of the first column's text. */
const nest = <Row,>(props: GridRowProps<Row>, inner: ReactNode): ReactNode => (
  <span className={classes.nest} style={{ paddingInlineStart: (props.level - 1) * 16 }}>
    {props.isParent ? (
      <button
        type="button"
        tabIndex={-1}
        className={classes.toggle}
        data-act="expand"
        aria-label={`${props.isExpanded ? 'Collapse' : 'Expand'} ${props.label}`}
      >
        <IconChevronRight size={14} aria-hidden="true" />
      </button>
    ) : (
      <span className={classes.toggle} />
    )}
    <span className={classes.nested}>{inner}</span>
  </span>
);

const selectBox = <Row,>({ label, isSelected }: GridRowProps<Row>): ReactNode => (
  <input
    type="checkbox"
    className={classes.box}
    tabIndex={-1}
    data-act="select"
    aria-label={`Select ${label}`}
    checked={isSelected}
    readOnly
  />
);

/** A function, not a component: a screen has a thousand cells, and a row redraws all of its own. */
export const drawCell = <Row,>(props: GridRowProps<Row>, { column, index, width, startsGroup }: Placed<Row>) => {
  const { row, edits, remarks, active, gridId, treeColumn, canEdit } = props;
  const value = cellValue(column, row, edits);
  const isEdited = edits !== undefined && edits.has(column.key);
  const text = isEdited ? formatCell(column, value, row) : rowText(column, value, row);
  const isActive = active === index;
  const canEditCell = canEdit && isEditable(column, row);
  const editor = props.editorColumn === index ? props.editor : null;
  const remark: Remark | undefined =
    value instanceof InvalidEntry ? { level: 'error', message: value.error } : remarks?.[column.key];
  const remarkId = remark && `${gridId}-${props.index}-${index}`;
  const range = rangeClass(props, index);

  let name = `${classes.cell}${ALIGN[alignOf(column)]}${range}`;
  if (startsGroup) name += ` ${classes.startsGroup}`;
  if (canEditCell) name += ` ${classes.editable}`;
  if (isEdited) name += ` ${classes.edited}`;
  if (isActive) name += ` ${classes.active}`;
  if (editor) name += ` ${classes.editing}`;
  if (remark) name += ` ${classes.remarked}`;
  if (text === '–') name += ` ${classes.none}`;

  let inner: ReactNode = column.key === SELECT_KEY ? selectBox(props) : content(column, row, value, text);
  if (treeColumn === index) inner = nest(props, inner);
  return (
    <div
      key={column.key}
      role="gridcell"
      id={isActive ? `${gridId}-active` : undefined}
      aria-colindex={index + 1}
      aria-selected={isActive || range !== '' ? true : undefined}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA has it for grid cells.
      aria-readonly={canEdit && !canEditCell ? true : undefined}
      aria-invalid={remark?.level === 'error' ? true : undefined}
      aria-describedby={remarkId ?? (isEdited ? `${gridId}-edited` : undefined)}
      title={remark ? remarkText(remark) : canEdit && !canEditCell ? (column.lock?.(row) ?? undefined) : undefined}
      data-level={remark?.level}
      className={name}
      style={{ width }}
    >
      {editor ?? (
        <>
          {remark && remarkId && <RemarkMark remark={remark} id={remarkId} />}
          {inner}
        </>
      )}
    </div>
  );
};

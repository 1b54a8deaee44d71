import { memo } from 'react';
import classes from './grid-body.module.css';
import { drawCell } from './cells/grid-cell.tsx';
import type { GridRowProps } from './row-props.ts';

const Row = <Row,>(props: GridRowProps<Row>) => {
  const { columns, index, height, from, to, tone, isSelectable, isSelected } = props;
  const isTree = props.treeColumn >= 0;
  const { all, pinned, pinnedWidth, width } = columns;
  return (
    <div
      role="row"
      className={index % 2 === 1 ? `${classes.row} ${classes.odd}` : classes.row}
      aria-rowindex={props.firstIndex + index}
      aria-selected={isSelectable ? isSelected : undefined}
      aria-level={isTree ? props.level : undefined}
      aria-posinset={isTree ? props.position : undefined}
      aria-setsize={isTree ? props.siblings : undefined}
      aria-expanded={isTree && props.isParent ? props.isExpanded : undefined}
      data-tone={tone}
      style={{ top: index * height, height, width }}
    >
      {pinned > 0 && (
        <div role="presentation" className={classes.pins} style={{ width: pinnedWidth }}>
          {all.slice(0, pinned).map((placed) => drawCell(props, placed))}
        </div>
      )}
      <div role="presentation" className={classes.cells} style={{ left: all[from]?.left }}>
        {all.slice(from, to).map((placed) => drawCell(props, placed))}
      </div>
    </div>
  );
};

export const GridRow = memo(Row) as typeof Row;

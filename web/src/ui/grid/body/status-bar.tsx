import { Button } from '@mantine/core';
import { memo, useDeferredValue, useMemo } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { isEditable } from '../edit/cell-value.ts';
import type { Sheet } from '../edit/fill.ts';
import classes from '../grid.module.css';
import { blockOf, cellCount, clampRange, type Range } from '../edit/range.ts';
import { summarise } from './summary.ts';
import type { GridProps } from '../types.ts';

interface StatusBarProps<Row> {
  sheet: Sheet<Row>;
  range: Range;
  /** The message of the last copy, paste or undo. */
  message: string;
  /** Undoes what the message reports; undefined if it cannot be undone. */
  onUndo: (() => void) | undefined;
  facts: GridProps<Row>['facts'];
}

/** Summary of the selection. Deferred for a large selection, so that it does not block selecting. */
const Bar = <Row,>({ sheet, range, message, onUndo, facts }: StatusBarProps<Row>) => {
  const later = useDeferredValue(range);
  const summary = useMemo(() => {
    const bounds = { rows: sheet.rowCount, columns: sheet.columns.length, hasTotals: false };
    const block = blockOf(clampRange(later, bounds));
    return block.top < 0 || cellCount(block) < 2 ? null : summarise(sheet, block);
  }, [sheet, later]);
  const cells = useMemo(() => {
    if (!facts) return [];
    const { top, bottom } = blockOf(later);
    const rows: Row[] = [];
    for (let index = Math.max(0, top); index <= Math.min(bottom, sheet.rowCount - 1); index += 1) {
      const at = sheet.rowAt(index);
      if (at) rows.push(at.row);
    }
    return rows.length > 0 ? facts(rows) : [];
  }, [facts, sheet, later]);
  const { row, column: index } = range.anchor;
  const [at, column] = [sheet.rowAt(row), sheet.columns[index]];
  const lock = at && column?.lock && !isEditable(column, at.row) ? column.lock(at.row) : null;
  return (
    <div className={classes.status}>
      <span role="status" className={classes.message}>
        {message || (lock && `Locked: ${lock}`)}
      </span>
      {onUndo && (
        <Button size="compact-xs" variant="subtle" className={classes.undo} onClick={onUndo}>
          Undo
        </Button>
      )}
      {(summary || cells.length > 0) && (
        <dl className={classes.summary} aria-label="Selected cells">
          {cells.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {summary && (
            <div>
              <dt>Count</dt>
              <dd>{formatCount(summary.count)}</dd>
            </div>
          )}
          {summary?.figures.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};

export const StatusBar = memo(Bar) as typeof Bar;

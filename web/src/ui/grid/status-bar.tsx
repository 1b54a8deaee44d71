import { memo, useDeferredValue, useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { Sheet } from './fill.ts';
import classes from './grid.module.css';
import { blockOf, cellCount, clampRange, type Range } from './range.ts';
import { summarise } from './summary.ts';

interface StatusBarProps<Row> {
  sheet: Sheet<Row>;
  range: Range;
  /** The last thing that a copy, a paste or an undo had to tell. */
  message: string;
}

/** What is selected, added up. A moment behind the selection when it is large, never in its way. */
const Bar = <Row,>({ sheet, range, message }: StatusBarProps<Row>) => {
  const later = useDeferredValue(range);
  const summary = useMemo(() => {
    const bounds = { rows: sheet.rowCount, columns: sheet.columns.length, hasTotals: false };
    const block = blockOf(clampRange(later, bounds));
    return block.top < 0 || cellCount(block) < 2 ? null : summarise(sheet, block);
  }, [sheet, later]);
  return (
    <div className={classes.status}>
      <span role="status" className={classes.message}>
        {message}
      </span>
      {summary && (
        <dl className={classes.summary} aria-label="Selected cells">
          <div>
            <dt>Count</dt>
            <dd>{formatCount(summary.count)}</dd>
          </div>
          {summary.figures.map(({ label, text }) => (
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

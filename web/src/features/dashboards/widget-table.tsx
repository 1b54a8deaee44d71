import { formatMetricValue, pacingMark, type WidgetAnswer, type WidgetRow } from '@paceline/contract';
import { dateLabel } from './prepare-charts.ts';
import type { WidgetColumn } from './prepare-columns.ts';
import { ScrollFrame } from './scroll-frame.tsx';
import classes from './widget-table.module.css';

interface WidgetTableProps {
  label: string;
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  /** Shades what is over or under its budget. */
  heat?: boolean;
  onPick?: ((row: WidgetRow) => void) | undefined;
}

const SIGNED: ReadonlySet<string> = new Set(['delta', 'budgetPlusMinus']);

const cellText = ({ key, format }: WidgetColumn, row: WidgetRow, byMonth: boolean): string => {
  const value = row[key] ?? null;
  if (format === null)
    return key === 'date' && value !== null ? dateLabel(String(value), byMonth) : String(value ?? '–');
  const signed = SIGNED.has(key) || key.endsWith('Change');
  return formatMetricValue(format, typeof value === 'number' ? value : null, { signed });
};

const MARKS = { over: 'Over', under: 'Under', on: '' } as const;

/** Told by a word as well as by a shade. */
const Mark = ({ row }: { row: WidgetRow }) => {
  const value = row['diffToBudget'];
  const mark = pacingMark(typeof value === 'number' ? value : null);
  return mark === null || mark === 'on' ? null : <span className={classes.mark}>{MARKS[mark]}</span>;
};

export const WidgetTable = ({ label, answer, columns, heat = false, onPick }: WidgetTableProps) => {
  const { data, totals } = answer;
  const byMonth = data.every((row) => String(row['date'] ?? '').endsWith('-01'));
  const [first] = columns;
  const markOf = (row: WidgetRow): string | undefined => {
    const value = row['diffToBudget'];
    return heat ? (pacingMark(typeof value === 'number' ? value : null) ?? undefined) : undefined;
  };
  return (
    <ScrollFrame label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-number={column.format !== null || undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row, index) => (
            <tr key={`${String(row[first?.key ?? ''])} ${index}`} data-mark={markOf(row)}>
              {columns.map((column, place) => {
                const text = cellText(column, row, byMonth);
                return (
                  <td key={column.key} data-number={column.format !== null || undefined} data-key={column.key}>
                    {place === 0 && onPick ? (
                      <button type="button" className={classes.pick} onClick={() => onPick(row)}>
                        {text}
                      </button>
                    ) : (
                      text
                    )}
                    {heat && column.key === 'diffToBudget' && <Mark row={row} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {data.length > 0 && (
          <tfoot>
            <tr>
              {columns.map((column, place) => (
                <td key={column.key} data-number={column.format !== null || undefined}>
                  {place === 0 && column.format === null
                    ? 'Total'
                    : column.format === null
                      ? ''
                      : cellText(column, totals, byMonth)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
};

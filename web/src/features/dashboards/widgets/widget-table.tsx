import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, useMemo, useState } from 'react';
import {
  dateLabel,
  formatMetricValue,
  hasRowsBehind,
  isTooEarly,
  pacedOf,
  pacingMark,
  USUAL_PACING_BAND,
  ROW_KEY,
  TOO_EARLY,
  tooEarlyNote,
  type WidgetAnswer,
  type WidgetColumn,
  type WidgetRow,
} from '@paceline/contract';
import type { HeatCell, HeatOf } from './prepare-heat.ts';
import { isLine, nextSort, type Sort, sortedRows } from './prepare-sort.ts';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { rangeWords } from '../../../lib/text/projection-range.ts';
import { Blank } from '../../../ui/marks/blank.tsx';
import { EndedText } from '../../../ui/marks/ended-text.tsx';
import { Noted } from '../../../ui/marks/noted.tsx';
import classes from './widget-table.module.css';

export type PickFigure = (row: WidgetRow | null, column: WidgetColumn | null) => void;

interface WidgetTableProps {
  label: string;
  answer: WidgetAnswer;
  columns: readonly WidgetColumn[];
  /** Shades values over or under budget. */
  heat?: boolean;
  /** Called with a number of a row or the total, or with a whole row. */
  onPick?: PickFigure | undefined;
  /** Link of a row's name, if any. */
  linkOf?: (row: WidgetRow) => string | null;
  /** The sort order, when controlled from outside. */
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** The rows are already sorted; otherwise the table sorts them. */
  isRanked?: boolean;
  /** Fills its container. */
  full?: boolean;
  /** Shading of a heat map's cells. */
  heatOf?: HeatOf | undefined;
}

const SIGNED: ReadonlySet<string> = new Set(['delta', 'budgetPlusMinus']);

const cellText = ({ key, format, role, grain = 'day', none = '–' }: WidgetColumn, row: WidgetRow): string => {
  const value = row[key] ?? null;
  if (format === null)
    return key === 'date' && value !== null ? dateLabel(String(value), grain) : String(value ?? none);
  const signed = SIGNED.has(key) || role === 'change';
  return formatMetricValue(format, typeof value === 'number' ? value : null, { signed });
};

const MARKS = { over: 'Over', under: 'Under', on: '', capped: 'Capped' } as const;

/** Pacing in a word as well as a shade; campaigns stopped at their cap are counted beside it. */
const Mark = ({ row, band }: { row: WidgetRow; band: number }) => {
  const mark = pacingMark(pacedOf(row), band);
  const capped = Number(row['cappedCampaigns'] ?? 0);
  const words = [mark === null ? '' : MARKS[mark], capped > 0 ? `${capped} capped` : ''].filter((word) => word !== '');
  return words.length === 0 ? null : <span className={classes.mark}>{words.join(', ')}</span>;
};

interface CellProps {
  text: string;
  /** Why it is blank, if a reason is needed. */
  reason: string | undefined;
  onPick: (() => void) | undefined;
  href?: string | null;
  /** Note beside the number, and whether it is based on little data. */
  note?: WidgetRow[string] | undefined;
  few?: boolean;
}

/** A clickable number; a blank shows its reason. */
const Cell = ({ text, reason, onPick, href = null, note, few = false }: CellProps) => {
  if (reason !== undefined) return <Blank reason={reason} />;
  if (typeof note === 'string') return <Noted text={text} note={note} near={few} onClick={onPick} />;
  if (href !== null)
    return (
      <a className={classes.pick} href={href}>
        <EndedText text={text} />
      </a>
    );
  if (onPick === undefined) return <EndedText text={text} />;
  return (
    <button type="button" className={classes.pick} onClick={onPick}>
      <EndedText text={text} />
    </button>
  );
};

/** Whether a change is good news. The colour only repeats the sign. */
const tone = ({ key, role }: WidgetColumn, row: WidgetRow): string | undefined => {
  const change = row[key];
  return role === 'change' ? toneOf(key, typeof change === 'number' ? change : null) : undefined;
};

const isNumber = (column: WidgetColumn, row: WidgetRow): boolean =>
  hasRowsBehind(column) && typeof row[column.key] === 'number';

const totalText = (column: WidgetColumn, totals: WidgetRow): string =>
  column.format === null || Object.keys(totals).length === 0 ? '' : cellText(column, totals);

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const ARROWS = { asc: '▲', desc: '▼' } as const;

/** Sorts by its column: one direction, then the other, then none. */
const Head = ({
  column,
  sort,
  onSort,
}: {
  column: WidgetColumn;
  sort: Sort | null;
  onSort: (next: Sort | null) => void;
}) => {
  const ofNumbers = column.format !== null;
  const order = sort?.key === column.key ? sort.order : null;
  return (
    <th
      scope="col"
      data-number={ofNumbers || undefined}
      data-role={column.role}
      aria-sort={order === null ? 'none' : ARIA_SORT[order]}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, column.key, ofNumbers))}>
        {column.label}
        <span className={classes.arrow} aria-hidden="true">
          {order === null ? '' : ARROWS[order]}
        </span>
      </button>
    </th>
  );
};

const heatProps = (cell: HeatCell | null) =>
  cell === null
    ? {}
    : {
        'data-heat': cell.open ? 'open' : cell.closed ? 'closed' : 'full',
        style: { '--heat': `${Math.round(cell.shade * 0.55)}%` } as CSSProperties,
      };

export const WidgetTable = ({
  label,
  answer,
  columns,
  heat = false,
  onPick,
  linkOf,
  sort: initialSort,
  onSort,
  isRanked = false,
  full = false,
  heatOf,
}: WidgetTableProps) => {
  const { totals, blank, band = USUAL_PACING_BAND } = answer;
  const [own, setOwn] = useState<Sort | null>(null);
  const sort = onSort ? (initialSort ?? null) : own;
  const data = useMemo(() => (isRanked ? answer.data : sortedRows(answer.data, sort)), [isRanked, answer.data, sort]);
  const [first] = columns;
  const early = (column: WidgetColumn, row: WidgetRow) =>
    typeof row[column.key] === 'number' && isTooEarly(answer, column, row)
      ? { text: TOO_EARLY, note: tooEarlyNote(answer, column, row), few: false }
      : {};
  const markOf = (row: WidgetRow): string | undefined =>
    heat && !isLine(row) ? (pacingMark(pacedOf(row), band) ?? undefined) : undefined;
  return (
    // Scroll areas must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.frame} data-full={full || undefined} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort ?? setOwn} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row, index) => (
            <tr
              key={`${String(row[first?.key ?? ''])} ${index}`}
              data-mark={markOf(row)}
              data-line={isLine(row) || undefined}
            >
              {columns.map((column, place) => {
                const shown = heatOf?.(row, column) ?? null;
                const opens = onPick !== undefined && row[ROW_KEY] != null && (place === 0 || isNumber(column, row));
                return (
                  <td
                    key={column.key}
                    title={shown?.words ?? rangeWords(row, column.key)}
                    {...heatProps(shown)}
                    data-number={column.format !== null || undefined}
                    data-key={column.key}
                    data-role={column.role}
                    data-tone={tone(column, row)}
                  >
                    <Cell
                      text={cellText(column, row)}
                      reason={place === 0 ? undefined : blank?.[column.key]}
                      note={row[`${column.key}Note`]}
                      few={row[`${column.key}Few`] != null}
                      href={place === 0 ? (linkOf?.(row) ?? null) : null}
                      onPick={opens ? () => onPick(row, column.format === null ? null : column) : undefined}
                      {...early(column, row)}
                    />
                    {shown && <VisuallyHidden>, {shown.words}</VisuallyHidden>}
                    {heat && column.key === 'projectionToBudget' && <Mark row={row} band={band} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {data.length > 0 && columns.some(({ key }) => typeof totals[key] === 'number') && (
          <tfoot>
            <tr>
              {columns.map((column, place) => (
                <td key={column.key} data-number={column.format !== null || undefined}>
                  <Cell
                    note={totals[`${column.key}Note`]}
                    few={totals[`${column.key}Few`] != null}
                    text={place === 0 && column.format === null ? 'Total' : totalText(column, totals)}
                    reason={blank?.[column.key]}
                    onPick={onPick && isNumber(column, totals) ? () => onPick(null, column) : undefined}
                    {...early(column, totals)}
                  />
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
};

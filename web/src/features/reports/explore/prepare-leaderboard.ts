import {
  canAsk,
  changeKey,
  type QuestionAnswer,
  type QuestionColumn,
  type ReportQuestion,
  formatMetricValue,
  ROW_KEY,
  youngOf,
  youngText,
} from '@paceline/contract';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { textOf } from '../answer/chart-values.ts';
import { isAdded } from '../answer/prepare-report-chart.ts';
import { type AnswerRow, cellText } from '../answer/prepare-table.ts';
import { selectedState } from './prepare-explore.ts';

export interface BoardRow {
  key: string;
  /** The value to filter by; null for rows without one. */
  value: string | null;
  label: string;
  text: string;
  /** Share of the total; null for measures that have no shares. */
  share: string | null;
  change: string | null;
  tone: ReturnType<typeof toneOf>;
  /** Length of its bar, from 0 to 1. */
  length: number;
  young: string | null;
  state: ReturnType<typeof selectedState>;
  /** False for lines that are no value, such as cost that belongs to no inquiry. */
  canFilter: boolean;
}

export interface Board {
  column: QuestionColumn;
  rows: BoardRow[];
  rowCount: number;
  /** What the shares are of: "$203,120 Spend"; null without shares. */
  whole: string | null;
  isCompared: boolean;
  /** Letters of its longest figure: one width for all, so that bars can be compared. */
  width: number;
}

const percent = (value: number, signed = false): string =>
  formatMetricValue({ kind: 'percent', decimals: 1 }, value, { signed });

const numberAt = (row: AnswerRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** Rows without a value come last. */
const sortRows = (rows: readonly AnswerRow[], key: string): AnswerRow[] =>
  rows.toSorted((a, b) => (numberAt(b, key) ?? -Infinity) - (numberAt(a, key) ?? -Infinity));

interface BoardInput {
  dimension: string;
  lead: string;
  /** Rows in sight. */
  shown: number;
  /** What shares are of: all values, whatever is searched for. */
  total: number | null;
  isByChange: boolean;
}

/** The rows of a leaderboard, largest or fastest rising first; selected ones beyond those in sight are kept in sight. */
export const boardOf = (
  answer: QuestionAnswer,
  question: ReportQuestion,
  { dimension, lead, shown, total, isByChange }: BoardInput,
): Board | null => {
  const column = answer.columns.find(({ key }) => key === lead);
  const named = answer.columns.find(({ key }) => key === dimension);
  if (column === undefined || named === undefined) return null;
  const isCompared = answer.compared !== null;
  const hasShares = isAdded(lead) && total !== null && total > 0;
  const longest = Math.max(0, ...answer.rows.map((row) => Math.abs(numberAt(row, lead) ?? 0)));
  const order = changeKey(lead);
  const ordered = isCompared && isByChange ? sortRows(answer.rows, order) : answer.rows;
  const rows = ordered.map((row): BoardRow => {
    const raw = row[dimension];
    const value = raw === null || raw === undefined || raw === '' ? null : String(raw);
    const number = numberAt(row, lead);
    const change = numberAt(row, changeKey(lead));
    const young = youngOf(answer, row, lead);
    return {
      key: String(row[ROW_KEY] ?? value),
      value,
      label: cellText(named, raw, answer, null),
      text: textOf(column, number),
      share: hasShares && number !== null ? percent((number / total) * 100) : null,
      change: !isCompared ? null : change === null ? '–' : percent(change, true),
      tone: toneOf(lead, change),
      length: longest === 0 || number === null ? 0 : Math.abs(number) / longest,
      young: young === null ? null : youngText(young, (whole) => textOf(column, whole)),
      state: selectedState(question, dimension, value),
      canFilter: canAsk({ row, column, question, answer }),
    };
  });
  const isKept = ({ state }: BoardRow, at: number): boolean =>
    at < shown || state === 'included' || state === 'excluded';
  return {
    column,
    rows: rows.filter(isKept),
    rowCount: answer.rowCount,
    whole: hasShares ? `${textOf(column, total)} ${column.label}` : null,
    isCompared,
    width: Math.max(0, ...rows.map(({ text }) => text.length)),
  };
};

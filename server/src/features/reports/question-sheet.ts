import {
  dimensionWords,
  formatMetricValue,
  type QuestionAnswer,
  type QuestionColumn,
  unnamedWords,
} from '@paceline/contract';
import { type OutgoingColumn, type OutgoingRow, type OutgoingSheet } from '../../lib/sheet/outgoing.ts';

const fileColumn = ({ key, label, kind, decimals, group }: QuestionColumn): OutgoingColumn => ({
  key,
  label: group === undefined ? label : `${group}: ${label}`,
  kind,
  ...(decimals !== undefined && { decimals }),
});

const written = (days: QuestionAnswer['days']): string => `${days.from} to ${days.to}`;

/** Notes beside the table, without its days. */
export const answerNotes = ({ maturity, notes, unattributed }: QuestionAnswer): string[] => [
  ...maturity.map(({ label, percent }) => `${label}: ${formatMetricValue({ kind: 'percent', decimals: 0 }, percent)}`),
  ...notes,
  ...(unattributed === undefined
    ? []
    : [
        `${formatMetricValue({ kind: 'dollar' }, unattributed.spend)} of platform campaigns that are not linked is in none of these numbers.`,
      ]),
];

/** Codes as labels, as on the screen. */
const inWords = ({ columns, rows }: QuestionAnswer): OutgoingRow[] => {
  const names = columns.filter(({ role }) => role === 'dimension').map(({ key }) => key);
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      names.map((key) => [key, row[key] == null ? unnamedWords(key) : dimensionWords(key, String(row[key]))]),
    ),
  }));
};

/** The complete table of a question with its total; the writer escapes formulas. */
export const questionSheet = (answer: QuestionAnswer, said: readonly string[] = []): OutgoingSheet => ({
  sheetName: 'media-analysis',
  columns: answer.columns.map(fileColumn),
  rows: inWords(answer),
  totals: answer.total,
  note: [
    ...said,
    `Days: ${written(answer.days)}`,
    ...(answer.compared === null ? [] : [`Compared with: ${written(answer.compared)}`]),
    ...answerNotes(answer),
  ],
});

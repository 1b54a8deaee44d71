import {
  formatMetricValue,
  MOST_ROWS_SHOWN,
  type QuestionAnswer,
  type QuestionColumn,
  REPORT_LIMITS,
  type ReportFileFormat,
  type ReportQuestion,
} from '@paceline/contract';
import { type WorkOptions } from '../../db/tx.ts';
import { type Download } from '../../http/download.ts';
import { type OutgoingColumn } from '../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../lib/sheet/write-sheet.ts';
import { runQuestion } from '../../metrics/question/question.ts';
import { type Viewer } from '../../shared/answers/answers.ts';
import { type ReportDeps } from './reports.service.ts';

const answerOf = (
  { answers }: ReportDeps,
  viewer: Viewer,
  question: ReportQuestion,
  mostRows: number,
  options: WorkOptions,
): Promise<QuestionAnswer> => {
  const { scope } = viewer;
  // How it is drawn is not the server's business: one answer for the table and for every chart.
  const { chart: _, ...asked } = question;
  return answers.get(
    viewer,
    ['question', asked, mostRows],
    (tx, kind, now) => runQuestion(tx, scope.ownerKeys, question, kind, now, mostRows),
    options,
  );
};

export const getQuestion = (
  deps: ReportDeps,
  viewer: Viewer,
  question: ReportQuestion,
  options: WorkOptions,
): Promise<QuestionAnswer> => answerOf(deps, viewer, question, MOST_ROWS_SHOWN, options);

const fileColumn = ({ key, label, kind, decimals, group }: QuestionColumn): OutgoingColumn => ({
  key,
  label: group === undefined ? label : `${group}: ${label}`,
  kind,
  ...(decimals !== undefined && { decimals }),
});

const written = (days: QuestionAnswer['days']): string => `${days.from} to ${days.to}`;

/** What the screen says beside the table. */
const fileNotes = ({ days, compared, maturity, notes, unattributed }: QuestionAnswer): string[] => [
  `Days: ${written(days)}`,
  ...(compared === null ? [] : [`Compared with: ${written(compared)}`]),
  ...maturity.map(({ label, percent }) => `${label}: ${formatMetricValue({ kind: 'percent', decimals: 0 }, percent)}`),
  ...notes,
  ...(unattributed === undefined
    ? []
    : [
        `${formatMetricValue({ kind: 'dollar' }, unattributed.spend)} of platform campaigns that are not linked is in no number of this file.`,
      ]),
];

/** The table of a question whole, with its total; what a spreadsheet program would run is disarmed by the writer. */
export const writeQuestion = async (
  deps: ReportDeps,
  viewer: Viewer,
  question: ReportQuestion,
  format: ReportFileFormat,
  options: WorkOptions,
): Promise<Download> => {
  const answer = await answerOf(deps, viewer, question, REPORT_LIMITS.rows, options);
  const { columns, rows, total, days } = answer;
  const sheet = {
    sheetName: 'media-analysis',
    columns: columns.map(fileColumn),
    rows,
    totals: total,
    note: fileNotes(answer),
  };
  return {
    fileName: `media-analysis-${days.from}-${days.to}.${format}`,
    ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)),
  };
};

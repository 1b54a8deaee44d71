import {
  MAX_ROWS_SHOWN,
  type QuestionAnswer,
  REPORT_LIMITS,
  type ReportFileFormat,
  type ReportQuestion,
} from '@paceline/contract';
import { type WorkOptions } from '../../db/scope/tx.ts';
import { type Download } from '../../http/answers/download.ts';
import { writeCsv, writeSheet } from '../../lib/sheet/write-sheet.ts';
import { runQuestion } from '../../metrics/question/question.ts';
import { type Viewer } from '../../shared/answers/answers.ts';
import { aboutQuestion } from './about-question.ts';
import { questionSheet } from './question-sheet.ts';
import { type ReportDeps } from './reports.service.ts';

const answerOf = (
  { answers }: ReportDeps,
  viewer: Viewer,
  question: ReportQuestion,
  mostRows: number,
  options: WorkOptions,
): Promise<QuestionAnswer> => {
  const { scope } = viewer;
  // The kind of chart is up to the client: one answer for the table and for every chart.
  const { chart: _, ...tableQuestion } = question;
  return answers.get(
    viewer,
    ['question', tableQuestion, mostRows],
    (tx, kind, now) => runQuestion(tx, scope.ownerKeys, question, kind, now, mostRows),
    options,
  );
};

export const getQuestion = (
  deps: ReportDeps,
  viewer: Viewer,
  question: ReportQuestion,
  options: WorkOptions,
): Promise<QuestionAnswer> => answerOf(deps, viewer, question, MAX_ROWS_SHOWN, options);

/** The complete table of a question as a file. */
export const writeQuestion = async (
  deps: ReportDeps,
  viewer: Viewer,
  question: ReportQuestion,
  format: ReportFileFormat,
  options: WorkOptions,
): Promise<Download> => {
  const answer = await answerOf(deps, viewer, question, REPORT_LIMITS.rows, options);
  const { scope, group } = viewer;
  const about = await deps.db.readScope(scope, (tx) =>
    aboutQuestion(tx, { scope, group, question, now: deps.clock.now() }),
  );
  const sheet = questionSheet(answer, about);
  const { from, to } = answer.days;
  return {
    fileName: `media-analysis-${from}-${to}.${format}`,
    ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)),
  };
};

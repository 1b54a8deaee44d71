import {
  type Days,
  labelsOfQuestion,
  type MetricViewer,
  MAX_PIVOT_VALUES,
  pivotKey,
  type QuestionAnswer,
  questionDays,
  type ReportQuery,
  type ReportQuestion,
  REPORT_LIMITS,
  ROW_KEY,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { dayOf, oldestOf, todayIn } from '../periods/periods.ts';
import { type ReportViewer } from '../report/report-check.ts';
import { COMPARED_NOTE, liveNotes } from '../report/report-late.ts';
import { listReportOwners } from '../report/report-plan.ts';
import { type ReportAnswer, runReport, sortRows } from '../report/report.ts';
import { channelsOf, loadUnattributed } from '../report/unattributed.ts';
import { findLabels } from '../../shared/owner-variant.queries.ts';
import { columnsOf } from './question-columns.rules.ts';
import { loadOutcomeMaturity, maturedOf } from './question-maturity.ts';
import { pivotValues } from './question-pivot.rules.ts';
import {
  besideCompared,
  type Cells,
  type Identified,
  identified,
  type Matured,
  placeOf,
  splitCell,
  withChange,
} from './question-rows.rules.ts';
import { type Cut, orderOf, type Shape, shapeOf, shapeProblem, splitFilters } from './question-shape.rules.ts';

/** As below the widgets of dashboards. */
const MATURE_NOTE = 'Changes compare both periods as if fully matured.';

interface Asking {
  question: ReportQuestion;
  shape: Shape;
  matured: Matured;
  /** Runs the report for one grouping and date range. */
  ask: (cut: Cut, days: Days, filters?: ReportQuestion['filters']) => Promise<ReportAnswer>;
}

const queryOf = (
  { formulas }: ReportQuestion,
  measures: readonly string[],
  cut: Cut,
  { from, to }: Days,
  filters: ReportQuestion['filters'],
): ReportQuery => ({
  dimensions: [...cut.dimensions],
  measures: [...measures],
  formulas,
  filters,
  timeDimensions: { dimension: 'date', granularity: cut.granularity, dateRange: [from, to] },
  getTotal: true,
  order: [],
  limit: REPORT_LIMITS.rows,
});

/** Pivot cells, by row and then by pivot value. */
const loadCells = async (
  { question, shape, matured, ask }: Asking,
  days: Days,
  compared: Days | null,
): Promise<{ cells: Map<string, Map<string, Cells>>; values: Identified[] }> => {
  const cells = new Map<string, Map<string, Cells>>();
  if (shape.cells === null || shape.values === null) return { cells, values: [] };
  const { ofRows } = splitFilters(question.filters);
  const load = async (cut: Cut): Promise<Identified[]> => {
    const current = identified((await ask(cut, days, ofRows)).rows, cut, days);
    if (compared === null) return current;
    const before = identified((await ask(cut, compared, ofRows)).rows, cut, compared);
    return besideCompared(current, before, shape.measures, {
      withGone: !shape.isPivotOfTime,
      isByTime: cut.granularity !== null,
      matured,
    });
  };
  for (const cell of await load(shape.cells)) {
    const { row, value } = splitCell(cell, shape.cells, shape.isPivotOfTime);
    const rowCells = cells.get(row) ?? new Map<string, Cells>();
    cells.set(row, rowCells.set(value, cell.row));
  }
  return { cells, values: await load(shape.values) };
};

const inPivot = (pivotCells: Cells | undefined, names: readonly string[], index: number): Cells =>
  Object.fromEntries(names.map((name) => [pivotKey(name, index), pivotCells?.[name] ?? null]));

/**
 * Answers a query of Media Analysis as one table: for the screen, for files and for mails. Every number, including totals and pivot
 * columns, is queried from the report; none is summed from others.
 */
export const runQuestion = async (
  tx: Tx,
  owners: readonly number[],
  question: ReportQuestion,
  viewer: MetricViewer,
  now: Date,
  mostRows: number = REPORT_LIMITS.rows,
): Promise<QuestionAnswer> => {
  const shape = shapeOf(question);
  const problem = shapeProblem(question, shape);
  if (problem !== null) throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ ...problem, code: 'unknown' }] });
  const zones = await listReportOwners(tx, owners);
  const ownLabels = await findLabels(tx, owners);
  // The days must be complete for every owner in the answer.
  const today = oldestOf(zones.map(({ zone }) => todayIn(now, zone))) ?? todayIn(now, 'UTC');
  const { days, compared } = questionDays(question, today.toString());
  const reportViewer: ReportViewer = {
    ...viewer,
    channel: question.channel,
    vertical: question.vertical,
    withKeys: true,
  };
  const against: ReportViewer = { ...reportViewer, comparedWith: { from: dayOf(days.from), to: dayOf(days.to) } };
  const matured = maturedOf(question, shape, reportViewer);
  const maturedKeys = [...new Set(Object.values(matured))];
  const measures = [...new Set([...shape.measures, ...maturedKeys])];
  const asking: Asking = {
    question,
    shape,
    matured,
    ask: (cut, range, filters = question.filters) =>
      runReport(
        tx,
        owners,
        queryOf(question, measures, cut, range, filters),
        range === compared ? against : reportViewer,
        now,
      ),
  };
  const { ofRows, ofNumbers } = splitFilters(question.filters);

  const answer = await asking.ask(shape.rows, days);
  const before = compared === null ? null : await asking.ask(shape.rows, compared, ofRows);
  const current = identified(answer.rows, shape.rows, days);
  const rows =
    compared === null || before === null
      ? current
      : besideCompared(current, identified(before.rows, shape.rows, compared), shape.measures, {
          // Filters on measures select among the rows of these days; missing periods have no row.
          withGone: ofNumbers.length === 0 && shape.rows.granularity === null,
          isByTime: shape.rows.granularity !== null,
          matured,
        });
  // With filters on measures the rows behind the compared total are unknown.
  const totalBefore = ofNumbers.length > 0 ? undefined : (before?.total ?? undefined);
  const total: Cells = {
    ...answer.total,
    ...(compared !== null && withChange(answer.total ?? {}, totalBefore, shape.measures, matured)),
  };

  const { cells, values } = await loadCells(asking, days, compared);
  const pivot = pivotValues(values, shape, question);
  const shownValues = pivot.slice(0, MAX_PIVOT_VALUES);
  const labels = labelsOfQuestion(question.vertical, ownLabels);
  const columns = columnsOf({
    shape,
    formulas: question.formulas,
    isCompared: compared !== null,
    values: shape.values === null ? null : shownValues.map(({ label }) => label),
    pivot: question.pivot,
    granularity: question.granularity,
    labels,
    group: viewer.group,
  });
  const numbers = columns.flatMap(({ role, group, pivotIndex, key }) =>
    role !== 'dimension' && role !== 'date' && (group === undefined || pivotIndex === undefined) ? [key] : [],
  );
  const sorted = sortRows(
    rows.map(({ row, of, time }) => ({ ...row, [ROW_KEY]: placeOf({ of, time }) })),
    orderOf(question, shape),
  );
  const wanted = Math.min(question.top ?? mostRows, mostRows);
  const shown = sorted.slice(0, wanted);
  for (const row of shown) {
    const ofRow = cells.get(String(row[ROW_KEY]));
    for (const [index, { place }] of shownValues.entries())
      Object.assign(row, inPivot(ofRow?.get(place), [...numbers, ...maturedKeys], index));
  }
  for (const [index, { row }] of shownValues.entries())
    // Filters on measures select rows, not pivot values.
    Object.assign(total, inPivot(ofNumbers.length > 0 ? undefined : row, [...numbers, ...maturedKeys], index));

  const unattributed = await loadUnattributed(tx, {
    owners,
    viewer,
    range: days,
    measures: answer.measured,
    channels: channelsOf(question.channel),
    filters: question.filters,
  });
  return {
    columns,
    rows: shown,
    total,
    rowCount: rows.length,
    pivot: shownValues.map(({ value, label }) => ({ value, label })),
    days,
    compared,
    maturity: await loadOutcomeMaturity(
      tx,
      owners,
      {
        question,
        days,
        compared,
        measured: answer.measured,
        labels,
        // Filters on measures select rows: their total is not that of all inquiries.
        totals: ofNumbers.length > 0 ? [] : [answer.total, before?.total ?? null],
      },
      reportViewer,
      now,
    ),
    notes: [
      ...liveNotes(days.to, today.toString()),
      ...answer.notes,
      ...(compared !== null && maturedKeys.length > 0 ? [MATURE_NOTE] : []),
      ...(before?.notes.filter((note) => note === COMPARED_NOTE) ?? []),
      ...(pivot.length > shownValues.length
        ? [`The first ${shownValues.length} of ${pivot.length} columns are shown; the last one has all of them.`]
        : []),
      ...(ofNumbers.length > 0 && (shape.values !== null || compared !== null)
        ? ['A filter of numbers chooses among rows: totals of single columns and of the compared days are left out.']
        : []),
    ],
    ...(unattributed !== undefined && { unattributed }),
    ...(maturedKeys.length > 0 && { matured }),
    attributedToLeads: [...answer.attributed],
  };
};

import {
  changeKey,
  countMonthsOf,
  type Days,
  grainIndex,
  type Granularity,
  isDimensionKey,
  previousKey,
  REPORT_LIMITS,
  type ReportQuery,
  type ReportQuestion,
} from '@paceline/contract';

/** A grouping by dimensions and periods. */
export interface Cut {
  dimensions: readonly string[];
  granularity: Granularity | null;
}

/** The structure of a query's answer: its rows, its pivot and its numbers. */
export interface Shape {
  rows: Cut;
  /** Rows by pivot value; null without a pivot. */
  cells: Cut | null;
  /** Pivot values alone. */
  values: Cut | null;
  /** Whether the pivot is by period. */
  isPivotOfTime: boolean;
  /** Numbers in column order, custom measures included. */
  measures: readonly string[];
}

/** Problem with a query, by field. */
interface ShapeProblem {
  field: string;
  message: string;
}

const measuresOf = ({ measures, formulas }: Pick<ReportQuestion, 'measures' | 'formulas'>): string[] => [
  ...new Set([...measures, ...formulas.map(({ key }) => key)]),
];

export const shapeOf = (question: ReportQuestion): Shape => {
  const { pivot, granularity } = question;
  const dimensions = [...new Set(question.dimensions)].filter((name) => name !== pivot);
  const isPivotOfTime = pivot === 'date';
  const measures = measuresOf(question);
  if (pivot === null) return { rows: { dimensions, granularity }, cells: null, values: null, isPivotOfTime, measures };
  const rows = { dimensions, granularity: isPivotOfTime ? null : granularity };
  const beside = isPivotOfTime ? [] : [pivot];
  return {
    rows,
    cells: { dimensions: [...dimensions, ...beside], granularity },
    values: { dimensions: beside, granularity: isPivotOfTime ? granularity : null },
    isPivotOfTime,
    measures,
  };
};

/** Columns that rows can be sorted by. */
const orderNames = ({ rows, measures }: Shape, isCompared: boolean): string[] => [
  ...rows.dimensions,
  ...(rows.granularity === null ? [] : ['date']),
  ...measures.flatMap((name) => (isCompared ? [name, previousKey(name), changeKey(name)] : [name])),
];

/** Problems with a query's structure, beyond the report's own checks. */
export const shapeProblem = (question: ReportQuestion, shape: Shape): ShapeProblem | null => {
  if (shape.isPivotOfTime && question.granularity === null)
    return { field: 'question.granularity', message: 'Times side by side need a time grain.' };
  if ((shape.cells?.dimensions.length ?? 0) > REPORT_LIMITS.dimensions)
    return { field: 'question.pivot', message: `A report has at most ${REPORT_LIMITS.dimensions} dimensions.` };
  const names = orderNames(shape, question.compare !== null);
  const at = question.order.findIndex(({ member }) => !names.includes(member));
  if (at >= 0)
    return { field: `question.order.${at}.member`, message: `${question.order[at]?.member} is not in the report.` };
  return null;
};

/** The requested order; by default periods ascending, then the first measure descending, then names. */
export const orderOf = ({ order }: ReportQuestion, { rows, measures }: Shape): ReportQuery['order'] => {
  const [first] = measures;
  const usual: ReportQuery['order'] = [
    ...(rows.granularity === null ? [] : [{ member: 'date', direction: 'asc' as const }]),
    ...(first === undefined ? [] : [{ member: first, direction: 'desc' as const }]),
  ];
  const names = rows.dimensions.map((member) => ({ member, direction: 'asc' as const }));
  return [...(order.length > 0 ? order : usual), ...names];
};

/** Splits filters: those on dimensions apply to every grouping and period, those on measures select rows. */
export const splitFilters = (
  filters: ReportQuestion['filters'],
): { ofRows: ReportQuestion['filters']; ofNumbers: ReportQuestion['filters'] } => ({
  ofRows: filters.filter(({ member }) => isDimensionKey(member)),
  ofNumbers: filters.filter(({ member }) => !isDimensionKey(member)),
});

/** Index of a day's period in the range, from 0; used to overlay two ranges. */
export const timeIndex = (day: string, { from }: Days, granularity: Granularity): number => {
  if (granularity === 'quarter') {
    const first = `${from.slice(0, 4)}-${String(Math.floor((Number(from.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    return Math.floor((countMonthsOf({ from: first, to: day }) - 1) / 3);
  }
  if (granularity === 'year') return Number(day.slice(0, 4)) - Number(from.slice(0, 4));
  return grainIndex(day, { from }, granularity);
};

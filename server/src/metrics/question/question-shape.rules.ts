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

/** One way to cut: by which dimensions, and by which times. */
export interface Cut {
  dimensions: readonly string[];
  granularity: Granularity | null;
}

/** What a question comes to: what its rows are, what stands side by side, and which numbers there are. */
export interface Shape {
  rows: Cut;
  /** Rows by the values that stand side by side; null without them. */
  cells: Cut | null;
  /** Those values alone. */
  values: Cut | null;
  /** Whether the times stand side by side. */
  isPivotOfTime: boolean;
  /** The numbers in the order of their columns, those of one's own in their place. */
  measures: readonly string[];
}

/** A question that cannot be asked, by the name of its field. */
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

/** What rows can be put in order by. */
const orderNames = ({ rows, measures }: Shape, isCompared: boolean): string[] => [
  ...rows.dimensions,
  ...(rows.granularity === null ? [] : ['date']),
  ...measures.flatMap((name) => (isCompared ? [name, previousKey(name), changeKey(name)] : [name])),
];

/** What is wrong with how a question is put, beside what a report checks itself. */
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

/** As asked, else times one after the other and what there is most of first; what is equal stands by its names. */
export const orderOf = ({ order }: ReportQuestion, { rows, measures }: Shape): ReportQuery['order'] => {
  const [first] = measures;
  const usual: ReportQuery['order'] = [
    ...(rows.granularity === null ? [] : [{ member: 'date', direction: 'asc' as const }]),
    ...(first === undefined ? [] : [{ member: first, direction: 'desc' as const }]),
  ];
  const names = rows.dimensions.map((member) => ({ member, direction: 'asc' as const }));
  return [...(order.length > 0 ? order : usual), ...names];
};

/** Filters of what rows are, which hold at every cut and in every days; those of numbers choose among rows. */
export const splitFilters = (
  filters: ReportQuestion['filters'],
): { ofRows: ReportQuestion['filters']; ofNumbers: ReportQuestion['filters'] } => ({
  ofRows: filters.filter(({ member }) => isDimensionKey(member)),
  ofNumbers: filters.filter(({ member }) => !isDimensionKey(member)),
});

/** The how-manieth time of the days a day is in, from 0: by this two ranges are laid over each other. */
export const timeIndex = (day: string, { from }: Days, granularity: Granularity): number => {
  if (granularity === 'quarter') {
    const first = `${from.slice(0, 4)}-${String(Math.floor((Number(from.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    return Math.floor((countMonthsOf({ from: first, to: day }) - 1) / 3);
  }
  if (granularity === 'year') return Number(day.slice(0, 4)) - Number(from.slice(0, 4));
  return grainIndex(day, { from }, granularity);
};

import {
  changeKey,
  DIMENSIONS,
  type DimensionKey,
  type Granularity,
  type Labels,
  type MetricFormat,
  metricLabel,
  METRICS,
  type MetricKey,
  pivotKey,
  previousKey,
  type QuestionColumn,
  type ReportFormula,
  type UserGroup,
} from '@paceline/contract';
import { type Shape } from './question-shape.rules.ts';

const TIMES: Readonly<Record<Granularity, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
};

interface ColumnsQuestion {
  shape: Shape;
  formulas: readonly ReportFormula[];
  isCompared: boolean;
  /** Labels of the pivot values, in order; null without a pivot. */
  values: readonly string[] | null;
  /** The pivot dimension. */
  pivot: string | null;
  granularity: Granularity | null;
  labels: Labels;
  group: UserGroup;
}

const CHANGE = { role: 'change', kind: 'percent', decimals: 1 } as const;

const numberColumns = ({ shape, formulas, isCompared, labels, group }: ColumnsQuestion): QuestionColumn[] =>
  shape.measures.flatMap((key): QuestionColumn[] => {
    const formula = formulas.find((one) => one.key === key);
    const { kind, decimals }: MetricFormat = formula ?? METRICS[key as MetricKey];
    const label = formula?.label ?? metricLabel(key as MetricKey, labels, group);
    const own = { key, label, kind, measure: key, ...(decimals !== undefined && { decimals }) };
    const measure: QuestionColumn = { ...own, role: 'measure' };
    if (!isCompared) return [measure];
    return [
      measure,
      { ...own, key: previousKey(key), label: `${label}, before`, role: 'previous' },
      { ...CHANGE, key: changeKey(key), label: `${label}, change`, measure: key },
    ];
  });

/** Never "total", which would be wrong over an average: the column is calculated over all values together. */
const allOf = ({ pivot, granularity }: ColumnsQuestion): string =>
  pivot === 'date'
    ? `All ${TIMES[granularity ?? 'month'].toLowerCase()}s`
    : `All of ${DIMENSIONS[pivot as DimensionKey].label}`;

/** Columns of a query's table: dimensions first, then numbers, by pivot value if there is a pivot. */
export const columnsOf = (question: ColumnsQuestion): QuestionColumn[] => {
  const { shape, values } = question;
  const { dimensions, granularity } = shape.rows;
  const names: QuestionColumn[] = dimensions.map((key) => ({
    key,
    label: DIMENSIONS[key as DimensionKey].label,
    role: 'dimension',
    kind: 'text',
  }));
  if (granularity !== null) names.push({ key: 'date', label: TIMES[granularity], role: 'date', kind: 'date' });
  const numbers = numberColumns(question);
  if (values === null) return [...names, ...numbers];
  const beside = values.flatMap((group, pivotIndex) =>
    numbers.map((column) => ({ ...column, key: pivotKey(column.key, pivotIndex), group, pivotIndex })),
  );
  const group = allOf(question);
  return [...names, ...beside, ...numbers.map((column) => ({ ...column, group }))];
};

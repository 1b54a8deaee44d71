import {
  dateLabel,
  isMetricKey,
  METRICS,
  pivotKey,
  previousKey,
  type QuestionAnswer,
  type QuestionColumn,
  type ReportChart,
  type ReportQuestion,
} from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import { toldApart } from '../../../ui/lists/told-apart.ts';
import { type BuildChart, chartMeasures, type Item, MAX_SERIES, numberOf, textOf, valueAxis } from './chart-values.ts';
import { map, pie, scatter } from './prepare-row-charts.ts';
import { rowName } from './prepare-table.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];
/** The chart of a view shown as a picture: its own, or for a table lines over time or bars. */
export const drawnChart = ({ chart, granularity }: Pick<ReportQuestion, 'chart' | 'granularity'>) =>
  chart !== 'table' ? chart : granularity === null ? 'bar' : 'line';

/** More bars cannot be read. */
const MAX_BARS = 40;
/** With more lines than this those of the compared days are left out. */
const MAX_COMPARED = 4;

interface Series {
  name: string;
  values: (number | null)[];
  /** For the comparison days. */
  isBefore: boolean;
}
interface ChartData {
  categories: string[];
  series: Series[];
  /** What is left out, in words. */
  left: string | null;
}

const leftOut = (shown: number, all: number, noun: string): string | null =>
  all > shown ? `The first ${shown} of ${all} ${noun} are drawn; the table has all of them.` : null;

/** Dates along the x axis, and one line per row group. */
const linesOverTime = (answer: QuestionAnswer, { granularity }: ReportQuestion, measure: string): ChartData => {
  const { rows, columns, days } = answer;
  const withoutDate = { columns: columns.filter(({ role }) => role !== 'date'), days };
  const times = [...new Set(rows.map((row) => String(row['date'])))].toSorted();
  const names = [...new Set(rows.map((row) => rowName(row, withoutDate, granularity)))];
  const shown = names.slice(0, MAX_SERIES);
  const at = new Map(rows.map((row) => [`${rowName(row, withoutDate, granularity)} ${row['date']}`, row]));
  const series = (name: string, key: string, isBefore: boolean): Series => ({
    name: isBefore ? `${name}, before` : name,
    values: times.map((time) => numberOf(at.get(`${name} ${time}`), key)),
    isBefore,
  });
  const withBefore = answer.compared !== null && shown.length <= MAX_COMPARED;
  return {
    categories: times.map((time) => dateLabel(time, granularity ?? 'month')),
    series: [
      ...shown.map((name) => series(name, measure, false)),
      ...(withBefore ? shown.map((name) => series(name, previousKey(measure), true)) : []),
    ],
    left: leftOut(shown.length, names.length, 'lines'),
  };
};

/** The series of each item, followed by those of the compared days where few enough can be told apart. */
const withCompared = <Value>(
  { compared }: QuestionAnswer,
  items: readonly Value[],
  series: (item: Value, key: string, isBefore: boolean) => Series,
  measure: string,
): Series[] => [
  ...items.map((item) => series(item, measure, false)),
  ...(compared === null || items.length > MAX_COMPARED
    ? []
    : items.map((item) => series(item, previousKey(measure), true))),
];

/** Column values as series over the rows; with dates as columns, dates along the x axis and rows as series. */
const besideEachOther = (
  answer: QuestionAnswer,
  { granularity, pivot }: ReportQuestion,
  measure: string,
): ChartData => {
  const { rows } = answer;
  if (pivot === 'date') {
    const shown = rows.slice(0, MAX_SERIES);
    return {
      categories: answer.pivot.map(({ label }) => label),
      series: withCompared(
        answer,
        shown,
        (row, key, isBefore) => ({
          name: isBefore ? `${rowName(row, answer, null)}, before` : rowName(row, answer, null),
          values: answer.pivot.map((_, index) => numberOf(row, pivotKey(key, index))),
          isBefore,
        }),
        measure,
      ),
      left: leftOut(shown.length, answer.rowCount, 'rows'),
    };
  }
  const shown = rows.slice(0, MAX_BARS);
  const values = answer.pivot.slice(0, MAX_SERIES);
  return {
    categories: shown.map((row) => rowName(row, answer, granularity)),
    series: withCompared(
      answer,
      values.map(({ label }, index) => ({ label, index })),
      ({ label, index }, key, isBefore) => ({
        name: isBefore ? `${label}, before` : label,
        values: shown.map((row) => numberOf(row, pivotKey(key, index))),
        isBefore,
      }),
      measure,
    ),
    left: leftOut(shown.length, answer.rowCount, 'rows') ?? leftOut(values.length, answer.pivot.length, 'columns'),
  };
};

/** The data of a line or bar chart of one measure. */
export const chartData = (answer: QuestionAnswer, question: ReportQuestion, measure: QuestionColumn): ChartData => {
  const { rows, compared, columns } = answer;
  if (answer.pivot.length > 0) return besideEachOther(answer, question, measure.key);
  const isOverTime = columns.some(({ role }) => role === 'date');
  if (isOverTime && columns.some(({ role }) => role === 'dimension'))
    return linesOverTime(answer, question, measure.key);
  // Time runs from left to right, regardless of the table's sort.
  const shown = isOverTime
    ? rows.toSorted((a, b) => String(a['date']).localeCompare(String(b['date'])))
    : rows.slice(0, MAX_BARS);
  const series = (key: string, name: string, isBefore: boolean): Series => ({
    name,
    values: shown.map((row) => numberOf(row, key)),
    isBefore,
  });
  return {
    categories: shown.map((row) => rowName(row, answer, question.granularity)),
    series: [
      series(measure.key, measure.label, false),
      ...(compared === null ? [] : [series(previousKey(measure.key), `${measure.label}, before`, true)]),
    ],
    left: leftOut(shown.length, answer.rowCount, 'rows'),
  };
};

/** Whether a measure can be summed, as pie slices need. */
export const isAdded = (key: string): boolean => {
  if (!isMetricKey(key)) return false;
  const metric = METRICS[key];
  return metric.basis === 'additive' || (metric.basis === 'derived' && metric.adds === true);
};

/** Why the answer cannot be drawn as this chart; null if it can. */
export const whyNoChart = (
  kind: ReportChart,
  answer: QuestionAnswer,
  measure: QuestionColumn | undefined,
): string | null => {
  if (kind === 'table') return null;
  if (measure === undefined || answer.rows.length === 0) return 'There is nothing to draw.';
  const names = answer.columns.filter(({ role }) => role === 'dimension');
  if (
    kind === 'map' &&
    (names.length !== 1 || names[0]?.key !== 'state' || answer.columns.some(({ role }) => role === 'date'))
  )
    return 'A map needs State as the only row.';
  if (kind === 'scatter' && chartMeasures(answer).length < 2) return 'A scatter chart needs two values: across and up.';
  if (kind === 'pie' && !isAdded(measure.key)) return `${measure.label} cannot be added up: it has no shares.`;
  return null;
};

const MARKS = ['circle', 'rect', 'triangle', 'diamond'] as const;

/** Maximum letters of a name under a bar. */
const LONGEST_NAME = 20;

const overCategories = (
  kind: 'line' | 'bar' | 'stackedBar',
  { categories, series }: ChartData,
  column: QuestionColumn,
): BuildChart => {
  const names = toldApart(categories, LONGEST_NAME);
  return (colours) => ({
    grid: { left: 8, right: 16, top: series.length > 4 ? 58 : 34, bottom: 6, containLabel: true },
    legend: { top: 0, left: 0, type: 'scroll', textStyle: { color: colours.text }, icon: 'roundRect' },
    tooltip: {
      trigger: 'axis',
      formatter: (items: unknown) => {
        const list = items as Item[];
        const lines = list.map(({ seriesName, value }) => `${seriesName}: ${textOf(column, value)}`);
        return [list[0]?.axisValueLabel ?? '', ...lines].join('\n');
      },
    },
    xAxis: {
      type: 'category',
      data: categories,
      axisLabel: {
        color: colours.dimmed,
        hideOverlap: true,
        formatter: (_: string, index: number) => names[index] ?? '',
        rotate: categories.length > 8 ? 32 : 0,
      },
      axisLine: { lineStyle: { color: colours.line } },
    },
    yAxis: valueAxis(colours, column),
    series: series.map(({ name, values, isBefore }, index): SeriesOption => {
      // Of several lines each has its own colour, those of the compared days too.
      const firstBefore = series.findIndex((one) => one.isBefore);
      const beforeColour = firstBefore > 1 ? (colours.series[index - firstBefore] ?? colours.dimmed) : colours.dimmed;
      // Marks beside the bars: a line between names would have no meaning.
      if (isBefore && kind !== 'line')
        return {
          type: 'bar',
          name,
          data: values,
          itemStyle: { color: beforeColour, opacity: 0.45 },
          ...(kind === 'stackedBar' && { stack: 'before' }),
        };
      if (isBefore)
        return {
          type: 'line',
          name,
          data: values,
          symbol: 'none',
          lineStyle: { type: 'dashed', width: 1.5, color: beforeColour },
          itemStyle: { color: beforeColour },
        };
      if (kind !== 'line') return { type: 'bar', name, data: values, ...(kind === 'stackedBar' && { stack: 'all' }) };
      return {
        type: 'line',
        name,
        data: values,
        symbol: MARKS[index % MARKS.length] ?? 'circle',
        symbolSize: 6,
        lineStyle: { width: 2 },
      };
    }),
  });
};

interface Picture {
  build: BuildChart;
  left: string | null;
}

/** The chart of an answer: of one measure, except for a scatter chart. */
export const pictureOf = (
  kind: Exclude<ReportChart, 'table'>,
  answer: QuestionAnswer,
  question: ReportQuestion,
  measure: QuestionColumn,
): Picture => {
  if (kind === 'pie') return { build: pie(answer, question, measure), left: null };
  if (kind === 'scatter')
    return { build: scatter(answer, question), left: leftOut(answer.rows.length, answer.rowCount, 'rows') };
  if (kind === 'map') return { build: map(answer, measure), left: null };
  const data = chartData(answer, question, measure);
  return { build: overCategories(kind, data, measure), left: data.left };
};

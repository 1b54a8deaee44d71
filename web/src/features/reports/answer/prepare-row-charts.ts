import {
  formatMetricValue,
  changeKey,
  previousKey,
  type QuestionAnswer,
  type QuestionColumn,
  type ReportQuestion,
} from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import { stateMapChart } from '../../../ui/chart/state-map-chart.ts';
import { type BuildChart, chartMeasures, type Item, MAX_SERIES, numberOf, textOf, valueAxis } from './chart-values.ts';
import { type AnswerRow, rowName } from './prepare-table.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];

/** The value of the compared days and the change since, as lines of a tooltip; none without a comparison. */
const beforeLines = ({ compared }: QuestionAnswer, column: QuestionColumn, row: AnswerRow | null): string[] =>
  compared === null || row === null
    ? []
    : [
        `${column.label}, before: ${textOf(column, numberOf(row, previousKey(column.key)))}`,
        `Change: ${formatMetricValue({ kind: 'percent', decimals: 1 }, numberOf(row, changeKey(column.key)), { signed: true })}`,
      ];

interface Slice {
  name: string;
  value: number;
  before: number | null;
  /** Null for all others together. */
  row: AnswerRow | null;
}
const OTHERS = 'All others';
/** Smaller remainders are rounding errors. */
const HALF_A_CENT = 0.005;

/** The largest rows, as many as there are colours, and all others together, each with its value in the compared days. */
export const slicesOf = (answer: QuestionAnswer, question: ReportQuestion, { key }: QuestionColumn): Slice[] => {
  const beforeOf = (row: AnswerRow): number | null =>
    answer.compared === null ? null : (numberOf(row, previousKey(key)) ?? 0);
  const shown = answer.rows
    .map((row) => ({
      name: rowName(row, answer, question.granularity),
      value: numberOf(row, key) ?? 0,
      before: beforeOf(row),
      row,
    }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_SERIES);
  const sum = (of: (slice: Slice) => number | null): number =>
    shown.reduce((total, slice) => total + (of(slice) ?? 0), 0);
  const left = (numberOf(answer.total, key) ?? 0) - sum(({ value }) => value);
  const leftBefore = answer.compared === null ? null : (beforeOf(answer.total) ?? 0) - sum(({ before }) => before);
  return left > HALF_A_CENT || (leftBefore ?? 0) > HALF_A_CENT
    ? [...shown, { name: OTHERS, value: Math.max(0, left), before: leftBefore, row: null }]
    : shown;
};

/** Shares as a ring; those of the compared days are a thin ring within it. */
export const pie =
  (answer: QuestionAnswer, question: ReportQuestion, column: QuestionColumn): BuildChart =>
  (colours) => {
    const slices = slicesOf(answer, question, column);
    const colourAt = (index: number): string =>
      slices[index]?.name === OTHERS ? colours.nothing : (colours.series[index] ?? colours.dimmed);
    const ring = (
      radius: [string, string],
      opacity: number,
      valueOf: (slice: Slice) => number | null,
    ): SeriesOption => ({
      type: 'pie',
      radius,
      center: ['36%', '50%'],
      label: { show: false },
      itemStyle: { borderColor: colours.surface, borderWidth: 2, opacity },
      data: slices.map((slice, index) => ({
        name: slice.name,
        value: valueOf(slice) ?? 0,
        itemStyle: { color: colourAt(index) },
      })),
    });
    return {
      legend: { type: 'scroll', orient: 'vertical', right: 0, top: 8, bottom: 8, textStyle: { color: colours.text } },
      tooltip: {
        trigger: 'item',
        formatter: (item: unknown) => {
          const { name, percent = 0, dataIndex, seriesIndex } = item as Item;
          const slice = slices[dataIndex];
          const isBefore = seriesIndex === 1;
          return [
            name,
            `${column.label}: ${textOf(column, slice?.value)}`,
            ...beforeLines(answer, column, slice?.row ?? null),
            `${percent}% of the total${isBefore ? ' before' : ''}`,
          ].join('\n');
        },
      },
      series: [
        ring(['38%', '72%'], 1, ({ value }) => value),
        ...(answer.compared === null ? [] : [ring(['25%', '34%'], 0.6, ({ before }) => before)]),
      ],
    };
  };

/** Lines from where each row was in the compared days to where it is: one series, with a gap after each line. */
const movesOf = (
  { compared }: QuestionAnswer,
  rows: readonly AnswerRow[],
  [across, up]: readonly [QuestionColumn, QuestionColumn],
  colour: string,
): SeriesOption[] => {
  if (compared === null) return [];
  const moves = rows.flatMap((row) => {
    const from = [numberOf(row, previousKey(across.key)), numberOf(row, previousKey(up.key))];
    if (from.includes(null)) return [];
    return [from, [numberOf(row, across.key), numberOf(row, up.key)], [null, null]];
  });
  return [
    {
      type: 'line',
      name: 'Before',
      silent: true,
      // Only the beginning of a line is marked: its end is the row's own mark.
      symbol: (_: unknown, { dataIndex }: { dataIndex: number }) => (dataIndex % 3 === 0 ? 'emptyCircle' : 'none'),
      symbolSize: 6,
      lineStyle: { width: 1, type: 'dashed', color: colour },
      itemStyle: { color: colour },
      data: moves,
    },
  ];
};

/** The first value on the x axis, the second on the y axis, the third (if any) as size; the largest are labelled. */
export const scatter =
  (answer: QuestionAnswer, question: ReportQuestion): BuildChart =>
  (colours) => {
    const [across, up, size] = chartMeasures(answer) as [QuestionColumn, QuestionColumn, QuestionColumn?];
    const most = Math.max(1, ...answer.rows.map((row) => (size ? (numberOf(row, size.key) ?? 0) : 0)));
    const drawn = answer.rows.filter((row) => numberOf(row, across.key) !== null && numberOf(row, up.key) !== null);
    return {
      grid: { left: 8, right: 24, top: 30, bottom: 26, containLabel: true },
      tooltip: {
        trigger: 'item',
        formatter: (item: unknown) => {
          const row = drawn[(item as Item).dataIndex];
          if (row === undefined) return '';
          const lines = [across, up, ...(size ? [size] : [])].flatMap((column) => [
            `${column.label}: ${textOf(column, numberOf(row, column.key))}`,
            ...beforeLines(answer, column, row),
          ]);
          return [rowName(row, answer, question.granularity), ...lines].join('\n');
        },
      },
      xAxis: { ...valueAxis(colours, across, across.label), nameLocation: 'middle', nameGap: 28, scale: true },
      yAxis: { ...valueAxis(colours, up, up.label), scale: true },
      series: [
        {
          type: 'scatter',
          name: up.label,
          symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
            size ? 8 + 34 * Math.sqrt(Math.max(0, numberOf(drawn[dataIndex], size.key) ?? 0) / most) : 12,
          itemStyle: { opacity: 0.75 },
          label: {
            show: true,
            position: 'top',
            color: colours.text,
            formatter: ({ dataIndex }: { dataIndex: number }) =>
              dataIndex < MAX_SERIES ? rowName(drawn[dataIndex] ?? {}, answer, question.granularity) : '',
          },
          labelLayout: { hideOverlap: true },
          data: drawn.map((row) => [numberOf(row, across.key) ?? 0, numberOf(row, up.key) ?? 0]),
        },
        ...movesOf(answer, drawn, [across, up], colours.dimmed),
      ],
    };
  };

export const map = (answer: QuestionAnswer, column: QuestionColumn): BuildChart =>
  stateMapChart({
    label: column.label,
    text: (value) => textOf(column, value),
    rows: answer.rows.map((row) => {
      const value = numberOf(row, column.key);
      const before = numberOf(row, previousKey(column.key));
      return {
        state: String(row['state']),
        value,
        more: beforeLines(answer, column, row),
        trend: answer.compared === null || value === null || before === null ? 0 : Math.sign(value - before),
      };
    }),
  });

import {
  changeKey,
  dateLabel,
  type Days,
  formatMetricValue,
  type Granularity,
  grainEnd,
  previousKey,
  type QuestionAnswer,
  type QuestionColumn,
  type Young,
  youngOf,
  youngText,
} from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';
import { textOf, valueAxis } from '../answer/chart-values.ts';
import { type AnswerRow, cellText } from '../answer/prepare-table.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];
type Values = (number | null)[];

interface TrendLine {
  name: string;
  values: Values;
  before: Values;
  changes: Values;
  young: (Young | null)[];
}
interface Trend {
  /** First day of each period. */
  starts: string[];
  labels: string[];
  lines: TrendLine[];
  /** Whether the days cover only a part of the period. */
  cut: boolean[];
}

/** More dashed lines than this make the chart unreadable. */
const MAX_COMPARED = 4;

const numberOf = (row: AnswerRow | undefined, key: string): number | null => {
  const value = row?.[key];
  return typeof value === 'number' ? value : null;
};

const isCut = (start: string, grain: Granularity, { from, to }: Days): boolean =>
  start < from || ((grain === 'week' || grain === 'month') && grainEnd(start, grain) > to);

/** Lines over time, from the rows of the chart's question. */
export const trendOf = (answer: QuestionAnswer, grain: Granularity, measure: string): Trend => {
  const { rows, columns, days } = answer;
  const dimension = columns.find(({ role }) => role === 'dimension');
  const starts = [...new Set(rows.map((row) => String(row['date'])))].toSorted();
  const byName = Map.groupBy(rows, (row) =>
    dimension === undefined ? '' : cellText(dimension, row[dimension.key], answer, grain),
  );
  const label = columns.find(({ key }) => key === measure)?.label ?? measure;
  const withYear = days.from.slice(0, 4) !== days.to.slice(0, 4);
  return {
    starts,
    labels: starts.map((start) => dateLabel(start, grain, { withYear })),
    cut: starts.map((start) => isCut(start, grain, days)),
    lines: [...byName].map(([name, own]) => {
      const at = new Map(own.map((row) => [String(row['date']), row]));
      const values = (key: string): Values => starts.map((start) => numberOf(at.get(start), key));
      return {
        name: name || label,
        values: values(measure),
        before: answer.compared === null ? [] : values(previousKey(measure)),
        changes: answer.compared === null ? [] : values(changeKey(measure)),
        young: starts.map((start) => youngOf(answer, at.get(start), measure)),
      };
    }),
  };
};

const pointText = (line: TrendLine, at: number, column: QuestionColumn): string[] => {
  const text = (value: number | null | undefined): string => textOf(column, value);
  const [before, change, young] = [line.before[at], line.changes[at], line.young[at]];
  const changed =
    change == null ? '' : `, ${formatMetricValue({ kind: 'percent', decimals: 1 }, change, { signed: true })}`;
  const compared = before == null ? '' : ` (before ${text(before)}${changed})`;
  return [`${line.name}: ${text(line.values[at])}${compared}`, ...(young ? [youngText(young, text)] : [])];
};

/** The values of a part of a line, with the neighbours it is joined to. */
const partOf = (values: Values, isIn: (at: number) => boolean): Values =>
  values.map((value, at) => (isIn(at) ? value : null));

const UNSEEN = { type: 'line', silent: true, symbol: 'none', tooltip: { show: false } } as const;

/** One line: solid where its periods are whole and mature, dotted elsewhere; hollow points where it would be at full maturity. */
const lineSeries = (line: TrendLine, { cut }: Trend, colour: string): SeriesOption[] => {
  const isSoft = (at: number): boolean => cut[at] === true || line.young[at] != null;
  const whole = line.values.map((value, at) => line.young[at]?.whole ?? (isSoft(at + 1) ? value : null));
  const common = { name: line.name, itemStyle: { color: colour } };
  return [
    { ...common, type: 'line', data: line.values, symbolSize: 5, symbol: 'circle', lineStyle: { opacity: 0 } },
    { ...UNSEEN, ...common, data: partOf(line.values, (at) => !isSoft(at)), lineStyle: { width: 2, color: colour } },
    {
      ...UNSEEN,
      ...common,
      data: partOf(line.values, (at) => isSoft(at) || isSoft(at - 1) || isSoft(at + 1)),
      lineStyle: { width: 2, color: colour, type: 'dotted' },
    },
    ...(line.young.some((young) => young?.whole != null)
      ? [
          {
            ...UNSEEN,
            ...common,
            data: whole,
            symbol: 'emptyCircle' as const,
            symbolSize: 6,
            lineStyle: { width: 1.5, color: colour, type: 'dashed' as const, opacity: 0.7 },
          },
        ]
      : []),
  ];
};

export const trendChart =
  (trend: Trend, column: QuestionColumn) =>
  (colours: ChartColours): ChartOption => {
    const { lines, labels, starts, cut } = trend;
    const isMany = lines.length > 1;
    const colourOf = (index: number): string => colours.series[index] ?? colours.dimmed;
    return {
      grid: { left: 8, right: 16, top: isMany ? 34 : 14, bottom: 6, containLabel: true },
      ...(isMany && {
        legend: {
          top: 0,
          left: 0,
          type: 'scroll',
          data: lines.map(({ name }) => name),
          textStyle: { color: colours.text },
          icon: 'roundRect',
        },
      }),
      tooltip: {
        trigger: 'axis',
        formatter: (items: unknown) => {
          const at = (items as { dataIndex: number }[])[0]?.dataIndex ?? 0;
          const part = cut[at] === true ? ', in part' : '';
          return [`${labels[at] ?? ''}${part}`, ...lines.flatMap((line) => pointText(line, at, column))].join('\n');
        },
      },
      xAxis: {
        type: 'category',
        data: labels,
        boundaryGap: starts.length < 3,
        axisLabel: { color: colours.dimmed, hideOverlap: true },
        axisLine: { lineStyle: { color: colours.line } },
      },
      yAxis: valueAxis(colours, column),
      series: [
        ...lines.flatMap((line, index) => lineSeries(line, trend, colourOf(index))),
        ...(lines.length > MAX_COMPARED ? [] : lines).flatMap((line, index): SeriesOption[] =>
          line.before.length === 0
            ? []
            : [
                {
                  ...UNSEEN,
                  // Of the line's name, so that the legend hides both.
                  name: line.name,
                  data: line.before,
                  z: 1,
                  itemStyle: { color: isMany ? colourOf(index) : colours.dimmed },
                  lineStyle: {
                    type: 'dashed',
                    width: 1.5,
                    color: isMany ? colourOf(index) : colours.dimmed,
                    opacity: isMany ? 0.5 : 1,
                  },
                },
              ],
        ),
      ],
    };
  };

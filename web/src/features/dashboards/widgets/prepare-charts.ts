import {
  dateLabel,
  formatMetricValue,
  type Labels,
  numberColumns,
  previousOf,
  type Stage,
  stageOfMonths,
  STAGES,
  type WidgetAnswer,
  type WidgetColumn,
  type WidgetRow,
  wholePercent,
} from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';
import { stateMapChart } from '../../../ui/chart/state-map-chart.ts';
import { openBars, openLine, type OpenPeriod, openPeriods, wholeValues } from './prepare-open-period.ts';
import { toldApart } from '../../../ui/lists/told-apart.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];
type Build = (colours: ChartColours) => ChartOption;

const numberAt = (row: WidgetRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

const categoriesOf = (
  rows: readonly WidgetRow[],
  columns: readonly WidgetColumn[],
  open: readonly OpenPeriod[],
): string[] => {
  const [first] = columns;
  if (first?.key === 'date')
    return rows.map((row, index) => {
      const label = dateLabel(String(row['date']), first.grain ?? 'day');
      return [label, ...open.filter((one) => one.index === index).map(({ words }) => words)].join('\n');
    });
  return rows.map((row) => String(row[first?.key ?? ''] ?? first?.none ?? '–'));
};

/** Maximum letters of a name under a bar. */
const LONGEST_NAME = 16;

/** Labels may be skipped for dates, but not for names: each bar needs its own. */
const categoryAxis = (colours: ChartColours, columns: readonly WidgetColumn[], categories: readonly string[]) => {
  const short = toldApart(categories, LONGEST_NAME);
  return {
    type: 'category' as const,
    data: [...categories],
    axisLabel:
      columns[0]?.key === 'date'
        ? { color: colours.dimmed, hideOverlap: true, lineHeight: 15 }
        : {
            color: colours.dimmed,
            interval: 0,
            rotate: 32,
            formatter: (_: string, index: number) => short[index] ?? '',
          },
    axisLine: { lineStyle: { color: colours.line } },
  };
};
const valueAxis = (colours: ChartColours, column: WidgetColumn | undefined, name = '') => ({
  type: 'value' as const,
  name,
  nameTextStyle: { color: colours.dimmed },
  splitLine: { lineStyle: { color: colours.line } },
  axisLabel: {
    color: colours.dimmed,
    formatter: (value: number) =>
      column?.format ? formatMetricValue(column.format, value, { place: 'tile' }) : String(value),
  },
});

interface TooltipItem {
  axisValueLabel: string;
  seriesName: string;
  seriesIndex: number;
  dataIndex: number;
  value: number | null;
}

/** `more` returns additional text for a row's number. */
const tooltipFor = (columns: readonly WidgetColumn[], more: (series: number, row: number) => string = () => '') => ({
  trigger: 'axis' as const,
  formatter: (items: unknown) => {
    const all = items as TooltipItem[];
    // The dashed line into an open period is a separate series after all others; its number belongs to the line.
    const list = all.filter(({ seriesIndex }) => seriesIndex < columns.length);
    const lines = list.map(({ seriesName, seriesIndex, dataIndex, value: own }) => {
      const column = columns[seriesIndex];
      const value = own ?? all.find((one) => one.seriesName === seriesName && one.value != null)?.value ?? null;
      const text = column?.format ? formatMetricValue(column.format, value) : String(value ?? '–');
      return `${seriesName}: ${text}${more(seriesIndex, dataIndex)}`;
    });
    return [(list[0]?.axisValueLabel ?? '').replace('\n', ' '), ...lines].join('\n');
  },
});

const frame = { left: 8, right: 12, top: 34, bottom: 6, containLabel: true };
/** In letters: width of the coloured mark beside a name, and of one line in a card. */
const ROOM_OF_A_MARK = 6;
const ONE_LINE = 64;
/** A legend too long for one line gets a second one, with the chart moved down. */
const frameFor = (columns: readonly WidgetColumn[]) =>
  columns.reduce((length, { label }) => length + label.length + ROOM_OF_A_MARK, 0) > ONE_LINE
    ? { ...frame, top: 58 }
    : frame;
const legend = (colours: ChartColours) => ({ top: 0, left: 0, textStyle: { color: colours.text }, icon: 'roundRect' });

/** Comparison series: the number's colour, dashed, without marks. */
const ghost = (
  { key, label }: WidgetColumn,
  rows: readonly WidgetRow[],
  colour: string | undefined,
  axis = 0,
): SeriesOption => ({
  type: 'line',
  name: label,
  yAxisIndex: axis,
  data: rows.map((row) => numberAt(row, key)),
  symbol: 'none',
  z: 3,
  lineStyle: { width: 1.5, type: 'dashed', opacity: 0.75, ...(colour !== undefined && { color: colour }) },
  itemStyle: { opacity: 0.75, ...(colour !== undefined && { color: colour }) },
});

/** The columns of a chart's series, in order: the numbers, then their comparisons. */
export const drawnColumns = (columns: readonly WidgetColumn[], shown: readonly WidgetColumn[]): WidgetColumn[] => [
  ...shown,
  ...shown.flatMap(({ key }) => previousOf(columns, key) ?? []),
];

/** The comparison day of a row, in a time series. */
const comparedDay = (rows: readonly WidgetRow[], columns: readonly WidgetColumn[]) => {
  const grain = columns[0]?.grain;
  return (column: WidgetColumn | undefined, index: number): string => {
    const { date, comparedDate } = rows[index] ?? {};
    if (column?.role !== 'previous' || grain === undefined || typeof comparedDate !== 'string') return '';
    const year = comparedDate.slice(0, 4);
    const isSaid = grain === 'month' || String(date).startsWith(year);
    return ` (${dateLabel(comparedDate, grain)}${isSaid ? '' : `, ${year}`})`;
  };
};

/** Mark shapes distinguish lines without colour; dashes are reserved for unfinished periods. */
const MARKS = ['circle', 'rect', 'triangle', 'diamond'] as const;
const markOf = (index: number) => MARKS[index % MARKS.length] ?? 'circle';

/** Only time series get a line. Between names there is nothing to connect: their numbers are marks. */
const strokeOf = ([first]: readonly WidgetColumn[], width: number) =>
  first?.key === 'date' ? { lineStyle: { width } } : { lineStyle: { width: 0 }, symbolSize: 11 };

/** Bars or lines over dates or names, one series per number. */
export const seriesChart =
  (kind: 'bar' | 'line', answer: WidgetAnswer, columns: readonly WidgetColumn[]): Build =>
  (colours) => {
    const { data } = answer;
    const open = openPeriods(answer, columns);
    const numbers = numberColumns(columns);
    const drawn = drawnColumns(columns, numbers);
    const day = comparedDay(data, columns);
    const values = ({ key }: WidgetColumn) => data.map((row) => numberAt(row, key));
    const lineOf = ({ label }: WidgetColumn, index: number) =>
      ({
        type: 'line',
        name: label,
        symbol: markOf(index),
        symbolSize: 6,
        ...strokeOf(columns, 2),
      }) satisfies SeriesOption;
    const ways =
      kind === 'line' && open.length > 0
        ? numbers.map((column, index) =>
            openLine(lineOf(column, index), values(column), open, colours.series[index % colours.series.length] ?? ''),
          )
        : [];
    return {
      grid: frameFor(numbers),
      legend: { ...legend(colours), data: numbers.map(({ label }) => label) },
      tooltip: tooltipFor(drawn, (index, row) => day(drawn[index], row)),
      xAxis: categoryAxis(colours, columns, categoriesOf(data, columns, open)),
      yAxis: valueAxis(colours, numbers[0]),
      series: [
        ...drawn.map((column, index): SeriesOption => {
          if (index >= numbers.length)
            return ghost(column, data, colours.series[numbers.findIndex(({ key }) => key === column.measure)]);
          return kind === 'line'
            ? { ...lineOf(column, index), data: wholeValues(values(column), open) }
            : { type: 'bar', name: column.label, data: openBars(values(column), open, colours) };
        }),
        ...ways,
      ],
    };
  };

/** The bar column and the line column. */
export const twoAxesColumns = (columns: readonly WidgetColumn[], lineKey: string): WidgetColumn[] => {
  const numbers = numberColumns(columns);
  const bar = numbers.find(({ key }) => key === 'spend') ?? numbers[0];
  const line = numbers.find(({ key }) => key === lineKey) ?? numbers.find(({ key }) => key !== bar?.key);
  return [bar, line].filter((column) => column !== undefined);
};

/** Spend as bars on one axis, and a number of another magnitude as a line on the other. */
export const twoAxesChart =
  (answer: WidgetAnswer, columns: readonly WidgetColumn[], lineKey: string): Build =>
  (colours) => {
    const { data, basis } = answer;
    const open = openPeriods(answer, columns);
    // How complete a month's outcomes are, given its age.
    const maturity = (key: string, index: number): string => {
      const matured = numberAt(data[index] ?? {}, 'percentMatured');
      return basis?.[key]?.counted === 'cohort' && matured !== null ? `, ${wholePercent(matured)}% matured` : '';
    };
    const shown = twoAxesColumns(columns, lineKey);
    const [bar, line] = shown;
    const drawn = drawnColumns(columns, shown);
    const day = comparedDay(data, columns);
    const values = ({ key }: WidgetColumn) => data.map((row) => numberAt(row, key));
    const lineOf = ({ label }: WidgetColumn) =>
      ({ type: 'line', name: label, yAxisIndex: 1, symbolSize: 7, ...strokeOf(columns, 2.5) }) satisfies SeriesOption;
    const ways = line && open.length > 0 ? [openLine(lineOf(line), values(line), open, colours.series[1] ?? '')] : [];
    return {
      grid: { ...frame, right: 16 },
      legend: { ...legend(colours), data: shown.map(({ label }) => label) },
      tooltip: tooltipFor(drawn, (series, row) => maturity(drawn[series]?.key ?? '', row) + day(drawn[series], row)),
      xAxis: categoryAxis(colours, columns, categoriesOf(data, columns, open)),
      yAxis: [valueAxis(colours, bar), { ...valueAxis(colours, line), splitLine: { show: false } }],
      series: [
        ...drawn.map((column, index): SeriesOption => {
          const of = shown.findIndex(({ key }) => key === column.measure);
          if (index >= shown.length) return ghost(column, data, colours.series[of], of);
          return index === 0
            ? { type: 'bar', name: column.label, yAxisIndex: 0, data: openBars(values(column), open, colours) }
            : { ...lineOf(column), data: wholeValues(values(column), open) };
        }),
        ...ways,
      ],
    };
  };

/** A widget's states shaded by one of its numbers. */
export const mapChart = ({ data }: WidgetAnswer, columns: readonly WidgetColumn[], measureKey: string): Build => {
  const column = numberColumns(columns).find(({ key }) => key === measureKey) ?? numberColumns(columns)[0];
  return stateMapChart({
    label: column?.label ?? '',
    text: (value) => (column?.format ? formatMetricValue(column.format, value) : String(value ?? '–')),
    rows: data.map((row) => ({ state: String(row['stateName']), value: numberAt(row, column?.key ?? '') })),
  });
};

const STAGE_NAMES: ReadonlySet<unknown> = new Set(STAGES);
const isStage = (name: unknown): name is Stage => STAGE_NAMES.has(name);

/** Stages under the customer's own names. */
export const namedStages = (answer: WidgetAnswer, set: Labels): WidgetAnswer => ({
  ...answer,
  data: answer.data.map((row) =>
    isStage(row['stage']) ? { ...row, label: stageOfMonths(row['stage'], String(row['months']), set) } : row,
  ),
});

const stageText = (row: WidgetRow): string => {
  const rate = numberAt(row, 'rate');
  const change = numberAt(row, 'countChange');
  const parts = [
    String(row['label']),
    formatMetricValue({ kind: 'count' }, numberAt(row, 'count')),
    ...(rate === null ? [] : [formatMetricValue({ kind: 'percent', decimals: 1 }, rate)]),
    ...(change === null ? [] : [`(${formatMetricValue({ kind: 'percent' }, change, { signed: true })})`]),
  ];
  return parts.join('  ');
};

/** Funnel stages with proportional widths; the smallest keep a visible minimum. */
export const funnelChart =
  ({ data }: WidgetAnswer): Build =>
  (colours) => ({
    tooltip: {
      trigger: 'item',
      formatter: (item: unknown) => {
        const { dataIndex } = item as { dataIndex: number };
        const row = data[dataIndex] ?? {};
        const cost = formatMetricValue({ kind: 'dollar' }, numberAt(row, 'cost'));
        const projected = numberAt(row, 'projected');
        const before = numberAt(row, 'countPrevious');
        return [
          stageText(row),
          ...(before === null ? [] : [`Before: ${formatMetricValue({ kind: 'count' }, before)}`]),
          `Each: ${cost}`,
          ...('countPrevious' in row && projected === null
            ? []
            : [`This month, projected: ${formatMetricValue({ kind: 'count' }, projected)}`]),
        ].join('\n');
      },
    },
    series: [
      {
        type: 'funnel',
        sort: 'none',
        left: 8,
        right: '50%',
        top: 8,
        bottom: 8,
        minSize: '3%',
        gap: 3,
        label: {
          position: 'right',
          color: colours.text,
          fontSize: 13,
          formatter: (item: { dataIndex: number }) => stageText(data[item.dataIndex] ?? {}),
        },
        labelLine: { length: 12, lineStyle: { color: colours.line } },
        itemStyle: { borderWidth: 0 },
        data: data.map((row) => ({
          name: String(row['label']),
          value: numberAt(row, 'count') ?? 0,
          itemStyle: { color: colours.series[0] ?? '' },
        })),
      },
    ],
  });

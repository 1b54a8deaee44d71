import {
  fillLabel,
  formatMetricValue,
  type LabelSetName,
  STAGES,
  type WidgetAnswer,
  type WidgetRow,
} from '@paceline/contract';
import type { ChartOption } from '../../ui/chart/echarts.ts';
import type { ChartColours } from '../../ui/chart/palette.ts';
import { US_MAP } from '../../ui/chart/us-map.ts';
import { numberColumns, type WidgetColumn } from './prepare-columns.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];
type Build = (colours: ChartColours) => ChartOption;

const numberAt = (row: WidgetRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03-01` as "Mar 26" where months are shown, as "3 Mar" where days are. */
export const dateLabel = (iso: string, byMonth: boolean): string => {
  const [year = '', month = '1', day = '1'] = iso.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  return byMonth ? `${name} ${year.slice(2)}` : `${Number(day)} ${name}`;
};

const isMonthly = (rows: readonly WidgetRow[]): boolean =>
  rows.every((row) => String(row['date'] ?? '').endsWith('-01'));

const categoriesOf = (rows: readonly WidgetRow[], columns: readonly WidgetColumn[]): string[] => {
  const [first] = columns;
  if (first?.key === 'date') return rows.map((row) => dateLabel(String(row['date']), isMonthly(rows)));
  return rows.map((row) => String(row[first?.key ?? ''] ?? '–'));
};

/** Dates may be left out where they are many; a name that is left out leaves a bar without one. */
const axisText = (colours: ChartColours, columns: readonly WidgetColumn[]) => ({
  axisLabel:
    columns[0]?.key === 'date'
      ? { color: colours.dimmed, hideOverlap: true }
      : { color: colours.dimmed, interval: 0, rotate: 32, width: 88, overflow: 'truncate' as const },
  axisLine: { lineStyle: { color: colours.line } },
});
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

const tooltipFor = (columns: readonly WidgetColumn[]) => ({
  trigger: 'axis' as const,
  formatter: (items: unknown) => {
    const list = items as { axisValueLabel: string; seriesName: string; seriesIndex: number; value: number | null }[];
    const lines = list.map(({ seriesName, seriesIndex, value }) => {
      const format = columns[seriesIndex]?.format;
      return `${seriesName}: ${format ? formatMetricValue(format, value) : String(value ?? '–')}`;
    });
    return [list[0]?.axisValueLabel ?? '', ...lines].join('\n');
  },
});

const frame = { left: 8, right: 12, top: 34, bottom: 6, containLabel: true };
const legend = (colours: ChartColours) => ({ top: 0, left: 0, textStyle: { color: colours.text }, icon: 'roundRect' });

/** Bars or lines over dates or names, one series for each number. */
export const seriesChart =
  (kind: 'bar' | 'line', { data }: WidgetAnswer, columns: readonly WidgetColumn[]): Build =>
  (colours) => {
    const numbers = numberColumns(columns);
    return {
      grid: frame,
      legend: legend(colours),
      tooltip: tooltipFor(numbers),
      xAxis: { type: 'category', data: categoriesOf(data, columns), ...axisText(colours, columns) },
      yAxis: valueAxis(colours, numbers[0]),
      series: numbers.map(({ key, label }, index): SeriesOption => ({
        type: kind,
        name: label,
        data: data.map((row) => numberAt(row, key)),
        ...(kind === 'line' && {
          symbolSize: 6,
          lineStyle: { width: 2, type: index % 2 === 0 ? ('solid' as const) : ('dashed' as const) },
        }),
      })),
    };
  };

/** Spend as bars on the one side, a number of another size as a line on the other. */
export const twoAxesChart =
  ({ data }: WidgetAnswer, columns: readonly WidgetColumn[], lineKey: string): Build =>
  (colours) => {
    const numbers = numberColumns(columns);
    const bar = numbers.find(({ key }) => key === 'spend') ?? numbers[0];
    const line = numbers.find(({ key }) => key === lineKey) ?? numbers.find(({ key }) => key !== bar?.key);
    const shown = [bar, line].filter((column) => column !== undefined);
    return {
      grid: { ...frame, right: 16 },
      legend: legend(colours),
      tooltip: tooltipFor(shown),
      xAxis: { type: 'category', data: categoriesOf(data, columns), ...axisText(colours, columns) },
      yAxis: [valueAxis(colours, bar), { ...valueAxis(colours, line), splitLine: { show: false } }],
      series: shown.map(({ key, label }, index): SeriesOption => ({
        type: index === 0 ? ('bar' as const) : ('line' as const),
        name: label,
        yAxisIndex: index,
        data: data.map((row) => numberAt(row, key)),
        ...(index === 1 && { symbolSize: 7, lineStyle: { width: 2.5 } }),
      })),
    };
  };

/** States in the shade of one number; one without data has none, which is not the same as the least. */
export const mapChart =
  ({ data }: WidgetAnswer, columns: readonly WidgetColumn[], measureKey: string): Build =>
  (colours) => {
    const column = numberColumns(columns).find(({ key }) => key === measureKey) ?? numberColumns(columns)[0];
    const key = column?.key ?? '';
    const values = data.map((row) => numberAt(row, key)).filter((value) => value !== null);
    const text = (value: number | null | undefined): string =>
      column?.format ? formatMetricValue(column.format, value ?? null) : String(value ?? '–');
    return {
      tooltip: {
        trigger: 'item',
        formatter: (item: unknown) => {
          const { name, value } = item as { name: string; value: number };
          return `${name}\n${column?.label ?? ''}: ${text(Number.isFinite(value) ? value : null)}`;
        },
      },
      visualMap: {
        min: Math.min(0, ...values),
        max: Math.max(1, ...values),
        inRange: { color: [...colours.scale] },
        text: [text(Math.max(0, ...values)), text(Math.min(0, ...values))],
        textStyle: { color: colours.dimmed },
        orient: 'horizontal',
        left: 0,
        bottom: 0,
        itemHeight: 90,
        itemWidth: 12,
      },
      series: [
        {
          type: 'map',
          map: US_MAP,
          name: column?.label ?? '',
          data: data.map((row) => ({ name: String(row['stateName']), value: numberAt(row, key) ?? Number.NaN })),
          itemStyle: { areaColor: colours.nothing, borderColor: colours.surface },
          emphasis: { label: { show: false }, itemStyle: { areaColor: colours.series[1] ?? '' } },
          select: { disabled: true },
        },
      ],
    };
  };

const STAGE_NAMES: ReadonlySet<string> = new Set(STAGES);

/** Stages under the names that this customer has for them. */
export const namedStages = (answer: WidgetAnswer, set: LabelSetName): WidgetAnswer => ({
  ...answer,
  data: answer.data.map((row) =>
    STAGE_NAMES.has(String(row['stage'])) ? { ...row, label: fillLabel(`{${String(row['stage'])}.many}`, set) } : row,
  ),
});

const stageText = (row: WidgetRow): string => {
  const rate = numberAt(row, 'rate');
  const parts = [
    String(row['label']),
    formatMetricValue({ kind: 'count' }, numberAt(row, 'count')),
    ...(rate === null ? [] : [formatMetricValue({ kind: 'percent', decimals: 1 }, rate)]),
  ];
  return parts.join('  ');
};

/** Stage under stage, as wide as it is large; the last ones keep a width that can be seen. */
export const funnelChart =
  ({ data }: WidgetAnswer): Build =>
  (colours) => ({
    tooltip: {
      trigger: 'item',
      formatter: (item: unknown) => {
        const { dataIndex } = item as { dataIndex: number };
        const row = data[dataIndex] ?? {};
        const cost = formatMetricValue({ kind: 'dollar' }, numberAt(row, 'cost'));
        const projected = formatMetricValue({ kind: 'count' }, numberAt(row, 'projected'));
        return [stageText(row), `Cost of one: ${cost}`, `This month, projected: ${projected}`].join('\n');
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

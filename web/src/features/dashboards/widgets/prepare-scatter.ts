import { formatMetricValue, type WidgetAnswer, type WidgetColumn, type WidgetRow } from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';

/** As many labels as can be read beside their bubbles. */
const NAMED = 6;
const [SMALLEST, LARGEST] = [8, 44];

const numberAt = (row: WidgetRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** Rows by cost and conversion; the bubble's size is the spend. */
export const scatterChart =
  ({ data }: Pick<WidgetAnswer, 'data'>, columns: readonly WidgetColumn[]): ((colours: ChartColours) => ChartOption) =>
  (colours) => {
    const of = (key: string) => columns.find((column) => column.key === key);
    const name = columns[0];
    const text = (key: string, value: number | null): string => {
      const format = of(key)?.format;
      return format ? formatMetricValue(format, value) : '–';
    };
    const most = Math.max(1, ...data.map((row) => numberAt(row, 'spend') ?? 0));
    const named = new Set(
      data.toSorted((a, b) => (numberAt(b, 'spend') ?? 0) - (numberAt(a, 'spend') ?? 0)).slice(0, NAMED),
    );
    const nameOf = (row: WidgetRow): string => String(row[name?.key ?? ''] ?? name?.none ?? '–');
    const axis = (key: string) => ({
      type: 'value' as const,
      name: of(key)?.short ?? of(key)?.label ?? '',
      nameLocation: 'middle' as const,
      nameGap: key === 'cpl' ? 28 : 42,
      scale: true,
      nameTextStyle: { color: colours.dimmed },
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours.dimmed, formatter: (value: number) => text(key, value) },
    });
    return {
      grid: { left: 34, right: 40, top: 24, bottom: 30, containLabel: true },
      tooltip: {
        trigger: 'item',
        formatter: (item: unknown) => {
          const row = data[(item as { dataIndex: number }).dataIndex] ?? {};
          const lines = columns
            .filter(({ format, role, hidden }) => format !== null && role === undefined && hidden === undefined)
            .map(({ key, label }) => `${label}: ${text(key, numberAt(row, key))}`);
          return [nameOf(row), ...lines].join('\n');
        },
      },
      xAxis: axis('cpl'),
      yAxis: axis('enrollRate'),
      series: [
        {
          type: 'scatter',
          data: data.map((row) => ({
            name: nameOf(row),
            value: [numberAt(row, 'cpl') ?? Number.NaN, numberAt(row, 'enrollRate') ?? Number.NaN],
            symbolSize: SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(Math.max(0, numberAt(row, 'spend') ?? 0) / most),
            label: { show: named.has(row) },
          })),
          itemStyle: { color: colours.series[0] ?? '', opacity: 0.75 },
          label: {
            position: 'top',
            color: colours.text,
            formatter: (item: { dataIndex: number }) => nameOf(data[item.dataIndex] ?? {}),
          },
        },
      ],
    };
  };

import { type AllOwnersRow, formatMetricValue, type OwnerMonth, ownerVerdict } from '@paceline/contract';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';

/** More bars are no picture any more; the table has all. */
const MAX_BARS = 15;

interface OwnerBar {
  ownerKey: number;
  name: string;
  month: OwnerMonth;
}

const sizeOf = ({ month: { totals } }: OwnerBar): number =>
  Math.max(totals.budget ?? 0, totals.spendProjection ?? 0, totals.mtdSpent ?? 0);

/** The owners with the most money, largest first, and how many others have any. */
export const ownerBars = (rows: readonly AllOwnersRow[]): { bars: OwnerBar[]; more: number } => {
  const all = rows
    .flatMap(({ ownerKey, name, figures }): OwnerBar[] =>
      figures === null ? [] : [{ ownerKey, name, month: figures }],
    )
    .filter((bar) => sizeOf(bar) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.ownerKey - b.ownerKey);
  return { bars: all.slice(0, MAX_BARS), more: Math.max(0, all.length - MAX_BARS) };
};

const DOLLARS = { kind: 'dollar', decimals: 0 } as const;
const dollars = (value: number | null): string => formatMetricValue(DOLLARS, value);

export const barLines = ({ name, month }: OwnerBar): string[] => {
  const { mtdSpent, spendProjection, spendProjectionLow: low, spendProjectionHigh: high, budget } = month.totals;
  return [
    name,
    ownerVerdict('dollar', month).words,
    `Spent: ${dollars(mtdSpent)}`,
    ...(spendProjection === null ? [] : [`Projected: ${dollars(spendProjection)}`]),
    ...(low === null || high === null || low === high ? [] : [`8 in 10: ${dollars(low)} – ${dollars(high)}`]),
    `Budget: ${budget === null ? 'none' : dollars(budget)}`,
  ];
};

/** The chart in a sentence, for screen readers. */
export const barsLabel = (bars: readonly OwnerBar[]): string => {
  const [first] = bars;
  if (first === undefined) return 'Spend against budget by owner: none yet';
  const { mtdSpent, budget } = first.month.totals;
  return `Spend against budget by owner, largest first: ${first.name} ${dollars(mtdSpent)} of ${dollars(budget)}${bars.length > 1 ? `, and ${bars.length - 1} more` : ''}`;
};

const ROW_PX = 30;
const EDGES_PX = 64;
export const picturePx = (count: number): number => count * ROW_PX + EDGES_PX;

const compact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' });

/** A bullet for each owner: the budget as a pale bar, spend as a bar inside it, the projection as a tick. */
export const barsChart =
  (bars: readonly OwnerBar[]) =>
  (colours: ChartColours): ChartOption => {
    const blue = colours.series[0] ?? '';
    const values = (pick: (month: OwnerMonth) => number | null) => bars.map(({ month }) => pick(month));
    return {
      grid: { left: 8, right: 20, top: 32, bottom: 6, containLabel: true },
      legend: { top: 0, left: 0, textStyle: { color: colours.text }, selectedMode: false },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        formatter: (items: unknown) => {
          const [{ dataIndex }] = items as [{ dataIndex: number }];
          const bar = bars[dataIndex];
          return bar === undefined ? '' : barLines(bar).join('\n');
        },
      },
      xAxis: {
        type: 'value',
        min: 0,
        splitLine: { lineStyle: { color: colours.line } },
        axisLabel: { color: colours.dimmed, hideOverlap: true, formatter: (value: number) => compact.format(value) },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: bars.map(({ name }) => name),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colours.line } },
        axisLabel: { color: colours.text, width: 190, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          name: 'Budget',
          data: values(({ totals }) => totals.budget),
          barWidth: 20,
          // The budget is the outer bar: its edge tells it from the ground, whose colour is near.
          itemStyle: { color: colours.nothing, borderColor: colours.dimmed, borderWidth: 1 },
        },
        {
          type: 'bar',
          name: 'Spent',
          data: values(({ totals }) => totals.mtdSpent),
          barWidth: 10,
          barGap: '-75%',
          itemStyle: { color: blue },
          z: 3,
        },
        {
          type: 'scatter',
          name: 'Projected',
          data: values(({ totals }) => totals.spendProjection),
          symbol: 'rect',
          symbolSize: [3, 22],
          itemStyle: { color: colours.text },
          z: 4,
        },
      ],
    };
  };

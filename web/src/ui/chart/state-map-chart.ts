import { stateName, type UsState, usStateOf } from '@paceline/contract';
import { type ChartOption, US_MAP } from './echarts.ts';
import type { ChartColours } from './palette.ts';

/** The map has the fifty states and DC. */
const NOT_DRAWN: ReadonlySet<UsState> = new Set([
  'US-PR',
  'US-GU',
  'US-VI',
  'US-CZ',
  'US-AA',
  'US-AE',
  'US-AP',
  'US-AS',
  'US-MP',
  'US-FM',
  'US-MH',
  'US-PW',
] as const);

interface StateMap {
  /** Name of the shaded metric. */
  label: string;
  /** A state by code or name; other rows, such as those without a state, are ignored and do not affect the scale. */
  rows: readonly { state: string; value: number | null }[];
  text: (value: number | null) => string;
}

/** States shaded by a value. A state without data has no shade, which differs from the lowest value. */
export const stateMapChart =
  ({ label, rows, text }: StateMap) =>
  (colours: ChartColours): ChartOption => {
    const drawn = rows.filter(({ state }) => {
      const code = usStateOf(state);
      return code !== null && !NOT_DRAWN.has(code);
    });
    const values = drawn.flatMap(({ value }) => value ?? []);
    return {
      tooltip: {
        trigger: 'item',
        formatter: (item: unknown) => {
          const { name, value } = item as { name: string; value: number };
          return `${name}\n${label}: ${text(Number.isFinite(value) ? value : null)}`;
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
          name: label,
          data: drawn.map(({ state, value }) => ({ name: stateName(state), value: value ?? Number.NaN })),
          itemStyle: { areaColor: colours.nothing, borderColor: colours.surface },
          emphasis: { label: { show: false }, itemStyle: { areaColor: colours.series[1] ?? '' } },
          select: { disabled: true },
        },
      ],
    };
  };

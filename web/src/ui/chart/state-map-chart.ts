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
  rows: readonly {
    state: string;
    value: number | null;
    /** Further lines of its tooltip. */
    more?: readonly string[];
    /** Drawn as an arrow: up (1), down (-1) or none. */
    trend?: number;
  }[];
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
    const arrowOf = ({ trend = 0 }: (typeof drawn)[number]): string => (trend === 0 ? '' : trend > 0 ? '▲' : '▼');
    return {
      tooltip: {
        trigger: 'item',
        formatter: (item: unknown) => {
          const { name, value, dataIndex } = item as { name: string; value: number; dataIndex: number };
          const more = drawn[dataIndex]?.more ?? [];
          return [name, `${label}: ${text(Number.isFinite(value) ? value : null)}`, ...more].join('\n');
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
          data: drawn.map((row) => ({
            name: stateName(row.state),
            value: row.value ?? Number.NaN,
            ...(arrowOf(row) !== '' && {
              label: { show: true, formatter: arrowOf(row), color: colours.text, fontSize: 9 },
            }),
          })),
          labelLayout: { hideOverlap: true },
          itemStyle: { areaColor: colours.nothing, borderColor: colours.surface },
          emphasis: { label: { show: false }, itemStyle: { areaColor: colours.series[1] ?? '' } },
          select: { disabled: true },
        },
      ],
    };
  };

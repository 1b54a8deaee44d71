import type { ChartColours } from './palette.ts';

type Values = readonly (number | null)[];

/** A line without marks that stops at missing values. */
const PLAIN_LINE = { type: 'line' as const, symbol: 'none', connectNulls: false };

/** Categories along the x axis, values from zero up the y axis. */
export const axesOf = (colours: ChartColours, places: readonly string[], valueText?: (value: number) => string) => ({
  xAxis: {
    type: 'category' as const,
    boundaryGap: false,
    data: [...places],
    axisLabel: { color: colours.dimmed, hideOverlap: true },
    axisLine: { lineStyle: { color: colours.line } },
  },
  yAxis: {
    type: 'value' as const,
    min: 0,
    splitLine: { lineStyle: { color: colours.line } },
    axisLabel: { color: colours.dimmed, ...(valueText !== undefined && { formatter: valueText }) },
  },
});

/** Tooltip with the given lines for each place on the axis. */
export const placeTooltip = <T>(places: readonly T[], lines: (place: T) => readonly string[]) => ({
  trigger: 'axis' as const,
  formatter: (items: unknown) => {
    const [{ dataIndex }] = items as [{ dataIndex: number }];
    const place = places[dataIndex];
    return place === undefined ? '' : lines(place).join('\n');
  },
});

/** Solid line for known values. */
export const knownLine = (name: string, data: Values, colour: string) => ({
  ...PLAIN_LINE,
  name,
  data: [...data],
  lineStyle: { color: colour, width: 3 },
  itemStyle: { color: colour },
  z: 4,
});
/** Line for values known only in part. */
export const partlyKnownLine = (name: string, data: Values, colour: string) => ({
  ...knownLine(name, data, colour),
  lineStyle: { color: colour, width: 3, type: 'dotted' as const, opacity: 0.6 },
});
export const expectedLine = (name: string, data: Values, colour: string) => ({
  ...PLAIN_LINE,
  name,
  data: [...data],
  lineStyle: { color: colour, width: 2, type: 'dashed' as const },
  itemStyle: { color: colour },
  z: 3,
});
export const plannedLine = (name: string, data: Values, { dimmed }: ChartColours) => ({
  ...PLAIN_LINE,
  name,
  data: [...data],
  lineStyle: { color: dimmed, width: 1.5 },
  itemStyle: { color: dimmed },
});

/** Band between low and high values: an invisible line with a coloured area stacked on it. */
export const rangeBand = (low: Values, high: Values, colour: string) => {
  const unseen = { ...PLAIN_LINE, stack: 'range', silent: true, lineStyle: { opacity: 0 }, tooltip: { show: false } };
  const width = high.map((value, place) => (value === null || low[place] == null ? null : value - low[place]));
  return [
    { ...unseen, name: 'Low', data: [...low] },
    { ...unseen, name: 'Range', data: width, areaStyle: { color: colour, opacity: 0.16 } },
  ];
};

/** A horizontal line at one value, with its name. */
export const levelLine = (value: number, text: string, colours: ChartColours) => ({
  silent: true,
  symbol: 'none',
  data: [{ yAxis: value }],
  lineStyle: { color: colours.text, type: 'solid' as const, width: 1 },
  label: { formatter: text, position: 'insideStartTop' as const, color: colours.text },
});

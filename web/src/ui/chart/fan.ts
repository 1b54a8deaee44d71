import type { ChartColours } from './palette.ts';

type Values = readonly (number | null)[];

/** A line without marks that ends where there is nothing. */
const PLAIN_LINE = { type: 'line' as const, symbol: 'none', connectNulls: false };

/** Places from left to right, values upwards from nothing. */
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

/** What a place of the picture says, line by line. */
export const placeTooltip = <T>(places: readonly T[], lines: (place: T) => readonly string[]) => ({
  trigger: 'axis' as const,
  formatter: (items: unknown) => {
    const [{ dataIndex }] = items as [{ dataIndex: number }];
    const place = places[dataIndex];
    return place === undefined ? '' : lines(place).join('\n');
  },
});

/** What is known, what is to come, and what was meant. */
export const knownLine = (name: string, data: Values, colour: string) => ({
  ...PLAIN_LINE,
  name,
  data: [...data],
  lineStyle: { color: colour, width: 3 },
  itemStyle: { color: colour },
  z: 4,
});
/** What is known of a part only. */
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

/** The space between the low and the high values: an unseen line, and what lies above it in colour. */
export const rangeBand = (low: Values, high: Values, colour: string) => {
  const unseen = { ...PLAIN_LINE, stack: 'range', silent: true, lineStyle: { opacity: 0 }, tooltip: { show: false } };
  const width = high.map((value, place) => (value === null || low[place] == null ? null : value - low[place]));
  return [
    { ...unseen, name: 'Low', data: [...low] },
    { ...unseen, name: 'Range', data: width, areaStyle: { color: colour, opacity: 0.16 } },
  ];
};

/** A line across the picture at one value, with its name on it. */
export const levelLine = (value: number, text: string, colours: ChartColours) => ({
  silent: true,
  symbol: 'none',
  data: [{ yAxis: value }],
  lineStyle: { color: colours.text, type: 'solid' as const, width: 1 },
  label: { formatter: text, position: 'insideStartTop' as const, color: colours.text },
});

import { grainEnd, type WidgetAnswer, type WidgetColumn } from '@paceline/contract';
import { formatShortDay } from '../../lib/format.ts';
import type { ChartOption } from '../../ui/chart/echarts.ts';
import type { ChartColours } from '../../ui/chart/palette.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];
type LineOption = Extract<SeriesOption, { type?: 'line' }>;

/** The week or month at the end of a chart that is not over: its number is lower because it is short, not because it fell. */
export interface OpenPeriod {
  /** Its place among the rows. */
  index: number;
  /** "to date", or "to Oct 15" where the range ends inside of it. */
  words: string;
}

export const openPeriod = (
  { data, range, asOf }: Pick<WidgetAnswer, 'data' | 'range' | 'asOf'>,
  columns: readonly WidgetColumn[],
): OpenPeriod | null => {
  const dates = columns.find(({ key }) => key === 'date');
  const start = data.at(-1)?.['date'];
  if (dates?.grain === undefined || dates.grain === 'day' || typeof start !== 'string') return null;
  const isCut = range.to < asOf;
  const last = isCut ? range.to : asOf;
  if (grainEnd(start, dates.grain) <= last) return null;
  return { index: data.length - 1, words: isCut ? `to ${formatShortDay(range.to)}` : 'to date' };
};

type Values = readonly (number | null)[];

/** A line up to the last whole period. */
export const wholeValues = (values: Values, open: OpenPeriod | null): (number | null)[] =>
  open === null ? [...values] : values.map((value, index) => (index === open.index ? null : value));

/** The way from there into the open period, in the line's own colour and dashed. Clicks and the legend take it for the line. */
export const openLine = (line: LineOption, values: Values, { index }: OpenPeriod, colour: string): LineOption => ({
  ...line,
  data: values.map((value, at) =>
    at < index - 1 || value === null ? null : { value, ...(at < index && { symbol: 'none' }) },
  ),
  color: colour,
  lineStyle: { width: 2, type: 'dashed' },
});

/** Bars with the one of the open period hatched. */
export const openBars = (values: Values, open: OpenPeriod | null, { surface }: ChartColours) =>
  values.map((value, index) =>
    index === open?.index
      ? {
          value,
          itemStyle: {
            decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: surface },
          },
        }
      : value,
  );

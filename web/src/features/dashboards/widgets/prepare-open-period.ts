import { grainEnd, type WidgetAnswer, type WidgetColumn } from '@paceline/contract';
import { formatShortDay } from '../../../lib/text/format.ts';
import type { ChartOption } from '../../../ui/chart/echarts.ts';
import type { ChartColours } from '../../../ui/chart/palette.ts';

type SeriesOption = Extract<NonNullable<ChartOption['series']>, readonly unknown[]>[number];
type LineOption = Extract<SeriesOption, { type?: 'line' }>;

/** An incomplete week or month at either end of a chart: its number is lower because the period is cut. */
export interface OpenPeriod {
  /** Its row index. */
  index: number;
  /** "to date", "to Oct 15" if the range ends within the period, or "from Oct 15" if it begins there. */
  words: string;
}

export const openPeriods = (
  { data, range, asOf }: Pick<WidgetAnswer, 'data' | 'range' | 'asOf'>,
  columns: readonly WidgetColumn[],
): readonly OpenPeriod[] => {
  const dates = columns.find(({ key }) => key === 'date');
  const [first, start] = [data[0]?.['date'], data.at(-1)?.['date']];
  if (dates?.grain === undefined || dates.grain === 'day') return [];
  if (typeof first !== 'string' || typeof start !== 'string') return [];
  const isCut = range.to < asOf;
  const last = isCut ? range.to : asOf;
  return [
    ...(first < range.from ? [{ index: 0, words: `from ${formatShortDay(range.from)}` }] : []),
    ...(grainEnd(start, dates.grain) > last
      ? [{ index: data.length - 1, words: isCut ? `to ${formatShortDay(range.to)}` : 'to date' }]
      : []),
  ];
};

type Values = readonly (number | null)[];

const isOpen = (open: readonly OpenPeriod[], at: number): boolean => open.some(({ index }) => index === at);

/** The line's values from the first complete period to the last. */
export const wholeValues = (values: Values, open: readonly OpenPeriod[]): (number | null)[] =>
  values.map((value, index) => (isOpen(open, index) ? null : value));

/** Dashed segments to and from open periods, in the line's colour. Clicks and legend treat them as the line. */
export const openLine = (
  line: LineOption,
  values: Values,
  open: readonly OpenPeriod[],
  colour: string,
): LineOption => ({
  ...line,
  data: values.map((value, at) => {
    const isBeside = isOpen(open, at - 1) || isOpen(open, at + 1);
    if (value === null || !(isOpen(open, at) || isBeside)) return null;
    return { value, ...(!isOpen(open, at) && { symbol: 'none' }) };
  }),
  color: colour,
  lineStyle: { width: 2, type: 'dashed' },
});

/** Bars, with those of open periods hatched. */
export const openBars = (values: Values, open: readonly OpenPeriod[], { surface }: ChartColours) =>
  values.map((value, index) =>
    isOpen(open, index)
      ? {
          value,
          itemStyle: {
            decal: { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4, color: surface },
          },
        }
      : value,
  );

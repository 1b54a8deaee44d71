import type { ChartOption } from './echarts.ts';
import { besidePointer, plotOf, withKeys } from './chart-tooltip.ts';
import type { ChartColours } from './palette.ts';

const base = (colours: ChartColours): ChartOption => ({
  color: [...colours.series],
  animation: false,
  textStyle: { color: colours.text, fontFamily: 'inherit' },
});

const tooltip = (colours: ChartColours) => ({
  backgroundColor: colours.surface,
  borderColor: colours.line,
  textStyle: { color: colours.text, fontSize: 12 },
  padding: [6, 10],
});

/**
 * Defaults of every chart, merged with its own options. Tooltips are always drawn on the canvas: an HTML tooltip would break the page's
 * trusted types, which throw.
 */
export const mergeOption = (colours: ChartColours, own: ChartOption): ChartOption => {
  const common = tooltip(colours);
  const [said = {}] = [own.tooltip].flat();
  return {
    ...base(colours),
    ...own,
    tooltip: {
      ...common,
      position: besidePointer(plotOf(own)),
      ...said,
      ...(typeof said.formatter === 'function' && { formatter: withKeys(said.formatter) }),
      textStyle: { ...common.textStyle, ...said.textStyle },
      renderMode: 'richText',
    },
  };
};

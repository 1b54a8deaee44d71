import type { ChartOption, initChart } from './echarts.ts';

type MadeChart = ReturnType<typeof initChart>;
type Painter = ReturnType<MadeChart['getZr']>;

/** The column that a click between the marks is in: a line is thin, and its tooltip covers the whole column too. */
export const columnAt = (chart: MadeChart, at: [number, number]): number | null => {
  if (!chart.containPixel('grid', at)) return null;
  const [index] = [chart.convertFromPixel({ seriesIndex: 0 }, at)].flat();
  return typeof index === 'number' && Number.isFinite(index) ? Math.round(index) : null;
};

/** How many points the keyboard walks: those of the first series, which the others are drawn over. */
export const pointCount = ({ series }: ChartOption): number => {
  const [first] = [series].flat();
  return Array.isArray(first?.data) ? first.data.length : 0;
};

interface DrawnText {
  type: string;
  ignore: boolean;
  style: { text?: string };
}

/**
 * What the tooltip says, read from what is drawn: the painter holds everything else in groups, so that a text of its own that is
 * not hidden is the tooltip. Nothing is drawn: nothing is said.
 */
export const tooltipText = (painter: Painter): string => {
  const roots = painter.storage.getRoots() as unknown as DrawnText[];
  return roots.find(({ type, ignore }) => type === 'text' && !ignore)?.style.text ?? '';
};

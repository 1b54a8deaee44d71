import { withoutKeys } from './chart-tooltip.ts';
import type { ChartOption, initChart } from './echarts.ts';

type MadeChart = ReturnType<typeof initChart>;
type Painter = ReturnType<MadeChart['getZr']>;

/** Bars that lie: their categories are on the upright axis. */
const isLying = (chart: MadeChart): boolean => {
  const [axis] = [(chart.getOption() as ChartOption).yAxis].flat();
  return axis?.type === 'category';
};

/** The column under a click between marks: lines are thin, and the tooltip covers the whole column. */
export const columnAt = (chart: MadeChart, at: [number, number]): number | null => {
  if (!chart.containPixel('grid', at)) return null;
  const [across, up] = [chart.convertFromPixel({ seriesIndex: 0 }, at)].flat();
  const index = isLying(chart) ? up : across;
  return typeof index === 'number' && Number.isFinite(index) ? Math.round(index) : null;
};

/** How many points the keyboard can step through: those of the first series, which the other series share. */
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
 * The tooltip's text, read from the canvas: ECharts keeps everything else in groups, so the only visible text at the root is the tooltip.
 * Empty when none is shown.
 */
export const tooltipText = (painter: Painter): string => {
  const roots = painter.storage.getRoots() as unknown as DrawnText[];
  return withoutKeys(roots.find(({ type, ignore }) => type === 'text' && !ignore)?.style.text ?? '');
};

import type { ChartOption } from './echarts.ts';

interface TooltipItem {
  seriesName?: string;
  /** A coloured dot, as a token of the canvas text. */
  marker?: unknown;
}

/**
 * Puts each series' coloured dot before its line ("Spent: $4,210"); a tooltip of one mark has it before its first line. ECharts knows the
 * tokens while it draws this tooltip, so formatters only have to return text.
 */
export const withKeys =
  <Params>(formatter: (params: Params, ticket: string) => unknown) =>
  (params: Params, ticket: string): string => {
    const text = formatter(params, ticket);
    if (typeof text !== 'string' || text === '') return '';
    const items = [params as TooltipItem | TooltipItem[]].flat();
    const markerOf = (line: string): string => {
      const item = items.find(({ seriesName }) => seriesName !== undefined && line.startsWith(`${seriesName}: `));
      return typeof item?.marker === 'string' ? item.marker : '';
    };
    const lines = text.split('\n');
    const keyed = lines.map((line) => `${markerOf(line)}${line}`);
    const [first] = items;
    const isAlone = items.length === 1 && typeof first?.marker === 'string' && keyed.join() === lines.join();
    return isAlone && !Array.isArray(params) ? `${String(first.marker)}${text}` : keyed.join('\n');
  };

/** The text without its dots, as screen readers hear it. */
export const withoutKeys = (text: string): string => text.replaceAll(/\{\w+\|\}\s*/g, '');

/** Room above the plot, where the legend stands. */
export const plotOf = ({ grid, legend }: ChartOption): number => {
  const [own] = [grid].flat();
  return legend !== undefined && typeof own?.top === 'number' ? own.top : 0;
};

const GAP = 14;

interface Sizes {
  contentSize: [number, number];
  viewSize: [number, number];
}

/**
 * Right of the pointer, or left of it where there is no room, or else above or below; inside the chart, never over the legend, and never under
 * the pointer, where it would take the click from the mark.
 */
export const besidePointer =
  (top: number) =>
  ([x, y]: [number, number], _params: unknown, _element: unknown, _rect: unknown, sizes: Sizes): [number, number] => {
    const [width, height] = sizes.contentSize;
    const [viewWidth, viewHeight] = sizes.viewSize;
    const beside = [x + GAP, x - GAP - width].find((left) => left >= 0 && left + width <= viewWidth);
    if (beside !== undefined) return [beside, Math.max(top, Math.min(y - height / 2, viewHeight - height))];
    const above = y - GAP - height;
    return [Math.max(0, Math.min(x - width / 2, viewWidth - width)), above >= top ? above : y + GAP];
  };

import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { type QuestionColumn, type ReportChart } from '@paceline/contract';
import * as echarts from 'echarts';
import { fileURLToPath } from 'node:url';
import { type ReportTable, rowName } from './report-table.rules.ts';

export const PICTURE = { width: 600, height: 300, density: 2 } as const;
const FONT = 'Report';
/** More bars or slices are unreadable; a line can have more points. */
const MAX_BARS = 12;
const MAX_POINTS = 400;
const COLOURS = ['#0a76bc', '#e07b39', '#3a9a6b', '#8a5fb5', '#c2475b', '#6d7a88'];

let isReady = false;
/** The font comes with the product: servers may have none. */
const prepare = (): void => {
  if (isReady) return;
  const folder = new URL('fonts/Roboto/', import.meta.resolve('pdfmake/package.json'));
  GlobalFonts.registerFromPath(fileURLToPath(new URL('Roboto-Regular.ttf', folder)), FONT);
  const ruler = createCanvas(32, 32).getContext('2d');
  echarts.setPlatformAPI({
    createCanvas: () => createCanvas(32, 32) as never,
    // To shorten a name the library measures every character below 128, and the canvas fails at the first, NUL.
    measureText: (text: string, font?: string) => {
      ruler.font = font ?? `12px ${FONT}`;
      return ruler.measureText(text.replaceAll('\0', ' '));
    },
  });
  isReady = true;
};

type Drawn = 'line' | 'bar' | 'stackedBar' | 'pie';
/** Maps, scatter charts and tables become charts that a mail can show: bars, or a line where there are dates. */
const drawnAs = (chart: ReportChart, table: ReportTable): Drawn => {
  if (chart === 'line' || chart === 'pie' || chart === 'stackedBar' || chart === 'bar') return chart;
  return table.names.at(-1)?.role === 'date' ? 'line' : 'bar';
};

const WORDS: Record<Drawn, string> = {
  line: 'Line chart',
  bar: 'Bar chart',
  stackedBar: 'Stacked bar chart',
  pie: 'Pie chart',
};

/** The columns in the picture: the compared values of the first measure, or measures with its unit, as dollars and counts share no axis. */
const drawnColumns = ({ numbers }: ReportTable): QuestionColumn[] => {
  const measures = numbers.filter(({ role }) => role === 'measure');
  const [first] = measures;
  const beside = measures.filter(({ pivotIndex, measure }) => pivotIndex !== undefined && measure === first?.measure);
  return beside.length > 0
    ? beside.slice(0, COLOURS.length)
    : measures.filter(({ kind }) => kind === first?.kind).slice(0, 4);
};
const seriesName = ({ group, label }: QuestionColumn): string => group ?? label;

/** The picture in words, as its alternative text; null without a picture. */
export const pictureWords = (chart: ReportChart, table: ReportTable): string | null => {
  if (table.rows.length === 0 || table.names.length === 0) return null;
  const kind = drawnAs(chart, table);
  const labels = drawnColumns(table).map(seriesName);
  const shown = Math.min(table.rows.length, kind === 'line' ? MAX_POINTS : MAX_BARS);
  const part = shown < table.rows.length ? `, first ${shown} of ${table.rows.length} rows` : '';
  return `${WORDS[kind]} of ${labels.join(', ')} by ${table.names.map(({ label }) => label).join(', ')}, ${table.days}${part}`;
};

const optionOf = (chart: ReportChart, table: ReportTable): echarts.EChartsOption => {
  const kind = drawnAs(chart, table);
  const rows = table.rows.slice(0, kind === 'line' ? MAX_POINTS : MAX_BARS);
  const columns = drawnColumns(table);
  const names = rows.map((row) => rowName(table, row));
  const common: echarts.EChartsOption = {
    animation: false,
    backgroundColor: '#ffffff',
    color: COLOURS,
    textStyle: { fontFamily: FONT, color: '#1d2733' },
    legend: { top: 4, textStyle: { fontFamily: FONT } },
  };
  if (kind === 'pie') {
    const [column] = columns;
    const data = rows.map((row, index) => ({ name: names[index] ?? '', value: Number(row[column?.key ?? ''] ?? 0) }));
    return { ...common, legend: { show: false }, series: [{ type: 'pie', radius: '62%', data }] };
  }
  return {
    ...common,
    grid: { left: 12, right: 16, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: names,
      axisLabel: { fontFamily: FONT, hideOverlap: true, width: 90, overflow: 'truncate' },
    },
    yAxis: { type: 'value', axisLabel: { fontFamily: FONT } },
    series: columns.map((column) => ({
      name: seriesName(column),
      type: kind === 'line' ? ('line' as const) : ('bar' as const),
      ...(kind === 'stackedBar' && { stack: 'all' }),
      ...(kind === 'line' && { showSymbol: rows.length <= 31 }),
      data: rows.map((row) => row[column.key] ?? null) as (number | null)[],
    })),
  };
};

/** The chart as a PNG, at twice its display size. */
export const drawChart = (chart: ReportChart, table: ReportTable): Buffer => {
  prepare();
  const canvas = createCanvas(PICTURE.width, PICTURE.height);
  const drawing = echarts.init(canvas as unknown as HTMLElement, null, {
    width: PICTURE.width,
    height: PICTURE.height,
    devicePixelRatio: PICTURE.density,
  });
  try {
    drawing.setOption(optionOf(chart, table));
    return canvas.toBuffer('image/png');
  } finally {
    drawing.dispose();
  }
};

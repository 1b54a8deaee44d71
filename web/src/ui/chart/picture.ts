import type { initChart } from './echarts.ts';
import type { ChartColours } from './palette.ts';

/** Heading inside an exported picture, which is read away from its page. */
export interface PictureHeading {
  title: string;
  lines: readonly string[];
}

const SCALE = 2;
const EDGE = 16;
const TITLE = 18;
const LINE = 13;
const GAP = 7;

/** The chart as a picture with background, title and dates. */
export const pictureOf = (
  chart: ReturnType<typeof initChart>,
  { surface, text, dimmed }: ChartColours,
  { title, lines }: PictureHeading,
): string | null => {
  const drawn = chart.renderToCanvas({ pixelRatio: SCALE, backgroundColor: surface });
  const canvas = document.createElement('canvas');
  const top = EDGE + TITLE + lines.length * (LINE + GAP) + EDGE;
  canvas.width = drawn.width + 2 * EDGE * SCALE;
  canvas.height = drawn.height + (top + EDGE) * SCALE;
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  pen.fillStyle = surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(drawn, EDGE * SCALE, top * SCALE);
  pen.scale(SCALE, SCALE);
  pen.textBaseline = 'top';
  const { fontFamily } = getComputedStyle(document.body);
  const write = (words: string, at: number, font: string, colour: string): void => {
    pen.font = `${font} ${fontFamily}`;
    pen.fillStyle = colour;
    pen.fillText(words, EDGE, at, canvas.width / SCALE - 2 * EDGE);
  };
  write(title, EDGE, `650 ${TITLE}px`, text);
  for (const [index, words] of lines.entries())
    write(words, EDGE + TITLE + GAP + index * (LINE + GAP), `${LINE}px`, dimmed);
  return canvas.toDataURL('image/png');
};

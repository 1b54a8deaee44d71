import { parentPort } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type PdfBrand, type PdfDocument, type PdfPart } from './document.ts';

const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`pdfmake/build/fonts/Roboto/Roboto-${name}.ttf`));
const FONTS = {
  normal: fontFile('Regular'),
  bold: fontFile('Medium'),
  italics: fontFile('Italic'),
  bolditalics: fontFile('MediumItalic'),
};
pdfmake.setFonts({ Roboto: FONTS });
// A document uses only its input: no network access, and no files except the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path: string) => Object.values(FONTS).includes(path));

// Supported by the library, but missing in its types.
const BREAK_ANYWHERE: object = { wordBreak: 'break-all' };
const GREY = '#555555';
const LINES = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => '#cccccc',
  paddingTop: () => 2,
  paddingBottom: () => 2,
};

const GAP = 4;
const RIGHT_GAP = 12;

const alignment = ({ right = [] }: Extract<PdfPart, { kind: 'table' }>, place: number): { alignment?: 'right' } =>
  right.includes(place) ? { alignment: 'right' } : {};

const PAGE_WIDTH = 612 - 2 * 48;
const dataUrl = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

const contentOf = (part: PdfPart): Content => {
  if (part.kind === 'heading') return { text: part.text, style: 'heading' };
  if (part.kind === 'text') return { text: part.text, margin: [0, 4, 0, 2] };
  if (part.kind === 'image') return { image: dataUrl(part.png), width: PAGE_WIDTH, margin: [0, 2, 0, 2] };
  if (part.kind === 'raw')
    return { text: part.text, fontSize: 7, color: GREY, margin: [8, 0, 0, 4], ...BREAK_ANYWHERE };
  if (part.kind === 'facts')
    return {
      layout: LINES,
      table: {
        widths: [120, '*'],
        dontBreakRows: true,
        body: part.facts.map(([label, value]) => [{ text: label, color: GREY }, { text: value }]),
      },
    };
  // A number and the text right of it would stand too close.
  const paddingRight = (place: number): number =>
    part.right?.includes(place) && place < part.widths.length - 1 ? RIGHT_GAP : GAP;
  return {
    layout: { ...LINES, paddingRight },
    table: {
      widths: [...part.widths],
      headerRows: 1,
      dontBreakRows: true,
      body: [
        part.head.map((text, place) => ({ text, color: GREY, ...alignment(part, place) })),
        ...part.rows.map((row) => row.map((text, place) => ({ text, ...alignment(part, place) }))),
        ...(part.foot ? [part.foot.map((text, place) => ({ text, bold: true, ...alignment(part, place) }))] : []),
      ],
    },
  };
};

/** Longer parts may break across pages, repeating their header. A part higher than a page could not be laid out at all. */
const LINES_TOGETHER = 20;
const linesOf = (text: string): number => text.split('\n').length;
const linesIn = (part: PdfPart): number => {
  if (part.kind === 'facts') return part.facts.length;
  if (part.kind === 'image') return 1;
  if (part.kind !== 'table') return linesOf(part.text);
  return part.rows.reduce((sum, row) => sum + Math.max(1, ...row.map(linesOf)), 0);
};

/** Keeps a heading together with the part that follows it. */
const sectionsOf = (parts: readonly PdfPart[]): Content[] =>
  parts.flatMap((part, place): Content[] => {
    if (parts[place - 1]?.kind === 'heading') return [];
    const next = parts[place + 1];
    if (part.kind !== 'heading' || next === undefined) return [contentOf(part)];
    return [{ stack: [contentOf(part), contentOf(next)], unbreakable: linesIn(next) <= LINES_TOGETHER }];
  });

/** Bounds of a logo, in points. */
const LOGO = { width: 140, height: 40 };
const NAME_SIZE = 12;
const NAME_LINE = 1.3;

/** Logo and name, over a line in the brand's colour. Nothing without a brand. */
const brandParts = (brand: PdfBrand | undefined): Content[] => {
  if (brand === undefined || (brand.name === '' && brand.logo === null)) return [];
  const { name, logo } = brand;
  const color = brand.colour ?? GREY;
  const image = logo && dataUrl(logo.content);
  const height = logo === null ? 0 : Math.min(LOGO.height, (LOGO.width * logo.height) / logo.width);
  // The name stands beside the middle of the logo.
  const above = Math.max(0, (height - NAME_SIZE * NAME_LINE) / 2);
  return [
    {
      columnGap: 10,
      columns: [
        ...(image === null
          ? []
          : [{ stack: [{ image, fit: [LOGO.width, LOGO.height] as [number, number] }], width: 'auto' as const }]),
        {
          text: name,
          fontSize: NAME_SIZE,
          bold: true,
          color,
          margin: [0, above, 0, 0] as [number, number, number, number],
        },
      ],
    },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: PAGE_WIDTH, y2: 0, lineWidth: 1.5, lineColor: color }],
      margin: [0, 6, 0, 10],
    },
  ];
};

const definitionOf = ({ title, subtitle, parts, footer, brand }: PdfDocument): TDocumentDefinitions => ({
  info: { title },
  pageSize: 'LETTER',
  pageMargins: [48, 48, 48, 56],
  defaultStyle: { fontSize: 9, lineHeight: 1.15 },
  styles: { heading: { fontSize: 11, bold: true, margin: [0, 10, 0, 3] } },
  content: [
    ...brandParts(brand),
    { text: title, fontSize: 16, bold: true },
    { text: subtitle, color: GREY, margin: [0, 0, 0, 6] },
    ...sectionsOf(parts),
  ],
  footer: (page, pages) => ({
    margin: [48, 16, 48, 0],
    fontSize: 7,
    color: GREY,
    columns: [{ text: footer }, { text: `Page ${page} of ${pages}`, alignment: 'right', width: 'auto' }],
  }),
});

/** The document, or the error. */
export type PdfReply = { bytes: Uint8Array } | { error: string };

const replyTo = async (document: PdfDocument): Promise<PdfReply> => {
  try {
    return { bytes: new Uint8Array(await pdfmake.createPdf(definitionOf(document)).getBuffer()) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', (document: PdfDocument) => {
  void replyTo(document).then((reply) => parentPort?.postMessage(reply, []));
});

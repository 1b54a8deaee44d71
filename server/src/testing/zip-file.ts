import { crc32, deflateRawSync } from 'node:zlib';

export interface TestPart {
  name: string;
  content: string | Buffer;
  stored?: boolean;
  /** What the headers claim instead of the truth. */
  claimedBytes?: number;
  claimedCrc?: number;
  encrypted?: boolean;
}

const header = (fields: readonly [bytes: number, value: number][]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

/** An archive written by hand, so that it can lie. */
export const zipFile = (parts: readonly TestPart[]): Buffer => {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const packed = part.stored ? content : deflateRawSync(content);
    const name = Buffer.from(part.name);
    const common: [number, number][] = [
      [2, 20],
      [2, part.encrypted ? 1 : 0],
      [2, part.stored ? 0 : 8],
      [4, 0x210000],
      [4, part.claimedCrc ?? crc32(content)],
      [4, packed.length],
      [4, part.claimedBytes ?? content.length],
      [2, name.length],
      [2, 0],
    ];
    const local = header([[4, 0x04034b50], ...common]);
    directory.push(header([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    chunks.push(local, name, packed);
    at += local.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = header([
    [4, 0x06054b50],
    [4, 0],
    [2, parts.length & 0xffff],
    [2, parts.length & 0xffff],
    [4, entries.length],
    [4, at],
    [2, 0],
  ]);
  return Buffer.concat([...chunks, entries, end]);
};

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const SHEET_TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of the smallest workbook around the XML of its sheet. */
export const workbook = (sheetXml: string, extra: readonly TestPart[] = []): TestPart[] => [
  {
    name: '[Content_Types].xml',
    content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPES}.worksheet+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    content: `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATED}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATED}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  { name: 'xl/worksheets/sheet1.xml', content: sheetXml },
  ...extra,
];

/** A sheet out of the XML of its rows. */
export const sheetOf = (rows: string): string =>
  `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

export const textCell = (at: string, text: string): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

import { inflateRawSync } from 'node:zlib';

const DIRECTORY = 0x02014b50;
const SHEET = 'xl/worksheets/sheet1.xml';

/** The first sheet of a workbook written by the product, as XML. */
const sheetXml = (file: Buffer): string => {
  const end = file.length - 22;
  let at = file.readUInt32LE(end + 16);
  while (file.readUInt32LE(at) === DIRECTORY) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (file.toString('utf8', at + 46, at + 46 + name) === SHEET) {
      const local = file.readUInt32LE(at + 42);
      const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
      const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
      return (file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8');
    }
    at += 46 + name + extra + comment;
  }
  throw new Error(`The workbook has no ${SHEET}`);
};

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
const plain = (text: string): string => text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? '');

/** The rows of a downloaded workbook, by column label. */
export const sheetRows = (file: Buffer): Record<string, string>[] => {
  const lines = [...sheetXml(file).matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, column = '', cell = '']): [string, string] => [
        column,
        plain(/<(?:t|v)\b[^>]*>(.*?)<\/(?:t|v)>/s.exec(cell)?.[1] ?? ''),
      ],
    ),
  );
  const [head = [], ...rows] = lines;
  const labels = new Map(head);
  return rows.map((cells) => Object.fromEntries(cells.map(([column, text]) => [labels.get(column) ?? column, text])));
};

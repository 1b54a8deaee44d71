import { LIMITS } from '@paceline/contract';
import { cellOf, type OutgoingColumn, type OutgoingRow, type OutgoingSheet, totalsOf } from './outgoing.ts';
import { columnLetters } from './sheet.ts';
import { type ColumnStyles, stylesOf } from './xlsx-styles.ts';
import { type OutgoingPart } from './zip-writer.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const LAST_ROW = 1_048_576;
/** Chunk size for the compressor. */
const CHUNK_CHARACTERS = 65_536;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot contain, and text that looks like our escape for them. */
const HIDDEN = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_(?=x[\dA-Fa-f]{4}_)/gu;
const asCode = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const escape = (text: string): string =>
  text
    .slice(0, LIMITS.sheetCellCharacters)
    .replace(HIDDEN, asCode)
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Text is always written as text, even if it starts with = + - @. */
const cellXml = (at: string, style: number, value: string | number | null): string => {
  if (value === null) return `<c r="${at}" s="${style}"/>`;
  if (typeof value === 'number') return `<c r="${at}" s="${style}"><v>${value}</v></c>`;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
};

const rowXml = (row: number, cells: readonly string[]): string => `<row r="${row}">${cells.join('')}</row>`;

const defaultWidth = ({ label, kind }: OutgoingColumn): number =>
  Math.min(48, Math.max(kind === 'text' ? 18 : 12, label.length + 2));

const editingNotes = (columns: readonly OutgoingColumn[]): string => {
  const notes = columns.flatMap(({ editable, note, label }, index) => {
    if (!editable && note === undefined) return [];
    const letters = columnLetters(index + 1);
    const text = note ?? 'Edit and upload. A blank cell changes nothing; NULL clears the value.';
    return `<dataValidation allowBlank="1" showInputMessage="1" promptTitle="${escape(label.slice(0, 32))}" prompt="${escape(text.slice(0, 255))}" sqref="${letters}2:${letters}${LAST_ROW}"/>`;
  });
  return notes.length === 0 ? '' : `<dataValidations count="${notes.length}">${notes.join('')}</dataValidations>`;
};

const sheetXml = async function* (sheet: OutgoingSheet, styles: readonly ColumnStyles[]): AsyncGenerator<string> {
  const { columns } = sheet;
  const letters = columns.map((_, index) => columnLetters(index + 1));
  const styleOf = ({ mark }: OutgoingColumn, values: OutgoingRow): keyof ColumnStyles =>
    mark !== undefined && values[mark.by] === true ? 'marked' : 'cell';
  const cellsOf = (row: number, values: OutgoingRow, total = false): string[] =>
    columns.map((column, index) => {
      const style = total ? 'total' : styleOf(column, values);
      return cellXml(`${letters[index]}${row}`, styles[index]![style], cellOf(column, values[column.key]));
    });
  const widths = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${column.width ?? defaultWidth(column)}" customWidth="1"/>`,
  );
  let row = 1;
  let chunk =
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>` +
    rowXml(
      row,
      columns.map(({ label }, index) => cellXml(`${letters[index]}1`, styles[index]!.header, label)),
    );
  for await (const values of sheet.rows) {
    row += 1;
    chunk += rowXml(row, cellsOf(row, values));
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  const filtered = `A1:${letters.at(-1)}${row}`;
  const totals = totalsOf(sheet);
  if (totals !== null) chunk += rowXml(row + 1, cellsOf(row + 1, totals, true));
  yield `${chunk}</sheetData><autoFilter ref="${filtered}"/>${editingNotes(columns)}</worksheet>`;
};

const noteXml = (lines: readonly string[]): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="100" customWidth="1"/></cols><sheetData>` +
  lines.map((line, index) => rowXml(index + 1, [cellXml(`A${index + 1}`, 0, line)])).join('') +
  '</sheetData></worksheet>';

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATED}/${type}" Target="${target}"/>`;
const relationships = (...entries: string[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;

/** Sheet names may not contain these characters, nor be longer. */
const sheetNameOf = (name: string): string => escape(name.replaceAll(/[:\\/?*[\]]/g, ' ').slice(0, 31)) || 'Sheet1';

/** The parts of a workbook in reading order, without timestamps. */
export const workbookParts = (sheets: readonly OutgoingSheet[]): OutgoingPart[] => {
  const { xml: stylesXml, styles } = stylesOf(sheets.flatMap(({ columns }) => columns));
  const stylesFrom = sheets.map((_, index) =>
    sheets.slice(0, index).reduce((count, { columns }) => count + columns.length, 0),
  );
  const note = sheets.flatMap((sheet) => sheet.note ?? []);
  const names = [
    ...sheets.map(({ sheetName }) => sheetNameOf(sheetName)),
    ...(note.length > 0 ? ['About this file'] : []),
  ];
  const partOf = (index: number): string => `worksheets/sheet${index + 1}.xml`;
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="${TYPES}.${type}+xml"/>`;
  const contentTypes =
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    override('xl/workbook.xml', 'sheet.main') +
    names.map((_, index) => override(`xl/${partOf(index)}`, 'worksheet')).join('') +
    `${override('xl/styles.xml', 'styles')}</Types>`;
  const workbook =
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>` +
    names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('') +
    '</sheets></workbook>';
  const related = [
    ...names.map((_, index) => relationship(index + 1, 'worksheet', partOf(index))),
    relationship(names.length + 1, 'styles', 'styles.xml'),
  ];
  return [
    { name: '[Content_Types].xml', content: [contentTypes] },
    { name: '_rels/.rels', content: [relationships(relationship(1, 'officeDocument', 'xl/workbook.xml'))] },
    { name: 'xl/workbook.xml', content: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', content: [relationships(...related)] },
    { name: 'xl/styles.xml', content: [`${HEAD}${stylesXml}`] },
    ...sheets.map((sheet, index) => ({
      name: `xl/${partOf(index)}`,
      content: sheetXml(sheet, styles.slice(stylesFrom[index])),
    })),
    ...(note.length > 0 ? [{ name: `xl/${partOf(sheets.length)}`, content: [noteXml(note)] }] : []),
  ];
};

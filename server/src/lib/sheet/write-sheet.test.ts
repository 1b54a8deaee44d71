import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { type OutgoingColumn, type OutgoingRow } from './outgoing.ts';
import { readSheet } from './read-sheet.ts';
import { writeCsv, writeSheet } from './write-sheet.ts';
import { readZipDirectory } from './zip-directory.ts';

const COLUMNS: OutgoingColumn[] = [
  { key: 'campaignKey', label: 'Campaign Key', kind: 'key' },
  { key: 'name', label: 'Campaign', kind: 'text' },
  { key: 'price', label: 'Price', kind: 'dollar', editable: true },
  { key: 'leads', label: 'Leads', kind: 'count' },
  { key: 'pace', label: 'Pace', kind: 'percent' },
  { key: 'start', label: 'Start Date', kind: 'date' },
  { key: 'active', label: 'Active', kind: 'flag' },
];
const ROWS: OutgoingRow[] = [
  { campaignKey: 8841, name: '=1+1', price: '1250.50', leads: 1200, pace: 110.5, start: '2026-03-01', active: true },
  { campaignKey: 8842, name: '+x', price: -3, leads: null, pace: 0, start: '1999-12-31', active: false },
  { campaignKey: 8843, name: "'-5", price: null, leads: Number.NaN, pace: null, start: null, active: null },
  {
    campaignKey: 8844,
    name: 'a <b> & "c" _x0041_ \u0001\r\n\u{1F600} ',
    price: 0,
    leads: 1,
    pace: 1,
    start: '2026-12-31',
  },
];
const LIMITS = { unpackedBytes: 1e8, parts: 200, rows: 1, columns: 1, cellCharacters: 1 };

const sheetXml = (file: Buffer): string => {
  const part = readZipDirectory(file, LIMITS).find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  return inflateRawSync(part?.packed ?? '').toString();
};

const sheet = { sheetName: 'Allocations / March', columns: COLUMNS, rows: ROWS };

describe('a workbook', () => {
  test('has numbers, days and texts as cell types', async () => {
    const { headers, rows } = await readSheet(await buffer(writeSheet(sheet).content), 'a.xlsx');
    expect(headers).toEqual(COLUMNS.map(({ label }) => label));
    expect(rows.map(({ cells }) => cells)).toEqual([
      [8841, '=1+1', 1250.5, 1200, 110.5, new Date('2026-03-01'), 'Y'],
      [8842, '+x', -3, null, 0, new Date('1999-12-31'), 'N'],
      [8843, "'-5", null, null, null, null, null],
      [8844, ROWS[3]!['name'], 0, 1, 1, new Date('2026-12-31'), null],
    ]);
  });

  test('has the digits of a number, without binary rounding errors', async () => {
    const columns = [
      { key: 'price', label: 'Price', kind: 'dollar' },
      { key: 'rate', label: 'Rate', kind: 'percent' },
      { key: 'fine', label: 'Fine', kind: 'dollar', decimals: 4 },
    ] as const;
    const row = { price: 139.16 / 3, rate: (100 * 73) / 118, fine: 1 / 3 };
    const cells = [46.39, 61.864407, 0.3333];
    const { rows } = await readSheet(
      await buffer(writeSheet({ sheetName: 'x', columns, rows: [row] }).content),
      'a.xlsx',
    );
    expect(rows[0]?.cells).toEqual(cells);
    const csv = await buffer(writeCsv({ sheetName: 'x', columns, rows: [row] }).content);
    expect(csv.toString().trim().split('\r\n')[1]).toBe(cells.join(','));
  });

  test('has a bold frozen header, formats, widths and shaded editable cells', async () => {
    const written = await buffer(writeSheet({ ...sheet, totals: { price: 1247.5 }, note: ['Read me'] }).content);
    const { sheets } = await readXlsx(written, { readStyles: true });
    const [first] = sheets;
    expect(sheets.map(({ name }) => name)).toEqual(['Allocations   March', 'About this file']);
    expect(first?.freezePane).toMatchObject({ rows: 1 });
    const style = (row: number, column: number) => first?.cells?.get(`${row},${column}`)?.style;
    expect(style(0, 0)?.font?.bold).toBe(true);
    expect([0, 2, 3, 4, 5].map((column) => style(1, column)?.numFmt)).toEqual([
      '0',
      '"$"#,##0.00',
      '#,##0',
      '0.0"%"',
      'yyyy-mm-dd',
    ]);
    expect(style(1, 2)?.fill).toBeDefined();
    expect(style(1, 3)?.fill).toBeUndefined();
    expect(sheetXml(written)).toContain(
      'prompt="Edit and upload. A blank cell changes nothing; NULL clears the value." sqref="C2:C1048576"',
    );
    expect(style(5, 2)?.font?.bold).toBe(true);
    expect(first?.rows[5]?.slice(0, 3)).toEqual([null, 'Total', 1247.5]);
  });

  test('has words behind marked numbers, which stay numbers', async () => {
    const columns: OutgoingColumn[] = [
      { key: 'cap', label: 'Cap', kind: 'count', editable: true, mark: { by: 'isAgreed', words: '(agreed)' } },
    ];
    const rows = [
      { cap: 55, isAgreed: true },
      { cap: 60, isAgreed: false },
    ];
    const written = await buffer(writeSheet({ sheetName: 'x', columns, rows, totals: { cap: 115 } }).content);
    const { sheets } = await readXlsx(written, { readStyles: true });
    const formats = [1, 2, 3].map((row) => sheets[0]?.cells?.get(`${row},0`)?.style?.numFmt);
    expect(formats).toEqual(['#,##0" (agreed)"', '#,##0', '#,##0']);
    expect(sheets[0]?.rows.slice(1)).toEqual([[55], [60], [115]]);
  });

  test('contains no formula, whatever its texts start with', async () => {
    const texts = ['=cmd|x', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];
    const rows = texts.map((name) => ({ name }));
    const { sheets } = await readXlsx(await buffer(writeSheet({ ...sheet, rows }).content), { readStyles: true });
    expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
    expect(sheets[0]?.rows.slice(1).map((row) => row[1])).toEqual(texts);
  });

  test('is identical to the byte for the same data, however its rows are batched', async () => {
    const later = async function* () {
      for (const row of ROWS) yield await Promise.resolve(row);
    };
    const [first, second] = [writeSheet(sheet), writeSheet({ ...sheet, rows: later() })];
    expect((await buffer(first.content)).equals(await buffer(second.content))).toBe(true);
  });

  test('fails with the error of its rows', async () => {
    const broken = function* (): Generator<OutgoingRow> {
      yield ROWS[0]!;
      throw new Error('the database went away');
    };
    await expect(buffer(writeSheet({ ...sheet, rows: broken() }).content)).rejects.toThrow('the database went away');
  });

  test('stops requesting rows when the reader stops', async () => {
    let rowCount = 0;
    const endless = function* (): Generator<OutgoingRow> {
      for (;;) {
        rowCount += 1;
        yield { name: `row ${rowCount} ${Math.sqrt(rowCount)}` };
      }
    };
    const { content } = writeSheet({ ...sheet, rows: endless() });
    for await (const _ of content) if (rowCount > 5_000) break;
    const before = rowCount;
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(rowCount).toBeLessThan(before + 20_000);
    expect(content.destroyed).toBe(true);
  });
});

describe('a text file', () => {
  test('escapes exactly the cells that a spreadsheet would execute', async () => {
    const written = await buffer(writeCsv({ ...sheet, rows: ROWS.slice(0, 3) }).content);
    expect(written.toString()).toBe(
      '\uFEFFCampaign Key,Campaign,Price,Leads,Pace,Start Date,Active\r\n' +
        "8841,'=1+1,1250.50,1200,110.5,2026-03-01,Y\r\n" +
        "8842,'+x,-3,,0,1999-12-31,N\r\n" +
        "8843,''-5,,,,,\r\n",
    );
  });

  test('round-trips', async () => {
    const { rows } = await readSheet(await buffer(writeCsv(sheet).content), 'a.csv');
    expect(rows.map(({ cells }) => cells[1])).toEqual(ROWS.map(({ name }) => name));
  });
});

import { expect, test } from 'vitest';
import { collectRows } from './collect-rows.ts';
import { type SheetCell, type SheetRow } from './sheet.ts';

const LIMITS = { unpackedBytes: 1_000, parts: 10, rows: 10, columns: 10, cellCharacters: 100 };
const collect = async (...cells: SheetCell[][]): Promise<SheetRow[]> => {
  const batchRows: SheetRow[] = [];
  const rows = cells.map((line, index) => ({ row: index + 1, cells: line }));
  await collectRows(rows, LIMITS, (batch) => void batchRows.push(...batch));
  return batchRows;
};

test.each([
  ['NUL in a cell', [['Name'], ['a\0b']], 'Cell A2 holds a character that no text can hold.'],
  [
    'half a pair in a cell',
    [
      ['Key', 'Name'],
      [1, '\ud800'],
    ],
    'Cell B2 holds a character that no text can hold.',
  ],
  ['NUL in a header', [['Name\0']], 'Cell A1 holds a character that no text can hold.'],
] as [string, SheetCell[][], string][])('%s is reported with its position', async (_, cells, message) => {
  await expect(collect(...cells)).rejects.toMatchObject({ code: 'FILE_UNREADABLE', message });
});

test('complete surrogate pairs are accepted', async () => {
  expect(await collect(['Name'], ['\ud83d\ude00'])).toEqual([{ row: 2, cells: ['\ud83d\ude00'] }]);
});

import { expect, it } from 'vitest';
import { formatTsv, parseTsv } from './clipboard.ts';

it.each([
  ['one cell', '5', [['5']]],
  [
    'a block with the line break that spreadsheets end with',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['lines of old Macs', 'a\rb', [['a'], ['b']]],
  ['empty cells and an empty row', '\tb\n\n', [['', 'b'], ['']]],
  ['a quoted cell with tab, line break and quote', '"a\tb\n""c"""\t2', [['a\tb\n"c"', '2']]],
  ['a quote inside of a cell', '5" screen\t"quoted"', [['5" screen', 'quoted']]],
  ['a quote that is never closed', '"abc\td', [['"abc', 'd']]],
  ['a quote that ends too early', '"a"b\tc', [['"a"b', 'c']]],
  ['a single empty cell', '', [['']]],
])('reads %s', (_what, text, cells) => {
  expect(parseTsv(text)).toEqual(cells);
});

it('round-trips', () => {
  const cells = [
    ['1000.5', 'two\nlines', 'tab\there'],
    ['"quoted"', '', 'say "hi"'],
  ];
  expect(parseTsv(formatTsv(cells))).toEqual(cells);
  expect(
    formatTsv([
      ['1', '2'],
      ['3', '4'],
    ]),
  ).toBe('1\t2\r\n3\t4');
});

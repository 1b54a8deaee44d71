import { expect, it } from 'vitest';
import { fileNameOf } from './content-disposition.ts';

it.each([
  [null, 'fallback.csv'],
  ['attachment', 'fallback.csv'],
  ['attachment; filename=leads.csv', 'leads.csv'],
  ['attachment; filename="leads; all.csv"', 'leads; all.csv'],
  ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
  ["attachment; filename=plain.csv; filename*=UTF-8''z%C3%BCrich.csv", 'zürich.csv'],
  ["attachment; filename*=iso-8859-1'en'%A3.csv", '£.csv'],
  ["attachment; filename=plain.csv; filename*=UTF-8''%E0%A4", 'plain.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
])('%s → %s', (header, name) => {
  expect(fileNameOf(header, 'fallback.csv')).toBe(name);
});

import { describe, expect, it } from 'vitest';
import { InvalidEntry } from '../edit/cell-value.ts';
import type { GridColumn } from '../types.ts';
import { summarise } from './summary.ts';

type Row = Record<string, unknown>;
const COLUMNS: GridColumn<Row>[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'spend', label: 'Spend', kind: 'dollar' },
  { key: 'fee', label: 'Fee', kind: 'dollar' },
  { key: 'clicks', label: 'Clicks', kind: 'count' },
  { key: 'rate', label: 'Rate', kind: 'percent' },
];
const ROWS: Row[] = [
  { name: 'A', spend: 100.5, fee: 1, clicks: 3, rate: 0.1 },
  { name: '', spend: null, fee: 2, clicks: 4, rate: 0.3 },
  { name: 'C', spend: -20, fee: 3, clicks: null, rate: null },
];
const EDITS = new Map([[1, new Map<string, unknown>([['spend', 19.5]])]]);
const of = (left: number, right: number, edits: ReadonlyMap<number, ReadonlyMap<string, unknown>> = new Map()) =>
  summarise<Row>(
    {
      columns: COLUMNS,
      rowCount: 3,
      rowAt: (index) => {
        const row = ROWS[index];
        return row && { key: index, row, edits: edits.get(index) };
      },
    },
    { top: 0, bottom: 5, left, right },
  );
const figures = (...args: Parameters<typeof of>) => of(...args).figures.map(({ label, text }) => `${label} ${text}`);

describe('the summary of selected cells', () => {
  it('has their number, and for numbers sum, average, minimum and maximum', () => {
    expect(of(1, 1).count).toBe(2);
    expect(figures(1, 1)).toEqual(['Sum $80.50', 'Average $40.25', 'Min -$20.00', 'Max $100.50']);
  });

  it('uses edited values', () => {
    expect(figures(1, 1, EDITS)[0]).toBe('Sum $100.00');
  });

  it('sums several columns of one kind, ignoring text', () => {
    expect(of(0, 2).count).toBe(7);
    expect(figures(0, 2)[0]).toBe('Sum $86.50');
  });

  it('does not add dollars to clicks', () => {
    expect(of(2, 3)).toEqual({ count: 5, figures: [] });
  });

  it('does not sum rates, and averages counts with a decimal', () => {
    expect(figures(4, 4).map((text) => text.split(' ')[0])).toEqual(['Average', 'Min', 'Max']);
    expect(figures(3, 3)).toEqual(['Sum 7', 'Average 3.5', 'Min 3', 'Max 4']);
  });

  it('counts invalid cells and does not sum them', () => {
    const broken = new Map([[0, new Map<string, unknown>([['spend', new InvalidEntry('abc', 'no')]])]]);
    expect(of(1, 1, broken).count).toBe(2);
    expect(figures(1, 1, broken)[0]).toBe('Sum -$20.00');
  });

  it('has only the number for text', () => {
    expect(of(0, 0)).toEqual({ count: 2, figures: [] });
  });
});

import { NOT_ATTRIBUTED, type ReportWidget, ROW_KEY, type WidgetRow } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { besideBefore, rankRows, type ShapedRow } from './widget-shape.ts';

const widget = {
  dimensions: { channel: 'channel' },
  measures: { leads: 'validLeads', cost: 'cpl' },
} as unknown as ReportWidget;
const row = (key: string, leads: number, cost: number): ShapedRow => ({
  row: { channel: key, leads, cost, [ROW_KEY]: JSON.stringify([key, null]) },
  matured: {},
});
const days = { range: { from: '2026-03-01', to: '2026-03-10' }, other: { from: '2026-02-01', to: '2026-02-10' } };

test('a row missing in the compared days counted zero there; its unit costs are unknown', () => {
  const shown = besideBefore([row('new', 4, 50), row('old', 6, 40)], widget, { ...days, before: [row('old', 3, 20)] });
  expect(shown).toMatchObject([
    { leads: 4, leadsPrevious: 0, leadsChange: null, cost: 50, costPrevious: null, costChange: null },
    { leads: 6, leadsPrevious: 3, leadsChange: 100, cost: 40, costPrevious: 20, costChange: 100 },
  ]);
});

test('a time missing in the compared days has no comparison', () => {
  const daily = { ...widget, dimensions: {}, granularity: 'day' } as unknown as ReportWidget;
  const on = (date: string): ShapedRow => ({ row: { date, leads: 4, cost: 50 }, matured: {} });
  const shown = besideBefore([on('2026-03-02')], daily, { ...days, before: [] });
  expect(shown).toMatchObject([{ leads: 4, leadsPrevious: null, leadsChange: null, comparedDate: '2026-02-02' }]);
});

describe('a ranking', () => {
  const of = (state: string, validLeads: number, spend: number | null, more: WidgetRow = {}): WidgetRow => ({
    state,
    validLeads,
    spend,
    ...more,
  });
  const ranking = { by: 'validLeads', order: 'desc', atLeast: undefined, measures: ['validLeads', 'spend'] } as const;
  const rows = [
    of('Ohio', 12, 600),
    of('Iowa', 0, null),
    of('Utah', 0, 0, { validLeadsPrevious: 3 }),
    of('Texas', 4, 0),
    of(NOT_ATTRIBUTED, 0, 75),
  ];
  const names = (limit: number | undefined) => rankRows(rows, { ...ranking, limit }).shown.map(({ state }) => state);

  test('omits empty rows, but keeps those that had a value before', () => {
    expect(names(undefined)).toEqual(['Ohio', 'Texas', 'Utah', NOT_ATTRIBUTED]);
    expect(rankRows(rows, { ...ranking, limit: undefined }).inAll).toBe(3);
  });

  test('cut to the first few ends with them; rows without a value have no rank', () => {
    expect(names(2)).toEqual(['Ohio', 'Texas']);
  });

  test('shown completely keeps the row without a value, and sums to its total', () => {
    expect(names(3)).toEqual(['Ohio', 'Texas', 'Utah', NOT_ATTRIBUTED]);
  });
});

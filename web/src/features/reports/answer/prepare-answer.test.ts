import { brokenDown, canAsk, narrowedTo, without } from '@paceline/contract';
import type { QuestionAnswer, QuestionColumn } from '@paceline/contract';
import { expect, it } from 'vitest';
import { chartColours } from '../../../ui/chart/palette.ts';
import { callTexts } from '../prepare-call.ts';
import { leadsPath } from './prepare-leads-link.ts';
import { defaultQuestion } from '../prepare-question.ts';
import { chartData, pictureOf, whyNoChart } from './prepare-report-chart.ts';
import { slicesOf } from './prepare-row-charts.ts';
import { cellText, maturityTexts, rowsText, shadeOf, shades } from './prepare-table.ts';

const campaign: QuestionColumn = { key: 'campaign', label: 'Campaign', role: 'dimension', kind: 'text' };
const state: QuestionColumn = { key: 'state', label: 'State', role: 'dimension', kind: 'text' };
const date: QuestionColumn = { key: 'date', label: 'Month', role: 'date', kind: 'date' };
const spend: QuestionColumn = { key: 'spend', label: 'Spend', role: 'measure', kind: 'dollar', measure: 'spend' };
const cpl: QuestionColumn = { key: 'cpl', label: 'CPL', role: 'measure', kind: 'dollar', decimals: 2, measure: 'cpl' };
const change: QuestionColumn = {
  key: 'spendChange',
  label: 'Spend, change',
  role: 'change',
  kind: 'percent',
  decimals: 1,
  measure: 'spend',
};

const answerOf = (
  columns: QuestionColumn[],
  rows: QuestionAnswer['rows'],
  more: Partial<QuestionAnswer> = {},
): QuestionAnswer => ({
  columns,
  rows,
  total: {},
  rowCount: rows.length,
  pivot: [],
  days: { from: '2026-08-01', to: '2026-10-31' },
  compared: null,
  maturity: [],
  notes: [],
  attributedToLeads: [],
  ...more,
});
const question = { ...defaultQuestion('ag'), dimensions: ['campaign', 'state'], granularity: null };
const row = { campaign: 'First', state: 'TX', spend: 10, rowKey: '0 [7,"TX"]' };
const answer = answerOf([campaign, state, spend], [row]);

it('formats cells by kind, changes with sign, missing values as dashes', () => {
  expect(cellText(spend, 1234.5, answer, null)).toBe('$1,234.50');
  expect(cellText(change, 12.34, answer, null)).toBe('+12.3%');
  expect(cellText(state, null, answer, null)).toBe('No state');
  expect(cellText({ ...state, key: 'device' }, null, answer, null)).toBe('–');
  expect(cellText(date, '2026-08-01', answer, 'month')).toBe('Aug 2026');
  const years = { days: { from: '2025-12-01', to: '2026-01-31' } };
  expect(cellText(date, '2026-01-05', years, 'day')).toBe('Jan 5, 2026');
});

it('shows the number of rows, and the maturity of outcomes', () => {
  expect(rowsText({ rows: [row], rowCount: 1 })).toBe('1 row');
  expect(rowsText({ rows: [row], rowCount: 61_304 })).toBe('First 1 of 61,304 rows');
  const maturity = [{ label: 'Enrollments % Matured', percent: 53.6, compared: 98 }];
  expect(maturityTexts({ maturity, compared: { from: '2025-08-01', to: '2025-10-31' } })).toEqual([
    'Enrollments % Matured: 54%, compared days 98%',
  ]);
});

it('shades each measure from its minimum to its maximum', () => {
  const rows = [
    { spend: 50, cpl: 4 },
    { spend: 100, cpl: null },
    { spend: 250, cpl: 4 },
  ];
  const scales = shades({ columns: [spend, cpl, change], rows });
  expect(rows.map((one) => shadeOf(one.spend, scales.get('spend')))).toEqual([0, 0.25, 1]);
  expect(shadeOf(4, scales.get('cpl'))).toBe(0);
  expect(shadeOf(null, scales.get('spend'))).toBe(0);
  expect(scales.has('spendChange')).toBe(false);
});

it('filters by a cell’s name, including its time', () => {
  const cell = { row, question, answer, column: spend };
  expect(narrowedTo(cell).filters).toEqual([
    { member: 'campaign', operator: 'equals', values: ['First'] },
    { member: 'state', operator: 'equals', values: ['TX'] },
  ]);
  expect(narrowedTo({ ...cell, column: state }).filters).toHaveLength(1);
  const monthly = { ...question, dimensions: [], granularity: 'quarter' as const };
  const inTime = { question: monthly, answer: answerOf([date, spend], []), column: spend, row: { date: '2026-07-01' } };
  expect(narrowedTo(inTime).period).toEqual({ from: '2026-08-01', to: '2026-09-30' });
  const pivoted = {
    ...cell,
    question: { ...question, pivot: 'channel' },
    answer: answerOf([campaign, spend], [row], { pivot: [{ value: 'PPL', label: 'PPL' }] }),
    column: { ...spend, pivotIndex: 0 },
  };
  expect(narrowedTo(pivoted).filters.at(-1)).toEqual({ member: 'channel', operator: 'equals', values: ['PPL'] });
});

it('excludes a value, breaks down by another dimension, and does nothing for a row without a value', () => {
  const cell = { row, question, answer, column: state };
  expect(without(cell)?.filters).toEqual([{ member: 'state', operator: 'notEquals', values: ['TX'] }]);
  expect(without({ ...cell, column: spend })).toBeNull();
  expect(brokenDown(cell, 'campus')).toMatchObject({ dimensions: ['campus'], pivot: null });
  expect(canAsk({ ...cell, row: { ...row, state: 'Not attributed to leads' } })).toBe(false);
});

it('links to leads only if the lead list has the same filters', () => {
  const cell = { row, question, answer, column: spend };
  expect(leadsPath(cell, 'ag')).toBe('/s/cl/leadmanagement/leads?campaign=7&state=TX&from=2026-08-01&to=2026-10-31');
  expect(leadsPath(cell, 'cl')).toBeNull();
  const filters = [{ member: 'brand', operator: 'equals' as const, values: ['A'] }];
  expect(leadsPath({ ...cell, question: { ...question, filters } }, 'ag')).toBeNull();
  expect(leadsPath({ ...cell, row: { ...row, state: null } }, 'ag')).toBeNull();
  expect(leadsPath({ ...cell, answer: answerOf([campaign, date, spend], [row]) }, 'ag')).toBeNull();
  expect(leadsPath({ ...cell, column: change }, 'ag')).toBeNull();
});

it('links a count of leads to the same number: its statuses, days and column', () => {
  const valid: QuestionColumn = { ...spend, key: 'validLeads', measure: 'validLeads', kind: 'count' };
  const cell = { row, question, answer, column: valid };
  const search = (of: typeof cell): URLSearchParams => new URLSearchParams(leadsPath(of, 'ag')?.split('?')[1]);
  expect(search(cell).get('status')).toBe('VAL,DLV,STK,RTR');
  expect(search({ ...cell, column: { ...valid, measure: 'duplicates' } }).get('status')).toBe('DUP');
  const filters = [{ member: 'leadStatus', operator: 'equals' as const, values: ['DLV', 'INV'] }];
  expect(search({ ...cell, question: { ...question, filters } }).get('status')).toBe('DLV');
  const none = [{ ...filters[0]!, values: ['INV'] }];
  expect(leadsPath({ ...cell, question: { ...question, filters: none } }, 'ag')).toBeNull();
  const compared = { from: '2026-05-01', to: '2026-07-31' };
  const before = { ...cell, column: { ...valid, role: 'previous' as const }, answer: { ...answer, compared } };
  expect(search(before).get('from')).toBe('2026-05-01');
  const beside = { ...valid, pivotIndex: 0 };
  const pivot = [{ value: 'mobile', label: 'Mobile' }];
  const byDevice = {
    ...cell,
    column: beside,
    question: { ...question, pivot: 'device' },
    answer: { ...answer, pivot },
  };
  expect(search(byDevice).get('device')).toBe('mobile');
  expect(leadsPath({ ...byDevice, question: { ...question, pivot: 'date' } }, 'ag')).toBeNull();
});

it('draws the compared days beside up to four lines or columns', () => {
  const compared = { from: '2025-08-01', to: '2025-09-30' };
  const pivot = [{ value: 'a', label: 'A' }];
  const rows = [{ state: 'TX', 'spend@0': 5, 'spendPrevious@0': 4 }];
  const names = (of: QuestionAnswer) => chartData(of, { ...question, pivot: 'device' }, spend).series;
  expect(names(answerOf([state, spend], rows, { compared, pivot }))).toEqual([
    { name: 'A', values: [5], isBefore: false },
    { name: 'A, before', values: [4], isBefore: true },
  ]);
  const many = Array.from({ length: 5 }, (_, index) => ({ value: `${index}`, label: `${index}` }));
  expect(names(answerOf([state, spend], rows, { compared, pivot: many })).every(({ isBefore }) => !isBefore)).toBe(
    true,
  );
});

it('charts one measure: by row with the former value, by time with lines, side by side', () => {
  const compared = { from: '2026-05-01', to: '2026-07-31' };
  const rows = [{ state: 'TX', spend: 10, spendPrevious: 8 }];
  expect(chartData(answerOf([state, spend], rows, { compared }), question, spend)).toEqual({
    categories: ['TX'],
    series: [
      { name: 'Spend', values: [10], isBefore: false },
      { name: 'Spend, before', values: [8], isBefore: true },
    ],
    left: null,
  });
  const monthly = { ...question, granularity: 'month' as const };
  const over = [
    { state: 'TX', date: '2026-09-01', spend: 2 },
    { state: 'OH', date: '2026-08-01', spend: 3 },
  ];
  expect(chartData(answerOf([state, date, spend], over), monthly, spend)).toMatchObject({
    categories: ['Aug 2026', 'Sep 2026'],
    series: [
      { name: 'TX', values: [null, 2] },
      { name: 'OH', values: [3, null] },
    ],
  });
  const beside = answerOf([state, spend], [{ state: 'TX', 'spend@0': 1, 'spend@1': 2 }], {
    pivot: [
      { value: '2026-08-01', label: 'Aug 2026' },
      { value: '2026-09-01', label: 'Sep 2026' },
    ],
  });
  expect(chartData(beside, { ...monthly, pivot: 'date' }, spend)).toMatchObject({
    categories: ['Aug 2026', 'Sep 2026'],
    series: [{ name: 'TX', values: [1, 2] }],
  });
});

it('charts time from left to right, whatever the table’s order', () => {
  const rows = [
    { date: '2026-09-01', spend: 9 },
    { date: '2026-10-01', spend: 5 },
    { date: '2026-08-01', spend: 3 },
  ];
  const monthly = { ...question, dimensions: [], granularity: 'month' as const };
  expect(chartData(answerOf([date, spend], rows), monthly, spend)).toMatchObject({
    categories: ['Aug 2026', 'Sep 2026', 'Oct 2026'],
    series: [{ values: [3, 9, 5] }],
  });
});

it('says why a chart is not possible', () => {
  expect(whyNoChart('map', answer, spend)).toBe('A map needs State as the only row.');
  expect(whyNoChart('map', answerOf([state, spend], [row]), spend)).toBeNull();
  expect(whyNoChart('scatter', answer, spend)).toContain('two values');
  expect(whyNoChart('pie', answer, cpl)).toContain('no shares');
  expect(whyNoChart('pie', answer, spend)).toBeNull();
  const drawn = pictureOf('map', answerOf([state, spend], [row]), question, spend).build(chartColours(false));
  expect(drawn.series).toMatchObject([{ type: 'map', data: [{ name: 'Texas', value: 10 }] }]);
});

it('limits a pie to the largest rows, each with a colour, and the rest', () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({ state: `S${index}`, spend: index * 10 }));
  const slices = slicesOf(answerOf([state, spend], rows, { total: { spend: 700 } }), question, spend);
  expect(slices.slice(0, 2)).toMatchObject([
    { name: 'S11', value: 110, before: null },
    { name: 'S10', value: 100, before: null },
  ]);
  // 660 of the visible rows and 40 of others, minus the eight largest.
  expect(slices).toHaveLength(9);
  expect(slices.at(-1)).toMatchObject({ name: 'All others', value: 700 - 600, before: null });
  const few = rows.slice(0, 3);
  expect(slicesOf(answerOf([state, spend], few, { total: { spend: 30 } }), question, spend)).toHaveLength(2);
});

it('draws the compared days in pies, scatter charts and maps as well', () => {
  const compared = { from: '2026-05-01', to: '2026-07-31' };
  const rows = [
    { state: 'TX', spend: 10, spendPrevious: 8, spendChange: 25, cpl: 5, cplPrevious: 4 },
    { state: 'OH', spend: 6, spendPrevious: null, cpl: 3, cplPrevious: null },
  ];
  const total = { spend: 16, spendPrevious: 11 };
  const comparedAnswer = answerOf([state, spend, cpl], rows, { compared, total });
  const drawnAs = (kind: 'pie' | 'scatter' | 'map') =>
    pictureOf(kind, comparedAnswer, question, spend).build(chartColours(false));
  expect(slicesOf(comparedAnswer, question, spend).map(({ row: _, ...slice }) => slice)).toEqual([
    { name: 'TX', value: 10, before: 8 },
    { name: 'OH', value: 6, before: 0 },
    // Rows of the compared days that have nothing now.
    { name: 'All others', value: 0, before: 3 },
  ]);
  expect(drawnAs('pie').series).toMatchObject([
    { data: [{ value: 10 }, { value: 6 }, { value: 0 }] },
    { data: [{ value: 8 }, { value: 0 }, { value: 3 }] },
  ]);
  // A line from before to now; a row without a value before has none.
  expect(drawnAs('scatter').series).toMatchObject([
    { type: 'scatter' },
    {
      type: 'line',
      silent: true,
      data: [
        [8, 4],
        [10, 5],
        [null, null],
      ],
    },
  ]);
  expect(drawnAs('map').series).toMatchObject([
    {
      data: [{ name: 'Texas', label: { formatter: '▲' } }, { name: 'Ohio' }],
    },
  ]);
  const { formatter } = drawnAs('map').tooltip as { formatter: (item: unknown) => string };
  expect(formatter({ name: 'Texas', value: 10, dataIndex: 0 })).toBe(
    'Texas\nSpend: $10.00\nSpend, before: $8.00\nChange: +25.0%',
  );
});

it('copies the exact call, quoted for a shell', () => {
  const filters = [{ member: 'campaign', operator: 'equals' as const, values: ["Don't"] }];
  const { curl, json } = callTexts({ ...question, filters }, 3, 'ag', 'https://x.example');
  expect(JSON.parse(json)).toEqual({ ownerKey: 3, question: { ...question, filters } });
  expect(curl).toContain("curl -X POST 'https://x.example/api/ag/reporting/question'");
  expect(curl).toContain(String.raw`Don'\''t`);
});

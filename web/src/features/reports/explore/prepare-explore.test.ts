import { type QuestionAnswer, youngOf, youngText } from '@paceline/contract';
import { expect, it } from 'vitest';
import { defaultQuestion } from '../prepare-question.ts';
import {
  boardDimensions,
  boardQuestion,
  brushed,
  drilled,
  leadOf,
  readExplore,
  selectedState,
  splitOf,
  toggled,
  toggledOut,
  trendGrain,
  trendQuestion,
} from './prepare-explore.ts';
import { boardOf } from './prepare-leaderboard.ts';
import { trendOf } from './prepare-trend.ts';

const start = defaultQuestion('ag');
const MONTHS = { from: '2026-08-01', to: '2026-10-31' };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const members = (...keys: string[]) => keys.map((key) => ({ key, label: key, hidden: false }) as never);

it('reads lead, leaderboards, grain and sort from the address, and ignores what it does not know', () => {
  expect(readExplore({ lead: 'cpe', boards: 'campus,state', grain: 'week', by: 'change' })).toEqual({
    lead: 'cpe',
    boards: ['campus', 'state'],
    grain: 'week',
    by: 'change',
  });
  expect(readExplore({ grain: 'second', by: 'name' })).toMatchObject({ grain: undefined, by: undefined });
  expect(leadOf(start, { lead: 'cpe' })).toBe('cpe');
  expect(leadOf(start, { lead: 'impressions' })).toBe('spend');
});

it('a click selects one value beside another, a second click takes it out again', () => {
  const one = toggled(start, 'mediaPartner', 'Acme');
  const two = toggled(one, 'mediaPartner', 'Borea');
  expect(two.filters).toEqual([{ member: 'mediaPartner', operator: 'equals', values: ['Acme', 'Borea'] }]);
  expect(splitOf(one)).toBeNull();
  expect(splitOf(two)).toBe('mediaPartner');
  expect(['Acme', 'Cora'].map((value) => selectedState(two, 'mediaPartner', value))).toEqual(['included', 'left']);
  expect(toggled(toggled(two, 'mediaPartner', 'Acme'), 'mediaPartner', 'Borea').filters).toEqual([]);
  // Rows without a value, such as ad platforms by partner.
  const none = toggled(two, 'mediaPartner', null);
  expect(none.filters).toEqual([{ member: 'mediaPartner', operator: 'notSet', values: [] }]);
  expect(toggled(none, 'mediaPartner', null).filters).toEqual([]);
});

it('a click with Shift excludes a value, and includes it again', () => {
  const out = toggledOut(toggled(start, 'campus', 'Austin'), 'campus', 'Austin');
  expect(out.filters).toEqual([{ member: 'campus', operator: 'notEquals', values: ['Austin'] }]);
  expect(selectedState(out, 'campus', 'Austin')).toBe('excluded');
  expect(toggledOut(out, 'campus', 'Austin').filters).toEqual([]);
  expect(toggled(out, 'campus', 'Austin').filters).toEqual([
    { member: 'campus', operator: 'equals', values: ['Austin'] },
  ]);
  expect(selectedState(toggledOut(start, 'campus', null), 'campus', null)).toBe('excluded');
});

it('a leaderboard keeps other filters and drops its own, so that a second value can be selected', () => {
  const question = toggled(toggled(start, 'campus', 'Austin'), 'mediaPartner', 'Acme');
  const board = boardQuestion(question, 'campus', 'cpe', { search: 'aus' });
  expect(board).toMatchObject({ dimensions: ['campus'], measures: ['cpe'], granularity: null, pivot: null });
  expect(board.filters).toEqual([
    { member: 'mediaPartner', operator: 'equals', values: ['Acme'] },
    { member: 'campus', operator: 'contains', values: ['aus'] },
  ]);
  expect(boardQuestion(question, 'campus', 'cpe', { by: 'change' }).order).toEqual([
    { member: 'cpeChange', direction: 'desc' },
  ]);
  // Filters of numbers select rows of the table.
  const numbers = { ...start, filters: [{ member: 'spend', operator: 'gt' as const, values: ['5'] }] };
  expect(trendQuestion(numbers, 'week').filters).toEqual([]);
});

it('shows the usual dimensions that the viewer has and the measure allows', () => {
  const input = {
    question: start,
    dimensions: members('channel', 'campus', 'campaign', 'state'),
    measures: members('spend', 'impressions'),
    lead: 'spend',
    explore: {},
  };
  expect(boardDimensions({ ...input, group: 'ag' })).toEqual(['campus', 'channel', 'campaign', 'state']);
  expect(boardDimensions({ ...input, group: 'ag', lead: 'impressions' })).toEqual(['channel', 'campaign']);
  expect(boardDimensions({ ...input, group: 'mp', dimensions: members('campaign', 'state') })).toEqual([
    'campaign',
    'state',
  ]);
  expect(boardDimensions({ ...input, group: 'ag', explore: { boards: ['state', 'mediaPartner'] } })).toEqual(['state']);
});

it('draws few months by week, and keeps a grain that was chosen', () => {
  expect(trendGrain(start, MONTHS, {})).toBe('week');
  expect(trendGrain(start, OCTOBER, {})).toBe('day');
  expect(trendGrain(start, MONTHS, { grain: 'month' })).toBe('month');
  expect(trendGrain({ ...start, granularity: 'month' }, { from: '2026-01-01', to: '2026-10-31' }, {})).toBe('month');
  // A grain finer than can be drawn is not used.
  expect(trendGrain(start, { from: '2025-01-01', to: '2026-10-31' }, { grain: 'day' })).toBe('month');
});

it('a drag over periods selects their days, within the days shown', () => {
  expect(brushed(start, MONTHS, ['2026-09-28', '2026-10-26'], 'week').period).toEqual({
    from: '2026-09-28',
    to: '2026-10-31',
  });
  expect(brushed(start, MONTHS, ['2026-07-27', '2026-07-27'], 'week').period).toEqual({
    from: '2026-08-01',
    to: '2026-08-02',
  });
  expect(
    brushed(start, { from: '2026-01-01', to: '2026-12-31' }, ['2026-07-01', '2026-07-01'], 'quarter').period,
  ).toEqual({ from: '2026-07-01', to: '2026-09-30' });
});

it('looks inside a value by the next finer dimension that fits', () => {
  const inside = drilled(start, 'mediaPartner', 'Acme', () => true);
  expect(inside.dimensions).toEqual(['campaign']);
  expect(inside.filters).toEqual([{ member: 'mediaPartner', operator: 'equals', values: ['Acme'] }]);
  expect(drilled(start, 'mediaPartner', 'Acme', ({ dimensions }) => dimensions[0] === 'state').dimensions).toEqual([
    'state',
  ]);
});

const answer: QuestionAnswer = {
  columns: [
    { key: 'mediaPartner', label: 'Media Partner', role: 'dimension', kind: 'text' },
    { key: 'cpe', label: 'Cost Per Enrollment', role: 'measure', kind: 'dollar', measure: 'cpe' },
    { key: 'spend', label: 'Spend', role: 'measure', kind: 'dollar', measure: 'spend' },
  ],
  rows: [
    { mediaPartner: 'Acme', cpe: 900, cpeChange: 4, spend: 60, spendChange: 2, enrollPercentMatured: 50, rowKey: 'a' },
    { mediaPartner: null, cpe: 500, cpeChange: 9, spend: 30, spendChange: 8, enrollPercentMatured: 99, rowKey: 'b' },
    { mediaPartner: 'Cora', cpe: 300, cpeChange: null, spend: 10, enrollPercentMatured: 9, rowKey: 'c' },
  ],
  total: { spend: 100 },
  rowCount: 3,
  pivot: [],
  days: MONTHS,
  compared: { from: '2026-05-01', to: '2026-07-31' },
  maturity: [],
  matured: { cpe: 'enrollPercentMatured' },
  notes: [],
  attributedToLeads: [],
};

it('says of each row how much of its outcomes is still to come', () => {
  const young = answer.rows.map((row) => youngOf(answer, row, 'cpe'));
  expect(young).toEqual([{ percent: 50, whole: 450 }, null, { percent: 9, whole: null }]);
  expect(young.map((one) => one && youngText(one, (value) => `$${value}`))).toEqual([
    '50% matured, about $450 at full maturity',
    null,
    '9% matured, too early to judge',
  ]);
  expect(youngOf(answer, answer.rows[0], 'spend')).toBeNull();
});

it('a leaderboard has shares of sums only, names ad platforms, and keeps selected rows in sight', () => {
  const question = toggled(start, 'mediaPartner', 'Cora');
  const input = { dimension: 'mediaPartner', shown: 1, total: 100, isByChange: false };
  const spend = boardOf(answer, question, { ...input, lead: 'spend' });
  expect(spend?.rows.map(({ label, share, state }) => [label, share, state])).toEqual([
    ['Acme', '60.0%', 'left'],
    ['Cora', '10.0%', 'included'],
  ]);
  expect(spend?.whole).toBe('$100.00 Spend');
  const cost = boardOf(answer, start, { ...input, lead: 'cpe', shown: 3, isByChange: true });
  expect(cost?.rows.map(({ label, share, change, tone }) => [label, share, change, tone])).toEqual([
    ['Ad platforms (no partner)', null, '+9.0%', 'worse'],
    ['Acme', null, '+4.0%', 'worse'],
    ['Cora', null, '–', 'neither'],
  ]);
  expect(cost?.rows.map(({ length }) => length)).toEqual([500 / 900, 1, 300 / 900]);
});

it('draws one line for each selected value, with gaps, partial periods and the compared days', () => {
  const rows = [
    { mediaPartner: 'Acme', date: '2026-07-27', cpe: 5, cpePrevious: 4, enrollPercentMatured: 60 },
    { mediaPartner: 'Cora', date: '2026-08-03', cpe: 7, cpePrevious: null, enrollPercentMatured: 100 },
  ];
  const trend = trendOf({ ...answer, rows }, 'week', 'cpe');
  expect(trend.starts).toEqual(['2026-07-27', '2026-08-03']);
  expect(trend.cut).toEqual([true, false]);
  expect(trend.lines.map(({ name, values, before }) => ({ name, values, before }))).toEqual([
    { name: 'Acme', values: [5, null], before: [4, null] },
    { name: 'Cora', values: [null, 7], before: [null, null] },
  ]);
  expect(trend.lines[0]?.young[0]).toEqual({ percent: 60, whole: 3 });
});

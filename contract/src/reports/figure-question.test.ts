import { expect, test } from 'vitest';
import { type AskedFigure, questionOfFigure } from './figure-question.ts';

const options = {
  brands: [
    { key: 1, name: 'North' },
    { key: 2, name: 'South' },
    { key: 3, name: 'South' },
  ],
};
const days = { range: { from: '2026-10-01', to: '2026-10-31' } };
const figure: AskedFigure = {
  widget: { dimensions: { state: 'state' }, measures: { inquiries: 'mtdInquiries', spend: 'spend' } },
  body: {},
  row: null,
  shown: new Set(['mtdInquiries', 'spend']),
  clicked: 'spend',
  compared: false,
  group: 'ag',
};
const ask = (over: Partial<AskedFigure>, of: Parameters<typeof questionOfFigure>[1] = days) =>
  questionOfFigure({ ...figure, ...over }, of, options);

test('a number that the builder knows by another name is asked by that; one that it does not know opens nothing', () => {
  expect(ask({ clicked: 'mtdInquiries' })?.measures).toEqual(['validLeads', 'spend']);
  expect(
    ask({ widget: { measures: { enrollments: 'mtdEnrollments', spend: 'spend' } }, clicked: 'mtdEnrollments' }),
  ).toBeNull();
});

test('a filter without a name of its own opens nothing, as any other question would have another figure', () => {
  expect(ask({ body: { brandKeys: [1] } })?.filters).toEqual([
    { member: 'brand', operator: 'equals', values: ['North'] },
  ]);
  for (const body of [
    { brandKeys: [2] },
    { brandKeys: [9] },
    { clientKeys: [1] },
    { campaignKeys: [1] },
    { programKeys: [1] },
  ])
    expect({ body, question: ask({ body }) }).toEqual({ body, question: null });
  expect(ask({ body: { brandKeys: [2, 3] } })?.filters).toEqual([
    { member: 'brand', operator: 'equals', values: ['South'] },
  ]);
});

test('what it was before is asked as a comparison, never as those days by themselves', () => {
  const against = { from: '2026-11-01', to: '2026-11-14' };
  const widget = { ...figure.widget, compare: 'previous' as const };
  expect(ask({ widget, compared: true }, { ...days, against })).toMatchObject({ period: against, compare: 'previous' });
  expect(ask({ widget, compared: true })).toBeNull();
});

test('measures that do not go with the clicked one are left out, and a field that the channel does not have opens nothing', () => {
  const widget = { channel: 'ppc' as const, measures: { spend: 'spend', clicks: 'impressions' } as const };
  const question = { widget, shown: new Set(['spend', 'impressions'] as const), body: { states: ['TX'] } };
  expect(ask(question)?.measures).toEqual(['spend']);
  expect(ask({ ...question, clicked: 'impressions' })).toBeNull();
  const partners = questionOfFigure({ ...figure, ...question, body: { partnerKeys: [1] } }, days, {
    partners: [{ key: 1, name: 'BrightPath' }],
  });
  expect(partners).toBeNull();
});

test('a day is not opened by itself where its platform cost is shared out over more days; beside other measures that cost is left out', () => {
  const widget = { ...figure.widget, granularity: 'day' as const };
  const day = { widget, row: { day: '2026-10-03' } };
  const behind = { range: { from: '2026-10-03', to: '2026-10-03' }, attributedToLeads: ['spend'] };
  expect(ask(day, behind)).toBeNull();
  expect(ask({ ...day, clicked: 'mtdInquiries' }, behind)?.measures).toEqual(['validLeads']);
  expect(ask({ ...day, row: null }, behind)?.measures[0]).toBe('spend');
  expect(ask({ ...day, widget: { ...widget, granularity: 'month' } }, behind)?.measures[0]).toBe('spend');
  expect(ask(day, { range: behind.range })?.measures[0]).toBe('spend');
});

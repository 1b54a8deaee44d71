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

test('a metric opens under the builder’s name for it; one the builder lacks opens nothing', () => {
  expect(ask({ clicked: 'mtdInquiries' })?.measures).toEqual(['validLeads', 'spend']);
  expect(
    ask({ widget: { measures: { enrollments: 'mtdEnrollments', spend: 'spend' } }, clicked: 'mtdEnrollments' }),
  ).toBeNull();
});

test('a filter that the builder lacks opens nothing, because its figure would differ', () => {
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

test('a former value opens as a comparison, not as those days alone', () => {
  const against = { from: '2026-11-01', to: '2026-11-14' };
  const widget = { ...figure.widget, compare: 'previous' as const };
  expect(ask({ widget, compared: true }, { ...days, against })).toMatchObject({ period: against, compare: 'previous' });
  expect(ask({ widget, compared: true })).toBeNull();
});

test('metrics that cannot be combined with the clicked one are dropped, and an unavailable field opens nothing', () => {
  const widget = { channel: 'ppc' as const, measures: { spend: 'spend', clicks: 'impressions' } as const };
  const question = { widget, shown: new Set(['spend', 'impressions'] as const), body: { states: ['TX'] } };
  expect(ask(question)?.measures).toEqual(['spend']);
  expect(ask({ ...question, clicked: 'impressions' })).toBeNull();
  const partners = questionOfFigure({ ...figure, ...question, body: { partnerKeys: [1] } }, days, {
    partners: [{ key: 1, name: 'BrightPath' }],
  });
  expect(partners).toBeNull();
});

test('a single day does not open if its platform cost is spread over days; with other metrics that cost is dropped', () => {
  const widget = { ...figure.widget, granularity: 'day' as const };
  const day = { widget, row: { day: '2026-10-03' } };
  const behind = { range: { from: '2026-10-03', to: '2026-10-03' }, attributedToLeads: ['spend'] };
  expect(ask(day, behind)).toBeNull();
  expect(ask({ ...day, clicked: 'mtdInquiries' }, behind)?.measures).toEqual(['validLeads']);
  expect(ask({ ...day, row: null }, behind)?.measures[0]).toBe('spend');
  expect(ask({ ...day, widget: { ...widget, granularity: 'month' } }, behind)?.measures[0]).toBe('spend');
  expect(ask(day, { range: behind.range })?.measures[0]).toBe('spend');
});

import { expect, test } from 'vitest';
import { questionDays, reportQuestionSchema } from './question.ts';

const QUESTION = {
  channel: 'ppl',
  vertical: 'all',
  dimensions: ['campaign'],
  measures: ['spend'],
  period: { range: 'lastMonth' },
};

test('a named range moves with the calendar, two dates do not', () => {
  const named = reportQuestionSchema.parse({ ...QUESTION, compare: 'previous' });
  expect(questionDays(named, '2026-03-01')).toEqual({
    days: { from: '2026-02-01', to: '2026-02-28' },
    compared: { from: '2026-01-01', to: '2026-01-31' },
  });
  const fixed = reportQuestionSchema.parse({ ...QUESTION, period: { from: '2026-01-05', to: '2026-01-06' } });
  expect(questionDays(fixed, '2026-03-01')).toEqual({
    days: { from: '2026-01-05', to: '2026-01-06' },
    compared: null,
  });
});

test.each([
  ['days the wrong way round', { period: { from: '2026-02-01', to: '2026-01-01' } }],
  ['an unknown range', { period: { range: 'last9' } }],
  ['no measure', { measures: [] }],
  ['a word that a question has not', { ownerKey: 1 }],
  ['a formula under another name', { formulas: [{ key: 'spend', label: 'x', expression: 'spend', kind: 'dollar' }] }],
])('refuses %s', (_, wrong) => {
  expect(reportQuestionSchema.safeParse({ ...QUESTION, ...wrong }).success).toBe(false);
});

import { expect, test } from 'vitest';
import { NEW_CONDITION, previewText } from './prepare-rules.ts';

const base = { from: '2026-08-19', to: '2026-11-16', told: 0, days: [], values: [], notes: ['Note.'] };

test('a preview shows how often and on which days, latest first', () => {
  expect(previewText(base, NEW_CONDITION)).toEqual(['Would have sent no alert in 90 days.', 'Note.']);
  const days = ['2026-11-01', '2026-11-02'].map((day, index) => ({
    day,
    met: 1 + index,
    first: [{ name: index === 0 ? null : 'Nursing', value: 120 + index }],
  }));
  expect(previewText({ ...base, told: 1, days }, NEW_CONDITION)).toEqual([
    'Would have sent 1 alert in 90 days.',
    'Nov 2: Nursing $121.00 and 1 more',
    'Nov 1: $120.00',
    'Note.',
  ]);
});

test('a preview by a coded dimension shows labels', () => {
  const days = [{ day: '2026-11-02', met: 1, first: [{ name: 'HSD', value: 3 }] }];
  const condition = { ...NEW_CONDITION, measure: 'validLeads', dimension: 'educationLevel' } as const;
  expect(previewText({ ...base, told: 1, days }, condition)).toContain('Nov 2: High school diploma 3');
});

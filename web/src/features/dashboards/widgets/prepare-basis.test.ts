import { type WidgetAnswer, widgetColumns } from '@paceline/contract';
import { expect, test } from 'vitest';
import { basisNotes } from './prepare-basis.ts';

const answer = (over: Partial<WidgetAnswer>): WidgetAnswer => ({
  data: [{ date: '2026-10-01' }],
  totals: {},
  range: { from: '2026-10-01', to: '2026-10-31' },
  compared: null,
  asOf: '2026-11-14',
  notes: [],
  ...over,
});
const cohort = (percentMatured: number | null) => ({
  counted: 'cohort' as const,
  percentMatured,
  comparedPercentMatured: null,
});
const event = { counted: 'event' as const, percentMatured: null, comparedPercentMatured: null };

test('cohort outcomes show their maturity, together if equal', () => {
  const columns = widgetColumns('spendVsPerformance', 'default', 'ag');
  const basis = { applications: cohort(84.6), enrollments: cohort(72.2), cpe: cohort(72.2) };
  expect(basisNotes(answer({ basis }), columns)).toEqual([
    'Applications: of these inquiries, 85% matured.',
    'Enrollments and Cost Per Enrollment: of these inquiries, 72% matured.',
  ]);
});

test('outcomes by their own day say so, with the customer’s labels', () => {
  const columns = widgetColumns('conversionsBar', 'sales', 'ag');
  expect(basisNotes(answer({ basis: { enrollments: event, starts: event } }), columns)).toEqual([
    'Sales and Closes: in the period.',
  ]);
});

test('a comparison at equal maturity says so; without outcomes or rows nothing is shown', () => {
  const columns = widgetColumns('affiliatePerformance', 'default', 'ag');
  const compared = { from: '2025-10-01', to: '2025-10-31' };
  expect(basisNotes(answer({ compared, basis: { enrollments: cohort(40) } }), columns).at(-1)).toBe(
    'Changes compare both periods as if fully matured.',
  );
  expect(basisNotes(answer({ compared }), columns)).toEqual([]);
  expect(basisNotes(answer({ data: [], basis: { enrollments: cohort(40) } }), columns)).toEqual([]);
});

test('a mature cost in place of an immature one is not described as of these inquiries', () => {
  const columns = widgetColumns('spendVsPerformance', 'default', 'ag');
  const basis = { enrollments: cohort(5), cpe: cohort(5) };
  expect(basisNotes(answer({ basis, totals: { matureCpe: 948 } }), columns)).toEqual([
    'Enrollments: of these inquiries, 5% matured.',
  ]);
});

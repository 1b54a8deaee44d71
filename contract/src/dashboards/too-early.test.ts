import { expect, test } from 'vitest';
import { isTooEarly, tooEarlyNote } from './too-early.ts';

const of = (percentMatured: number | null, comparedPercentMatured: number | null = null) => ({
  basis: {
    cpe: { counted: 'cohort' as const, percentMatured, comparedPercentMatured },
    soldAmount: { counted: 'cohort' as const, percentMatured, comparedPercentMatured },
  },
});
const cpe = { key: 'cpe', format: { kind: 'dollar' as const }, metric: 'cpe' as const };

test('only a cost of immature outcomes is too early; a count, a rate, a sum and a mature cost are not', () => {
  expect(isTooEarly(of(4), cpe)).toBe(true);
  expect(isTooEarly(of(null), cpe)).toBe(true);
  expect(isTooEarly(of(60), cpe)).toBe(false);
  expect(isTooEarly(of(4), { ...cpe, format: { kind: 'count' } })).toBe(false);
  expect(isTooEarly(of(4), { ...cpe, key: 'spend' })).toBe(false);
  expect(isTooEarly(of(4), { ...cpe, key: 'soldAmount', metric: 'soldAmount' })).toBe(false);
  expect(tooEarlyNote(of(4), cpe)).toBe(
    'Too early to judge: of these inquiries, 4% matured. Pacing shows the cost of matured inquiries.',
  );
});

test('a row is judged by the maturity of its own inquiries where known', () => {
  expect(isTooEarly(of(80), cpe, { cpe: 19_220, percentMatured: 4 })).toBe(true);
  expect(isTooEarly(of(4), cpe, { cpe: 900, percentMatured: 80 })).toBe(false);
  expect(isTooEarly(of(80), cpe, { cpe: 900 })).toBe(false);
  expect(tooEarlyNote(of(80), cpe, { cpe: 19_220, percentMatured: 4 })).toContain('4% matured');
  // The row's percentage covers enrollments, not applications.
  const application = { ...cpe, metric: 'cpa' as const };
  expect(isTooEarly(of(80), application, { cpe: 900, percentMatured: 4 })).toBe(false);
});

test('the former value is judged by the inquiries of its own days', () => {
  const before = { ...cpe, key: 'cpePrevious', measure: 'cpe', compared: true as const };
  expect(isTooEarly(of(80, 4), before)).toBe(true);
  expect(isTooEarly(of(4, 80), before)).toBe(false);
  expect(isTooEarly(of(80, 80), before, { cpePrevious: 900, percentMatured: 80, percentMaturedPrevious: 4 })).toBe(
    true,
  );
});

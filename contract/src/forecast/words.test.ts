import { describe, expect, test } from 'vitest';
import { type ForecastSpan } from './schema.ts';
import { accuracyWords } from './words.ts';

const span = (months: [from: string, to: string], why: ForecastSpan['why'], wape: number | null = 9): ForecastSpan => ({
  fromMonth: months[0],
  toMonth: months[1],
  usedMethod: why === 'NAIVE_BETTER' || why === 'LAST_YEAR_BETTER' ? 'SEASONAL_NAIVE' : 'AUTO',
  why,
  wape,
});
const NOVEMBER = span(['2026-11-01', '2026-11-01'], 'RUNNING', null);
const wordsOf = (
  methods: ForecastSpan[],
  { beatsNaive = true, wape = 11.2 }: { beatsNaive?: boolean | null; wape?: number | null } = {},
) => {
  const { usedMethod, why } = methods.find((one) => one.why !== 'RUNNING') ?? NOVEMBER;
  return accuracyWords({
    usedMethod,
    why,
    methods,
    completeMonths: 24,
    accuracy: { wape, bias: 0, monthsTested: 6, beatsNaive },
  });
};

describe('the description of a forecast’s error and method', () => {
  test('is one sentence if all months use one method, for all horizons', () => {
    const naive = [
      span(['2026-12-01', '2026-12-01'], 'LAST_YEAR_BETTER'),
      span(['2027-01-01', '2027-04-01'], 'LAST_YEAR_BETTER'),
    ];
    expect(wordsOf([NOVEMBER, ...naive])).toBe('Typical error 11 %. Uses last year’s value, which tested better');
    expect(wordsOf([NOVEMBER, span(['2026-12-01', '2027-04-01'], 'BEST')])).toBe(
      'Typical error 11 %. Uses the automatic forecast, which tested better than last year’s value',
    );
    expect(wordsOf([span(['2026-12-01', '2027-04-01'], 'BEST')], { beatsNaive: false })).toBe(
      'Typical error 11 %. Uses the automatic forecast; last year’s value tested better, but not clearly',
    );
    expect(wordsOf([span(['2026-12-01', '2027-04-01'], 'BEST')], { beatsNaive: null, wape: null })).toBe(
      'Not tested yet. Uses the automatic forecast',
    );
  });

  test('names the months of each method if they differ', () => {
    const methods = [
      NOVEMBER,
      span(['2026-12-01', '2026-12-01'], 'BEST'),
      span(['2027-01-01', '2027-01-01'], 'BEST'),
      span(['2027-02-01', '2027-02-01'], 'NAIVE_BETTER'),
      span(['2027-03-01', '2027-04-01'], 'LAST_YEAR_BETTER'),
    ];
    expect(wordsOf(methods)).toBe(
      'Typical error 11 %. Dec 2026–Jan 2027: the automatic forecast. ' +
        'Feb 2027: last year’s value with recent growth, which tested better. ' +
        'From Mar 2027: last year’s value, which tested better',
    );
  });

  test('mentions a held cost once, whatever method the inquiries use', () => {
    const heldCost = span(['2026-12-01', '2026-12-01'], 'COST_HELD');
    const further = { ...span(['2027-01-01', '2027-04-01'], 'COST_HELD'), usedMethod: 'SEASONAL_NAIVE' as const };
    expect(wordsOf([heldCost, further])).toBe(
      'Typical error 11 %. Uses inquiries at their cost of the last three months, which tested better',
    );
  });

  test('lists what was requested, what is missing and what was entered', () => {
    const line = {
      completeMonths: 2,
      methods: [],
      accuracy: { wape: null, bias: null, monthsTested: 0, beatsNaive: null },
    };
    expect(accuracyWords({ ...line, usedMethod: 'RUN_RATE', why: 'TOO_SHORT' })).toBe(
      '3 complete months needed, has 2: using run rate',
    );
    expect(accuracyWords({ ...line, usedMethod: 'RUN_RATE', why: 'ASKED' })).toBe(
      'Not tested yet. Uses run rate, as chosen',
    );
    expect(accuracyWords({ ...line, usedMethod: 'RUN_RATE', why: 'NO_LAST_YEAR' })).toBe(
      'Not tested yet. Uses run rate, as last year has no value',
    );
    expect(accuracyWords({ ...line, usedMethod: 'MANUAL', why: 'ASKED' })).toBe('Entered by hand');
  });
});

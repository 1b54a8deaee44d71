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
    expect(wordsOf([NOVEMBER, ...naive])).toBe(
      'Off by 11% on average in past months. Based on the same month last year, which came closer in tests',
    );
    expect(wordsOf([NOVEMBER, span(['2026-12-01', '2027-04-01'], 'BEST')])).toBe(
      'Off by 11% on average in past months. Based on trend and season of its own history, which came closer in tests than the same month last year',
    );
    expect(wordsOf([span(['2026-12-01', '2027-04-01'], 'BEST')], { beatsNaive: false })).toBe(
      'Off by 11% on average in past months. Based on trend and season of its own history; the same month last year came closer in tests, but not clearly',
    );
    expect(wordsOf([span(['2026-12-01', '2027-04-01'], 'BEST')], { beatsNaive: null, wape: null })).toBe(
      'Not tested on past months yet. Based on trend and season of its own history',
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
      'Off by 11% on average in past months. Dec 2026–Jan 2027: based on trend and season of its own history. ' +
        'Feb 2027: based on the same month last year, with recent growth, which came closer in tests. ' +
        'From Mar 2027: based on the same month last year, which came closer in tests',
    );
  });

  test('mentions a held cost once, whatever method the inquiries use', () => {
    const heldCost = span(['2026-12-01', '2026-12-01'], 'COST_HELD');
    const further = { ...span(['2027-01-01', '2027-04-01'], 'COST_HELD'), usedMethod: 'SEASONAL_NAIVE' as const };
    expect(wordsOf([heldCost, further])).toBe(
      'Off by 11% on average in past months. Based on inquiries as forecast, each at the average cost of the last three months, which came closer in tests',
    );
  });

  test('lists what was requested, what is missing and what was entered', () => {
    const line = {
      completeMonths: 2,
      methods: [],
      accuracy: { wape: null, bias: null, monthsTested: 0, beatsNaive: null },
    };
    expect(accuracyWords({ ...line, usedMethod: 'RUN_RATE', why: 'TOO_SHORT' })).toBe(
      'Based on the average of recent months, because it has 2 complete months; 3 are needed',
    );
    expect(accuracyWords({ ...line, usedMethod: 'RUN_RATE', why: 'ASKED' })).toBe(
      'Not tested on past months yet. Based on the average of the last three months, as you chose',
    );
    expect(accuracyWords({ ...line, usedMethod: 'RUN_RATE', why: 'NO_LAST_YEAR' })).toBe(
      'Not tested on past months yet. Based on the average of the last three months, because last year has no value',
    );
    expect(accuracyWords({ ...line, usedMethod: 'MANUAL', why: 'ASKED' })).toBe('Entered by hand');
  });
});

import { STAGES } from '@paceline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LAG_CURVES, type LagCurve, SEGMENTS, shareMatured } from '../maturity/maturity.rules.ts';
import { DEFAULT_WEEKDAY_WEIGHTS } from '../days/pacing.rules.ts';
import { type Delays, fitLagCurve, fitWeekdays, LAST_AGE } from './curves.rules.ts';

const ages = Array.from({ length: LAST_AGE + 1 }, (_, age) => age);
const shares = (curve: LagCurve): number[] => ages.map((age) => shareMatured(curve, age));
const NOTHING: Delays = { byDelay: [], byAge: [] };

/** Outcomes of daily inquiries over past days, by a true curve, limited to those that have arrived by today. */
const observed = (truth: LagCurve, perDay: (age: number) => number, days: number): Delays => {
  const byDelay = ages.map(() => 0);
  const byAge = Array.from({ length: days }, () => 0);
  for (let age = 0; age < days; age += 1)
    for (let delay = 0; delay <= Math.min(age, LAST_AGE); delay += 1) {
      const share = shareMatured(truth, delay) - shareMatured(truth, delay - 1);
      byDelay[delay] = (byDelay[delay] ?? 0) + perDay(age) * share;
      byAge[age] = (byAge[age] ?? 0) + perDay(age) * share;
    }
  return { byDelay, byAge };
};
const furthest = (a: LagCurve, b: LagCurve): number => {
  const other = shares(b);
  return Math.max(...shares(a).map((share, age) => Math.abs(share - (other[age] ?? 0))));
};

describe('a fitted lag curve', () => {
  const delays = fc
    .array(fc.tuple(fc.nat({ max: 500 }), fc.nat({ max: 500 }), fc.nat({ max: 400 })), { maxLength: 60 })
    .map((outcomes): Delays => {
      const byDelay = ages.map(() => 0);
      const byAge: number[] = Array.from({ length: 1001 }, () => 0);
      for (const [delay, older, count] of outcomes) {
        byDelay[Math.min(delay, LAST_AGE)]! += count;
        byAge[delay + older]! += count;
      }
      return { byDelay, byAge };
    });
  const prior = fc.constantFrom(
    ...SEGMENTS.flatMap((segment) => STAGES.map((stage) => DEFAULT_LAG_CURVES[segment][stage])),
  );

  test('never falls, stays within 0 and 1 and reaches 1 after a year, whatever the data', () => {
    fc.assert(
      fc.property(prior, delays, (from, outcomes) => {
        const fitted = shares(fitLagCurve(from, outcomes));
        // Linear interpolation, up to rounding in the last digit.
        expect(fitted.every((share, age) => share >= (fitted[age - 1] ?? 0) - 1e-12 && share <= 1 + 1e-12)).toBe(true);
        expect(fitted.at(-1)).toBe(1);
      }),
    );
  });

  test('equals the prior without data', () => {
    for (const segment of SEGMENTS)
      for (const stage of STAGES) {
        const from = DEFAULT_LAG_CURVES[segment][stage];
        expect(furthest(fitLagCurve(from, NOTHING), from)).toBeLessThan(1e-5);
      }
  });

  test('approaches the truth with much data, even if most inquiries are immature', () => {
    const { career, online } = DEFAULT_LAG_CURVES;
    const much = observed(online.enrollment, () => 500, 500);
    expect(furthest(fitLagCurve(career.application, much), online.enrollment)).toBeLessThan(0.02);
    // A plain average of the arrived outcomes, regardless of inquiry age, is far too fast.
    const total = much.byDelay.reduce((sum, count) => sum + count, 0);
    const by30 = much.byDelay.slice(0, 31).reduce((sum, count) => sum + count, 0) / total;
    expect(by30 - shareMatured(online.enrollment, 30)).toBeGreaterThan(0.03);
  });

  test('is not distorted by months with more inquiries or a better rate', () => {
    const { career, online } = DEFAULT_LAG_CURVES;
    const growing = observed(online.start, (age) => (age < 200 ? 900 : 90), 600);
    expect(furthest(fitLagCurve(career.start, growing), online.start)).toBeLessThan(0.03);
  });

  test('lies between the prior and the data with few outcomes', () => {
    const { career, online } = DEFAULT_LAG_CURVES;
    const some = observed(online.enrollment, () => 0.5, 730);
    const fitted = fitLagCurve(career.enrollment, some);
    const at = (curve: LagCurve) => shareMatured(curve, 60);
    expect(at(fitted)).toBeGreaterThan(at(online.enrollment));
    expect(at(fitted)).toBeLessThan(at(career.enrollment));
    // About 360 outcomes against a prior of 200: closer to the owner's own curve.
    expect(at(fitted) - at(online.enrollment)).toBeLessThan(at(career.enrollment) - at(fitted));
  });
});

describe('fitted weekday weights', () => {
  const weekly = (week: readonly number[], weeks: number): number[] => Array.from({ length: weeks }, () => week).flat();

  test('are halfway between the owner’s data and the defaults, and sum to 7', () => {
    const fitted = fitWeekdays(weekly([0, 0, 0, 0, 0, 70, 70], 13));
    expect(fitted?.weeks).toBe(12);
    expect(fitted?.inquiries).toBe(12 * 140);
    expect(fitted?.weights[0]).toBeCloseTo(1.16 / 2);
    expect(fitted?.weights[6]).toBeCloseTo((3.5 + 0.87) / 2);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 900 }), { minLength: 84, maxLength: 500 }), (days) => {
        const { weights } = fitWeekdays(days) ?? { weights: DEFAULT_WEEKDAY_WEIGHTS };
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(7, 9);
        expect(weights.every((weight, day) => weight >= (DEFAULT_WEEKDAY_WEIGHTS[day] ?? 0) / 2)).toBe(true);
      }),
    );
  });

  test('need twelve whole weeks since the first inquiry, and enough inquiries', () => {
    const week = [30, 30, 30, 30, 30, 30, 30];
    expect(fitWeekdays([])).toBeNull();
    expect(fitWeekdays(weekly(week, 11))).toBeNull();
    expect(fitWeekdays([...weekly([0, 0, 0, 0, 0, 0, 0], 30), ...weekly(week, 11)])).toBeNull();
    expect(fitWeekdays([...weekly([0, 0, 0, 0, 0, 0, 0], 30), ...weekly(week, 12)])?.weeks).toBe(12);
    expect(fitWeekdays(weekly([1, 1, 1, 1, 1, 1, 1], 20))).toBeNull();
  });

  test('use one year at most', () => {
    const fitted = fitWeekdays([...weekly([900, 0, 0, 0, 0, 0, 0], 30), ...weekly([10, 10, 10, 10, 10, 10, 10], 52)]);
    expect(fitted?.weeks).toBe(52);
    expect(fitted?.weights[0]).toBeCloseTo((1 + 1.16) / 2);
  });
});

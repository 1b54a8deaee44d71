import { KPI_CODES } from '@paceline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueIn } from './arrivals.rules.ts';
import { basisOf, spreadsOf } from './basis.rules.ts';
import { choose, type Evidence, testLines } from './choice.rules.ts';
import { missesOf } from './misses.rules.ts';
import { type LineHistory, openRates, type OwnerHistory } from './line.rules.ts';
import { forecastLine, type LinePlan, NO_PLAN } from './plan.rules.ts';
import { quantile, rangeOf, spreadOf } from './range.rules.ts';
import { SEASON_TABLE } from './series.rules.ts';

const SHARES = { contacts: [1], applications: [0.5, 0.5], enrollments: [0, 0.5, 0.5], starts: [0, 0, 0, 1] };

const makeLine = (months: number, of: Partial<LineHistory> = {}): LineHistory => {
  const inquiries = Array.from({ length: months }, (_, index) => 100 * SEASON_TABLE[index % 12]!);
  const reached = (rate: number, stage: keyof typeof SHARES): number[] =>
    inquiries.map((_, month) => rate * dueIn(inquiries, SHARES[stage], month));
  return {
    lineItem: '1',
    channel: 'ppl',
    counts: {
      inquiries,
      spend: inquiries.map((value) => value * 50),
      contacts: reached(0.5, 'contacts'),
      applications: reached(0.1, 'applications'),
      enrollments: reached(0.05, 'enrollments'),
      starts: reached(0.04, 'starts'),
    },
    shares: SHARES,
    spendMonths: months,
    running: null,
    capacity: [],
    ...of,
  };
};

const built = (line: LineHistory, method: LinePlan['method'] = 'AUTO', others: readonly LineHistory[] = []) => {
  const months = line.counts.inquiries.length;
  const owner: OwnerHistory = { firstOfYear: 0, months, lines: [line, ...others] };
  const rates = openRates(owner);
  const tested = testLines(owner, rates, method)[0]!;
  return basisOf(owner, rates, tested, spreadsOf([tested]));
};
const AUTO: LinePlan = { method: 'AUTO', ...NO_PLAN };

describe('the method', () => {
  const misses = (auto: number, naive: number, plain = naive) =>
    missesOf([{ month: 20, horizon: 1, actual: 100, auto, naive, plain, runRate: 0, size: 100 }]);
  const evidence = (own: number[], owner = own, of: Partial<Evidence> = {}): Evidence => ({
    completeMonths: 24,
    hasLastYear: true,
    own: misses(...(own as [number, number])),
    owner: misses(...(owner as [number, number])),
    ...of,
  });
  test('is AUTO unless last year’s value, plain or with growth, tested clearly better', () => {
    expect(choose('AUTO', evidence([90, 80]))).toEqual({ used: 'AUTO', why: 'BEST' });
    expect(choose('AUTO', evidence([70, 80]))).toEqual({ used: 'SEASONAL_NAIVE', why: 'NAIVE_BETTER' });
    expect(choose('AUTO', evidence([70, 80, 90]))).toEqual({ used: 'SEASONAL_NAIVE', why: 'LAST_YEAR_BETTER' });
    expect(choose('AUTO', evidence([80, 81]))).toEqual({ used: 'AUTO', why: 'BEST' });
  });
  test('uses the owner’s other line items as a prior: a month of its own does not outweigh them', () => {
    expect(choose('AUTO', evidence([70, 80], [90, 70])).used).toBe('AUTO');
    expect(choose('AUTO', evidence([90, 89], [70, 90])).used).toBe('SEASONAL_NAIVE');
  });
  test('is never last year’s value if there is none', () => {
    const none = { hasLastYear: false };
    expect(choose('AUTO', evidence([70, 80], [70, 80], none))).toEqual({ used: 'AUTO', why: 'BEST' });
    expect(choose('SEASONAL_NAIVE', evidence([70, 80], [70, 80], none))).toEqual({ used: 'AUTO', why: 'NO_LAST_YEAR' });
    expect(choose('SEASONAL_NAIVE', evidence([70, 80]))).toEqual({ used: 'SEASONAL_NAIVE', why: 'ASKED' });
  });
  test('is the run rate with too little data', () => {
    const young = (completeMonths: number) => evidence([70, 80], [70, 80], { completeMonths, hasLastYear: false });
    expect(choose('AUTO', young(2))).toEqual({ used: 'RUN_RATE', why: 'TOO_SHORT' });
    expect(choose('SEASONAL_NAIVE', young(11))).toEqual({ used: 'RUN_RATE', why: 'NO_LAST_YEAR' });
    expect(choose('MANUAL', young(1))).toEqual({ used: 'MANUAL', why: 'ASKED' });
  });
});

describe('a back-test', () => {
  test('of a repeating line has no error', () => {
    const { accuracy, chosen } = built(makeLine(24));
    expect(accuracy.inquiries).toEqual({
      wape: expect.closeTo(0, 6),
      bias: expect.closeTo(0, 6),
      monthsTested: 6,
      beatsNaive: true,
    });
    expect(chosen.spend).toEqual({ used: 'AUTO', why: 'BEST' });
  });

  test('gives size and direction of the errors', () => {
    // The last month doubles: three forecasts of it were half the actual value.
    const line = makeLine(20);
    const inquiries = [...line.counts.inquiries];
    inquiries[19] = inquiries[19]! * 2;
    const { accuracy } = built({ ...line, counts: { ...line.counts, inquiries } });
    const tested = [14, 15, 16, 17, 18].reduce((sum, month) => sum + 3 * inquiries[month]!, 0) + 3 * inquiries[19];
    expect(accuracy.inquiries.wape).toBeCloseTo((100 * 3 * (inquiries[19] / 2)) / tested, 6);
    expect(accuracy.inquiries.bias).toBeCloseTo(-accuracy.inquiries.wape!, 6);
  });

  test('of a young line is as long as possible, and says so', () => {
    expect(built(makeLine(5)).accuracy.inquiries.monthsTested).toBe(2);
    expect(built(makeLine(2)).accuracy.inquiries).toMatchObject({ wape: null, monthsTested: 0, beatsNaive: null });
  });
});

describe('figures', () => {
  test('are consistent: outcomes by the cohorts’ lag, costs as ratios', () => {
    const { figures } = forecastLine(built(makeLine(24)), AUTO);
    expect(figures.inquiries.forecast.slice(0, 3)).toEqual([122, 106, 108].map((v) => expect.closeTo(v, 4)));
    expect(figures.contacts.forecast[1]).toBeCloseTo(53, 1);
    // January's applications: one in ten, from half of January's and half of December's inquiries.
    expect(figures.applications.forecast[0]).toBeCloseTo(0.1 * (0.5 * 122 + 0.5 * 79), 3);
    for (const ahead of [0, 5, 11]) {
      expect(figures.cpl.forecast[ahead]).toBeCloseTo(
        figures.spend.forecast[ahead]! / figures.inquiries.forecast[ahead]!,
        8,
      );
      expect(figures.cpe.forecast[ahead]).toBeCloseTo(
        figures.spend.forecast[ahead]! / figures.enrollments.forecast[ahead]!,
        8,
      );
    }
  });

  test('follow planned spend along the curve, and a planned price exactly', () => {
    const basis = built(makeLine(24));
    const { exponent } = basis.exponent;
    const [month] = basis.curves;
    const twice = forecastLine(basis, { ...AUTO, plannedSpend: [2 * month!.spend] }).figures;
    expect(twice.spend.forecast[0]).toBeCloseTo(2 * month!.spend, 6);
    expect(twice.inquiries.forecast[0]).toBeCloseTo(122 * 2 ** (1 - exponent), 4);
    const priced = forecastLine(basis, { ...AUTO, plannedSpend: [6_000], plannedCpl: [60] }).figures;
    expect(priced.inquiries.forecast[0]).toBe(100);
    expect(priced.cpl.forecast[0]).toBe(60);
    const more = (twice.inquiries.forecast[0] ?? 0) - 122;
    const plain = forecastLine(basis, AUTO).figures;
    expect(twice.enrollments.forecast[1]! - plain.enrollments.forecast[1]!).toBeCloseTo(
      basis.rates.enrollments * 0.5 * more,
      6,
    );
  });

  test('are limited by what partners can deliver, and so is the spend', () => {
    const { figures, capped } = forecastLine(built(makeLine(24, { capacity: [61, null] })), AUTO);
    expect(figures.inquiries.forecast.slice(0, 2)).toEqual([61, expect.closeTo(106, 4)]);
    expect(figures.spend.forecast[0]).toBeCloseTo(61 * 50, 4);
    expect(capped.slice(0, 2)).toEqual([true, false]);
  });

  test('keep the computed value beside an override, and continue from the override', () => {
    const basis = built(makeLine(24));
    const { figures } = forecastLine(basis, { ...AUTO, overrides: { inquiries: [200] } });
    expect(figures.inquiries.forecast[0]).toBeCloseTo(122, 4);
    expect(figures.inquiries.effective[0]).toBe(200);
    expect(figures.cpl.forecast[0]).toBeCloseTo((122 * 50) / 200, 3);
    expect(figures.contacts.forecast[0]).toBeCloseTo(200 * basis.rates.contacts, 3);
  });

  test('use rates set by a user', () => {
    const { figures } = forecastLine(built(makeLine(24)), { ...AUTO, rates: { starts: 0.2 } });
    // All starts are three months after the inquiry: January has those of October.
    expect(figures.starts.forecast[0]).toBeCloseTo(0.2 * 98, 6);
  });

  test('by hand equal the input', () => {
    const basis = built(makeLine(24), 'MANUAL');
    const { figures } = forecastLine(basis, {
      ...AUTO,
      method: 'MANUAL',
      overrides: { spend: [1_000], inquiries: [20] },
    });
    expect(figures.spend.forecast[0]).toBeNull();
    expect(figures.spend.effective.slice(0, 2)).toEqual([1_000, null]);
    expect(figures.cpl.forecast.slice(0, 2)).toEqual([50, null]);
    expect(figures.inquiries.ranges[0]).toBeNull();
  });

  test('of a line without history use the channel’s cost once spend is planned', () => {
    const young = makeLine(24, { lineItem: '2' });
    const none = {
      ...young,
      counts: Object.fromEntries(Object.keys(young.counts).map((kpi) => [kpi, Array(24).fill(0)])) as never,
    };
    const basis = built(none, 'AUTO', [makeLine(24)]);
    expect(basis.chosen.inquiries.why).toBe('TOO_SHORT');
    expect(forecastLine(basis, { ...AUTO, plannedSpend: [5_000] }).figures.inquiries.forecast[0]).toBeCloseTo(100, 6);
  });

  test('of the running month end at its projection, with outcomes still due', () => {
    const running = {
      spend: { expected: 7_000, done: 0.5, range: { low: 6_500, high: 7_600 } },
      inquiries: { expected: 140, done: 0.5, range: { low: 130, high: 155 } },
      contacts: { expected: 30, done: 0.5 },
      applications: { expected: 4, done: 0.5 },
      enrollments: { expected: 2, done: 0.5 },
      starts: { expected: 1, done: 0.5 },
    };
    const basis = built(makeLine(24, { running }));
    const { figures } = forecastLine(basis, AUTO);
    expect(figures.spend.forecast[0]).toBe(7_000);
    expect(figures.spend.ranges[0]).toEqual({ low: 6_500, high: 7_600 });
    expect(figures.contacts.forecast[0]).toBeCloseTo(30 + 0.5 * basis.rates.contacts * 140, 6);
  });

  test('for spend missing from a late ad account are forecast like future months', () => {
    const line = makeLine(24, { spendMonths: 22 });
    const spend = line.counts.spend.map((value, month) => (month < 22 ? value : 0));
    const { figures } = forecastLine(built({ ...line, counts: { ...line.counts, spend } }), AUTO);
    expect(figures.spend.forecast[0]).toBeCloseTo(6_100, 0);
  });
});

describe('a range', () => {
  test('lies between past errors, each with a share of one in n + 1', () => {
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.1)).toBe(1);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9], 0.5)).toBe(5);
    expect(quantile([10, 20], 0.9)).toBe(20);
    expect(quantile([10, 20, 30], 0.375)).toBe(15);
  });

  test('contains eight of ten past errors, with a tenth on either side', () => {
    // A hundred months, each off by a different percentage: from 50 below to 49 above.
    const missed = Array.from({ length: 100 }, (_, place) => place - 50);
    const spread = spreadOf(missed.map((percent) => ({ horizon: 1, actual: 100 + percent, auto: 100, size: 1 })));
    const { low, high } = rangeOf(100, 1, spread, 1);
    const outside = missed.filter((percent) => 100 + percent < low || 100 + percent > high);
    expect(outside.length).toBeGreaterThanOrEqual(19);
    expect(outside.length).toBeLessThanOrEqual(21);
  });

  test('with fewer than six test months uses random variation: 1.28 √ of twice the count', () => {
    const spread = spreadOf([{ horizon: 1, actual: 5, auto: 4, size: 4 }]);
    const { low, high } = rangeOf(100, 100, spread, 1);
    expect(high - 100).toBeCloseTo(1.28 * Math.sqrt(200), 8);
    expect(100 - low).toBeCloseTo(1.28 * Math.sqrt(200), 8);
  });

  test('contains the forecast, is never negative and widens', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 200 })), {
          minLength: 6,
          maxLength: 30,
        }),
        fc.double({ min: 0, max: 5_000, noNaN: true }),
        (pairs, forecast) => {
          const spread = spreadOf(
            pairs.flatMap(([actual, auto]) => [1, 2, 3].map((horizon) => ({ horizon, actual, auto, size: auto }))),
          );
          let width = 0;
          for (const horizon of [1, 2, 3, 4, 8, 12]) {
            const { low, high } = rangeOf(forecast, forecast, spread, horizon);
            expect(low >= 0 && low <= forecast && forecast <= high).toBe(true);
            expect(high - low).toBeGreaterThanOrEqual(width - 1e-9);
            width = high - low;
          }
        },
      ),
    );
  });
});

test('every figure has a range around it, whatever history and plan', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(300), { minLength: 3, maxLength: 30 }),
      fc.array(fc.option(fc.nat(50_000)), { maxLength: 12 }),
      (inquiries, plannedSpend) => {
        const line = makeLine(inquiries.length);
        const counts = { ...line.counts, inquiries, spend: inquiries.map((value) => value * 41) };
        const { figures } = forecastLine(built({ ...line, counts }), { ...AUTO, plannedSpend });
        for (const kpi of KPI_CODES)
          figures[kpi].forecast.forEach((value, ahead) => {
            const range = figures[kpi].ranges[ahead];
            if (value === null) return;
            expect(value >= 0 && Number.isFinite(value)).toBe(true);
            expect(range!.low <= value && value <= range!.high).toBe(true);
          });
      },
    ),
    { numRuns: 50 },
  );
});

import {
  ADDITIVE_KEYS,
  fileValue,
  formatMetricValue,
  METRIC_KEYS,
  METRICS,
  metricValue,
  type PartKey,
  type Parts,
  PERIOD_PARTS,
  partsOf,
  sumOf,
  sumParts,
} from '@paceline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_WEEKDAY_WEIGHTS,
  expectedSoFar,
  pacingNumbers,
  type PacingParts,
  projection,
  rollUpPacing,
  rollUpRunRates,
  runRate,
  shareDue,
} from './days/pacing.rules.ts';
import { dayOf, daysOf } from './periods/periods.ts';

const ALL_PARTS: PartKey[] = [...ADDITIVE_KEYS, ...PERIOD_PARTS, 'spend'];
const cents = fc.integer({ min: 0, max: 1e11 }).map((value) => value / 100);
const amount = fc.oneof({ weight: 3, arbitrary: cents }, fc.constant(0), fc.constant(null));
const wild = fc.oneof(amount, fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }));
const record = <K extends string>(keys: readonly K[], value: fc.Arbitrary<number | null>) =>
  fc
    .array(value, { minLength: keys.length, maxLength: keys.length })
    .map(
      (values) =>
        Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null])) as Record<K, number | null>,
    );

const isTold = (value: number | null): boolean => value === null || Number.isFinite(value);

test('no metric is NaN or infinite for any input, as a value or as text', () => {
  fc.assert(
    fc.property(record(ALL_PARTS, wild), wild, (parts, price) => {
      for (const key of METRIC_KEYS) {
        const value = metricValue(key, parts, { price });
        expect(isTold(value)).toBe(true);
        expect(formatMetricValue(METRICS[key], value)).not.toMatch(/NaN|∞|undefined/);
        expect(typeof fileValue(METRICS[key], value) === 'number' || value === null || value === 0).toBe(true);
      }
    }),
  );
});

test('a total is the ratio of the sums, for any grouping', () => {
  const rows = fc.array(record(ALL_PARTS, amount), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, fc.nat(), (all, cut) => {
      const at = cut % all.length;
      const groups: Parts[] = [all.slice(0, at), all.slice(at)].map((group) => sumParts(group, ALL_PARTS));
      const total = sumParts(all, ALL_PARTS);
      const ofGroups = sumParts(groups, ALL_PARTS);
      expect(ofGroups).toEqual(total);
      for (const key of METRIC_KEYS) expect(metricValue(key, ofGroups)).toBe(metricValue(key, total));
    }),
    { numRuns: 50 },
  );
});

test('the ratio of a total lies between those of its rows', () => {
  const row = fc.record({ spend: cents, validLeads: fc.integer({ min: 1, max: 1e6 }) });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const each = rows.map((parts) => metricValue('cpl', parts) ?? 0);
      const total = metricValue('cpl', sumParts(rows, partsOf('cpl'))) ?? -1;
      expect(total).toBeGreaterThanOrEqual(Math.min(...each) - 1e-6);
      expect(total).toBeLessThanOrEqual(Math.max(...each) + 1e-6);
    }),
  );
});

test('cents are summed exactly, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e8 }), { minLength: 1, maxLength: 200 }), (values) => {
      const exact = values.reduce((a, b) => a + b, 0) / 100;
      expect(sumOf(values.map((value) => value / 100))).toBe(exact);
      expect(sumOf(values.toReversed().map((value) => value / 100))).toBe(exact);
    }),
  );
});

const days = fc.record({ done: fc.integer({ min: 0, max: 31 }), left: fc.integer({ min: 0, max: 31 }) });

test('run rates are additive', () => {
  const campaign = fc.record({ soFar: amount, days });
  fc.assert(
    fc.property(fc.array(campaign, { maxLength: 20 }), (campaigns) => {
      const rows = campaigns.map(({ soFar, days: of }) => ({ value: runRate(soFar, of), soFar }));
      const total = rollUpRunRates(rows);
      const rated = rows.filter(({ value }) => value !== null);
      expect(total === null).toBe(rated.length === 0);
      const added = rows.reduce((sum, { value, soFar }) => sum + (value ?? soFar ?? 0), 0);
      const expected = total === null ? 0 : added;
      expect(Math.abs((total ?? 0) - expected)).toBeLessThan(1e-9 * Math.max(1, expected) + 1e-5);
      for (const { value, soFar } of rated) expect(value).toBeGreaterThanOrEqual(soFar ?? 0);
    }),
  );
});

const PACING: (keyof PacingParts)[] = [
  'spend',
  'validLeads',
  'budget',
  'expectedSpend',
  'spentRunRate',
  'spendProjection',
  'inquiryGoal',
  'expectedInquiries',
  'leadRunRate',
  'leadProjection',
];

test('pacing figures of rows and roll-ups are finite or null', () => {
  const rows = fc.array(record(PACING, wild), { maxLength: 10 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 31 }), (children, fromToday) => {
      for (const parts of [...children, rollUpPacing(children)])
        expect(Object.values(pacingNumbers(parts, fromToday)).every(isTold)).toBe(true);
    }),
  );
});

test('the projection exists and is at least the amount so far', () => {
  const june = daysOf({ from: dayOf('2025-06-01'), to: dayOf('2025-06-30') });
  const input = fc.record({
    soFar: cents,
    runRate: amount,
    inAll: fc.integer({ min: 0, max: 30 }),
    before: cents,
    planChange: fc.option(fc.double({ min: 0, max: 1_000, noNaN: true })),
    done: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(input, ({ soFar, runRate: runs, inAll, before, planChange, done }) => {
      const value = projection({
        soFar,
        runRate: runs,
        window: { before: june.slice(0, inAll), ofMonth: june.slice(0, done) },
        inMonth: soFar,
        before,
        planChange,
        daysLeft: june.slice(done),
        weights: DEFAULT_WEEKDAY_WEIGHTS,
      });
      expect(isTold(value)).toBe(true);
      if (inAll + done < 3 || value === null) return;
      expect(value).toBeGreaterThanOrEqual(soFar);
    }),
  );
});

test('the amount due grows with the month and is complete at its end', () => {
  const june = daysOf({ from: dayOf('2025-06-01'), to: dayOf('2025-06-30') });
  for (const curve of ['EVEN', 'SEASONAL'] as const) {
    const due = june.map((_, done) => expectedSoFar(60_000, shareDue(curve, { days: june, done })) ?? Number.NaN);
    expect(due.every((value, index) => index === 0 || value > (due[index - 1] ?? 0))).toBe(true);
    expect(expectedSoFar(60_000, shareDue(curve, { days: june, done: 30 }))).toBe(60_000);
  }
});

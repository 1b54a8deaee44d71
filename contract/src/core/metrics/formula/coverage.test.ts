import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ADDITIVE_FACTS,
  ADDITIVE_KEYS,
  COVERED_KEYS,
  coveredAnew,
  coverageOf,
  overSameCampaigns,
  partOf,
  type PartKey,
  type Parts,
  PERIOD_PARTS,
} from './facts.ts';
import { METRIC_KEYS, type MetricKey, METRICS, metricValue, partsOf } from '../metrics.ts';
import { rollUpCovered, sumParts } from './sums.ts';

/** Metrics that compare parts. */
const compared = METRIC_KEYS.filter((key) => {
  const metric = METRICS[key];
  return metric.basis === 'derived' && metric.adds !== true;
});
const coverageOfMetric = (key: MetricKey) => [...new Set(partsOf(key).map(coverageOf))];
const narrowest = (key: MetricKey) => coverageOfMetric(key).find((coverage) => coverage !== 'all');
const narrow = compared.filter((key) => narrowest(key) !== undefined);

const PLAIN: readonly PartKey[] = [...ADDITIVE_KEYS, ...PERIOD_PARTS, 'spend'];
const rollUp = (rows: readonly Parts[]): Parts => ({ ...sumParts(rows, PLAIN), ...rollUpCovered(rows) });

const PLANS = ['withBudget', 'withInquiryGoal', 'withAllocation'] as const;
const isPlan = (coverage: string): boolean => PLANS.some((plan) => plan === coverage);
const amount = fc.integer({ min: 0, max: 100_000 });

/** A fully covered campaign: no plan is null, and facts unknown to a platform are 0. */
const campaign = (without: readonly string[]): fc.Arbitrary<Parts> =>
  fc.array(amount, { minLength: PLAIN.length, maxLength: PLAIN.length }).map((numbers) =>
    Object.fromEntries(
      PLAIN.map((part, index) => {
        const coverage = coverageOf(part);
        if (!without.includes(coverage)) return [part, numbers[index] ?? 0];
        return [part, isPlan(coverage) ? null : 0];
      }),
    ),
  );
const anyCampaign = fc.subarray([...PLANS, 'platform', 'email']).chain(campaign);

describe('a ratio', () => {
  test('uses the same campaigns in numerator and denominator', () => {
    expect(compared.length).toBeGreaterThan(60);
    expect(compared.filter((key) => coverageOfMetric(key).length !== 1)).toEqual([]);
    expect(narrow).toEqual(expect.arrayContaining(['deliveryPercent', 'diffToBudget', 'goalInPercentage', 'cpc']));
  });

  test.each(narrow)('%s: a campaign without the input does not change it', (key) => {
    const coverage = narrowest(key) ?? '';
    fc.assert(
      fc.property(fc.array(anyCampaign, { minLength: 1, maxLength: 6 }), campaign([coverage]), (rows, stray) => {
        expect(metricValue(key, rollUp([...rows, stray]))).toEqual(metricValue(key, rollUp(rows)));
      }),
      { numRuns: 60 },
    );
  });

  test.each(compared)('%s: totals of totals equal the overall total', (key) => {
    fc.assert(
      fc.property(fc.array(anyCampaign, { minLength: 2, maxLength: 6 }), fc.nat(), (rows, at) => {
        const cut = 1 + (at % (rows.length - 1));
        const nested = rollUp([rollUp(rows.slice(0, cut)), rollUp(rows.slice(cut))]);
        expect(metricValue(key, nested)).toEqual(metricValue(key, rollUp(rows)));
      }),
      { numRuns: 25 },
    );
  });

  test('combining unrelated sets of campaigns is refused', () => {
    expect(() => overSameCampaigns(['conversions', 'budget'])).toThrow('not of the same campaigns');
    expect(() => overSameCampaigns(['sessions', 'validLeads'])).toThrow('not of the same campaigns');
    expect(overSameCampaigns(['validLeads', 'mtdAllocation'])).toEqual(['allocatedLeads', 'mtdAllocation']);
  });
});

describe('the covered part', () => {
  const paid = { validLeads: 80, effectiveMonthlyAllocation: 100, mtdAllocation: 90 };
  const clicks = { validLeads: 60, effectiveMonthlyAllocation: null, mtdAllocation: null };

  test('is the whole row with a plan, and empty without one', () => {
    expect([partOf(paid, 'allocatedLeads'), partOf(clicks, 'allocatedLeads')]).toEqual([80, null]);
    expect(rollUpCovered([paid, clicks]).allocatedLeads).toBe(80);
    expect(metricValue('deliveryPercent', rollUp([paid, clicks]))).toBeCloseTo(88.889, 3);
  });

  test('uses the value to date if a run rate is not known yet', () => {
    const rows = [
      { budget: 100, spend: 40, spentRunRate: 80 },
      { budget: 50, spend: 10, spentRunRate: null },
      { budget: null, spend: 900, spentRunRate: 900 },
    ];
    expect(rollUpCovered(rows)).toMatchObject({ budgetedSpend: 50, budgetedRunRate: 90 });
    expect(rollUpCovered([{ budget: 50, spend: 10, spentRunRate: null }]).budgetedRunRate).toBeNull();
  });

  test('uses the plan of the total itself', () => {
    const sum = { ...rollUp([{ budget: null, spend: 40 }]), budget: 100 };
    expect(partOf(sum, 'budgetedSpend')).toBeNull();
    expect(coveredAnew(sum, ['budget'])).toMatchObject({ budgetedSpend: 40 });
  });

  test('equals the whole if all campaigns have the input', () => {
    expect(COVERED_KEYS.map(coverageOf).every(isPlan)).toBe(true);
    expect(ADDITIVE_FACTS.platformSpend.covers).toBe('platform');
  });
});

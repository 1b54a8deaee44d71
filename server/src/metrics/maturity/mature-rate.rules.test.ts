import { expect, test } from 'vitest';
import { type MatureParts, NO_MATURE_PARTS } from './mature-cost.rules.ts';
import { costAtPrice, matureRates, type RatedCampaign } from './mature-rate.rules.ts';

const parts = (inquiries: number, outcomes: number): MatureParts => ({
  ...NO_MATURE_PARTS,
  weightedInquiries: inquiries,
  weightedOutcomes: outcomes,
  squaredOutcomes: outcomes,
  maturedInquiries: inquiries,
  inquiries,
  outcomes,
});
const campaign = (campaignKey: number, of: MatureParts, partnerKey = 1, goalKey = 1): RatedCampaign => ({
  campaignKey,
  goalKey,
  partnerKey,
  parts: of,
});

test('with much data a campaign has its own rate, with none its line item’s', () => {
  const rates = matureRates([
    campaign(1, parts(20_000, 2_000), 1),
    campaign(2, parts(20_000, 400), 2),
    campaign(3, NO_MATURE_PARTS, 3),
  ]);
  expect(rates.of(1)?.rate).toBeCloseTo(0.1, 3);
  expect(rates.of(2)?.rate).toBeCloseTo(0.02, 3);
  expect(rates.of(3)?.rate).toBeCloseTo(0.06, 3);
  expect([1, 2, 3].map((key) => rates.of(key)?.young)).toEqual([false, false, true]);
});

test('a young one follows its partner’s other campaigns', () => {
  const rates = matureRates([
    campaign(1, parts(2_000, 200), 1),
    campaign(2, parts(2_000, 40), 2),
    campaign(3, NO_MATURE_PARTS, 1),
    campaign(4, NO_MATURE_PARTS, 2),
  ]);
  expect(rates.of(3)?.rate).toBeGreaterThan(0.09);
  expect(rates.of(4)?.rate).toBeLessThan(0.03);
});

test('a high rate of few is shrunk, and its cost has a wide range', () => {
  const rates = matureRates([campaign(1, parts(1_000, 50)), campaign(2, parts(10, 4))]);
  const lucky = rates.of(2);
  if (!lucky) throw new Error('It has a rate');
  expect(lucky.rate).toBeLessThan(0.12);
  const { value, low, high } = costAtPrice(50, lucky);
  expect(low).toBeLessThan(value * 0.85);
  expect(high).toBeGreaterThan(value * 1.15);
});

test('without mature inquiries there is no rate', () => {
  expect(matureRates([campaign(1, parts(10, 0))])).toMatchObject({ overall: null });
  expect(matureRates([]).of(1)).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { usStateOf } from '../core/geo/us-states.ts';
import { bidPriceSchema } from './record.ts';
import { campaignFormSchema, clientCampaignSchema, partnerCampaignSchema } from './schema.ts';
import { audienceRuleProblem } from './targeting.ts';
import { geoSchema } from '../core/geo/geo.ts';

describe('prices', () => {
  test.each([0, 19.99, 1_234.5, 9_999.99, 0.1 + 0.2])('%d is valid', (price) => {
    expect(bidPriceSchema.safeParse(price).success).toBe(true);
  });
  test.each([-0.01, 10_000, 1.005, Number.NaN, Infinity, '5', null])('%j is invalid', (price) => {
    expect(bidPriceSchema.safeParse(price).success).toBe(false);
  });
});

test('rollover is accepted in both spellings and normalised', () => {
  const form = {
    name: ' Nursing ',
    vendorKey: 1,
    clientGoalKey: 2,
    campaignCode: 'ABC',
    clientCampaignCode: 'C',
    campaignReoccuring: 'Y',
  };
  expect(campaignFormSchema.parse(form)).toMatchObject({ name: 'Nursing', campaignReoccuring: true, activate: false });
  expect(campaignFormSchema.safeParse({ ...form, campaignReoccuring: 'yes' }).success).toBe(false);
  expect(campaignFormSchema.safeParse({ ...form, createdBy: 7 }).success).toBe(false);
});

test('a partner’s campaign has no client price, a client’s campaign no media price', () => {
  expect(
    Object.keys(partnerCampaignSchema.shape).filter((key) => /^client.*Price|notes|monthlyBudget/.test(key)),
  ).toEqual([]);
  expect(Object.keys(clientCampaignSchema.shape).filter((key) => /^agg|notes/.test(key))).toEqual([]);
});

test('a geo without any entry means the whole country', () => {
  expect(geoSchema.parse({})).toEqual({
    mode: 'INCLUDE',
    states: [],
    dmas: [],
    zips: [],
    radius: null,
    exclude: { states: [], zips: [] },
  });
});

test.each([
  ['US-TX', 'US-TX'],
  ['tx', 'US-TX'],
  [' Puerto rico ', 'US-PR'],
  ['Atlantis', null],
  ['', null],
])('%j is the state %j', (text, code) => {
  expect(usStateOf(text)).toBe(code);
});

test.each([
  [{ attribute: 'highestEducationLevel', operator: 'GTE', values: ['BACH'] }, null],
  [{ attribute: 'age', operator: 'IS_EMPTY', values: [] }, null],
  [{ attribute: 'age', operator: 'IS_EMPTY', values: [18] }, 'Age takes no value.'],
  [{ attribute: 'age', operator: 'LTE', values: [18, 19] }, 'Age needs one value.'],
  [{ attribute: 'modality', operator: 'IN', values: [] }, 'Modality needs at least one value.'],
] as const)('%j', (rule, problem) => {
  expect(audienceRuleProblem({ ...rule, values: [...rule.values], onMissing: 'ACCEPT' })).toBe(problem);
});

import { type Campaign, channelCampaignFormSchema } from '@paceline/contract';
import { expect, it } from 'vitest';
import { amountProblem, readAmount } from './prepare-amount.ts';
import { formProblems, mergeValues, newValues, takeTheirs, toForm, valuesOf } from './prepare-platform-form.ts';

const campaign = (change: Partial<Campaign> = {}) =>
  ({
    campaignKey: 11,
    rowVersion: 3,
    name: 'Brand search',
    campaignCode: 'HTI-GA-1',
    clientCampaignCode: '',
    clientGoalKey: 10,
    semClientAccountKey: 1,
    channelCustomKey: null,
    campaignReoccuring: true,
    monthlyBudget: 1200,
    startDate: '2026-03-01',
    endDate: null,
    notes: '',
    links: [],
    updatedBy: 'Robin Marsh',
    updatedAt: '2026-03-10T15:00:00Z',
    ...change,
  }) as Campaign;
const names = (field: string, key: number) => `${field} ${key}`;

it('sends of a known campaign what was changed, and the version that it was read in', () => {
  const base = campaign();
  expect(toForm(valuesOf(base), base, false)).toEqual({
    campaignKey: 11,
    rowVersion: 3,
    platformCampaignKeys: [],
    activate: false,
  });
  const values = { ...valuesOf(base), monthlyBudget: '$1,500.50', endDate: '2026-05-31', platformCampaignKeys: [4] };
  const sent = toForm(values, base, true);
  expect(sent).toMatchObject({
    monthlyBudget: 1500.5,
    endDate: '2026-05-31',
    platformCampaignKeys: [4],
    activate: true,
  });
  expect(sent).not.toHaveProperty('name');
  expect(channelCampaignFormSchema.safeParse(sent).success).toBe(true);
});

it('names what a new one cannot be without', () => {
  expect(formProblems(newValues())).toEqual({
    name: 'Name is required.',
    campaignCode: 'Campaign code is required.',
    clientGoalKey: 'Line item is required.',
    semClientAccountKey: 'Account is required.',
  });
  const values = { ...valuesOf(campaign()), campaignCode: 'a b', endDate: '2026-02-01', monthlyBudget: 'x' };
  expect(Object.keys(formProblems(values)).toSorted()).toEqual(['campaignCode', 'endDate', 'monthlyBudget']);
});

it('merges what somebody else saved, and asks where both changed the same', () => {
  const base = campaign();
  const theirs = campaign({ rowVersion: 4, name: 'Theirs', monthlyBudget: 900 });
  const mine = { ...valuesOf(base), monthlyBudget: '1500', clientGoalKey: 12 };
  const { values, conflicts } = mergeValues(base, theirs, mine, names);
  expect(values).toMatchObject({ name: 'Theirs', monthlyBudget: '1500', clientGoalKey: 12 });
  expect(conflicts).toEqual([
    expect.objectContaining({ path: 'monthlyBudget', theirs: '$900.00', mine: '$1,500.00', by: 'Robin Marsh' }),
  ]);
  expect(takeTheirs(values, theirs, ['monthlyBudget']).monthlyBudget).toBe('900.00');
});

it('reads dollars as people type them', () => {
  expect(['', '$1,250.50', '12', '1.234', 'x'].map(readAmount)).toEqual([null, 1250.5, 12, NaN, NaN]);
  expect(amountProblem('101', 100)).toBe('Enter an amount from 0 to 100 with at most 2 decimals.');
});

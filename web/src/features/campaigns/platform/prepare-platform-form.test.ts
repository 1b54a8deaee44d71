import { type Campaign, channelCampaignFormSchema, parseDollars } from '@paceline/contract';
import { expect, it } from 'vitest';
import { mergeForm } from '../../../shared/form/prepare-merge.ts';
import type { Choices } from '../../../ui/dialogs/conflict-dialog.tsx';
import { amountProblem } from './prepare-amount.ts';
import { formProblems, newValues, pathOfServerField, platformRule, toForm, valuesOf } from './prepare-platform-form.ts';

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
const named = (kind: string) => (key: number) => `${kind} ${key}`;
const names = { lineItem: named('Line item'), account: named('Account'), customChannel: named('Channel') };

it('sends changes of an existing campaign with its version', () => {
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

it('names the required fields of a new one', () => {
  expect(Object.fromEntries(formProblems(newValues()).map(({ path, message }) => [path, message]))).toEqual({
    name: 'Enter a name.',
    campaignCode: 'Enter a campaign code.',
    clientGoalKey: 'Choose the line item.',
    semClientAccountKey: 'Choose the account.',
  });
  const values = { ...valuesOf(campaign()), campaignCode: 'a b', endDate: '2026-02-01', monthlyBudget: 'x' };
  expect(
    formProblems(values)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['campaignCode', 'endDate', 'monthlyBudget']);
});

it('merges another user’s save, and asks about conflicts', () => {
  const base = campaign();
  const links = [{ platformCampaignKey: 4, name: 'Linked by them', externalId: '4', status: 'ENABLED' as const }];
  const fresh = campaign({ rowVersion: 4, name: 'Theirs', monthlyBudget: 900, links });
  const mine = { ...valuesOf(base), monthlyBudget: '1500', clientGoalKey: 12, platformCampaignKeys: [4, 5] };
  const sides = { base: valuesOf(base), theirs: valuesOf(fresh), mine };
  const merge = (choices?: Choices) =>
    mergeForm(platformRule(fresh, names), sides, () => ({ by: 'Robin Marsh', at: null }), choices);
  const { value, conflicts } = merge();
  expect(value).toMatchObject({ name: 'Theirs', monthlyBudget: '1500', clientGoalKey: 12, platformCampaignKeys: [5] });
  expect(conflicts).toEqual([
    expect.objectContaining({ path: 'monthlyBudget', theirs: '$900.00', mine: '$1,500.00', by: 'Robin Marsh' }),
  ]);
  expect(merge({ monthlyBudget: 'theirs' }).value.monthlyBudget).toBe('900.00');
  expect([pathOfServerField('campaigns.0.name'), pathOfServerField('campaigns.0.rowVersion')]).toEqual(['name', null]);
});

it('parses dollars as typed', () => {
  expect(['', '$1,250.50', '12', '1.234', 'x'].map(parseDollars)).toEqual([null, 1250.5, 12, undefined, undefined]);
  expect(amountProblem('101', 100)).toBe('Enter an amount from 0 to 100 with at most 2 decimals.');
});

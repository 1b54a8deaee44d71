import { channelCampaignSave, type UnlinkedCampaign } from '@paceline/contract';
import { expect, it } from 'vitest';
import { codeOf, planLinks, refusalsOf } from './prepare-links.ts';

const unlinked = (key: number, change: Partial<UnlinkedCampaign> = {}): UnlinkedCampaign => ({
  platformCampaignKey: key,
  externalId: `4188${key}`,
  name: `Brand ${key}`,
  status: 'ENABLED',
  semClientAccountKey: 5,
  accountName: 'Search',
  platformName: 'Google Ads',
  clientKey: 1,
  clientName: 'North Ground',
  lastSyncAt: null,
  spendOfMonth: 0,
  suggestedCampaign: null,
  suggestedGoal: null,
  ...change,
});
const isTaken = (forms: object[]): boolean => channelCampaignSave.body.safeParse({ campaigns: forms }).success;

it('links each to the campaign its name suggests, and leaves the others', () => {
  const rows = [
    unlinked(1, { suggestedCampaign: { key: 9, name: 'Nine' } }),
    unlinked(2),
    unlinked(3, { suggestedCampaign: { key: 9, name: 'Nine' } }),
    unlinked(4, { suggestedCampaign: { key: 8, name: 'Eight' } }),
  ];
  const { forms, names, links, left } = planLinks(rows, { to: 'suggested' });
  expect(forms).toEqual([
    { campaignKey: 9, platformCampaignKeys: [1, 3] },
    { campaignKey: 8, platformCampaignKeys: [4] },
  ]);
  expect(names).toEqual(['Nine', 'Eight']);
  expect({ links, left: left.map(({ platformCampaignKey }) => platformCampaignKey) }).toEqual({ links: 3, left: [2] });
  expect(isTaken(forms)).toBe(true);
});

it('creates a campaign for each, on the chosen or suggested line item', () => {
  const rows = [unlinked(1, { suggestedGoal: { key: 7, name: 'Seven' } }), unlinked(2)];
  const choice = {
    to: 'new',
    clientGoalKey: null,
    channelCustomKey: null,
    monthlyBudget: 500,
    codePrefix: 'HTI PPC',
    activate: true,
  } as const;
  const suggested = planLinks(rows, choice);
  expect(suggested.forms).toMatchObject([{ name: 'Brand 1', campaignCode: 'HTIPPC-41881', clientGoalKey: 7 }]);
  expect(suggested.left).toHaveLength(1);
  const chosen = planLinks(rows, { ...choice, clientGoalKey: 3 });
  expect(chosen.forms.map(({ clientGoalKey }) => clientGoalKey)).toEqual([3, 3]);
  expect(isTaken(chosen.forms)).toBe(true);
});

it('limits the length of a code, including the platform’s number', () => {
  expect(codeOf('A-VERY-LONG-PREFIX-OF-AN-OWNER', '41886500024')).toBe('A-VERY-LONG-PREFIX-41886500024');
  expect(codeOf('', '123')).toBe('123');
});

it('names the campaign of a refusal', () => {
  const names = ['One', 'Two'];
  expect(refusalsOf([{ field: 'campaigns.1.campaignCode', message: 'is taken' }], names)).toEqual([
    { name: 'Two', message: 'is taken' },
  ]);
  expect(refusalsOf([{ field: 'campaigns', message: 'too many' }], names)).toEqual([{ name: '', message: 'too many' }]);
});

import type { AllOwnersRow, OwnerMonth } from '@paceline/contract';

export const aMonth = ({ totals, ...over }: Partial<OwnerMonth> = {}): OwnerMonth => ({
  month: '2026-11-01',
  early: false,
  band: 10,
  spendThrough: '2026-11-10',
  leadsThrough: '2026-11-10',
  lateAccounts: 0,
  attention: 0,
  attentionCampaigns: 0,
  atStake: 0,
  ...over,
  totals: {
    budget: 3_000,
    mtdSpent: 1_000,
    spendProjection: 3_000,
    spendProjectionLow: 2_900,
    spendProjectionHigh: 3_200,
    projectionToBudget: 100,
    budgetPlusMinus: 0,
    inquiryGoal: 60,
    mtdInquiries: 20,
    leadProjection: 60,
    budgetedSpend: 1_000,
    budgetedProjection: 3_000,
    goalLeads: 20,
    goalProjection: 60,
    ...totals,
  },
});

export const anOwnerRow = (
  ownerKey: number,
  name: string,
  figures: OwnerMonth | null = aMonth(),
  over: Partial<AllOwnersRow> = {},
): AllOwnersRow => ({
  ownerKey,
  name,
  vertical: 'Education',
  manager: '',
  brands: [`${name} Brand`],
  madeAt: '2026-11-11T15:00:00.000Z',
  figures,
  ...over,
});

/** Projected so much over its budget of 3,000. */
export const anOver = (dollars: number, over: Partial<OwnerMonth> = {}): OwnerMonth =>
  aMonth({
    attention: 2,
    attentionCampaigns: 2,
    atStake: dollars,
    ...over,
    totals: {
      ...aMonth().totals,
      spendProjection: 3_000 + dollars,
      budgetedProjection: 3_000 + dollars,
      budgetPlusMinus: dollars,
      projectionToBudget: ((3_000 + dollars) * 100) / 3_000,
    },
  });

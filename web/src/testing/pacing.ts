import type { BurnUpDay, PacingException, PacingSummary, UnderperformingRow } from '@paceline/contract';

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`;

/** Ten of thirty days are over, at 100 dollars each; the projection continues at that rate, between 2,900 and 3,200 dollars at the end. */
const DAYS = Array.from({ length: 30 }, (_, index): BurnUpDay => {
  const soFar = 100 * (index + 1);
  const share = Math.max(0, index - 9) / 20;
  const projected = index < 9 ? null : soFar;
  return {
    date: day(index + 1),
    spent: index < 10 ? soFar : null,
    late: false,
    planned: 90 * (index + 1),
    projected,
    low: projected === null ? null : projected - 100 * share,
    high: projected === null ? null : projected + 200 * share,
  };
});

export const anException = (over: Partial<PacingException> = {}): PacingException => ({
  kind: 'over',
  dollars: 717.2,
  goalKey: 7,
  goal: 'Midwest Search',
  campaignKey: 12,
  campaign: 'Automotive Google Ads',
  code: 'GA-006',
  channel: 'ppc',
  budget: 1_700,
  spent: 1_128,
  projection: 2_417.2,
  projectionLow: 2_300,
  projectionHigh: 2_600,
  work: null,
  ...over,
});

/** The server's pacing summary of November on its 11th. */
export const aSummary = (over: Partial<PacingSummary> = {}): PacingSummary => ({
  month: '2026-11-01',
  state: 'current',
  ended: false,
  early: false,
  band: 10,
  daysLeft: 20,
  spendThrough: '2026-11-10',
  leadsThrough: '2026-11-10',
  totals: {
    budget: 2_700,
    mtdSpent: 1_000,
    spendProjection: 3_000,
    spendProjectionLow: 2_900,
    spendProjectionHigh: 3_200,
    dailySpendRemaining: 85,
    inquiryGoal: 60,
    mtdInquiries: 20,
    leadProjection: 58.4,
    leadProjectionLow: 55,
    leadProjectionHigh: 64,
  },
  days: DAYS,
  exceptions: [anException()],
  exceptionCount: 1,
  exceptionCampaigns: 1,
  atStake: 0,
  small: [],
  smallCount: 0,
  snoozed: [],
  snoozedCount: 0,
  notes: [],
  blank: null,
  ...over,
});

export const anUnderperforming = (parts: Partial<UnderperformingRow> = {}): UnderperformingRow => ({
  rowKey: '[12,null]',
  campaignKey: 12,
  campaignCode: 'NURSE-1',
  campaignName: 'Nursing Leads',
  channel: 'ppl',
  goalKey: 7,
  goal: 'Midwest Nursing',
  brandKey: 4,
  clientKey: 5,
  partnerKey: 6,
  customChannelKey: null,
  measure: 'cpl',
  value: 60,
  target: 50,
  percentOfTarget: 120,
  limit: 57.5,
  inquiries: 20,
  liveDays: 41,
  cpeGoal: null,
  cplGoal: 50,
  matureCpeNote: null,
  matureCpeFew: null,
  ...parts,
});

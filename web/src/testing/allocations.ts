import {
  type CampaignRow,
  CAMPAIGN_COLUMNS,
  columnsFor,
  EMPTY_PLAN,
  GOAL_COLUMNS,
  type GoalRow,
  type MonthCalendar,
  planNumbers,
  planOfRow,
} from '@paceline/contract';

const numbersOf = (columns: typeof CAMPAIGN_COLUMNS): Record<string, null> =>
  Object.fromEntries(
    columnsFor(columns, 'ag')
      .filter(({ kind }) => kind === 'dollar' || kind === 'count' || kind === 'percent' || kind === 'number')
      .map(({ key }) => [key, null]),
  );

const NOTHING: [number, number, number] = [0, 0, 0];
const HISTORICAL = {
  inquiry: NOTHING,
  contact: NOTHING,
  appointment: NOTHING,
  visit: NOTHING,
  application: NOTHING,
  enrollment: NOTHING,
  start: NOTHING,
};
const CLICKS = {
  trackedClicks: 0,
  platformClicks: 0,
  platformSpend: 0,
  pairedSpend: 1000,
  pairedLeads: 20,
  historical: HISTORICAL,
};

const BASIS: CampaignRow['basis'] = {
  isPpl: true,
  stopsAtCap: true,
  daysDone: 10,
  daysInAll: 30,
  daysPlanned: 30,
  share: { due: 10, of: 30 },
  price: 50,
  monthlyBudget: null,
  spend: 1000,
  validLeads: 20,
  spentRunRate: 3000,
  leadRunRate: 60,
  spendProjection: 3500,
  leadProjection: 70,
  ...CLICKS,
};

/** A campaign ten days into November: 20 inquiries at $50, projected to 60, with a cap of 100. */
export const aCampaign = (over: Record<string, unknown> = {}): CampaignRow => {
  const row: CampaignRow = {
    ownerKey: 1,
    ownerName: 'Hartwell Technical Institute',
    campaignKey: 1,
    vendor: 'BrightPath Media',
    vendorKey: 3,
    name: 'Midwest All Programs',
    campaignCode: 'HTI-1',
    subStatus: 'LIVE',
    statusReasons: [{ code: 'LIVE', message: 'Takes inquiries.' }],
    nextChangeAt: null,
    channel: 'Pay per lead',
    customChannelName: null,
    goalKey: 7,
    goalName: 'Midwest Pay per Lead',
    brandName: 'Hartwell',
    clientKey: 4,
    clientName: 'Hartwell Midwest',
    campusName: 'Chicago, Dearborn',
    productType: 'PPL',
    campaignReoccuring: true,
    month: '2026-11-01',
    through: '2026-11-10',
    leadsThrough: '2026-11-10',
    partial: false,
    capped: false,
    rowVersion: 5,
    requestedAllocation: null,
    ...numbersOf(CAMPAIGN_COLUMNS),
    ...EMPTY_PLAN,
    monthlyCapacity: 150,
    incrementalCapacity: 0,
    monthlyAllocation: 100,
    mtdSpent: 1000,
    mtdInquiries: 20,
    spentRunRate: 3000,
    runRateInquiries: 60,
    basis: BASIS,
    ...over,
  };
  return { ...row, ...planNumbers(planOfRow(row), row.basis), ...over };
};

/** Its line item: a budget of $4,000 and 80 inquiries. */
export const aGoal = (over: Record<string, unknown> = {}): GoalRow => ({
  ownerKey: 1,
  goalKey: 7,
  goalName: 'Midwest Pay per Lead',
  brandKey: 2,
  brandName: 'Hartwell',
  clientKey: 4,
  clientName: 'Hartwell Midwest',
  campusName: 'Chicago, Dearborn',
  channel: 'Pay per lead',
  hardCap: false,
  rowVersion: 2,
  through: '2026-11-10',
  leadsThrough: '2026-11-10',
  campaigns: 1,
  campaignsWithoutBudget: 0,
  cappedCampaigns: 0,
  spendByDay: [100],
  inquiriesByDay: [2],
  inquiryDelta: 0,
  matureNotes: { matureCpa: { note: null, few: false }, matureCpe: { note: null, few: false } },
  basis: CLICKS,
  ...numbersOf(GOAL_COLUMNS),
  monthlyDollarCap: 4000,
  inquiryGoal: 80,
  budget: 4000,
  mtdSpent: 1000,
  mtdInquiries: 20,
  spentRunRate: 3000,
  runRateInquiries: 60,
  spendProjection: 3500,
  projectionToBudget: 87.5,
  diffToBudget: 75,
  budgetRemaining: 3000,
  budgetPlusMinus: -500,
  delta: 1000 - 4000 / 3,
  ...over,
});

export const aCalendar = (over: Partial<MonthCalendar> = {}): MonthCalendar => ({
  month: '2026-11-01',
  today: '2026-11-11',
  through: '2026-11-10',
  leadsThrough: '2026-11-10',
  daysDone: 10,
  daysLeft: 20,
  daysFromToday: 20,
  days: 30,
  early: false,
  timeZone: 'America/Chicago',
  ...over,
});

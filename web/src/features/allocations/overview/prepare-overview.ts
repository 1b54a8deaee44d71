import { type CampaignRow, formatMetricValue, type GoalRow, pacedOf, pacingMark } from '@paceline/contract';
import { pacingWord } from './pacing-bar.tsx';
import { statusLabel } from '../../../ui/marks/campaign-status.tsx';

/** A line item with its campaigns below it, or one of those campaigns. */
export interface OverviewRow {
  key: string;
  name: string;
  goal: GoalRow | null;
  campaign: CampaignRow | null;
  children: readonly OverviewRow[];
  /** The figures both kinds share, under common names. */
  [column: string]: unknown;
}

const COMMON = [
  'spendProjectionLow',
  'spendProjectionHigh',
  'leadProjectionLow',
  'leadProjectionHigh',
  'through',
  'leadsThrough',
  'mtdSpent',
  'spentRunRate',
  'spendProjection',
  'projectionToBudget',
  'budget',
  'diffToBudget',
  'budgetPlusMinus',
  'mtdInquiries',
  'runRateInquiries',
  'leadProjection',
  'costPerInquiry',
  'mtdContacts',
  'mtdInterviews',
  'mtdVisits',
  'mtdApplications',
  'mtdEnrollments',
  'mtdStarts',
] as const;

const numbersOf = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(COMMON.map((key) => [key, row[key] ?? null]));

const campaignRow = (campaign: CampaignRow): OverviewRow => ({
  key: `c${campaign.campaignKey}`,
  name: campaign.name,
  goal: null,
  campaign,
  children: [],
  ...numbersOf(campaign),
  capped: campaign.capped,
  inquiryGoal: null,
  goalInPercentage: null,
});

const byDistance = (a: OverviewRow, b: OverviewRow): number =>
  Math.abs(Number(b['budgetPlusMinus'] ?? 0)) - Math.abs(Number(a['budgetPlusMinus'] ?? 0));

/** Line items with their campaigns, those furthest off pace first. */
export const overviewRows = (goals: readonly GoalRow[], campaigns: readonly CampaignRow[]): OverviewRow[] => {
  const below = Map.groupBy(campaigns, ({ goalKey }) => goalKey);
  return goals
    .map((goal): OverviewRow => ({
      key: `g${goal.goalKey}`,
      name: goal.goalName,
      goal,
      campaign: null,
      children: (below.get(goal.goalKey) ?? []).map(campaignRow).toSorted(byDistance),
      ...numbersOf(goal),
      inquiryGoal: goal['revisedInquiriesGoal'] ?? goal['inquiryGoal'] ?? null,
      goalInPercentage: goal['goalInPercentage'] ?? null,
    }))
    .toSorted(byDistance);
};

const dollars = (value: unknown, signed = false): string =>
  formatMetricValue({ kind: 'dollar' }, typeof value === 'number' ? value : null, { signed });

/** The reason for a row's pacing mark, in a sentence. */
export const pacingReason = (row: OverviewRow, early: boolean, band: number): string => {
  if (row.campaign !== null) {
    const [first] = row.campaign.statusReasons;
    return first?.message ?? statusLabel(row.campaign.subStatus);
  }
  const paced = pacedOf(row);
  if (pacingMark(paced, band) === null)
    return row['budget'] ? 'No spend yet, so there is no projection.' : 'There is no budget for the month.';
  const share = formatMetricValue({ kind: 'percent' }, paced.projectionToBudget);
  const capped = row.goal?.cappedCampaigns ?? 0;
  const stop = capped === 0 ? '' : ` ${capped} of its campaigns ${capped === 1 ? 'stops' : 'stop'} at the hard cap.`;
  return `${pacingWord(row, early, band)}: the projection ${dollars(row['spendProjection'])} is ${share} of the budget ${dollars(row['budget'])}, ${dollars(row['budgetPlusMinus'], true)}.${stop}`;
};

interface OverviewCounts {
  over: number;
  under: number;
  on: number;
  capped: number;
  none: number;
}

export const countMarks = (rows: readonly OverviewRow[], band: number): OverviewCounts => {
  const counts: OverviewCounts = { over: 0, under: 0, on: 0, capped: 0, none: 0 };
  for (const row of rows) counts[pacingMark(pacedOf(row), band) ?? 'none'] += 1;
  return counts;
};

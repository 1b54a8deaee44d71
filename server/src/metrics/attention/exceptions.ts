import {
  EMPTY_PLAN,
  isAtStake,
  isSmall,
  LIST_FROM_BUDGET,
  LIST_FROM_DAY,
  metricValue,
  type PacingException,
  pacingMark,
  planRanges,
  rangeNumbers,
} from '@paceline/contract';
import { differenceLine } from '../days/budget-basis.ts';
import { type CampaignPeriod, type GoalPeriod, type PeriodParts } from '../periods/period-numbers.ts';
import { type MonthBase } from '../periods/periods.ts';

interface Found extends Pick<PacingException, 'kind' | 'dollars'> {
  /** Its budget is below the minimum. */
  small: boolean;
}
export type Exception = Omit<PacingException, 'work'> & { small: boolean };
type Numbers = Pick<PacingException, 'budget' | 'spent' | 'projection' | 'projectionLow' | 'projectionHigh'>;

/** The smallest share of a line item's budget, not assigned to campaigns, that is reported. */
const MIN_SHARE_NOT_ASSIGNED = 0.1;

/** How far over or under its budget the projection is; null where it is on pace. */
const offPace = ({ parts, capped = false }: { parts: PeriodParts; capped?: boolean }, band: number): Found | null => {
  const { budget, spend, spendProjection } = parts;
  const mark = pacingMark({ projectionToBudget: metricValue('projectionToBudget', parts), capped }, band);
  if (budget === null || (mark !== 'over' && mark !== 'under')) return null;
  const kind = mark === 'under' && (spend ?? 0) === 0 ? 'noSpend' : mark;
  return { kind, dollars: Math.abs((spendProjection ?? 0) - budget), small: isSmall(budget) };
};

const headingOf = ({ parts }: { parts: PeriodParts }): number => parts.spendProjection ?? parts.spend ?? 0;

/** The exception of a campaign, if any. Without a budget of its own it is judged with its line item, if that has one. */
const ofCampaign = (campaign: CampaignPeriod, goalBudget: number | null, band: number): Found | null => {
  const { parts, capped, basis, days } = campaign;
  if (capped) {
    const freely = basis.spendProjection ?? basis.spentRunRate ?? 0;
    return { kind: 'capped', dollars: freely - headingOf(campaign), small: isSmall(parts.budget ?? 0) };
  }
  if (parts.budget === null || parts.budget === 0) {
    const heading = headingOf(campaign);
    return goalBudget === null ? { kind: 'noBudget', dollars: heading, small: isSmall(heading) } : null;
  }
  return days.done === 0 ? null : offPace(campaign, band);
};

/** The exception of a line item that none of its campaigns shows. */
const ofGoal = (goal: GoalPeriod, isJudged: boolean, band: number): Found | null => {
  const { budget } = goal.parts;
  if (budget === null) return null;
  const small = isSmall(budget);
  if (goal.campaigns.length === 0) return { kind: 'noCampaigns', dollars: budget, small };
  const off = isJudged ? offPace(goal, band) : null;
  // Campaigns without a budget of their own spend the unassigned part.
  if (goal.campaigns.some((one) => one.parts.budget === null && headingOf(one) > 0)) return off;
  // Where its campaigns still reach its budget, no action is needed.
  if (isJudged && (off === null || off.kind === 'over')) return null;
  const rest = differenceLine([goal], goal.campaigns)?.parts.budget ?? 0;
  return rest >= LIST_FROM_BUDGET && rest >= budget * MIN_SHARE_NOT_ASSIGNED
    ? { kind: 'notAssigned', dollars: rest, small }
    : null;
};

const campaignNumbers = ({ parts, plan, basis, base, leadBase }: CampaignPeriod): Numbers => {
  const ranges = planRanges(plan ?? EMPTY_PLAN, basis, { spend: base.done, leads: leadBase.done });
  return {
    budget: parts.budget,
    spent: parts.spend,
    projection: parts.spendProjection,
    projectionLow: ranges.spendProjectionLow,
    projectionHigh: ranges.spendProjectionHigh,
  };
};

const goalNumbers = ({ parts, base, leadBase }: GoalPeriod): Numbers => {
  const ranges = rangeNumbers(parts, { spend: base.done, leads: leadBase.done });
  return {
    budget: parts.budget,
    spent: parts.spend,
    projection: parts.spendProjection,
    projectionLow: ranges.spendProjectionLow,
    projectionHigh: ranges.spendProjectionHigh,
  };
};

export interface CampaignNames {
  campaign: string;
  code: string;
  goal: string;
  /** Not begun, ended or deleted. */
  isDone: boolean;
}

/**
 * The rows that need action, those with most money first (`attentionRule` says the rule). Campaigns are judged from the third complete day
 * on, as in the lists of over and under; unassigned budget is reported on every day. Nothing is listed whose amount is shown as $0.
 */
export const pacingExceptions = (
  month: { base: MonthBase; campaigns: readonly CampaignPeriod[]; goals: readonly GoalPeriod[] },
  namesOf: (campaignKey: number) => CampaignNames | null,
  goalName: (goalKey: number) => string,
  band: number,
): Exception[] => {
  const isJudged = month.base.done >= LIST_FROM_DAY;
  const budgets = new Map(month.goals.map(({ goalKey, parts }) => [goalKey, parts.budget]));
  const rows: Exception[] = [];
  for (const campaign of isJudged ? month.campaigns : []) {
    const { campaignKey, goalKey, channel } = campaign;
    const names = namesOf(campaignKey);
    const campaignException =
      names === null || names.isDone ? null : ofCampaign(campaign, budgets.get(goalKey) ?? null, band);
    if (campaignException === null || names === null) continue;
    const { campaign: name, code, goal } = names;
    rows.push({
      ...campaignException,
      goalKey,
      goal,
      campaignKey,
      campaign: name,
      code,
      channel,
      ...campaignNumbers(campaign),
    });
  }
  for (const goal of month.goals) {
    const goalException = ofGoal(goal, isJudged, band);
    const none = { campaignKey: null, campaign: null, code: null, channel: null };
    if (goalException !== null)
      rows.push({
        ...goalException,
        goalKey: goal.goalKey,
        goal: goalName(goal.goalKey),
        ...none,
        ...goalNumbers(goal),
      });
  }
  return rows
    .filter(({ dollars }) => isAtStake(dollars))
    .toSorted((a, b) => b.dollars - a.dollars || a.goalKey - b.goalKey || (a.campaignKey ?? 0) - (b.campaignKey ?? 0));
};

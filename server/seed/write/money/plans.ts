import { type Builder } from '../../build/organisation.ts';
import { dailyOf, USUAL_SPEND } from '../../build/plans.ts';
import { isoOf, midnightOf, type Month } from '../../calendar.ts';
import { type Campaign, type Goal, type Owner, type Plan, priceOn } from '../../build/model.ts';
import { type Random } from '../../random.ts';

export const softOf = (units: number): number => Math.floor(units * 0.9);

const ownRandom = ({ random }: Builder, { code }: Campaign, { month }: Plan): Random =>
  random.fork(`month ${code} ${month.index}`);

/** The capacity a partner states for the campaign and month; always the same result. */
export const capacityOf = (builder: Builder, campaign: Campaign, plan: Plan): number =>
  Math.ceil(plan.allocation * ownRandom(builder, campaign, plan).between(1.05, 1.6));

const writeCampaignMonth = (builder: Builder, campaign: Campaign, plan: Plan, delivered: number): void => {
  const { sheets, now } = builder;
  const { owner, state } = campaign;
  const { month, allocation } = plan;
  const own = ownRandom(builder, campaign, plan).fork('more');
  const current = month.index === owner.months.length - 2;
  const begun = month.index <= owner.months.length - 2;
  // The allocation of a capped campaign equals what it has delivered.
  const changedTo = current && state === 'capped' && delivered > 0 ? delivered : begun ? plan.changedTo : null;
  const capacity = capacityOf(builder, campaign, plan);
  const price = priceOn(campaign, month.first + month.days - 1);
  const began = new Date(midnightOf(owner.zone, month.first) + 5 * 60_000);
  sheets.put('campaign_month', {
    owner_key: owner.key,
    campaign_key: campaign.key,
    month: isoOf(month.first),
    monthly_capacity: capacity,
    incremental_capacity: begun && own.chance(0.08) ? Math.ceil(capacity * 0.15) : 0,
    monthly_allocation: allocation,
    monthly_soft_allocation: softOf(allocation),
    daily_allocation: dailyOf(campaign, allocation),
    client_monthly_allocation: own.chance(0.5) ? Math.ceil(allocation * 1.1) : null,
    user_defined_monthly_allocation: changedTo,
    user_defined_monthly_soft_allocation: changedTo === null ? null : softOf(changedTo),
    client_bid_price: price?.client ?? null,
    aggregator_bid_price: price?.media ?? null,
    frozen_at: begun ? began : null,
    updated_at: began < now ? began : now,
  });
};

const NO_PLAN = { allocation: 0, changedTo: null, expected: 0, spend: 0 };

/** Writes monthly plans of campaigns that buy inquiries individually: the planned months, and a zero for those without a plan. */
export const writeCampaignMonths = (
  builder: Builder,
  campaigns: readonly Campaign[],
  delivered: ReadonlyMap<number, number>,
  isWanted: (campaign: Campaign, month: Month) => boolean = () => true,
): void => {
  for (const campaign of campaigns.filter(({ channel }) => channel === 'ppl')) {
    const { owner, state, plans } = campaign;
    for (const month of owner.months) {
      const empty = state === 'unallocated' && month.index >= owner.months.length - 3;
      const plan = plans.get(month.index) ?? (empty ? { ...NO_PLAN, month } : null);
      if (plan !== null && isWanted(campaign, month))
        writeCampaignMonth(builder, campaign, plan, delivered.get(campaign.key) ?? 0);
    }
  }
};

/** Rounded budgets, null where nothing is planned; small amounts are rounded to smaller steps. */
const toBudget = (planned: number, step: number): number | null => {
  if (planned === 0) return null;
  const own = planned < FEW_STEPS * step ? step / 5 : step;
  return Math.max(1, Math.round(planned / own)) * own;
};
const FEW_STEPS = 8;

const writeGoalMonth = (
  { sheets, random, now }: Builder,
  owner: Owner,
  goal: Goal,
  plans: readonly Plan[],
  step: number,
): void => {
  const { month } = plans[0]!;
  const own = random.fork(`goal ${goal.key} ${month.index}`);
  const planned = plans.reduce((sum, { spend }) => sum + spend, 0);
  const inquiries = plans.reduce(
    (sum, { expected, allocation }) => sum + (allocation > 0 ? allocation * USUAL_SPEND : expected),
    0,
  );
  const spend = toBudget(planned * own.normal(1, 0.04), step);
  const revised = spend !== null && own.chance(0.12) ? toBudget(spend * own.between(0.9, 1.15), step) : null;
  const goalOf = spend === null ? null : Math.max(1, Math.round(inquiries));
  const began = new Date(midnightOf(owner.zone, month.first) - 3 * 86_400_000);
  sheets.put('goal_month', {
    owner_key: owner.key,
    goal_key: goal.key,
    month: isoOf(month.first),
    spend_goal: spend,
    revised_spend_goal: revised,
    inquiry_goal: goalOf,
    revised_inquiry_goal:
      spend === null || goalOf === null || revised === null
        ? null
        : Math.max(1, Math.round((goalOf * revised) / spend)),
    cpl_goal: planned === 0 ? null : (planned / Math.max(1, inquiries)).toFixed(2),
    updated_at: began < now ? began : now,
  });
};

/** Every goal has a row for every month, even without open campaigns. */
export const writeGoalMonths = (
  builder: Builder,
  goals: readonly Goal[],
  campaigns: readonly Campaign[],
  step: number,
  isWanted: (goal: Goal, month: Month) => boolean = () => true,
): void => {
  for (const goal of goals) {
    const { owner } = goal.client;
    const ours = campaigns.filter((campaign) => campaign.goal === goal);
    for (const month of owner.months.filter((one) => isWanted(goal, one))) {
      const plans = ours.flatMap(({ plans: all }) => all.get(month.index) ?? []);
      writeGoalMonth(builder, owner, goal, plans.length > 0 ? plans : [{ ...NO_PLAN, month }], step);
    }
  }
};

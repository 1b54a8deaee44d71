import { type CampaignAllocation, type CampaignAllocationMonth, sumOf } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { loadOwnerDay, loadPeriod, type PeriodFacts } from '../../../metrics/periods/period-facts.ts';
import { type Caller, type CampaignDeps } from '../caller.ts';
import { findLineItem } from './allocation.queries.ts';

/** A campaign in its line item's month: its own plan, and the planned cost of the line item's other campaigns. */
const monthOf = (period: PeriodFacts, campaignKey: number, name: string): CampaignAllocationMonth | null => {
  const own = period.campaigns.find((campaign) => campaign.campaignKey === campaignKey);
  const goal = period.goals.find(({ goalKey }) => goalKey === own?.goalKey);
  if (own === undefined || goal === undefined) return null;
  const others = goal.campaigns.filter((campaign) => campaign !== own);
  const budgets = others.map(({ parts }) => parts.budget);
  return {
    month: period.base.days.from.toString(),
    plan: own.plan,
    rowVersion: own.rowVersion,
    price: own.basis.price,
    eligibleDays: own.days.inAll,
    delivered: own.validInMonth,
    lineItem: {
      name,
      budget: goal.parts.budget,
      others: sumOf(budgets) ?? 0,
      otherCampaigns: others.length,
      othersWithoutBudget: budgets.filter((budget) => budget === null).length,
    },
  };
};

/** The same numbers as in the sheets of both months: made by the same rules from the same rows. */
export const readAllocation = (
  { db, clock }: CampaignDeps,
  { scope, session, ownerKey }: Pick<Caller, 'scope' | 'session'> & { ownerKey: number },
  campaignKey: number,
  options: WorkOptions,
): Promise<CampaignAllocation> => {
  const now = clock.now();
  return db.readScope(
    scope,
    async (tx) => {
      const lineItem = await findLineItem(tx, ownerKey, campaignKey);
      if (lineItem === undefined) throw new AppError('NOT_FOUND');
      const at = await loadOwnerDay(tx, ownerKey, now);
      const only = { goalKeys: [lineItem.goalKey] };
      const load = async (month: Temporal.PlainYearMonth): Promise<CampaignAllocationMonth | null> =>
        monthOf(
          await loadPeriod(tx, { ownerKey, month, now, group: session.group, only, at }),
          campaignKey,
          lineItem.name,
        );
      const month = at.today.toPlainYearMonth();
      return { current: await load(month), next: await load(month.add({ months: 1 })) };
    },
    options,
  );
};

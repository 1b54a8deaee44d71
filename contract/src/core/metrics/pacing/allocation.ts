import { roundHalfUp } from '../../values/formats.ts';

type Units = number | null;

/** Stored plan of a campaign's month, in leads. Blank means no cap; 0 means closed. */
export interface MonthPlan {
  monthlyCapacity: Units;
  incrementalCapacity: Units;
  monthlyAllocation: Units;
  monthlySoftAllocation: Units;
  weeklySoftAllocation: Units;
  weeklyAllocation: Units;
  dailyAllocation: Units;
  clientMonthlyAllocation: Units;
  userDefinedMonthlyAllocation: Units;
  userDefinedMonthlySoftAllocation: Units;
  userDefinedWeeklySoftAllocation: Units;
  userDefinedDailyAllocation: Units;
}

export interface EffectivePlan {
  capacity: Units;
  monthly: Units;
  monthlySoft: Units;
  weekly: Units;
  weeklySoft: Units;
  daily: Units;
}

/** The effective plan: the agency's change during the month if there is one (0 included), else the agreed value. */
export const effectivePlan = (plan: MonthPlan): EffectivePlan => ({
  capacity: plan.monthlyCapacity === null ? null : plan.monthlyCapacity + (plan.incrementalCapacity ?? 0),
  monthly: plan.userDefinedMonthlyAllocation ?? plan.monthlyAllocation,
  monthlySoft: plan.userDefinedMonthlySoftAllocation ?? plan.monthlySoftAllocation,
  weekly: plan.weeklyAllocation,
  weeklySoft: plan.userDefinedWeeklySoftAllocation ?? plan.weeklySoftAllocation,
  daily: plan.userDefinedDailyAllocation ?? plan.dailyAllocation,
});

/** A week across two months has a cap for each part, pro rata by days, rounded up so that a small cap closes neither. */
export const weekPartCap = (cap: Units, daysOfPart: number): Units =>
  cap === null ? null : Math.ceil((cap * daysOfPart) / 7);

/** Target deliveries through the last complete day. */
export const mtdAllocationOf = (monthly: Units, daysDone: number, daysInAll: number): Units => {
  if (monthly === null) return null;
  return daysInAll === 0 ? 0 : roundHalfUp((monthly * daysDone) / daysInAll, 0);
};

/** Both for display only; `plannedDays` are the month's eligible days as planned on the 1st. */
export const dailyBomAllocationOf = (monthly: Units, plannedDays: number): Units =>
  monthly === null || plannedDays === 0 ? null : Math.ceil(monthly / plannedDays);
export const weeklyBomAllocationOf = (monthly: Units, plannedDays: number): Units =>
  monthly === null || plannedDays === 0 ? null : roundHalfUp((monthly * 7) / plannedDays, 0);

export const MAX_UNITS = 1_000_000;

export interface PlanRemark {
  code:
    | 'notWhole'
    | 'incrementBelowCapacity'
    | 'softAboveHard'
    | 'dailyLimitsMonth'
    | 'aboveCapacity'
    | 'aboveClientApproval'
    | 'belowDelivered';
  /** An error refuses the save; the others are shown only. */
  level: 'error' | 'warning' | 'info';
  message: string;
}

const remark = (code: PlanRemark['code'], level: PlanRemark['level'], message: string): PlanRemark => ({
  code,
  level,
  message,
});
const above = (value: Units, bound: Units): boolean => value !== null && bound !== null && value > bound;
const isUnits = (value: Units): boolean =>
  value === null || (Number.isInteger(value) && value >= 0 && value <= MAX_UNITS);

const errorsOf = (plan: MonthPlan, { monthly, monthlySoft }: EffectivePlan): PlanRemark[] => {
  const { incrementalCapacity, ...others } = plan;
  const increment = incrementalCapacity ?? 0;
  const remarks: PlanRemark[] = [];
  if (!Object.values(others).every(isUnits) || !isUnits(Math.abs(increment)))
    remarks.push(remark('notWhole', 'error', `Allocations must be whole numbers from 0 to ${MAX_UNITS}.`));
  if (increment < -(plan.monthlyCapacity ?? 0))
    remarks.push(
      remark('incrementBelowCapacity', 'error', 'Incremental capacity cannot take away more than the capacity.'),
    );
  if (above(monthlySoft, monthly))
    remarks.push(remark('softAboveHard', 'error', 'Monthly soft allocation must not be above the monthly allocation.'));
  return remarks;
};

/** Errors of a plan that do not depend on calendar or deliveries. */
export const planErrors = (plan: MonthPlan): PlanRemark[] => errorsOf(plan, effectivePlan(plan));

interface PlanSituation {
  eligibleDays: number;
  /** Valid leads of the month so far. */
  delivered: number;
}

/** Remarks on a plan, while editing and on save. */
export const planRemarks = (plan: MonthPlan, { eligibleDays, delivered }: PlanSituation): PlanRemark[] => {
  const effective = effectivePlan(plan);
  const { capacity, monthly, daily } = effective;
  const remarks = errorsOf(plan, effective);
  const byDays = daily === null ? null : daily * eligibleDays;
  if (above(monthly, byDays))
    remarks.push(remark('dailyLimitsMonth', 'info', `Daily cap limits the month to ${byDays}`));
  if (monthly !== null && capacity !== null && monthly > capacity)
    remarks.push(remark('aboveCapacity', 'warning', `Above partner capacity by ${monthly - capacity}`));
  if (above(monthly, plan.clientMonthlyAllocation))
    remarks.push(remark('aboveClientApproval', 'warning', 'Above client-approved volume'));
  if (above(delivered, monthly))
    remarks.push(remark('belowDelivered', 'info', `${delivered} are delivered already: the campaign stops at once`));
  return remarks;
};

import { roundHalfUp } from '../core/values/formats.ts';
import { changeByPercent, distribute } from '../core/values/distribute.ts';
import { effectivePlan, planErrors } from '../core/metrics/pacing/allocation.ts';
import { type PlanField } from '../core/metrics/pacing/plan.ts';
import { type AllocationMonth } from './editing.ts';
import { type CampaignRow } from './schema.ts';
import { planOfRow } from './totals.ts';

/** Result of a bulk change for one campaign's cell: the new value and what limited it, or why it is unchanged. */
export interface CellOutcome {
  campaignKey: number;
  before: number | null;
  /** Null if refused; `note` says why. */
  after: number | null;
  note: string | null;
}

/** The editable field that holds the month's hard cap. */
export const capField = (month: AllocationMonth): PlanField =>
  month === 'next' ? 'monthlyAllocation' : 'userDefinedMonthlyAllocation';

const DISTRIBUTE_BY = ['equal', 'allocation', 'delivery'] as const;
export type DistributeBy = (typeof DISTRIBUTE_BY)[number];

const OVER: ReadonlySet<string> = new Set(['ENDED', 'DRAFT', 'DELETED']);

interface Facts {
  /** Current value: the changed cap, else the agreed one. */
  agreed: number | null;
  capacity: number | null;
  delivered: number;
}
const factsOf = (row: CampaignRow): Facts => {
  const { monthly, capacity } = effectivePlan(planOfRow(row));
  return { agreed: monthly, capacity, delivered: row.basis.validLeads ?? 0 };
};

const refused = (row: CampaignRow, before: number | null, note: string): CellOutcome => ({
  campaignKey: row.campaignKey,
  before,
  after: null,
  note,
});

/** Reason why bulk changes skip the campaign. */
const closed = ({ subStatus, basis }: CampaignRow): string | null => {
  if (OVER.has(subStatus)) return subStatus === 'DRAFT' ? 'Draft' : 'Ended';
  return basis.isPpl ? null : 'Has a budget in dollars, not an allocation';
};

/** Limits the value to the partner's capacity and the soft target; refuses it if the plan would contradict itself. */
const fitted = (row: CampaignRow, field: PlanField, wanted: number, note: string | null): CellOutcome => {
  const { agreed, capacity } = factsOf(row);
  const isCap = field === 'userDefinedMonthlyAllocation' || field === 'monthlyAllocation';
  const before = isCap ? agreed : ((row[field] ?? null) as number | null);
  const limit = isCap && capacity !== null ? Math.max(capacity, before ?? 0) : null;
  const soft = isCap ? effectivePlan(planOfRow(row)).monthlySoft : null;
  const isAbove = limit !== null && wanted > limit;
  const isBelow = soft !== null && wanted < soft;
  const after = isAbove ? limit : isBelow ? soft : wanted;
  const limited = isAbove
    ? `Limited to the capacity of ${limit}`
    : isBelow
      ? `Not below its soft allocation of ${soft}`
      : note;
  const [error] = planErrors({ ...planOfRow(row), [field]: after });
  if (error) return refused(row, before, error.message);
  return { campaignKey: row.campaignKey, before, after, note: limited };
};

/** Changes each row's cell by the same percentage; rounding keeps the total at that percentage, to the unit. */
export const percentChanges = (rows: readonly CampaignRow[], field: PlanField, percent: number): CellOutcome[] => {
  const isCap = field === 'userDefinedMonthlyAllocation' || field === 'monthlyAllocation';
  const agreed = rows.map((row) => (isCap ? factsOf(row).agreed : ((row[field] ?? null) as number | null)));
  const reason = (row: CampaignRow, index: number): string | null => {
    if (OVER.has(row.subStatus)) return row.subStatus === 'DRAFT' ? 'Draft' : 'Ended';
    return agreed[index] === null ? 'Blank: there is nothing to change' : null;
  };
  const changed = rows.map((row, index) => (reason(row, index) === null ? index : -1)).filter((index) => index >= 0);
  const values = changeByPercent(
    changed.map((index) => agreed[index] ?? 0),
    percent,
  );
  const wanted = new Map(changed.map((index, place) => [index, values[place] ?? 0]));
  return rows.map((row, index) => {
    const value = wanted.get(index);
    return value === undefined
      ? refused(row, agreed[index] ?? null, reason(row, index) ?? '')
      : fitted(row, field, Math.max(0, value), null);
  });
};

/** Sets the cap to the month's uncapped projection, between what has been delivered and the capacity. */
export const paceChanges = (rows: readonly CampaignRow[], month: AllocationMonth): CellOutcome[] =>
  rows.map((row) => {
    const { agreed, delivered } = factsOf(row);
    const reason = closed(row);
    if (reason !== null) return refused(row, agreed, reason);
    const projected = row.basis.leadProjection;
    if (projected === null) return refused(row, agreed, 'No projection yet');
    const wanted = Math.max(delivered, roundHalfUp(projected, 0));
    if (wanted === 0) return refused(row, agreed, 'Nothing comes in: resume it, or set it by hand');
    return fitted(row, capField(month), wanted, null);
  });

/** Distributes units of a line item over these campaigns; a negative amount takes units away. */
export const distributeChanges = (
  rows: readonly CampaignRow[],
  month: AllocationMonth,
  amount: number,
  by: DistributeBy,
): { outcomes: CellOutcome[]; left: number } => {
  const facts = rows.map(factsOf);
  const reasons = rows.map((row, index) => {
    const reason = closed(row) ?? (row.subStatus === 'PAUSED' ? 'Paused' : null);
    return reason ?? (facts[index]?.agreed === null ? 'No cap: there is nothing to add to' : null);
  });
  const open = rows.map((_, index) => index).filter((index) => reasons[index] === null);
  const { parts, left } = distribute(
    amount,
    open.map((index) => {
      const { agreed, capacity, delivered } = facts[index] ?? { agreed: 0, capacity: null, delivered: 0 };
      return {
        weight: by === 'equal' ? 1 : by === 'allocation' ? (agreed ?? 0) : delivered,
        most: capacity === null ? null : Math.max(0, capacity - (agreed ?? 0)),
        least: Math.max(0, (agreed ?? 0) - delivered),
      };
    }),
  );
  const partOf = new Map(open.map((index, place) => [index, parts[place] ?? 0]));
  const outcomes = rows.map((row, index) => {
    const agreed = facts[index]?.agreed ?? null;
    const part = partOf.get(index);
    return part === undefined
      ? refused(row, agreed, reasons[index] ?? '')
      : fitted(row, capField(month), (agreed ?? 0) + part, part === 0 ? 'No room' : null);
  });
  return { outcomes, left };
};

/** Remainder of a line item after its campaigns' allocations, in inquiries and dollars; null if it has no such goal. */
export interface GoalRoom {
  inquiries: number | null;
  dollars: number | null;
}

const numberAt = (row: Readonly<Record<string, unknown>>, key: string): number | null =>
  typeof row[key] === 'number' ? row[key] : null;

export const roomOf = (goal: Readonly<Record<string, unknown>>, campaigns: readonly CampaignRow[]): GoalRoom => {
  const wanted = numberAt(goal, 'revisedInquiriesGoal') ?? numberAt(goal, 'inquiryGoal');
  const budget = numberAt(goal, 'budget');
  let [sum, planned] = [0, 0];
  for (const row of campaigns) {
    sum += factsOf(row).agreed ?? 0;
    planned += numberAt(row, 'budget') ?? 0;
  }
  return { inquiries: wanted === null ? null : wanted - sum, dollars: budget === null ? null : budget - planned };
};

/** The room in inquiries: what the goal asks for, limited by what the budget buys at these prices. */
export const unitsOfRoom = ({ inquiries, dollars }: GoalRoom, rows: readonly CampaignRow[]): number => {
  const prices = rows.flatMap(({ basis }) => (basis.isPpl && basis.price ? [basis.price] : []));
  const price = prices.length > 0 ? prices.reduce((sum, one) => sum + one, 0) / prices.length : null;
  const paid = dollars === null || price === null ? null : Math.floor(dollars / price);
  if (inquiries === null) return paid ?? 0;
  return paid === null ? inquiries : Math.min(inquiries, paid);
};

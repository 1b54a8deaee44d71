import { MAX_UNITS } from '../core/metrics/pacing/allocation.ts';
import { PLAN_FIELDS } from '../core/metrics/pacing/plan.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

export const ALLOCATION_MONTHS = ['current', 'next'] as const;
export type AllocationMonth = (typeof ALLOCATION_MONTHS)[number];

const PRICE_FIELDS = ['clientBidPrice', 'aggregatorBidPrice'] as const;
export const EDIT_FIELDS = [...PLAN_FIELDS, ...PRICE_FIELDS, 'requestedAllocation'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];
export type EditField = (typeof EDIT_FIELDS)[number];

export const isPriceField = (field: string): field is PriceField => (PRICE_FIELDS as readonly string[]).includes(field);
export const isEditField = (field: string): field is EditField => (EDIT_FIELDS as readonly string[]).includes(field);

/**
 * Who may change which columns of which month, on the screen and by file alike. A partner states what it can deliver and
 * asks for an allocation; what it asks for becomes one only when the agency accepts it.
 */
const EDITABLE: Record<UserGroup, Record<AllocationMonth, readonly EditField[]>> = {
  ag: {
    current: [
      'incrementalCapacity',
      'weeklySoftAllocation',
      'clientMonthlyAllocation',
      'userDefinedMonthlyAllocation',
      'userDefinedMonthlySoftAllocation',
      'userDefinedWeeklySoftAllocation',
      'userDefinedDailyAllocation',
      'monthlyCapacity',
    ],
    next: [
      'monthlyCapacity',
      'monthlyAllocation',
      'clientMonthlyAllocation',
      'monthlySoftAllocation',
      'clientBidPrice',
      'aggregatorBidPrice',
    ],
  },
  cl: { current: [], next: ['monthlyCapacity', 'monthlyAllocation', 'monthlySoftAllocation'] },
  mp: { current: ['incrementalCapacity', 'requestedAllocation'], next: ['monthlyCapacity', 'requestedAllocation'] },
};

export const editableFields = (group: UserGroup, month: AllocationMonth): readonly EditField[] =>
  EDITABLE[group][month];

export const MAX_PRICE = 9999.99;

/** What is wrong with one value, in words, or null. Blank is allowed everywhere: no cap, or no change of the price. */
export const fieldProblem = (field: EditField, value: number | null): string | null => {
  if (value === null) return null;
  if (isPriceField(field)) {
    const cents = Math.round(value * 100);
    const exact = Number.isFinite(value) && Math.abs(value * 100 - cents) < 1e-6;
    return exact && value >= 0 && value <= MAX_PRICE ? null : 'must be between 0 and 9999.99, with two decimals.';
  }
  const lowest = field === 'incrementalCapacity' ? -MAX_UNITS : 0;
  const fits = Number.isInteger(value) && value >= lowest && value <= MAX_UNITS;
  if (fits) return null;
  return field === 'incrementalCapacity' ? 'must be a whole number.' : 'must be a whole number 0 or more.';
};

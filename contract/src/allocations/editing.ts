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
 * Columns that each group may edit by month, on the screen and in files. A partner states its capacity and requests an allocation; the
 * request takes effect only when the agency accepts it.
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

/** The field that applies while an adjusted field is empty: the sheet shows its value, and `+10%` is computed from it. */
export const AGREED_FIELDS: Readonly<Record<string, string>> = {
  userDefinedMonthlyAllocation: 'monthlyAllocation',
  userDefinedMonthlySoftAllocation: 'monthlySoftAllocation',
  userDefinedWeeklySoftAllocation: 'weeklySoftAllocation',
  userDefinedDailyAllocation: 'dailyAllocation',
};

/** What applies in a row while this field is empty; null if nothing does. */
export const agreedValue = (row: Readonly<Record<string, unknown>>, field: string): number | null => {
  const value = row[AGREED_FIELDS[field] ?? ''];
  return typeof value === 'number' ? value : null;
};

export const MAX_PRICE = 9999.99;

/** The problem with a value, in words, or null. Blank is always valid: no cap, or no price change. */
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

/** Target fields of a line item's month, by their names in the tables. */
export const TARGET_FIELDS = [
  'monthlyDollarCap',
  'revisedSpendGoal',
  'inquiryGoal',
  'revisedInquiriesGoal',
  'cplGoal',
] as const;
export type TargetField = (typeof TARGET_FIELDS)[number];
export type Targets = Record<TargetField, number | null>;

export const NO_TARGETS: Targets = {
  monthlyDollarCap: null,
  revisedSpendGoal: null,
  inquiryGoal: null,
  revisedInquiriesGoal: null,
  cplGoal: null,
};

export const TARGET_LABELS: Readonly<Record<TargetField, string>> = {
  monthlyDollarCap: 'Spend Goal',
  revisedSpendGoal: 'Revised Spend Goal',
  inquiryGoal: 'Inquiry Goal',
  revisedInquiriesGoal: 'Revised Inquiry Goal',
  cplGoal: 'CPL Goal',
};

export const MAX_DOLLARS = 99_999_999.99;
export const MAX_INQUIRIES = 1_000_000;

export const isCountTarget = (field: TargetField): boolean =>
  field === 'inquiryGoal' || field === 'revisedInquiriesGoal';

/** Whether it has at most two decimals; the number itself is checked, without rounding. */
export const isMoney = (value: number): boolean =>
  Number.isFinite(value) &&
  value >= 0 &&
  value <= MAX_DOLLARS &&
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** Digits, a point, and commas as thousands separators. */
const AMOUNT = /^\$?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** Parses typed text: null if empty, undefined if not a number. */
export const parseAmount = (text: string): number | null | undefined => {
  const typed = text.trim();
  if (typed === '') return null;
  return AMOUNT.test(typed) ? Number(typed.replaceAll(/[$,]/g, '')) : undefined;
};

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 20 });

/** An amount for an input: cents only if there are any. */
export const amountText = (value: number | null): string =>
  value === null ? '' : (Number.isInteger(value) ? WHOLE : CENTS).format(value);

/** The problem with one value, as words that follow the field's name, or null. Blank means no target. */
export const targetProblem = (field: TargetField, value: number | null): string | null => {
  if (value === null) return null;
  if (isCountTarget(field))
    return Number.isInteger(value) && value >= 0 && value <= MAX_INQUIRIES
      ? null
      : 'must be a whole number from 0 to 1,000,000.';
  return isMoney(value) ? null : 'must be between 0 and 99,999,999.99, with at most two decimals.';
};

/** The effective targets of a month: the revised value if there is one. */
export const effectiveTargets = (targets: Targets): { spend: number | null; inquiries: number | null } => ({
  spend: targets.revisedSpendGoal ?? targets.monthlyDollarCap,
  inquiries: targets.revisedInquiriesGoal ?? targets.inquiryGoal,
});

/** Cost per inquiry implied by a month's targets; null if one is missing or there are no inquiries. */
export const impliedCpl = (targets: Targets): number | null => {
  const { spend, inquiries } = effectiveTargets(targets);
  return spend === null || inquiries === null || inquiries === 0 ? null : spend / inquiries;
};

import {
  isCountTarget,
  NO_TARGETS,
  TARGET_FIELDS,
  type TargetField,
  targetProblem,
  type Targets,
} from '@paceline/contract';

/** A month's targets as they are typed. */
export type TargetTexts = Record<TargetField, string>;
export const NO_TEXTS: TargetTexts = {
  monthlyDollarCap: '',
  revisedSpendGoal: '',
  inquiryGoal: '',
  revisedInquiriesGoal: '',
  cplGoal: '',
};

/** Digits, a point, and commas where thousands have them. Anything else is no number, and none is made of it. */
const AMOUNT = /^\$?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;

/** What a box says: null for nothing, undefined for what is no number. */
export const parseAmount = (text: string): number | null | undefined => {
  const typed = text.trim();
  if (typed === '') return null;
  return AMOUNT.test(typed) ? Number(typed.replaceAll(/[$,]/g, '')) : undefined;
};

const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 20 });

/** The number as a box shows it: dollars with cents only where there are any. */
export const amountText = (field: TargetField | 'cpeGoal', value: number | null): string => {
  if (value === null) return '';
  if (field !== 'cpeGoal' && isCountTarget(field)) return COUNT.format(value);
  return (Number.isInteger(value) ? WHOLE_DOLLARS : CENTS).format(value);
};

/** What was typed in the way that boxes show it; what is no number stays as it is. */
export const tidyAmount = (field: TargetField | 'cpeGoal', text: string): string => {
  const value = parseAmount(text);
  return value === undefined ? text : amountText(field, value);
};

export const amountProblem = (field: TargetField, text: string): string | null => {
  const value = parseAmount(text);
  if (value === undefined) return 'Enter a number.';
  const problem = targetProblem(field, value);
  return problem === null
    ? null
    : `Enter ${isCountTarget(field) ? 'a whole number from 0 to 1,000,000' : 'dollars from 0 to 99,999,999.99, with at most two decimals'}.`;
};

export const textsOf = (targets: Targets): TargetTexts =>
  Object.fromEntries(TARGET_FIELDS.map((field) => [field, amountText(field, targets[field])])) as TargetTexts;

/** The numbers of a month as far as they are numbers: for what is reckoned while somebody types. */
export const targetsOf = (texts: Partial<TargetTexts> | undefined): Targets => ({
  ...NO_TARGETS,
  ...Object.fromEntries(TARGET_FIELDS.map((field) => [field, parseAmount(texts?.[field] ?? '') ?? null])),
});

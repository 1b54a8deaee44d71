import {
  amountText,
  isCountTarget,
  NO_TARGETS,
  parseAmount,
  TARGET_FIELDS,
  type TargetField,
  targetProblem,
  type Targets,
} from '@paceline/contract';

/** A month's targets as typed. */
export type TargetTexts = Record<TargetField, string>;
export const NO_TEXTS: TargetTexts = {
  monthlyDollarCap: '',
  revisedSpendGoal: '',
  inquiryGoal: '',
  revisedInquiriesGoal: '',
  cplGoal: '',
};

/** Formats typed amounts; text that is no number stays. */
export const tidyAmount = (text: string): string => {
  const value = parseAmount(text);
  return value === undefined ? text : amountText(value);
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
  Object.fromEntries(TARGET_FIELDS.map((field) => [field, amountText(targets[field])])) as TargetTexts;

/** A month's numbers where valid, for calculations while typing. */
export const targetsOf = (texts: Partial<TargetTexts> | undefined): Targets => ({
  ...NO_TARGETS,
  ...Object.fromEntries(TARGET_FIELDS.map((field) => [field, parseAmount(texts?.[field] ?? '') ?? null])),
});

import { type ReportQuestion } from './question.ts';

/** Defaults are left out of the address. */
const isDefault = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** A question as Media Analysis has it in its address. */
export const writtenQuestion = (question: ReportQuestion): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(question).filter(([name, value]) => !isDefault(value) && !(name === 'chart' && value === 'table')),
    ),
  );

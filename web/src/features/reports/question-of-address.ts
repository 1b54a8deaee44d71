import { type ReportQuestion, reportQuestionSchema } from '@paceline/contract';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The question in the address; null if there is none, `broken` if it is invalid. */
export const questionOfAddress = (text: string | undefined): ReportQuestion | 'broken' | null => {
  if (text === undefined) return null;
  return reportQuestionSchema.safeParse(parsed(text)).data ?? 'broken';
};

import { type ReportQuestion, reportQuestionSchema } from '@paceline/contract';
import { textParam } from '../../lib/search-params.ts';

/** What the address says: the question whole, and whether cells are shaded. */
export interface QuestionSearch {
  question?: string | undefined;
  shade?: string | undefined;
}

export const readQuestionSearch = (search: Record<string, unknown>): QuestionSearch => ({
  question: textParam(search['question']),
  shade: textParam(search['shade']),
});

/** What a question has unless it says otherwise stands in no address. */
const isUsual = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

export const writtenQuestion = (question: ReportQuestion): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(question).filter(([name, value]) => !isUsual(value) && !(name === 'chart' && value === 'table')),
    ),
  );

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The question of an address; null where it says none, `broken` where it says something else. */
export const questionOfAddress = (text: string | undefined): ReportQuestion | 'broken' | null => {
  if (text === undefined) return null;
  return reportQuestionSchema.safeParse(parsed(text)).data ?? 'broken';
};

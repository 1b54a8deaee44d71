import { type ReportQuestion, reportQuestionSchema } from '@paceline/contract';
import { keyParam, textParam } from '../../lib/address/search-params.ts';

/** What the address says: the question whole, or the saved view that has it, and whether cells are shaded. */
interface QuestionSearch {
  question?: string | undefined;
  shade?: string | undefined;
  view?: number | undefined;
}

export const readQuestionSearch = (search: Record<string, unknown>): QuestionSearch => ({
  question: textParam(search['question']),
  shade: textParam(search['shade']),
  view: keyParam(search['view']),
});

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

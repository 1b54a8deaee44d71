import { type ReportQuestion, reportQuestionSchema } from '@paceline/contract';
import { keyParam, textParam } from '../../lib/address/search-params.ts';

/** The page's parameters in the address: the whole question, or the saved view with it, and cell shading. */
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

/** The question in the address; null if there is none, `broken` if it is invalid. */
export const questionOfAddress = (text: string | undefined): ReportQuestion | 'broken' | null => {
  if (text === undefined) return null;
  return reportQuestionSchema.safeParse(parsed(text)).data ?? 'broken';
};

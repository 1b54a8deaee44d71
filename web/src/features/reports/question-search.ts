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

import { choiceParam } from '../../../lib/address/search-params.ts';
import { type Step, STEPS } from './steps/steps.ts';

/** The open step in the address. */
export interface EditorSearch {
  step?: Step | undefined;
}

export const readEditorSearch = (search: Record<string, unknown>): EditorSearch => ({
  step: choiceParam(search['step'], STEPS),
});

import { WIZARD_STEPS, type WizardStep } from '@paceline/contract';
import { keyParam } from '../../lib/address/search-params.ts';

/** The open draft and step. */
export interface WizardSearch {
  draft?: number | undefined;
  step?: WizardStep | undefined;
}

export const readWizardSearch = (search: Record<string, unknown>): WizardSearch => ({
  draft: keyParam(search['draft']),
  step: WIZARD_STEPS.find((step) => step === search['step']),
});

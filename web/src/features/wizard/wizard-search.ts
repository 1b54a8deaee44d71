import { WIZARD_STEPS, type WizardStep } from '@paceline/contract';
import { keyParam } from '../../lib/address/search-params.ts';

/** The open draft and step. */
export interface WizardSearch {
  draft?: number | undefined;
  step?: WizardStep | undefined;
  /** Starts a new client at once where none is under way. */
  begin?: 1 | undefined;
}

export const readWizardSearch = (search: Record<string, unknown>): WizardSearch => ({
  draft: keyParam(search['draft']),
  begin: keyParam(search['begin']) === 1 ? 1 : undefined,
  step: WIZARD_STEPS.find((step) => step === search['step']),
});

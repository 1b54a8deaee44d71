import {
  brandsSave,
  campaignReadiness,
  ownerClientSave,
  ownerDraftChoices,
  ownerDraftDiscard,
  ownerDraftFinish,
  ownerDraftGet,
  ownerDraftList,
  ownerDraftSave,
  ownerPpcVendorSave,
  ownerReadiness,
  ownerSave,
  verticalList,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type WizardDeps } from './caller.ts';
import { discardDraft, finishDraft, readChoices, readDraft, readDrafts, saveDraft } from './drafts/drafts.service.ts';
import { readLeadNeeds, readReadiness } from './readiness/readiness.service.ts';
import { readVerticals, saveBrands, saveClients, saveOwner, saveVendors } from './records/records.service.ts';

export const wizardRoutes = (register: Register, deps: WizardDeps): void => {
  register(verticalList, ({ scope }) => readVerticals(deps, scope));
  register(ownerSave, ({ body, ...caller }) => saveOwner(deps, caller, body));
  register(brandsSave, ({ body, ...caller }) => saveBrands(deps, caller, body));
  register(ownerClientSave, ({ body, ownerKey, ...caller }) => saveClients(deps, caller, ownerKey, body));
  register(ownerPpcVendorSave, ({ body, ...caller }) => saveVendors(deps, caller, body));
  register(ownerDraftList, ({ scope }) => readDrafts(deps, scope));
  register(ownerDraftGet, ({ scope, params }) => readDraft(deps, scope, params.key));
  register(ownerDraftChoices, ({ scope }) => readChoices(deps, scope));
  register(ownerDraftSave, ({ body, ...caller }) => saveDraft(deps, caller, body));
  register(ownerDraftDiscard, ({ body, ...caller }) => discardDraft(deps, caller, body));
  register(ownerDraftFinish, ({ body, ...caller }) => finishDraft(deps, caller, body));
  register(campaignReadiness, ({ scope, ownerKey, params }) =>
    readLeadNeeds(deps, scope, { ownerKey, campaignKey: params.key }),
  );
  register(ownerReadiness, ({ scope, ownerKey }) => readReadiness(deps, scope, ownerKey));
};

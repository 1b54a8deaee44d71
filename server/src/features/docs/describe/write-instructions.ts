import {
  CAMPAIGN_STATUSES,
  type InstructionSample,
  type InstructionSection,
  type PostingInstructions,
} from '@paceline/contract';
import { samplePost } from '../../../shared/intake/sample-post.ts';
import { campaignCck, type Describing } from './describing.ts';
import { referenceSections } from './reference-sections.ts';
import { ruleSections } from './rule-sections.ts';
import { samplesOf } from './samples.ts';

/** The instructions, the same for the screen, the PDF and the public page. */
export interface Written extends Omit<
  PostingInstructions,
  'lastReadAt' | 'changes' | 'version' | 'sections' | 'samples'
> {
  /** The sections that follow from the campaign's rules. */
  rules: InstructionSection[];
  reference: InstructionSection[];
  samples: InstructionSample[];
}

export const writeInstructions = (describing: Describing): Written => {
  const { rules, lookups, ownerName, partnerName, now, publicUrl } = describing;
  const { campaign, client, owner } = rules;
  const postUrl = `${publicUrl}/lead/v1/post`;
  return {
    campaignKey: campaign.campaignKey,
    campaignName: campaign.name,
    campaignCode: campaign.code,
    clientName: client.name,
    ownerName,
    partnerName: describing.reader === 'cl' ? '' : partnerName,
    status: CAMPAIGN_STATUSES[lookups.status.subStatus].label,
    madeAt: now.toISOString(),
    zone: owner.zone,
    postUrl,
    precheckUrl: `${publicUrl}/lead/v1/precheck`,
    rules: ruleSections(describing),
    reference: referenceSections(describing),
    samples: samplesOf({ url: postUrl, post: { cck: campaignCck(rules), ...samplePost(rules) } }),
  };
};

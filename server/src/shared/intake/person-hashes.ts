import { blindIndex, normaliseEmail, normaliseNameZip, normalisePhone } from '../../lib/secrets/seal.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { type DedupPlace, dedupPlaceAmong } from './dedup.rules.ts';
import { type LeadFields } from './lead-fields.ts';
import { findProgram } from './placement.rules.ts';

/** Hashes that identify a person; null where the lead lacks the value. */
export interface PersonHashes {
  email: Buffer | null;
  phone: Buffer | null;
  nameZip: Buffer | null;
}

type Named = Pick<LeadFields, 'firstName' | 'lastName' | 'email' | 'phone' | 'zip'>;

export const hashPerson = (secret: Buffer, ownerKey: number, lead: Named): PersonHashes => ({
  email: lead.email === null ? null : blindIndex(secret, ownerKey, 'email', normaliseEmail(lead.email)),
  phone: blindIndex(secret, ownerKey, 'phone', normalisePhone(lead.phone)),
  nameZip:
    lead.zip === null
      ? null
      : blindIndex(secret, ownerKey, 'nameZip', normaliseNameZip(lead.firstName, lead.lastName, lead.zip)),
});

export const dedupPlaceOf = (
  rules: CampaignRules,
  lead: Pick<LeadFields, 'programCode' | 'campusCode'>,
): DedupPlace => {
  const { owner, client, campaign, criteria } = rules;
  const program = findProgram(rules, lead);
  const keys = {
    OWNER: owner.ownerKey,
    BRAND: client.brandKey,
    CLIENT: client.clientKey,
    CAMPUS: program?.campusKey,
    PROGRAM: program?.programKey,
    PARTNER: campaign.partnerKey,
    CAMPAIGN: campaign.campaignKey,
  };
  return dedupPlaceAmong(keys, criteria.dedup.scope);
};

/** Number of days to look back; 0 where duplicates are not checked. */
export const dedupDaysOf = ({ owner, criteria }: CampaignRules): number =>
  criteria.dedup.periodInDays ?? owner.dedupDays;

/** The hashes that the client compares by. */
export const comparedHashes = ({ criteria }: CampaignRules, { email, phone, nameZip }: PersonHashes): PersonHashes => {
  const { match } = criteria.dedup;
  return {
    email: match === 'PHONE' ? null : email,
    phone: match === 'EMAIL' ? null : phone,
    nameZip: match === 'EMAIL_OR_PHONE_OR_NAME_ZIP' ? nameZip : null,
  };
};

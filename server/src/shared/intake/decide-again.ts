import { type Tx } from '../../db/scope/tx.ts';
import { openPerson } from '../../lib/secrets/seal.ts';
import { type CampaignRules } from './campaign-rules.ts';
import { type Decision, type EarlierLead, type Lookups } from './check.ts';
import { decide } from './decide.ts';
import { type Held } from './hold.queries.ts';
import { type LeadFields } from './lead-fields.ts';
import { intakeClock, lookUp, type Question } from './lookups.queries.ts';
import { comparedHashes, hashPerson } from './person-hashes.ts';
import { type LoadedRules } from './rules-cache.ts';
import { suppressionHashes } from './suppression.ts';

/** A stored lead with what its checks need. */
export interface StoredPost {
  ownerKey: number;
  leadKey: number;
  campaignKey: number;
  createdAt: Date;
  sealed: Buffer | null;
  consentText: string | null;
}

/** A stored lead and its campaign's rules of now. */
export interface Reopened {
  leadKey: number;
  createdAt: Date;
  rules: CampaignRules;
  question: Question;
}

/** The lead as posted, from its sealed data and its consent; null if they are erased, or were never stored whole. */
const leadOf = (secret: Buffer, { ownerKey, leadKey, sealed, consentText }: StoredPost): LeadFields | null => {
  if (sealed === null) return null;
  const { post, ...person } = openPerson(secret, { ownerKey, leadKey }, sealed);
  if (post === undefined) return null;
  const rest = post as unknown as Omit<LeadFields, keyof typeof person | 'tcpaText'>;
  return {
    ...rest,
    ...person,
    email: person.email === '' ? null : person.email,
    addressLine1: person.addressLine1 ?? null,
    addressLine2: person.addressLine2 ?? null,
    city: person.city ?? null,
    leadCreatedDate: new Date(rest.leadCreatedDate),
    tcpaText: consentText ?? '',
  };
};

export const reopen = (
  secret: Buffer,
  stored: StoredPost,
  { rules, status }: Pick<LoadedRules, 'rules' | 'status'>,
  now: Date,
): Reopened | null => {
  const lead = leadOf(secret, stored);
  if (lead === null) return null;
  const { ownerKey, leadKey, createdAt } = stored;
  const hashes = hashPerson(secret, ownerKey, lead);
  const suppressed = suppressionHashes(secret, ownerKey, lead);
  return { leadKey, createdAt, rules, question: { rules, status, lead, now, hashes, suppressed } };
};

/** What a decision about the lead has to hold, so that no post takes it too. */
export const holdsOf = ({ question: { rules, status, hashes, now } }: Reopened): Held => {
  const { email, phone, nameZip } = comparedHashes(rules, hashes);
  return {
    ownerKey: rules.owner.ownerKey,
    campaignKey: rules.campaign.campaignKey,
    month: intakeClock(rules, now).month,
    goalKey: status.goal?.hardCap === true ? rules.campaign.goalKey : null,
    post: null,
    person: [email, phone, nameZip].filter((hash) => hash !== null),
  };
};

interface DecidedAgain {
  decision: Decision;
  earlier: EarlierLead | null;
  verified: Lookups['verified'];
}

/** Runs all checks on a stored lead by the rules of now. Verification services are not asked again. */
export const decideAgain = async (tx: Tx, { leadKey, createdAt, rules, question }: Reopened): Promise<DecidedAgain> => {
  const { lead, now } = question;
  const lookups = await lookUp(tx, question);
  // Where all leads are compared it finds itself, if there is no earlier one.
  const earlier = lookups.earlier?.leadKey === leadKey ? null : lookups.earlier;
  const decision = decide({
    lead,
    rules,
    lookups: { ...lookups, earlier },
    now,
    receivedAt: createdAt,
    skips: new Set<never>(),
  });
  return { decision, earlier, verified: lookups.verified };
};

import { type LeadAnswer } from '@paceline/contract';
import { keyIdOf, type Person, sealPerson } from '../../lib/secrets/seal.ts';
import { type CampaignRules, type RuleProgram, type RuleSource } from '../../shared/intake/campaign-rules.ts';
import { type Decision, type Lookups } from '../../shared/intake/check.ts';
import { plainText } from '../../shared/intake/checks/check-results.ts';
import { type LeadFields } from '../../shared/intake/lead-fields.ts';
import { comparedHashes, dedupPlaceOf, type PersonHashes } from '../../shared/intake/person-hashes.ts';
import { type LeadPrice } from '../../shared/intake/price.rules.ts';
import { checksToStore } from '../../shared/intake/stored-checks.ts';
import { type PostIdentity } from './post-identity.ts';
import { type NewLead } from './store.queries.ts';

interface DecidedPost {
  ownerKey: number;
  leadKey: number;
  publicId: string;
  at: Date;
  today: string;
  lead: LeadFields;
  rules: CampaignRules;
  decision: Decision;
  lookups: Pick<Lookups, 'earlier' | 'isClickKnown' | 'verified'>;
  hashes: PersonHashes;
  prices: LeadPrice;
  program: RuleProgram | null;
  source: Pick<RuleSource, 'publisherSourceKey'> | null;
  changedBy: number | null;
  tryAgainAt: Date | null;
  identity: PostIdentity;
  answer: LeadAnswer;
}

/** Partners put personal data into page addresses: the page is stored in the clear without its query. */
const pageOf = (url: string): string => {
  const page = new URL(url);
  return `${page.origin}${page.pathname}`;
};

/** Everything posted except the consent, which has a row of its own that outlives the personal data. */
const personOf = ({ tcpaText: _, ...lead }: LeadFields): Person => {
  const { firstName, lastName, email, phone, addressLine1, addressLine2, city, ...post } = lead;
  return {
    firstName,
    lastName,
    email: email ?? '',
    phone,
    ...(addressLine1 !== null && { addressLine1 }),
    ...(addressLine2 !== null && { addressLine2 }),
    ...(city !== null && { city }),
    post,
  };
};

const disclosureOf = ({ criteria }: CampaignRules, text: string): string | null => {
  const { disclosures } = criteria.consent;
  if (disclosures.length === 0) return null;
  const plain = plainText(text);
  return disclosures.find((one) => plainText(one.text) === plain)?.name ?? null;
};

const consentOf = (lead: LeadFields, rules: CampaignRules): NewLead['consent'] =>
  lead.tcpaConsent
    ? {
        text: lead.tcpaText,
        pageUrl: pageOf(lead.landingPageUrl),
        givenAt: lead.leadCreatedDate,
        ip: lead.ipAddress,
        userAgent: lead.userAgent,
        dialerOptIn: lead.dialerOptIn,
        textOptIn: lead.textOptIn,
        certificate: lead.trustedFormCertUrl ?? lead.jornayaLeadId,
        disclosure: disclosureOf(rules, lead.tcpaText),
      }
    : null;

/** A reservation blocks later duplicates: accepted and held leads make one, refused ones and tests do not. */
const reservationOf = ({ rules, lead, decision, hashes }: DecidedPost): NewLead['reservation'] => {
  const { scope, key } = dedupPlaceOf(rules, lead);
  const { email, phone, nameZip } = comparedHashes(rules, hashes);
  const counts = decision.status === 'VAL' || decision.status === 'HLD';
  return {
    scope: `${scope}:${key}`,
    hashes: counts ? [email, phone, nameZip].filter((hash) => hash !== null) : [],
  };
};

/** A decided post as rows, with personal data sealed. */
export const newLead = (secret: Buffer, post: DecidedPost): NewLead => {
  const { lead, rules, decision, hashes, program, source, lookups, ownerKey, leadKey } = post;
  const { earlier } = lookups;
  const sealed = sealPerson(secret, { ownerKey, leadKey }, personOf(lead));
  const isDuplicate = decision.status === 'DUP' && earlier !== null && earlier.leadKey > 0;
  return {
    ownerKey,
    capturedDate: post.today,
    leadKey,
    publicId: post.publicId,
    at: post.at,
    rules,
    sourceKey: source?.publisherSourceKey ?? null,
    subSource: lead.subSources.find((sub) => sub !== '') ?? null,
    programKey: program?.programKey ?? null,
    campusKey: program?.campusKey ?? null,
    status: decision.status,
    reasons: [...new Set(decision.reasons.map(({ code }) => code))],
    flags: [...new Set(decision.flags.map(({ code }) => code))],
    leadSourceType: lead.leadSourceType,
    device: lead.deviceType,
    state: lead.state,
    zip: lead.zip,
    age: lead.age,
    education: lead.highestEducationLevel,
    gradYear: lead.hsGradYear,
    degree: lead.degreeLevel,
    area: lead.areaOfInterest,
    militaryStatus: lead.militaryStatus,
    militaryBranch: lead.militaryBranch,
    startTimeframe: lead.startTimeframe,
    prices: post.prices,
    unpaid: decision.unpaid,
    transactionId: lead.transactionId,
    clickId: lookups.isClickKnown === true ? lead.clickId : null,
    duplicateOf: isDuplicate ? earlier.leadKey : null,
    person: { keyId: keyIdOf(sealed), sealed, ...hashes },
    consent: consentOf(lead, rules),
    changedBy: post.changedBy,
    checks: checksToStore(decision, lookups.verified),
    reservation: reservationOf(post),
    tryAgainAt: post.tryAgainAt,
    identity: post.identity,
    answer: post.answer,
  };
};

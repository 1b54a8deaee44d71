import { type ClientCriteria, type CriteriaParameter, isGoodLead, type LeadReason } from '@paceline/contract';
import { type Person } from '../../../lib/secrets/seal.ts';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import { type Check, type CheckInput, type CheckResult, type EarlierLead } from '../../../shared/intake/check.ts';
import { certificate } from '../../../shared/intake/checks/certificate.ts';
import { consent } from '../../../shared/intake/checks/consent.ts';
import { dedup } from '../../../shared/intake/checks/dedup.ts';
import { eligibility } from '../../../shared/intake/checks/eligibility.ts';
import { hours } from '../../../shared/intake/checks/hours.ts';
import { readPost } from '../../../shared/intake/read-post.ts';
import { type PastLead } from './past-leads.queries.ts';
import { changedParameters, pastFields, type PastPost, pastTexts } from './replay-lead.ts';

/** One reason to refuse a lead. */
interface Failure {
  /** Identifies a refusal: by its rule, not its wording. */
  id: string;
  code: LeadReason;
  rule: string;
}

/** The reasons that come from a client's criteria. Others cannot be changed by the client, or cannot be checked again. */
const BY_CRITERIA: ReadonlySet<string> = new Set<LeadReason>([
  'REQ_MISSING',
  'VAL_NOT_ALLOWED',
  'FMT_EMAIL',
  'FMT_PHONE',
  'FMT_ZIP',
  'AGE_UNDER_MIN',
  'EDU_LEVEL',
  'GRAD_YEAR',
  'GEO_NOT_ALLOWED',
  'CONSENT_MISSING',
  'CERT_MISSING',
  'DISCLOSURE_MISMATCH',
  'DUP_EMAIL',
  'DUP_PHONE',
  'DUP_NAME_ADDR',
  'DAY_PART',
]);

const DUPLICATE_WORDS: Partial<Record<LeadReason, string>> = {
  DUP_EMAIL: 'Duplicate by email',
  DUP_PHONE: 'Duplicate by phone',
  DUP_NAME_ADDR: 'Duplicate by name and ZIP',
};

/** The sections of the criteria that each check reads: where both criteria have the same sections, the results are the same. */
const CHECKED: readonly { check: Check; sections: readonly (keyof ClientCriteria)[] }[] = [
  { check: hours, sections: ['hours'] },
  { check: eligibility, sections: ['eligibility'] },
  { check: consent, sections: ['consent'] },
  { check: certificate, sections: ['consent'] },
];

const failuresIn = (check: Check, result: CheckResult): Failure[] =>
  // A held lead is not lost: it is released when the office opens.
  result.outcome !== 'failed' || result.status === 'HLD'
    ? []
    : result.reasons.map(({ code, field, message }) => ({
        id: `${check.id}:${code}:${field ?? ''}`,
        code,
        rule: message,
      }));

export interface Turned {
  to: 'lost' | 'gained';
  /** The new rule that refuses it, or the old one that did. */
  rule: string;
}

export interface Sides {
  before: CampaignRules;
  after: CampaignRules;
}

/** The checks run here do not look at the campaign's status, its counters or answers of outside systems. */
const LOOKUPS = {
  status: { subStatus: 'LIVE' as const, statusReasons: [], nextChangeAt: null },
  counters: [],
  verified: new Map(),
};

/** The results of old and new criteria for the same stored lead, and whether they differ in accepting it. */
export const replayDecisions = (before: ClientCriteria, after: ClientCriteria) => {
  const parameters = changedParameters(before, after);
  const same = (section: keyof ClientCriteria) => JSON.stringify(before[section]) === JSON.stringify(after[section]);
  const changed = CHECKED.filter(({ sections }) => !sections.every(same));
  // Consent texts repeat from lead to lead, and comparing them takes most of the time.
  const consents = new Map<string, CheckResult>();
  const consentOf = (side: keyof Sides, input: CheckInput): CheckResult => {
    const { disclosures } = input.rules.criteria.consent;
    const day = disclosures.length === 0 ? '' : input.lead.leadCreatedDate.toISOString().slice(0, 13);
    const key = `${side} ${day} ${input.lead.tcpaConsent} ${input.lead.tcpaText}`;
    let result = consents.get(key);
    if (result === undefined) {
      if (consents.size > 5_000) consents.clear();
      consents.set(key, (result = consent.run(input)));
    }
    return result;
  };

  const fieldFailures = (lead: PastLead, person: Person | null, post: PastPost, rules: CampaignRules): Failure[] => {
    if (parameters.length === 0) return [];
    const { texts, unknown } = pastTexts(lead, person, post, parameters);
    const read = readPost(texts, rules, lead.createdAt);
    const names: ReadonlySet<string> = new Set<CriteriaParameter>(parameters);
    return ('errors' in read ? read.errors : [])
      .filter(({ field }) => field !== null && names.has(field) && !unknown.has(field))
      .map(({ code, field, message }) => ({ id: `field:${code}:${field ?? ''}`, code, rule: message }));
  };

  const failuresOf = (
    side: keyof Sides,
    checks: typeof CHECKED,
    input: CheckInput,
    { lead, person, post }: { lead: PastLead; person: Person | null; post: PastPost },
  ): Failure[] => {
    const failures = fieldFailures(lead, person, post, input.rules);
    for (const { check } of checks) {
      if (check === certificate && post === null && input.rules.criteria.consent.certificate === 'BOTH') continue;
      const result = check === consent ? consentOf(side, input) : check.run(input);
      failures.push(...failuresIn(check, result));
    }
    const [duplicate] = failuresIn(dedup, dedup.run(input));
    if (duplicate !== undefined)
      failures.push({ ...duplicate, id: 'dedup', rule: DUPLICATE_WORDS[duplicate.code] ?? duplicate.rule });
    return failures;
  };

  const isReproduced = (reason: string, failures: readonly Failure[]): boolean =>
    failures.some(({ id, code }) => code === reason || (id === 'dedup' && reason.startsWith('DUP_')));

  return (
    stored: { lead: PastLead; person: Person | null; post: PastPost },
    rules: Sides,
    earlier: { before: EarlierLead | null; after: EarlierLead | null },
  ): Turned | null => {
    const { lead } = stored;
    const wasGood = isGoodLead(lead.status);
    const wasRefused = !wasGood && lead.reasons.length > 0 && lead.reasons.every((reason) => BY_CRITERIA.has(reason));
    if (!wasGood && !wasRefused) return null;
    // A good lead that fails under both is no change; a refused one must pass every check to be gained.
    const checks = wasGood ? changed : CHECKED;
    const fields = pastFields(lead, stored.post);
    const inputOf = (side: keyof Sides): CheckInput => ({
      lead: fields,
      rules: rules[side],
      lookups: { ...LOOKUPS, earlier: earlier[side] },
      now: lead.createdAt,
      skips: new Set(),
    });
    const now = failuresOf('after', checks, inputOf('after'), stored);
    if (wasGood) {
      if (now.length === 0) return null;
      const were = new Set(failuresOf('before', checks, inputOf('before'), stored).map(({ id }) => id));
      const decisive = now.find(({ id }) => !were.has(id));
      return decisive === undefined ? null : { to: 'lost', rule: decisive.rule };
    }
    if (now.length > 0) return null;
    const were = failuresOf('before', checks, inputOf('before'), stored);
    if (!lead.reasons.every((reason) => isReproduced(reason, were))) return null;
    return { to: 'gained', rule: were[0]!.rule };
  };
};

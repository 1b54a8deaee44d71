import { Temporal } from 'temporal-polyfill';
import { type Check, type CheckInput, type Reason } from '../check.ts';
import { begun, failed, PASSED, plainText } from './check-results.ts';

/** Names that the consent text must contain: those the client requires, else the client and its brand. */
const namesOf = ({ rules: { criteria, client } }: CheckInput): readonly string[] => {
  const { mustNameSchool, mustName } = criteria.consent;
  if (!mustNameSchool) return [];
  return mustName.length > 0 ? mustName : [client.name, client.brandName];
};

/** Matches whole words, so that no school is found inside another word. Texts are long and repeat between leads. */
const contains = (text: string, name: string): boolean => ` ${plainText(text)} `.includes(` ${plainText(name)} `);

const approvedOn = ({ rules, lead }: CheckInput) => {
  const day = Temporal.Instant.fromEpochMilliseconds(lead.leadCreatedDate.getTime())
    .toZonedDateTimeISO(rules.owner.zone)
    .toPlainDate()
    .toString();
  return rules.criteria.consent.disclosures.filter(({ from, to }) => from <= day && (to === null || day <= to));
};

const mismatch = (message: string): Reason => ({ code: 'DISCLOSURE_MISMATCH', field: 'tcpaText', message });

/** The person has consented, to a text that names the caller and that the client has approved. */
export const consent: Check = {
  id: 'consent',
  title: 'Consent',
  skippedBy: ['scrub'],
  run: (input) => {
    const { lead, rules } = input;
    if (!lead.tcpaConsent) {
      const message = 'Consent to be contacted is required.';
      return failed('SCR', { code: 'CONSENT_MISSING', field: 'tcpaConsent', message });
    }
    const names = namesOf(input);
    if (names.length > 0 && !names.some((name) => contains(lead.tcpaText, name))) {
      return failed('SCR', mismatch('Consent text does not name the school.'));
    }
    const { disclosures, onFailure } = rules.criteria.consent;
    if (disclosures.length === 0) return PASSED;
    const wording = plainText(lead.tcpaText);
    if (approvedOn(input).some(({ text }) => plainText(text) === wording)) return PASSED;
    const reason = mismatch('Consent text is not one of the approved texts.');
    return onFailure === 'FLAG' ? { outcome: 'flagged', flags: [reason] } : failed('SCR', reason);
  },
  explain: (input) => {
    const names = namesOf(input);
    const { disclosures } = input.rules.criteria.consent;
    const requirements = [
      'consent given',
      ...(names.length === 0 ? [] : [`text names ${names.map((name) => `“${name}”`).join(' or ')}`]),
      ...(disclosures.length === 0 ? [] : [`text is one of ${approvedOn(input).length} approved texts`]),
    ];
    return { value: input.lead.tcpaConsent ? 'Consent given' : 'No consent', rule: begun(requirements.join(', ')) };
  },
};

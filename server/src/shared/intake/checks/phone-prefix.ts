import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Check } from '../check.ts';
import { failed, PASSED } from './check-results.ts';

/** The US and its territories; the Caribbean and Canada share the numbering plan, but are not served. */
const COUNTRIES: ReadonlySet<string> = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP']);
const NOT_A_PERSON: ReadonlySet<string> = new Set(['TOLL_FREE', 'PREMIUM_RATE', 'UAN', 'PAGER', 'VOICEMAIL']);

/** Why a ten-digit number cannot reach a person; null where it may. */
const problemOf = (phone: string): string | null => {
  const number = parsePhoneNumberFromString(`+1${phone}`);
  if (number === undefined || !number.isValid()) return 'not in use';
  if (number.country === undefined || !COUNTRIES.has(number.country)) return `of ${number.country ?? 'no country'}`;
  const type = number.getType();
  return type !== undefined && NOT_A_PERSON.has(type) ? type.toLowerCase().replaceAll('_', ' ') : null;
};

export const phonePrefix: Check = {
  id: 'phonePrefix',
  title: 'Phone prefix',
  skippedBy: ['phonePrefix', 'scrub'],
  run: ({ lead }) => {
    // Numbers reserved for tests are unassigned, as intended.
    if (lead.isTest && /^\d{3}55501/.test(lead.phone)) return PASSED;
    const problem = problemOf(lead.phone);
    if (problem === null) return PASSED;
    const message = 'Phone number has a prefix that is not accepted.';
    return failed('SCR', { code: 'PHONE_PREFIX', field: 'phone', message, detail: `The prefix is ${problem}.` });
  },
  explain: ({ lead }) => ({
    value: `${lead.phone.slice(0, 3)}-${lead.phone.slice(3, 6)}-${lead.phone.slice(6)}`,
    rule: 'A prefix in use in the US or its territories, not toll-free or premium rate',
  }),
};

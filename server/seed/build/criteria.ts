import { type ClientCriteria, clientCriteriaSchema } from '@paceline/contract';
import { type z } from 'zod';
import { type Client } from './model.ts';
import { type Segment } from './structure.ts';

type Criteria = z.input<typeof clientCriteriaSchema>;
type Parameter = ClientCriteria['fields'][number]['parameter'];

/** The consent text on all forms of a client. */
export const consentTextOf = (clientName: string): string =>
  `By sending this form I agree that ${clientName} may call, text and email me at the number and address that I gave, also by automated means. My consent is not needed for any purchase or enrollment, and I can withdraw it at any time.`;

const required = (...parameters: Parameter[]) => parameters.map((parameter) => ({ parameter, required: true }));

const openDays = (
  days: readonly ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[],
  start: string,
  end: string,
) => days.map((day) => ({ day, intervals: [{ start, end }] }));

/** Criteria by kind of client, before individual ones. */
const BY_SEGMENT: Readonly<Record<Segment, Criteria>> = {
  career: {
    fields: required('zip', 'email', 'highestEducationLevel'),
    consent: { certificate: 'EITHER', onFailure: 'FLAG', acceptsFailureReason: true },
    eligibility: { minAge: 17 },
  },
  online: {
    fields: required('zip', 'email', 'highestEducationLevel'),
    consent: { certificate: 'EITHER', onFailure: 'FLAG' },
    eligibility: { minAge: 17 },
  },
  graduate: {
    fields: required('zip', 'email'),
    consent: { certificate: 'EITHER', onFailure: 'FLAG' },
    eligibility: { minAge: 18, educationFloor: 'SC4' },
    returns: { leastAttempts: 5 },
  },
  home: {
    fields: required('zip'),
    consent: { certificate: 'NONE' },
    eligibility: { minAge: 18 },
    returns: { windowDays: 7, leastAttempts: 2 },
  },
};

/** For a university that phones and writes to people: requires an address and the opt-ins. */
const ADDRESS_AND_OPT_INS = required('addressLine1', 'city', 'state', 'dialeroptin', 'textmessageoptin');

/** Individual criteria by client code. */
const OWN: Readonly<Record<string, Criteria>> = {
  'HTI-MW': { contacts: [{ name: 'Renee Kowalski', email: 'renee.kowalski@mail.example', role: 'ACCOUNT' }] },
  'HTI-AU': {
    eligibility: { minAge: 18, gradYearFrom: 1970 },
    contacts: [{ name: 'Tom Hadley', email: 'tom.hadley@mail.example', role: 'TECHNICAL' }],
  },
  'CVU-UG': {
    dedup: { scope: 'BRAND' },
    verification: { phone: 'FLAG' },
    eligibility: { minAge: 17, statesNotServed: ['US-PR', 'US-GU'] },
    contacts: [
      { name: 'Imani Brooks', email: 'imani.brooks@mail.example', role: 'ACCOUNT' },
      { name: 'Crestview Billing', email: 'billing@crestview.example', role: 'BILLING' },
    ],
  },
  'CVU-ME': { fields: required('zip', 'email', 'highestEducationLevel', 'militaryStatus') },
  'CVU-GR': { eligibility: { minAge: 18, educationFloor: 'SC4' }, verification: { certificate: 'FLAG' } },
  'LCH-NU': {
    fields: [
      ...required('zip', 'email'),
      {
        parameter: 'highestEducationLevel',
        required: true,
        message: 'Nursing needs the highest education level.',
      },
    ],
    dedup: { scope: 'OWNER' },
    returns: { maxPercent: 8 },
  },
  'SBU-BL': { fields: [...required('email'), ...ADDRESS_AND_OPT_INS] },
  'SBU-ES': { fields: [...required('email'), ...ADDRESS_AND_OPT_INS], dedup: { scope: 'BRAND' } },
  'APX-BC': { fields: required('zip', 'email', 'programCode'), dedup: { compareWith: 'ALL_BUT_TEST' } },
  'HRR-FR': {
    hours: {
      timeZone: 'America/Denver',
      outsideHours: 'HOLD',
      days: openDays(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], '05:00', '24:00'),
    },
  },
  'HRR-MT': { dedup: { periodInDays: 60 } },
};

/** The current criteria of a client: those of its kind, replaced by its own section by section. */
export const criteriaOf = ({ name, code, segment }: Pick<Client, 'name' | 'code' | 'segment'>): ClientCriteria => {
  const usual = BY_SEGMENT[segment];
  const own = OWN[code] ?? {};
  return clientCriteriaSchema.parse({
    ...usual,
    ...own,
    consent: {
      ...usual.consent,
      mustName: [name],
      ...(code === 'CVU-UG' && {
        disclosures: [{ name: 'Web form', text: consentTextOf(name), from: '2024-01-01' }],
      }),
    },
    returns: { ...usual.returns, ...own.returns },
  });
};

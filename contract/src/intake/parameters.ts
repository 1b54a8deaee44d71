import { LEAD_LENGTHS } from '../core/leads/lead-lengths.ts';
import {
  AREAS_OF_INTEREST,
  type CodedValue,
  DEGREE_LEVELS,
  DESIRED_STARTS,
  DEVICES,
  EDUCATION_LEVELS,
  LEAD_SOURCE_TYPES,
  MILITARY_BRANCHES,
  MILITARY_STATUSES,
  MODALITIES,
} from '../core/leads/lead-values.ts';

/** How a value is parsed and validated. */
type ParameterKind =
  | 'text'
  | 'name'
  | 'email'
  | 'phone'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
  | 'code'
  | 'choice'
  | 'year'
  | 'age'
  | 'birthDate'
  | 'moment'
  | 'tag'
  | 'url'
  | 'ip'
  | 'yesNo'
  | 'consentText'
  | 'jornaya'
  | 'trustedForm';

/** When a parameter is required of everybody. A client's criteria can require more, and can waive the ones they name. */
type RequiredWhen = 'always' | 'never' | 'fromWeb' | 'fromCallCenter' | 'withoutZip' | 'withPrograms';

export interface PostParameter {
  label: string;
  kind: ParameterKind;
  required: RequiredWhen;
  /** Maximum length in characters. */
  most: number;
  values: readonly CodedValue[] | null;
  /** Message if it is missing. */
  missing: string;
  /** Message if it is invalid. */
  invalid: string;
}

const define = (
  label: string,
  kind: ParameterKind,
  most: number,
  { required = 'never', ...over }: Partial<PostParameter> = {},
): PostParameter => ({
  label,
  kind,
  required,
  most,
  values: null,
  missing: `${label} is required.`,
  invalid: `${label} is not valid.`,
  ...over,
});
const always = { required: 'always' } as const;
const choice = (label: string, values: readonly CodedValue[]): PostParameter =>
  define(label, 'choice', 100, { values, invalid: `${label} has a value that is not accepted.` });
const characters = (label: string) => ({ invalid: `${label} has characters that are not allowed.` });
const fromCallCenter = (label: string) =>
  ({ required: 'fromCallCenter', missing: `${label} is required for call center leads.` }) as const;

/** Parameters of a posted lead, in reading order: the only definition of what a partner can send. The texts are part of the API. */
export const POST_PARAMETERS = {
  transactionId: define('Transaction id', 'text', 64),
  firstName: define('First name', 'name', LEAD_LENGTHS.firstName, { ...always, ...characters('First name') }),
  lastName: define('Last name', 'name', LEAD_LENGTHS.lastName, { ...always, ...characters('Last name') }),
  email: define('Email', 'email', LEAD_LENGTHS.email, { ...always, invalid: 'Email address is not valid.' }),
  phone: define('Phone number', 'phone', LEAD_LENGTHS.phone, always),
  altPhone: define('Alternate phone number', 'phone', LEAD_LENGTHS.phone),
  addressLine1: define('Address line 1', 'address', LEAD_LENGTHS.addressLine1),
  addressLine2: define('Address line 2', 'text', LEAD_LENGTHS.addressLine2),
  city: define('City', 'city', LEAD_LENGTHS.city),
  state: define('State', 'state', 40, { required: 'withoutZip' }),
  zip: define('ZIP code', 'zip', 10, always),
  country: define('Country', 'country', 60, { invalid: 'Country is not accepted for this program.' }),
  campusCode: define('Campus code', 'code', 50),
  programCode: define('Program code', 'code', 50, { required: 'withPrograms' }),
  degreeLevel: choice('Degree level', DEGREE_LEVELS),
  areaOfInterest: choice('Area of interest', AREAS_OF_INTEREST),
  modality: choice('Modality', MODALITIES),
  highestEducationLevel: choice('Highest education level', EDUCATION_LEVELS),
  hsGradYear: define('Graduation year', 'year', 4),
  age: define('Age', 'age', 3),
  dateOfBirth: define('Date of birth', 'birthDate', 30),
  militaryStatus: choice('Military status', MILITARY_STATUSES),
  militaryBranch: choice('Military branch', MILITARY_BRANCHES),
  startTimeframe: choice('Start timeframe', DESIRED_STARTS),
  eligibleToStudy: define('Eligible to study', 'yesNo', 5, {
    invalid: 'Eligible to study has a value that is not accepted.',
  }),
  rnLicence: define('RN licence', 'yesNo', 5, { invalid: 'RN licence has a value that is not accepted.' }),
  leadCreatedDate: define('Lead creation date', 'moment', 40),
  leadSourceType: choice('Lead source type', LEAD_SOURCE_TYPES),
  publisherSource: define('Publisher source', 'tag', 50, { ...always, ...characters('Publisher source') }),
  sub1: define('Sub-source 1', 'text', 100),
  sub2: define('Sub-source 2', 'text', 100),
  sub3: define('Sub-source 3', 'text', 100),
  sub4: define('Sub-source 4', 'text', 100),
  sub5: define('Sub-source 5', 'text', 100),
  clickId: define('Click id', 'text', 100),
  landingPageUrl: define('Landing page URL', 'url', 2000, always),
  referrerUrl: define('Referrer URL', 'url', 2000),
  ipAddress: define('IP address', 'ip', 45, { required: 'fromWeb' }),
  userAgent: define('User agent', 'text', 1000),
  deviceType: choice('Device type', DEVICES),
  tcpaConsent: define('Consent to be contacted', 'yesNo', 5, always),
  tcpaText: define('Consent text', 'consentText', 4000, {
    ...always,
    invalid: 'Consent text must have 40 to 4,000 characters.',
  }),
  jornayaLeadId: define('Jornaya LeadiD', 'jornaya', 36),
  jornayaFailureReason: define('Jornaya failure reason', 'text', 500),
  trustedFormCertUrl: define('TrustedForm certificate', 'trustedForm', 500),
  dialeroptin: define('Dialer opt-in', 'yesNo', 5),
  textmessageoptin: define('Text message opt-in', 'yesNo', 5),
  agentId: define('Agent id', 'text', 100, fromCallCenter('Agent id')),
  callRecordingUrl: define('Call recording URL', 'url', 2000, fromCallCenter('Call recording URL')),
  isTest: define('Test mark', 'yesNo', 5),
  dataSource: define('Data source', 'tag', 50, characters('Data source')),
} as const satisfies Record<string, PostParameter>;
export type PostParameterName = keyof typeof POST_PARAMETERS;
export const POST_PARAMETER_NAMES = Object.keys(POST_PARAMETERS) as [PostParameterName, ...PostParameterName[]];

const nameSet: ReadonlySet<string> = new Set(POST_PARAMETER_NAMES);
export const isPostParameter = (name: string): name is PostParameterName => nameSet.has(name);

/** Alternative spellings used by partners. */
export const PARAMETER_SPELLINGS: Readonly<Record<string, PostParameterName>> = { subSource: 'sub1' };

/** Parameters of a post that are not part of the lead: who posts, where to, and which checks an agency may skip. */
export const ROUTING_PARAMETERS = ['key', 'cck', 'ccPortal'] as const;

/** Only an agency token may skip checks; a partner that tries is refused. */
export const SKIP_PARAMETERS = {
  skipCheckNameFraud: 'nameFraud',
  skipPhonePrefixCheck: 'phonePrefix',
  skipDedup: 'dedup',
  skipScrub: 'scrub',
} as const;
export type SkippedChecks = (typeof SKIP_PARAMETERS)[keyof typeof SKIP_PARAMETERS];
export const AGENCY_PARAMETERS = [...Object.keys(SKIP_PARAMETERS), 'increaseCapForValidTestLead'] as const;
export const CAMPAIGN_NOT_RECOGNIZED = 'Campaign is not recognized.';

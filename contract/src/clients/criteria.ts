import { z } from 'zod';
import { dayPartingSchema } from '../core/values/day-parting.ts';
import { EDUCATION_LEVELS } from '../core/leads/lead-values.ts';
import { US_STATE_CODES } from '../core/geo/us-states.ts';
import { webAddress } from '../core/values/web-address.ts';

/** Post parameters on which a client can set stricter rules. */
export const CRITERIA_PARAMETERS = [
  'email',
  'altPhone',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zip',
  'country',
  'campusCode',
  'programCode',
  'degreeLevel',
  'areaOfInterest',
  'modality',
  'highestEducationLevel',
  'hsGradYear',
  'age',
  'dateOfBirth',
  'militaryStatus',
  'militaryBranch',
  'startTimeframe',
  'jornayaLeadId',
  'trustedFormCertUrl',
  'dialeroptin',
  'textmessageoptin',
  'agentId',
  'callRecordingUrl',
] as const;
export type CriteriaParameter = (typeof CRITERIA_PARAMETERS)[number];

const text = (most: number) => z.string().trim().max(most);

const fieldCriterionSchema = z.strictObject({
  parameter: z.enum(CRITERIA_PARAMETERS),
  required: z.boolean(),
  /** Empty allows any value. */
  allowedValues: z.array(text(200)).max(500).default([]),
  /** Used if the post leaves it out. */
  defaultValue: text(200).nullable().default(null),
  pattern: text(200).nullable().default(null),
  /** Replaces the default message. */
  message: text(200).nullable().default(null),
});
export type FieldCriterion = z.output<typeof fieldCriterionSchema>;

export const DEDUP_MATCHES = {
  EMAIL_OR_PHONE: 'Email or phone',
  EMAIL_AND_PHONE: 'Email and phone',
  EMAIL: 'Email',
  PHONE: 'Phone',
  EMAIL_OR_PHONE_OR_NAME_ZIP: 'Email, phone, or name and ZIP',
} as const;
export const DEDUP_SCOPES = {
  OWNER: 'All clients of the owner',
  BRAND: 'The brand',
  CLIENT: 'The client',
  CAMPUS: 'The campus',
  PROGRAM: 'The program',
  PARTNER: 'The media partner',
  CAMPAIGN: 'The campaign',
} as const;
export type DedupScope = keyof typeof DEDUP_SCOPES;

export const DEDUP_COMPARISONS = {
  GOOD: 'Good leads',
  BILLABLE: 'Billable leads',
  ALL_BUT_TEST: 'All leads but tests',
} as const;
const keysOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

const dedupCriteriaSchema = z.strictObject({
  match: z.enum(keysOf(DEDUP_MATCHES)).default('EMAIL_OR_PHONE'),
  scope: z.enum(keysOf(DEDUP_SCOPES)).default('CLIENT'),
  compareWith: z.enum(keysOf(DEDUP_COMPARISONS)).default('GOOD'),
  /** Null for the owner's number of days. */
  periodInDays: z.int().min(0).max(730).nullable().default(null),
});

export const CERTIFICATES = {
  NONE: 'None',
  JORNAYA: 'Jornaya',
  TRUSTEDFORM: 'TrustedForm',
  EITHER: 'Jornaya or TrustedForm',
  BOTH: 'Jornaya and TrustedForm',
} as const;
/** Handling of leads that break a rule. */
export const POLICIES = { REJECT: 'Reject', FLAG: 'Flag', OFF: 'Off' } as const;
const policy = z.enum(keysOf(POLICIES)).default('OFF');
const day = z.iso.date();

const consentCriteriaSchema = z.strictObject({
  certificate: z.enum(keysOf(CERTIFICATES)).default('NONE'),
  onFailure: z.enum(['REJECT', 'FLAG']).default('REJECT'),
  /** Whether a post that explains a missing Jornaya token is flagged instead of refused. */
  acceptsFailureReason: z.boolean().default(false),
  /** Approved texts, each valid from a day on. Empty: any text that names the school. */
  disclosures: z
    .array(z.strictObject({ name: text(100), text: text(4000).min(40), from: day, to: day.nullable().default(null) }))
    .max(50)
    .default([]),
  /** One of these must appear in the consent text. Empty: the client's or the brand's name. */
  mustName: z.array(text(100).min(2)).max(20).default([]),
  mustNameSchool: z.boolean().default(true),
});

const EDUCATION_CODES = EDUCATION_LEVELS.map(({ code }) => code) as [string, ...string[]];

const eligibilityCriteriaSchema = z.strictObject({
  minAge: z.int().min(16).max(99).default(16),
  educationFloor: z.enum(EDUCATION_CODES).nullable().default(null),
  gradYearFrom: z.int().min(1940).max(2100).nullable().default(null),
  gradYearTo: z.int().min(1940).max(2100).nullable().default(null),
  statesNotServed: z.array(z.enum(US_STATE_CODES)).max(60).default([]),
});

/** Third-party checks, each called only if its policy is on. */
export const verificationCriteriaSchema = z.strictObject({
  certificate: policy,
  phone: policy,
  email: policy,
  clientCrm: policy,
  /** URL that looks the person up in the client's own system. */
  clientCrmUrl: webAddress({ error: 'must be an address' }).nullable().default(null),
});

/** Suspicious addresses or lead origins, and how such leads are handled. */
const qualityCriteriaSchema = z.strictObject({
  disposableEmail: z.enum(keysOf(POLICIES)).default('REJECT'),
  /** Checked only if the server has a table of IP countries. */
  ipCountry: z.enum(keysOf(POLICIES)).default('REJECT'),
  /** Carriers and schools share one address among many people, so the default is a flag, not a refusal. */
  velocity: z.enum(keysOf(POLICIES)).default('FLAG'),
  /** Leads of one address accepted in 24 hours before the velocity policy applies. */
  leadsPerAddress: z.int().min(1).max(1000).default(10),
});

export const returnCriteriaSchema = z.strictObject({
  allowReturns: z.boolean().default(true),
  windowDays: z.int().min(0).max(90).default(14),
  maxPercent: z.number().min(0).max(100).default(10),
  autoApprove: z.boolean().default(false),
  replaceReturned: z.boolean().default(true),
  leastAttempts: z.int().min(0).max(20).default(3),
});

const criteriaContactSchema = z.strictObject({
  name: text(100).min(1),
  email: z.email().max(254),
  role: z.enum(['ACCOUNT', 'TECHNICAL', 'BILLING']),
});

/** All rules a client sets for leads. Omitted sections have their defaults. */
export const clientCriteriaSchema = z.strictObject({
  fields: z.array(fieldCriterionSchema).max(60).default([]),
  dedup: dedupCriteriaSchema.prefault({}),
  consent: consentCriteriaSchema.prefault({}),
  eligibility: eligibilityCriteriaSchema.prefault({}),
  quality: qualityCriteriaSchema.prefault({}),
  verification: verificationCriteriaSchema.prefault({}),
  returns: returnCriteriaSchema.prefault({}),
  contacts: z.array(criteriaContactSchema).max(20).default([]),
  /** Hours in which the client's office takes leads; a campaign's own hours can only narrow them. */
  hours: dayPartingSchema.nullable().default(null),
});
export type ClientCriteria = z.output<typeof clientCriteriaSchema>;

import { z } from 'zod';
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
  YES_NO,
} from '../core/leads/lead-values.ts';
import { key } from '../core/calls/schema.ts';
import { US_STATE_CODES } from '../core/geo/us-states.ts';
import { bidPriceSchema } from './record.ts';

export const AUDIENCE_OPERATORS = {
  IN: 'is one of',
  NOT_IN: 'is none of',
  BETWEEN: 'is between',
  GTE: 'is at least',
  LTE: 'is at most',
  IS: 'is',
  IS_EMPTY: 'is empty',
} as const;
export type AudienceOperator = keyof typeof AUDIENCE_OPERATORS;
const OPERATORS = Object.keys(AUDIENCE_OPERATORS) as [AudienceOperator, ...AudienceOperator[]];

interface AudienceAttribute {
  label: string;
  /** Allowed values; null for a whole number. */
  values: readonly CodedValue[] | null;
  operators: readonly AudienceOperator[];
  range: readonly [least: number, most: number] | null;
}

const choice = (label: string, values: readonly CodedValue[], ...more: AudienceOperator[]): AudienceAttribute => ({
  label,
  values,
  operators: ['IN', 'NOT_IN', 'IS', 'IS_EMPTY', ...more],
  range: null,
});
const whole = (label: string, least: number, most: number): AudienceAttribute => ({
  label,
  values: null,
  operators: ['BETWEEN', 'GTE', 'LTE', 'IS', 'IS_EMPTY'],
  range: [least, most],
});

/** Personal attributes a campaign can filter on, by their name in the lead. */
export const AUDIENCE_ATTRIBUTES = {
  highestEducationLevel: choice('Highest education level', EDUCATION_LEVELS, 'GTE', 'LTE'),
  hsGradYear: whole('HS / GED graduation year', 1940, 2100),
  age: whole('Age', 16, 99),
  degreeLevel: choice('Degree of interest', DEGREE_LEVELS),
  areaOfInterest: choice('Area of interest', AREAS_OF_INTEREST),
  modality: choice('Modality', MODALITIES),
  militaryStatus: choice('Military status', MILITARY_STATUSES),
  militaryBranch: choice('Military branch', MILITARY_BRANCHES),
  startTimeframe: choice('Desired start', DESIRED_STARTS),
  eligibleToStudy: choice('Citizenship / eligible to study', YES_NO),
  rnLicence: choice('RN licence', YES_NO),
  deviceType: choice('Device', DEVICES),
  leadSourceType: choice('Lead source type', LEAD_SOURCE_TYPES),
} as const satisfies Record<string, AudienceAttribute>;
type AudienceAttributeKey = keyof typeof AUDIENCE_ATTRIBUTES;
const ATTRIBUTES = Object.keys(AUDIENCE_ATTRIBUTES) as [AudienceAttributeKey, ...AudienceAttributeKey[]];

const audienceRuleSchema = z.strictObject({
  attribute: z.enum(ATTRIBUTES),
  operator: z.enum(OPERATORS),
  values: z.array(z.union([z.string().max(100), z.int()])).max(100),
  /** Handling of leads without a value. */
  onMissing: z.enum(['ACCEPT', 'REJECT']),
});
export type AudienceRule = z.infer<typeof audienceRuleSchema>;
/** All rules must match. */
export const audienceSchema = z.strictObject({ match: z.literal('ALL'), rules: z.array(audienceRuleSchema).max(50) });
export type Audience = z.infer<typeof audienceSchema>;

const countProblem = (operator: AudienceOperator, count: number): string | null => {
  if (operator === 'IS_EMPTY') return count === 0 ? null : 'takes no value.';
  if (operator === 'BETWEEN') return count === 2 ? null : 'needs two values.';
  if (operator === 'IN' || operator === 'NOT_IN') return count > 0 ? null : 'needs at least one value.';
  return count === 1 ? null : 'needs one value.';
};

const isKnown = ({ values, range }: AudienceAttribute, value: string | number): boolean => {
  if (values !== null) return values.some(({ code }) => code === value);
  return range !== null && typeof value === 'number' && value >= range[0] && value <= range[1];
};

/** The problem with a rule, as a sentence, or null. */
export const audienceRuleProblem = ({ attribute, operator, values }: AudienceRule): string | null => {
  const definition: AudienceAttribute = AUDIENCE_ATTRIBUTES[attribute];
  const { label, operators } = definition;
  if (!operators.includes(operator)) return `${label} cannot be asked with “${AUDIENCE_OPERATORS[operator]}”.`;
  const problem = countProblem(operator, values.length);
  if (problem !== null) return `${label} ${problem}`;
  const unknown = values.find((value) => !isKnown(definition, value));
  if (unknown !== undefined) return `${label} does not know the value ${unknown}.`;
  const [least, most] = values;
  if (operator === 'BETWEEN' && Number(least) > Number(most))
    return `${label}: the first value must not be above the second.`;
  return null;
};

export const geoCountSchema = z.object({
  /** Number of ZIP codes leads are accepted from: targeting limited by the campuses' service areas. */
  zips: z.int(),
  byState: z.array(z.object({ state: z.enum(US_STATE_CODES), zips: z.int() })),
  /** How many included and excluded codes do not exist, and the first of them. */
  unknown: z.int(),
  unknownZips: z.array(z.string()),
  /** DMAs missing from the owner's county list; all of them if there is no list. */
  unknownDmas: z.array(z.int()),
  /** Service area of the campuses of the campaign's programs; null if one of them serves the whole US. */
  served: z
    .object({
      zips: z.int(),
      /** Targeted ZIP codes that no campus serves: leads from there are refused. */
      refused: z.int(),
    })
    .nullable(),
  /** The circle as measured; null if there is none or the campus's location is unknown. */
  circle: z.object({ latitude: z.number(), longitude: z.number(), miles: z.number() }).nullable(),
});
export type GeoCount = z.infer<typeof geoCountSchema>;

const units = z.int().min(0).max(1_000_000).nullable();

/** None selected means all programs of the line item. */
export const programChoiceSchema = z.strictObject({
  programKey: key,
  selected: z.boolean(),
  /** Price the partner gets for a lead of this program instead of the campaign's. */
  priceOverride: bidPriceSchema.nullish(),
  monthlyCap: units.optional(),
});
export type ProgramChoice = z.infer<typeof programChoiceSchema>;

export const campaignProgramSchema = z.object({
  programKey: key,
  programName: z.string(),
  programCode: z.string(),
  campusKey: key,
  campusName: z.string(),
  degreeLevel: z.string(),
  modality: z.string(),
  subjectArea: z.string(),
  selected: z.boolean(),
  priceOverride: z.number().nullable(),
  monthlyCap: z.int().nullable(),
});
export type CampaignProgram = z.infer<typeof campaignProgramSchema>;

export const SOURCE_MODES = {
  ALL_APPROVED: 'All approved sources',
  ONLY_LISTED: 'Only the sources below',
  ALL_EXCEPT_LISTED: 'All but the sources below',
} as const;
export type SourceMode = keyof typeof SOURCE_MODES;
const MODES = Object.keys(SOURCE_MODES) as [SourceMode, ...SourceMode[]];
export const sourceModeSchema = z.enum(MODES);

export const sourceChoiceSchema = z.strictObject({
  publisherSourceKey: key,
  action: z.enum(['ALLOW', 'BLOCK']),
  priceOverride: bidPriceSchema.nullish(),
  monthlyCap: units.optional(),
  /** Reason; shown to a partner whose source is blocked. */
  note: z.string().max(500).default(''),
});
export type SourceChoice = z.output<typeof sourceChoiceSchema>;

export const campaignSourceSchema = z.object({
  publisherSourceKey: key,
  sourceTag: z.string(),
  displayName: z.string(),
  publisherName: z.string(),
  status: z.string(),
  action: z.enum(['ALLOW', 'BLOCK']).nullable(),
  priceOverride: z.number().nullable(),
  monthlyCap: z.int().nullable(),
  note: z.string(),
  /** Whether its leads are currently accepted. */
  allowed: z.boolean(),
});
export type CampaignSource = z.infer<typeof campaignSourceSchema>;

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { answerReasonSchema, leadAnswerSchema } from './answer.ts';

export const CHECK_OUTCOMES = {
  passed: 'Passed',
  flagged: 'Flagged',
  failed: 'Failed',
  notReached: 'Not reached',
  off: 'Off',
} as const;
export type CheckOutcome = keyof typeof CHECK_OUTCOMES;
const OUTCOMES = Object.keys(CHECK_OUTCOMES) as [CheckOutcome, ...CheckOutcome[]];

/** A cap and its use. */
const trialCounterSchema = z.object({
  label: z.string(),
  /** For example "25 of 25". */
  counted: z.string(),
  full: z.boolean(),
  resetsAt: instant.nullable(),
});

const checkSchema = z.object({
  id: z.string(),
  title: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Value read from the post; null if none. */
  value: z.string().nullable(),
  /** The rule for it. */
  rule: z.string().nullable(),
  /** Messages on failure or flagging, as the partner gets them. */
  messages: z.array(z.string()),
  counters: z.array(trialCounterSchema),
});
/** Details for the agency only, such as the earlier lead or the pause. */
const agencyCheckSchema = checkSchema.extend({ details: z.array(z.string()).optional() });
export type TrialCheck = z.infer<typeof agencyCheckSchema>;

const trial = {
  campaign: z.object({ campaignKey: key, name: z.string(), code: z.string(), clientKey: key, clientName: z.string() }),
  /** Simulated time, and the owner's time zone. */
  at: instant,
  zone: z.string(),
  /** Invalid fields by parameter; any of them prevents the checks. */
  fieldErrors: z.array(answerReasonSchema),
  warnings: z.array(z.string()),
  /** Parsed values by parameter. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  /** The partner's answer, except for the lead id, which does not exist. */
  answer: leadAnswerSchema,
};
export const leadTrialSchema = z.object({ ...trial, checks: z.array(agencyCheckSchema) });
export type LeadTrial = z.infer<typeof leadTrialSchema>;
const partnerTrialSchema = z.object({ ...trial, checks: z.array(checkSchema) });

const shared = {
  groups: ['ag', 'mp'],
  // The agency needs the first, a media partner with campaigns the second: the service checks which.
  permission: ['leadanalyzer:View', 'campaigns:View'],
  owner: { byKey: 'campaign', param: 'key' },
  asSystem: true,
} as const;

const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/, 'must be a date and a time');

/** More fields than any valid post has. */
const MAX_FIELDS = 500;

export const leadTrial = defineCall({
  ...shared,
  id: 'leadTrial',
  apiKey: true,
  summary:
    'What would become of a lead, check by check, now or at another moment; nothing is stored and no cap is used',
  route: 'POST /{p}/campaign/{key}/lead/trial',
  body: z.strictObject({
    post: z
      .record(z.string().max(200), z.unknown())
      .refine((post) => Object.keys(post).length <= MAX_FIELDS, `must have at most ${MAX_FIELDS} fields`),
    /** Null for now. A time without offset is in the owner's zone. */
    at: moment.nullable().default(null),
  }),
  response: leadTrialSchema,
  responseFor: { mp: partnerTrialSchema },
});

export const leadTrialSample = defineCall({
  ...shared,
  id: 'leadTrialSample',
  summary: 'A post of a test lead that the rules of a campaign accept, to begin with',
  route: 'GET /{p}/campaign/{key}/lead/trial/sample',
  response: z.object({ post: z.record(z.string(), z.string()) }),
});

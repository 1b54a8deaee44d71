import { z } from 'zod';
import { instant, key } from '../core/schema.ts';

export const SOURCE_STATUSES = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  BLOCKED: 'Blocked',
  INACTIVE: 'Inactive',
} as const;
export type SourceStatus = keyof typeof SOURCE_STATUSES;
export const SOURCE_STATUS_KEYS = Object.keys(SOURCE_STATUSES) as [SourceStatus, ...SourceStatus[]];

/** What people can set: a source becomes inactive by itself. */
export const SET_SOURCE_STATUSES = ['PENDING', 'APPROVED', 'BLOCKED'] as const;
export type SetSourceStatus = (typeof SET_SOURCE_STATUSES)[number];
/** Without a lead or a click for this long, an approved source becomes inactive. */
export const SOURCE_INACTIVE_DAYS = 180;

export const TRAFFIC_TYPES = [
  'Organic search',
  'Paid search',
  'Display',
  'Email',
  'Social',
  'Native',
  'Co-registration',
  'Call center',
  'Content/Directory',
  'SMS',
] as const;
export type TrafficType = (typeof TRAFFIC_TYPES)[number];
/** New sources with this traffic start blocked. */
export const BLOCKED_TRAFFIC: TrafficType = 'SMS';
export const BLOCKED_TRAFFIC_REASON = 'Text message traffic is blocked until somebody approves it.';

export const MOST_SOURCE_REASON = 500;
export const MOST_LANDING_URLS = 20;
export const MOST_SOURCES_CHANGED = 500;

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');

export const sourceTagSchema = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(50, 'must have at most 50 characters')
  .regex(/^[A-Za-z0-9_.-]*$/, 'may have letters, digits and _ . - only');

export const landingUrlSchema = z
  .url({ protocol: /^https$/, error: 'must begin with https://' })
  .max(2000, 'must have at most 2,000 characters')
  .refine((url) => !/^https:\/\/[^/]*@/.test(url), 'must not carry a name or a password')
  // The file parts addresses by it.
  .refine((url) => !url.includes(';'), 'must not have a semicolon');

export const publisherNameSchema = oneLine(100);
export const displayNameSchema = oneLine(100);
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'must have at most 253 characters')
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must look like example.com');
export const sourceReasonSchema = z.string().trim().max(MOST_SOURCE_REASON, 'must have at most 500 characters');

/** What is saved of a publisher. */
export const publisherFormSchema = z.strictObject({
  /** Null makes a new one. */
  publisherKey: key.nullable(),
  /** That it was read in; null for a new one. */
  rowVersion: z.int().nullable(),
  aggregatorKey: key,
  publisherName: publisherNameSchema,
  domain: domainSchema.nullable(),
  trafficTypes: z.array(z.enum(TRAFFIC_TYPES)).min(1, 'is required').max(TRAFFIC_TYPES.length),
  status: z.enum(SET_SOURCE_STATUSES),
  /** Why it is blocked: the media partner is told. */
  reason: sourceReasonSchema,
});
export type PublisherForm = z.input<typeof publisherFormSchema>;

export const publisherSchema = z.object({
  publisherKey: key,
  aggregatorKey: key,
  publisherName: z.string(),
  domain: z.string().nullable(),
  trafficTypes: z.array(z.string()),
  status: z.enum(SOURCE_STATUS_KEYS),
  statusReason: z.string().nullable(),
  sourceCount: z.int(),
  rowVersion: z.int(),
});
export type Publisher = z.infer<typeof publisherSchema>;

export const disclosureTextSchema = z.object({
  disclosureTextKey: key,
  name: z.string(),
  wording: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export type DisclosureText = z.infer<typeof disclosureTextSchema>;

export const disclosureFormSchema = z.strictObject({
  aggregatorKey: key,
  name: oneLine(100),
  wording: z.string().trim().min(1, 'is required').max(5000, 'must have at most 5,000 characters'),
});

/** What is saved of one source; its status has a call of its own. */
export const sourceFormSchema = z.strictObject({
  publisherSourceKey: key.nullable(),
  rowVersion: z.int().nullable(),
  sourceTag: sourceTagSchema,
  displayName: displayNameSchema,
  landingUrls: z.array(landingUrlSchema).max(MOST_LANDING_URLS, `must have at most ${MOST_LANDING_URLS} addresses`),
  disclosureTextKey: key.nullable(),
  /** The agency's own: the media partner does not see them. */
  notes: z.string().trim().max(2000, 'must have at most 2,000 characters'),
});
export type SourceForm = z.input<typeof sourceFormSchema>;

export const sourcesFormSchema = z.strictObject({
  aggregatorKey: key,
  publisherKey: key,
  sources: z.array(sourceFormSchema).min(1).max(MOST_SOURCES_CHANGED),
});
export type SourcesForm = z.input<typeof sourcesFormSchema>;

/** One source with what is known of its publisher. */
export const publisherSourceSchema = z.object({
  publisherSourceKey: key,
  aggregatorKey: key,
  publisherKey: key,
  publisherName: z.string(),
  domain: z.string().nullable(),
  trafficTypes: z.array(z.string()),
  sourceTag: z.string(),
  displayName: z.string(),
  landingUrls: z.array(z.string()),
  disclosureTextKey: key.nullable(),
  disclosureName: z.string().nullable(),
  disclosureWording: z.string().nullable(),
  /** What counts: a blocked publisher blocks its sources. */
  status: z.enum(SOURCE_STATUS_KEYS),
  /** Why it is blocked. */
  statusReason: z.string().nullable(),
  firstSeen: z.iso.date().nullable(),
  rowVersion: z.int(),
});
export type PublisherSource = z.infer<typeof publisherSourceSchema>;

/** A change of a source as people read it: each field with what stood there and what stands there since. */
export const sourceChangeSchema = z.object({
  at: instant,
  by: z.string().nullable(),
  fields: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type SourceChange = z.infer<typeof sourceChangeSchema>;

/** A source as its page shows it to the agency. */
export const publisherSourceRecordSchema = publisherSourceSchema.extend({
  aggregatorName: z.string(),
  /** What is said of the source itself. */
  ownStatus: z.enum(SOURCE_STATUS_KEYS),
  notes: z.string(),
  history: z.array(sourceChangeSchema),
});
export type PublisherSourceRecord = z.infer<typeof publisherSourceRecordSchema>;

export const sourceFiguresSchema = z.object({
  publisherSourceKey: key,
  validLeads: z.number().nullable(),
  validRate: z.number().nullable(),
  returnRate: z.number().nullable(),
  enrollRate: z.number().nullable(),
  /** How much of its enrollments has come in by now. */
  enrollPercentMatured: z.number().nullable(),
});
export type SourceFigures = z.infer<typeof sourceFiguresSchema>;
/** Over how many days the figures beside a source are. */
export const SOURCE_FIGURE_DAYS = 90;

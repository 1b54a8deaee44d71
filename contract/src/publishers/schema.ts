import { z } from 'zod';
import { readShape, sentShape } from '../core/records/record.ts';
import { instant, key } from '../core/calls/schema.ts';
import { oneLine, publisherRecord, SOURCE_STATUS_KEYS, sourceRecord } from './record.ts';

/** Days without a lead or a click after which an approved source becomes inactive. */
export const SOURCE_INACTIVE_DAYS = 180;
export const MAX_SOURCES_CHANGED = 500;

/** Form of a publisher. */
export const publisherFormSchema = z.strictObject({
  /** Null makes a new one. */
  publisherKey: key.nullable(),
  /** The version that was read; null for a new one. */
  rowVersion: z.int().nullable(),
  aggregatorKey: key,
  ...sentShape(publisherRecord),
});
export type PublisherForm = z.input<typeof publisherFormSchema>;

const { publisherName, domain, trafficTypes } = readShape(publisherRecord);
const ofPublisher = { publisherName, domain, trafficTypes };
const { sourceTag, displayName, landingUrls, disclosureTextKey } = readShape(sourceRecord);

export const publisherSchema = z.object({
  publisherKey: key,
  aggregatorKey: key,
  ...ofPublisher,
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
  wording: z.string().trim().min(1, 'Enter the disclosure text.').max(5000, 'must have at most 5,000 characters'),
});

const { aggregatorKey: _aggregator, publisherKey: _publisher, ...ofSource } = sentShape(sourceRecord);
/** Form of a source; its status has a call of its own. */
export const sourceFormSchema = z.strictObject({
  publisherSourceKey: key.nullable(),
  rowVersion: z.int().nullable(),
  ...ofSource,
});
export const sourcesFormSchema = z.strictObject({
  aggregatorKey: key,
  publisherKey: key,
  sources: z.array(sourceFormSchema).min(1).max(MAX_SOURCES_CHANGED),
});
export type SourcesForm = z.input<typeof sourcesFormSchema>;

/** A source with data of its publisher. */
export const publisherSourceSchema = z.object({
  publisherSourceKey: key,
  aggregatorKey: key,
  publisherKey: key,
  ...ofPublisher,
  sourceTag,
  displayName,
  landingUrls,
  disclosureTextKey,
  disclosureName: z.string().nullable(),
  disclosureWording: z.string().nullable(),
  /** Effective status: a blocked publisher blocks its sources. */
  status: z.enum(SOURCE_STATUS_KEYS),
  /** Why it is blocked. */
  statusReason: z.string().nullable(),
  firstSeen: z.iso.date().nullable(),
  rowVersion: z.int(),
});
export type PublisherSource = z.infer<typeof publisherSourceSchema>;

/** A change of a source: each field with its value before and after. */
const sourceChangeSchema = z.object({
  at: instant,
  by: z.string().nullable(),
  fields: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
/** A source as shown to the agency. */
export const publisherSourceRecordSchema = publisherSourceSchema.extend({
  aggregatorName: z.string(),
  /** Status of the source itself, without its publisher's. */
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
  /** Percent of its enrollments that have matured. */
  enrollPercentMatured: z.number().nullable(),
});
export type SourceFigures = z.infer<typeof sourceFiguresSchema>;
/** Number of days of the figures beside a source. */
export const SOURCE_FIGURE_DAYS = 90;

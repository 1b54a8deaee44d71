import { z } from 'zod';
import { choice, choices, lines, optionalText, paragraph, recordKey, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { webAddress } from '../core/values/web-address.ts';

export const SOURCE_STATUSES = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  BLOCKED: 'Blocked',
  INACTIVE: 'Inactive',
} as const;
export type SourceStatus = keyof typeof SOURCE_STATUSES;
export const SOURCE_STATUS_KEYS = Object.keys(SOURCE_STATUSES) as [SourceStatus, ...SourceStatus[]];

/** Statuses users can set: a source becomes inactive automatically. */
export const SET_SOURCE_STATUSES = ['PENDING', 'APPROVED', 'BLOCKED'] as const;
export type SetSourceStatus = (typeof SET_SOURCE_STATUSES)[number];

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
type TrafficType = (typeof TRAFFIC_TYPES)[number];
/** Traffic type of new sources that start blocked. */
export const BLOCKED_TRAFFIC: TrafficType = 'SMS';
export const BLOCKED_TRAFFIC_REASON = 'Text message traffic is blocked until somebody approves it.';

export const MAX_SOURCE_REASON = 500;
const MAX_LANDING_URLS = 20;

export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');

export const landingUrlSchema = webAddress({ protocol: 'https', error: 'must begin with https://' })
  .refine((url) => !/^https:\/\/[^/]*@/.test(url), 'must not carry a name or a password')
  // `;` separates addresses in files.
  .refine((url) => !url.includes(';'), 'must not have a semicolon');

export const sourceReasonSchema = z.string().trim().max(MAX_SOURCE_REASON, 'must have at most 500 characters');

const TRAFFIC_WORDS = Object.fromEntries(TRAFFIC_TYPES.map((type) => [type, type])) as Record<TrafficType, TrafficType>;

/** The publisher of the pages that leads come from. */
export const publisherRecord = defineRecord({
  entity: 'publisher',
  label: 'Publisher',
  fields: {
    publisherName: text({
      label: 'Name',
      file: 'Publisher Name',
      required: true,
      sent: oneLine(100),
      read: z.string(),
    }),
    domain: optionalText({
      label: 'Domain',
      isCode: true,
      sent: z
        .string()
        .trim()
        .toLowerCase()
        .max(253, 'must have at most 253 characters')
        .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must look like example.com')
        .nullable(),
      read: z.string().nullable(),
    }),
    trafficTypes: choices({
      label: 'Traffic',
      help: `New sources of a publisher with ${BLOCKED_TRAFFIC} traffic start blocked.`,
      file: 'Traffic Type',
      required: true,
      words: TRAFFIC_WORDS,
      sent: z.array(z.enum(TRAFFIC_TYPES)).min(1, 'Choose at least one kind of traffic.').max(TRAFFIC_TYPES.length),
      read: z.array(z.string()),
    }),
    status: choice<SetSourceStatus>({
      label: 'Status',
      help: 'Blocking a publisher blocks all its sources.',
      sent: z.enum(SET_SOURCE_STATUSES),
      words: SOURCE_STATUSES,
      initial: 'APPROVED',
    }),
    reason: paragraph({
      label: 'Reason',
      help: 'Sent to the media partner.',
      required: true,
      logged: { name: 'statusReason', label: 'Reason' },
      sent: sourceReasonSchema,
      read: z.string(),
    }),
  },
});

/** A source of a publisher's leads. Its history names the publisher and the text, which are logged by name. */
export const sourceRecord = defineRecord({
  entity: 'publisher_source',
  label: 'Publisher source',
  fields: {
    aggregatorKey: recordKey({
      label: 'Media partner',
      missing: 'Choose a media partner.',
      required: true,
      sent: key,
    }),
    publisherKey: recordKey({
      label: 'Publisher',
      missing: 'Choose a publisher or add one.',
      required: true,
      logged: { name: 'publisherName', label: 'Publisher' },
      sent: key,
    }),
    sourceTag: text({
      label: 'Source tag',
      help: 'As posts send it in publisherSource',
      file: 'Source Tag',
      list: 'Source',
      isCode: true,
      required: true,
      sent: z
        .string()
        .trim()
        .min(1, 'is required')
        .max(50, 'must have at most 50 characters')
        .regex(/^[A-Za-z0-9_.-]*$/, 'may have letters, digits and _ . - only'),
      read: z.string(),
    }),
    displayName: text({
      label: 'Name',
      help: 'The tag, where it is left empty',
      file: 'Display Name',
      sent: oneLine(100),
      read: z.string(),
    }),
    landingUrls: lines({
      label: 'Landing pages',
      help: 'One address a line, each with https://',
      file: 'Landing URL',
      isCode: true,
      sent: z.array(landingUrlSchema).max(MAX_LANDING_URLS, `must have at most ${MAX_LANDING_URLS} addresses`),
      read: z.array(z.string()),
    }),
    disclosureTextKey: recordKey({
      label: 'Disclosure text',
      logged: { name: 'disclosureName', label: 'Disclosure text' },
      sent: key.nullable(),
    }),
    /** Hidden from the media partner. */
    notes: paragraph({
      label: 'Notes',
      sent: z.string().trim().max(2000, 'must have at most 2,000 characters'),
      read: z.string(),
    }),
  },
  states: {
    status: choice<SourceStatus>({
      label: 'Status',
      sent: z.enum(SOURCE_STATUS_KEYS),
      words: SOURCE_STATUSES,
      initial: 'APPROVED',
    }),
    statusReason: optionalText({
      label: 'Reason',
      file: 'Block Reason',
      sent: sourceReasonSchema.nullable(),
      read: z.string().nullable(),
    }),
  },
});

import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** Public mail providers: listing one as a test domain would turn real leads into tests. */
const MAIL_OF_PEOPLE: ReadonlySet<string> = new Set([
  'aol.com',
  'comcast.net',
  'gmail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'yahoo.com',
]);

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must look like test.example')
  .max(100)
  .refine((text) => !MAIL_OF_PEOPLE.has(text), 'cannot be a domain where people have their mail');
/** `*` matches any characters; a pattern of little else would match real leads. */
const emailPattern = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[^\s@*]*(\*[^\s@*]*)*@[^\s@]+$/, 'must look like qa*@school.example')
  .refine((text) => text.replace(/[*@.]/g, '').length >= 5, 'must have five characters or more besides stars')
  .refine(
    (text) => !MAIL_OF_PEOPLE.has(text.split('@')[1] ?? '') || !text.startsWith('*'),
    'cannot take in everybody of a domain where people have their mail',
  );
const name = z
  .string()
  .trim()
  .min(3)
  .max(100)
  .regex(/^\S+( \S+)+$/, 'must be a first and a last name');

const unlike = <T extends z.ZodType<string>>(one: T) =>
  z
    .array(one)
    .max(50)
    .refine((all) => new Set(all).size === all.length, 'must not hold the same twice');

/** How an owner recognises test leads, and how they are handled. A post with `isTest=Y` is always a test. */
export const leadTestSettingsSchema = z.strictObject({
  emailDomains: unlike(domain).default(['example.com', 'test.example']),
  /** Exact first and last name. */
  names: unlike(name).default(['Test Lead']),
  emailPatterns: unlike(emailPattern).default([]),
  /** Whether test leads are sent to the client's system. Takes effect with delivery. */
  deliverTestLeads: z.boolean().default(false),
  /** Replaces the client's own address for test leads. Takes effect with delivery. */
  testUrl: z
    .url({ protocol: /^https$/, error: 'must begin with https://' })
    .max(2000)
    .nullable()
    .default(null),
  /** Recipients of failures of the daily test. Takes effect with delivery. */
  recipients: z.array(z.email().max(254)).max(20).default([]),
  /** One test a day to every active address of a client, by the owner's clock. Takes effect with delivery. */
  heartbeat: z
    .strictObject({ enabled: z.boolean(), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 06:00') })
    .default({ enabled: false, time: '06:00' }),
  /** Days after which a test lead is deleted with all its data. */
  purgeAfterDays: z.int().min(1).max(365).default(30),
});
export type LeadTestSettings = z.output<typeof leadTestSettingsSchema>;
export const DEFAULT_TEST_SETTINGS: LeadTestSettings = leadTestSettingsSchema.parse({});

export const leadTestRecordSchema = z.object({
  ownerKey: key,
  timeZone: z.string(),
  /** 0 if never saved: everything is at its default. */
  version: z.int().nonnegative(),
  savedBy: z.string().nullable(),
  savedAt: instant.nullable(),
  settings: leadTestSettingsSchema,
});
export type LeadTestRecord = z.infer<typeof leadTestRecordSchema>;

export const leadTestSaveSchema = z.strictObject({
  /** The version that was edited. */
  version: z.int().nonnegative(),
  settings: leadTestSettingsSchema,
});

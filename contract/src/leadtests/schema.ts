import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** Where people have their mail: a test list that names one would turn their leads into tests. */
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
/** A star stands for any characters; one that is hardly more than stars would make tests of real leads. */
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

/** How an owner tells tests from real leads, and what becomes of them. A post that says `isTest=Y` is a test anyway. */
export const leadTestSettingsSchema = z.strictObject({
  emailDomains: unlike(domain).default(['example.com', 'test.example']),
  /** First and last name, exactly. */
  names: unlike(name).default(['Test Lead']),
  emailPatterns: unlike(emailPattern).default([]),
  /** Whether test leads go to the client's system. Takes effect with delivery. */
  deliverTestLeads: z.boolean().default(false),
  /** Where they go instead of the client's own address. Takes effect with delivery. */
  testUrl: z
    .url({ protocol: /^https$/, error: 'must begin with https://' })
    .max(2000)
    .nullable()
    .default(null),
  /** Who is told when a daily test fails. Takes effect with delivery. */
  recipients: z.array(z.email().max(254)).max(20).default([]),
  /** One test a day to every active address of a client, by the owner's clock. Takes effect with delivery. */
  heartbeat: z
    .strictObject({ enabled: z.boolean(), time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 06:00') })
    .default({ enabled: false, time: '06:00' }),
  /** After so many days a test lead is removed with all that belongs to it. */
  purgeAfterDays: z.int().min(1).max(365).default(30),
});
export type LeadTestSettings = z.output<typeof leadTestSettingsSchema>;
export const DEFAULT_TEST_SETTINGS: LeadTestSettings = leadTestSettingsSchema.parse({});

export const leadTestRecordSchema = z.object({
  ownerKey: key,
  timeZone: z.string(),
  /** 0 while nobody has saved any: then all is at its default. */
  version: z.int().nonnegative(),
  savedBy: z.string().nullable(),
  savedAt: instant.nullable(),
  settings: leadTestSettingsSchema,
});
export type LeadTestRecord = z.infer<typeof leadTestRecordSchema>;

export const leadTestSaveSchema = z.strictObject({
  /** The version that the settings were changed from. */
  version: z.int().nonnegative(),
  settings: leadTestSettingsSchema,
});

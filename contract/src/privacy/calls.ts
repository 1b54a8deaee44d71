import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { instant, key } from '../core/calls/schema.ts';

/** Kinds of requests of people about their own data. */
export const PRIVACY_REQUESTS = {
  ERASE: 'Erase',
  TELL: 'Data file',
  DO_NOT_CONTACT: 'Do not contact',
} as const;
export type PrivacyRequestKind = keyof typeof PRIVACY_REQUESTS;

/** The requesting person, by the identifiers leads are found by. Sent in the body, and stored as keyed hashes only. */
const person = z
  .strictObject({
    email: z.union([z.email(), z.literal('')]).default(''),
    phone: z
      .string()
      .trim()
      .max(30)
      .refine((phone) => phone === '' || phone.replaceAll(/\D/g, '').length >= 10, 'Give all ten digits.')
      .default(''),
  })
  .refine(({ email, phone }) => email !== '' || phone !== '', {
    path: ['email'],
    message: 'Give an e-mail address or a phone number.',
  });
export type PrivacyPerson = z.infer<typeof person>;

/** Letter or ticket number, for later reference. */
const reference = z.string().trim().min(1, 'Enter the letter or ticket number.').max(100);

const shared = {
  owner: 'path',
  groups: ['ag'],
  permission: 'leadanalyzer:Erase',
  // No API keys: privacy requests must be handled by a person.
  apiKey: false,
} as const;

const lead = z.object({
  leadCaptureKey: key,
  leadId: z.string(),
  createdAt: instant,
  status: z.enum(LEAD_STATUS_CODES),
  clientName: z.string(),
  campaignName: z.string(),
});

export const privacyFind = defineCall({
  ...shared,
  id: 'privacyFind',
  summary: 'The leads of a person at one owner, and whether the person is on a list of those not to be contacted',
  route: 'POST /ag/{owner}/privacy/find',
  body: person,
  response: z.object({ leads: z.array(lead), isSuppressed: z.boolean() }),
});
export type PrivacyFound = z.infer<typeof privacyFind.response>;

export const privacyErase = defineCall({
  ...shared,
  id: 'privacyErase',
  summary: 'Takes from all leads of a person whatever tells who it was; what is counted and billed of them stays',
  route: 'POST /ag/{owner}/privacy/erase',
  body: z.strictObject({ person, reference }),
  response: z.object({ leads: z.int() }),
});

export const privacySuppress = defineCall({
  ...shared,
  id: 'privacySuppress',
  summary: 'Puts a person on the owner’s list of those not to be contacted: no lead is taken or delivered any more',
  route: 'POST /ag/{owner}/privacy/donotcontact',
  body: z.strictObject({ person, reference }),
  response: z.object({ leads: z.int() }),
});

export const privacyFile = defineCall({
  ...shared,
  id: 'privacyFile',
  summary: 'Everything that one owner has about a person, as one file',
  route: 'POST /ag/{owner}/privacy/file',
  kind: 'download',
  body: z.strictObject({ person, reference }),
  response: z.never(),
  rateLimit: 'export',
});

const settings = z.strictObject({
  /** Months after which the people of leads are erased; null keeps them. */
  personMonths: z.int().min(1).max(240).nullable(),
  version: z.int(),
});
export type PrivacySettings = z.infer<typeof settings>;

export const privacyList = defineCall({
  ...shared,
  id: 'privacyList',
  summary: 'What people asked of an owner about their data, newest first, and for how long people are kept',
  route: 'GET /ag/{owner}/privacy/list',
  response: z.object({
    settings,
    timeZone: z.string(),
    requests: z.array(
      z.object({
        requestKey: key,
        kind: z.enum(Object.keys(PRIVACY_REQUESTS) as [PrivacyRequestKind]),
        reference: z.string(),
        leads: z.int(),
        askedAt: instant,
        askedBy: z.string(),
      }),
    ),
  }),
});

export const privacySettingsSave = defineCall({
  ...shared,
  id: 'privacySettingsSave',
  summary: 'For how many months an owner keeps people; refused where somebody else saved in between',
  route: 'POST /ag/{owner}/privacy/settings/save',
  body: settings,
  response: settings,
});

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { PARTNER_MAIL_LIMITS, partnerMailingSchema, partnerMailSchema, partnerNotificationSchema } from './mailing.ts';

/** Filters for contacts, by what their media partner does for the owner. All given filters must match. */
const contactChoiceSchema = z.strictObject({
  ownerKey: key,
  /** Contacts subscribed to this kind of mail. */
  kind: partnerNotificationSchema,
  /** Restricts the filters below to these clients; alone it selects partners that work for one of them. */
  clientKeys: z.array(key).max(500).default([]),
  /** The partner has a live campaign. */
  live: z.boolean().default(false),
  /** The partner has delivered valid leads in this many days up to yesterday. */
  deliveredDays: z.int().min(1).max(365).nullable().default(null),
  /** The partner’s campaigns have an allocation for the next month. */
  allocated: z.boolean().default(false),
});
export type ContactChoice = z.infer<typeof contactChoiceSchema>;

const contactRowSchema = z.object({
  partnerKey: key,
  partnerName: z.string(),
  partnerCode: z.string(),
  liveCampaigns: z.int(),
  validLeads: z.number().nullable(),
  nextMonthAllocation: z.int().nullable(),
  contacts: z.array(
    z.object({
      emailNotificationKey: key,
      name: z.string(),
      email: z.string(),
      /** When this kind of mail can be sent to it again; null for now. */
      againFrom: z.iso.datetime().nullable(),
    }),
  ),
});
export type ContactRow = z.infer<typeof contactRowSchema>;

const agency = { groups: ['ag'], permission: 'partners:Contact', apiKey: false } as const;

export const partnerContactList = defineCall({
  ...agency,
  id: 'partnerContactList',
  summary: 'The media partners that match, each with the contacts that take such mail',
  route: 'POST /ag/mp/contact/list',
  owner: 'body',
  body: contactChoiceSchema,
  response: z.array(contactRowSchema),
});

const letter = {
  ownerKey: key,
  kind: partnerNotificationSchema,
  emailNotificationKeys: z
    .array(key)
    .min(1, 'Select at least one contact.')
    .max(PARTNER_MAIL_LIMITS.contacts)
    .refine((keys) => new Set(keys).size === keys.length, 'names a contact twice'),
  subject: z
    .string()
    .trim()
    .min(1, 'Enter a subject.')
    .max(PARTNER_MAIL_LIMITS.subjectLength, `must have at most ${PARTNER_MAIL_LIMITS.subjectLength} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text'),
  customMessage: z
    .string()
    .trim()
    .min(1, 'Enter a message.')
    .max(PARTNER_MAIL_LIMITS.messageLength, `must have at most ${PARTNER_MAIL_LIMITS.messageLength} characters`),
};

const mailPreviewSchema = z.object({
  partnerKey: key,
  partnerName: z.string(),
  emailNotificationKey: key,
  to: z.string(),
  subject: z.string(),
  /** The mail as plain text. */
  body: z.string(),
  /** Why this contact is skipped; empty if it gets the mail. */
  leftOut: z.string(),
});
export type MailPreview = z.infer<typeof mailPreviewSchema>;

export const partnerMailPreview = defineCall({
  ...agency,
  id: 'partnerMailPreview',
  summary: 'The mail that each of these contacts would get, and who would be left out',
  route: 'POST /ag/mp/contact/preview',
  owner: 'body',
  body: z.strictObject(letter),
  response: z.array(mailPreviewSchema),
});

export const partnerMailSend = defineCall({
  ...agency,
  id: 'partnerMailSend',
  summary: 'Writes to contacts of media partners, each once; the same request sent twice is one mailing',
  route: 'POST /ag/mp/contact/send',
  owner: 'body',
  body: z.strictObject({ ...letter, sendId: z.uuid() }),
  response: z.object({ mailingKey: key }),
});

export const partnerMailingList = defineCall({
  ...agency,
  id: 'partnerMailingList',
  summary: 'The last mailings to media partners of an owner, the newest first',
  route: 'GET /ag/mp/{owner}/contact/mailing/list',
  owner: 'path',
  response: z.array(partnerMailingSchema),
});

export const partnerMailingGet = defineCall({
  ...agency,
  id: 'partnerMailingGet',
  summary: 'A mailing to media partners: what became of each mail',
  route: 'GET /ag/mp/{owner}/contact/mailing/{mailing}/get',
  owner: 'path',
  response: partnerMailingSchema.extend({ mails: z.array(partnerMailSchema) }),
});

export const partnerMailResend = defineCall({
  ...agency,
  id: 'partnerMailResend',
  summary: 'Sends one mail of a mailing again: at once where it failed, else ten minutes after the last one',
  route: 'POST /ag/mp/{owner}/contact/mailing/{mailing}/resend',
  owner: 'path',
  body: z.strictObject({ partnerMailKey: key }),
  response: z.object({ partnerMailKey: key }),
});

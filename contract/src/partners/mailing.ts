import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** What a contact of a media partner can be written to about; the names are those of the wire. */
export const PARTNER_NOTIFICATIONS = {
  IO: 'Insertion orders',
  CAP_REACHED: 'Caps reached',
  PAUSE_RESUME: 'Pauses and resumes',
  RETURNS: 'Returns',
  STUCK: 'Stuck leads',
  PRICE_CHANGE: 'Price changes',
  SOURCE_BLOCKED: 'Blocked sources',
  BILLING: 'Billing',
  COMPLIANCE: 'Compliance',
} as const;
export type PartnerNotification = keyof typeof PARTNER_NOTIFICATIONS;
export const partnerNotificationSchema = z.enum(
  Object.keys(PARTNER_NOTIFICATIONS) as [PartnerNotification, ...PartnerNotification[]],
);

/** A mail to a contact, from the moment it is asked for to the moment nothing more happens to it. */
export const PARTNER_MAIL_STATES = {
  QUEUED: 'Waiting',
  SENDING: 'On its way',
  SENT: 'Sent',
  KEPT: 'Kept here: there is no mail server',
  FAILED: 'Failed',
  UNSURE: 'May have arrived',
  SKIPPED: 'Left out',
} as const;
export type PartnerMailState = keyof typeof PARTNER_MAIL_STATES;

export const PARTNER_MAIL_LIMITS = {
  /** Between two mails of one kind to the same contact. */
  againAfterMinutes: 10,
  messageLength: 2000,
  subjectLength: 120,
  /** What one mailing can hold. */
  contacts: 1000,
} as const;

export const partnerMailSchema = z.object({
  partnerMailKey: key,
  partnerKey: key,
  partnerName: z.string(),
  contactKey: key.nullable(),
  contactName: z.string(),
  /** Null where nobody was written to. */
  toAddress: z.string().nullable(),
  state: z.enum(Object.keys(PARTNER_MAIL_STATES) as [PartnerMailState, ...PartnerMailState[]]),
  /** Why it failed, was left out, or nobody knows. */
  reason: z.string(),
  tries: z.int(),
  /** The mail that this one repeats. */
  repeats: key.nullable(),
  doneAt: instant.nullable(),
  /** When it is tried again, or first. */
  dueAt: instant.nullable(),
  /** The first moment at which it can be sent again; null where that is not possible. */
  againFrom: instant.nullable(),
});
export type PartnerMail = z.infer<typeof partnerMailSchema>;

export const partnerMailingSchema = z.object({
  mailingKey: key,
  kind: partnerNotificationSchema,
  subject: z.string(),
  message: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  /** How many mails are in which state; they come to all of them. */
  counts: z.record(z.enum(Object.keys(PARTNER_MAIL_STATES) as [PartnerMailState, ...PartnerMailState[]]), z.int()),
  /** Nothing of it waits or is on its way. */
  isOver: z.boolean(),
});
export type PartnerMailing = z.infer<typeof partnerMailingSchema>;

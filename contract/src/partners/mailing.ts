import { z } from 'zod';
import { instant, key } from '../core/calls/schema.ts';

/** Kinds of mail to a media partner's contacts, by their names on the wire. */
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

/** States of a mail to a contact, from the request to the final result. */
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
  /** Minimum minutes between two mails of one kind to the same contact. */
  againAfterMinutes: 10,
  messageLength: 2000,
  subjectLength: 120,
  /** Limits of one mailing. */
  contacts: 1000,
} as const;

export const partnerMailSchema = z.object({
  partnerMailKey: key,
  partnerKey: key,
  partnerName: z.string(),
  contactKey: key.nullable(),
  contactName: z.string(),
  /** Null if nothing was sent. */
  toAddress: z.string().nullable(),
  state: z.enum(Object.keys(PARTNER_MAIL_STATES) as [PartnerMailState, ...PartnerMailState[]]),
  /** Why it failed, was skipped, or has an unknown result. */
  reason: z.string(),
  tries: z.int(),
  /** The mail it repeats. */
  repeats: key.nullable(),
  doneAt: instant.nullable(),
  /** Time of the next attempt. */
  dueAt: instant.nullable(),
  /** When it can be sent again; null if it cannot. */
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
  /** Number of mails by state; they add up to all mails. */
  counts: z.record(z.enum(Object.keys(PARTNER_MAIL_STATES) as [PartnerMailState, ...PartnerMailState[]]), z.int()),
  /** No mail is waiting or being sent. */
  isOver: z.boolean(),
});
export type PartnerMailing = z.infer<typeof partnerMailingSchema>;

import { z } from 'zod';
import { defineCall } from '../core/call.ts';
import { key, keyParam } from '../core/schema.ts';
import { partnerNotificationSchema } from './mailing.ts';

const owner = { session: 'A contact is its media partner’s, whichever owners the partner works for.' } as const;
const MOST_CONTACTS = 50;

const contact = {
  name: z
    .string()
    .trim()
    .min(1, 'is required')
    .max(100, 'must have at most 100 characters')
    .regex(/^\P{Cc}*$/u, 'must be one line of text'),
  email: z.string().trim().pipe(z.email('Enter an email address.').max(254, 'must have at most 254 characters')),
  phone: z
    .string()
    .trim()
    .max(40, 'must have at most 40 characters')
    .regex(/^\P{Cc}*$/u, 'must be one line of text'),
  /** What it is written to about. */
  notifications: z.array(partnerNotificationSchema),
  active: z.boolean(),
};

export const partnerContactSchema = z.object({
  emailNotificationKey: key,
  ...contact,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  rowVersion: z.int(),
});
export type PartnerContact = z.infer<typeof partnerContactSchema>;

export const partnerContactFormSchema = z.strictObject({
  /** Null for a new one. */
  emailNotificationKey: key.nullable(),
  /** The version that the form was filled from; null for a new one. */
  rowVersion: z.int().nullable(),
  ...contact,
});
export type PartnerContactForm = z.infer<typeof partnerContactFormSchema>;

export const partnerEmailList = defineCall({
  id: 'partnerEmailList',
  summary: 'The contacts of a media partner and what each is written to about',
  method: 'GET',
  path: '/ag/mp/{key}/emailnotifications/list',
  owner,
  groups: ['ag'],
  permission: 'partners:View',
  kind: 'json',
  params: { key: keyParam },
  response: z.array(partnerContactSchema),
});

export const partnerEmailSave = defineCall({
  id: 'partnerEmailSave',
  summary: 'Saves contacts of a media partner, new and changed; one that is not among them stays as it is',
  method: 'POST',
  path: '/ag/mp/{key}/emailnotifications/save',
  owner,
  groups: ['ag'],
  permission: 'partners:Update',
  kind: 'json',
  params: { key: keyParam },
  body: z.strictObject({
    contacts: z.array(partnerContactFormSchema).min(1, 'is required').max(MOST_CONTACTS),
  }),
  response: z.array(partnerContactSchema),
});

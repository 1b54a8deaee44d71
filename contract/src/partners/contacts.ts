import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { readShape, sentShape } from '../core/records/record.ts';
import { key } from '../core/calls/schema.ts';
import { partnerContactRecord } from './contact-record.ts';

const owner = { session: 'A contact is its media partner’s, whichever owners the partner works for.' } as const;
const MAX_CONTACTS = 50;

const partnerContactSchema = z.object({
  emailNotificationKey: key,
  ...readShape(partnerContactRecord),
  rowVersion: z.int(),
});
export type PartnerContact = z.infer<typeof partnerContactSchema>;

const partnerContactFormSchema = z.strictObject({
  /** Null for a new one. */
  emailNotificationKey: key.nullable(),
  /** The version that was read; null for a new one. */
  rowVersion: z.int().nullable(),
  ...sentShape(partnerContactRecord),
});
export type PartnerContactForm = z.infer<typeof partnerContactFormSchema>;

export const partnerEmailList = defineCall({
  id: 'partnerEmailList',
  summary: 'The contacts of a media partner and what each is written to about',
  route: 'GET /ag/mp/{key}/emailnotifications/list',
  owner,
  groups: ['ag'],
  permission: 'partners:View',
  response: z.array(partnerContactSchema),
});

export const partnerEmailSave = defineCall({
  id: 'partnerEmailSave',
  summary: 'Saves contacts of a media partner, new and changed; one that is not among them stays as it is',
  route: 'POST /ag/mp/{key}/emailnotifications/save',
  owner,
  groups: ['ag'],
  permission: 'partners:Update',
  body: z.strictObject({
    contacts: z.array(partnerContactFormSchema).min(1, 'Add at least one contact.').max(MAX_CONTACTS),
  }),
  response: z.array(partnerContactSchema),
});

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';
import { userSchema } from './schema.ts';

/** Identifies the change, so that a decision never applies to a newer one that replaced it. */
const whichChange = z.strictObject({ changeKey: key });
const token = z.string().min(1).max(200);

export const userEmailApprove = defineCall({
  id: 'userEmailApprove',
  summary: 'Puts a requested email address into force; not for whoever requested it',
  route: 'POST /{p}/account/user/{userKey}/email/approve',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: ['ag'],
  permission: 'users:Update',
  body: whichChange,
  response: userSchema,
});

export const userEmailCancel = defineCall({
  id: 'userEmailCancel',
  summary: 'Drops a requested email address: one’s own, or with the right to update users another’s',
  route: 'POST /{p}/account/user/{userKey}/email/cancel',
  owner: { session: 'A user works on several owners; who may see or change whom is decided by all of them.' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  body: whichChange,
  response: userSchema,
});

export const emailChangeRead = defineCall({
  id: 'emailChangeRead',
  summary: 'What a mailed link would confirm; the link’s secret is the proof',
  route: 'POST /email/change/read',
  owner: 'public',
  groups: 'public',
  permission: 'none',
  body: z.strictObject({ token }),
  response: z.object({
    userName: z.string(),
    oldEmail: z.string(),
    newEmail: z.string(),
    requestedBy: z.string(),
    expiresAt: instant,
  }),
  rateLimit: 'password',
});

export const emailChangeAnswer = defineCall({
  id: 'emailChangeAnswer',
  summary: 'Confirms or refuses a new email address from the link that went to the old one',
  route: 'POST /email/change/answer',
  owner: 'public',
  groups: 'public',
  permission: 'none',
  body: z.strictObject({ token, accept: z.boolean() }),
  response: z.null(),
  rateLimit: 'password',
});

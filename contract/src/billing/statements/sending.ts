import { z } from 'zod';
import { defineCall } from '../../core/calls/call.ts';
import { key } from '../../core/calls/schema.ts';
import { statementSchema } from './schema.ts';

/** Statements sent at once. */
export const MAX_SENT_STATEMENTS = 200;

export const statementSend = defineCall({
  id: 'statementSend',
  summary:
    'Sends statements by mail to the users of their side who may see bills, or says that they were sent otherwise; one that was sent is left out unless it is to be sent again',
  route: 'POST /{p}/{owner}/statement/send',
  groups: ['ag'],
  permission: 'reports:Billable',
  owner: 'path',
  body: z.strictObject({
    statementKeys: z.array(key).min(1).max(MAX_SENT_STATEMENTS),
    /** `hand`: it reached its side in another way. */
    by: z.enum(['mail', 'hand']),
    again: z.boolean().default(false),
  }),
  response: z.object({
    sent: z.int(),
    mails: z.int(),
    /** Those that were not sent, and why. */
    skipped: z.array(z.object({ number: z.string(), reason: z.string() })),
  }),
});

export const statementSeen = defineCall({
  id: 'statementSeen',
  summary: 'Notes that a client or a media partner opened its statement, the first time',
  route: 'POST /{p}/{owner}/statement/{statementKey}/seen',
  groups: ['mp', 'cl'],
  permission: 'reports:Billable',
  owner: 'path',
  response: statementSchema,
});

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';

export const leadCurl = defineCall({
  id: 'leadCurl',
  summary:
    'A lead’s post, or one try to deliver it, as a command for a POSIX shell; credentials are left out, and that somebody took the whole person is recorded on the lead',
  route: 'POST /{p}/lead/curl',
  owner: 'body',
  groups: ['ag', 'cl'],
  permission: 'leadanalyzer:View',
  apiKey: false,
  body: z.strictObject({
    ownerKey: key,
    leadCaptureKey: key,
    /** The try to deliver; null for the post of the media partner, which is the agency’s to see. */
    attempt: z.int().min(1).nullable(),
    /** Requires the right to see people; otherwise they are masked. */
    wholePerson: z.boolean().default(false),
  }),
  response: z.object({ command: z.string() }),
});

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant } from '../core/calls/schema.ts';
import { postingInstructionsSchema } from './instructions.ts';

const ofCampaign = {
  groups: ['ag', 'mp', 'cl'],
  permission: 'campaigns:View',
  owner: { byKey: 'campaign', param: 'key' },
  // Partners cannot read a client's criteria, but the instructions show what follows from them for their posts.
  asSystem: true,
} as const;

export const postingInstructions = defineCall({
  ...ofCampaign,
  id: 'postingInstructions',
  summary:
    'How leads are posted to a campaign, from the rules that its posts are checked by, and what of it is different since the caller last read it',
  route: 'GET /{p}/campaign/{key}/docs/instructions/get',
  response: postingInstructionsSchema,
});

export const postingInstructionsRead = defineCall({
  ...ofCampaign,
  id: 'postingInstructionsRead',
  summary: 'Notes that the caller has read the posting instructions of a campaign as they are now',
  route: 'POST /{p}/campaign/{key}/docs/instructions/read',
  body: z.strictObject({ version: z.string().min(1).max(64) }),
  response: z.object({ lastReadAt: instant }),
});

export const postingInstructionsPdf = defineCall({
  ...ofCampaign,
  id: 'postingInstructionsPdf',
  summary: 'The posting instructions of a campaign as a PDF',
  route: 'GET /{p}/campaign/{key}/docs/instructions/pdf',
  kind: 'download',
  rateLimit: 'export',
  response: z.unknown(),
});

export const postingInstructionsOpenApi = defineCall({
  ...ofCampaign,
  id: 'postingInstructionsOpenApi',
  summary: 'What is posted to a campaign as an OpenAPI document',
  route: 'GET /{p}/campaign/{key}/docs/instructions/openapi',
  kind: 'download',
  response: z.unknown(),
});

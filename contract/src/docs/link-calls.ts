import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key, keyParam } from '../core/calls/schema.ts';

/** How long a public link lives, unless somebody says otherwise. */
export const LINK_DAYS = 30;

/** A link that opens the instructions of one campaign without a session, until it ends or is shut. */
const instructionsLinkSchema = z.object({
  linkKey: key,
  note: z.string(),
  /** Null once it is over. */
  url: z.string().nullable(),
  madeAt: instant,
  /** Null where the viewer is a media partner and it was somebody of the agency. */
  madeBy: z.string().nullable(),
  endsAt: instant,
  shutAt: instant.nullable(),
});
export type InstructionsLink = z.infer<typeof instructionsLinkSchema>;

const ofCampaign = {
  groups: ['ag', 'mp'],
  // Whoever may hand out posting keys may hand out what goes with them.
  permission: 'partners:Update',
  kind: 'json',
  owner: { byKey: 'campaign', param: 'key' },
  params: { key: keyParam },
  apiKey: false,
} as const;

export const instructionsLinkList = defineCall({
  ...ofCampaign,
  id: 'instructionsLinkList',
  summary: 'The public links to the posting instructions of a campaign, the newest first',
  method: 'GET',
  path: '/{p}/campaign/{key}/docs/links/list',
  response: z.array(instructionsLinkSchema),
});

export const instructionsLinkMake = defineCall({
  ...ofCampaign,
  id: 'instructionsLinkMake',
  summary: 'Makes a public link to the posting instructions of a campaign, without prices, sources and keys',
  method: 'POST',
  path: '/{p}/campaign/{key}/docs/links/save',
  body: z.strictObject({
    note: z.string().trim().max(100, 'must have at most 100 characters').default(''),
    days: z.int().min(1).max(365).default(LINK_DAYS),
  }),
  response: instructionsLinkSchema,
});

export const instructionsLinkShut = defineCall({
  ...ofCampaign,
  id: 'instructionsLinkShut',
  summary: 'Shuts a public link at once',
  method: 'POST',
  path: '/{p}/campaign/{key}/docs/links/shut',
  body: z.strictObject({ linkKey: key }),
  response: z.object({ shutAt: instant }),
});

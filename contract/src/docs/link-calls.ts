import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';

/** Default lifetime of a public link in days. */
export const LINK_DAYS = 30;

/** A link that opens a campaign's instructions without a session, until it expires or is disabled. */
const instructionsLinkSchema = z.object({
  linkKey: key,
  note: z.string(),
  /** Null once it has ended. */
  url: z.string().nullable(),
  madeAt: instant,
  /** Null if the viewer is a media partner and the agency created it. */
  madeBy: z.string().nullable(),
  endsAt: instant,
  shutAt: instant.nullable(),
});
export type InstructionsLink = z.infer<typeof instructionsLinkSchema>;

const ofCampaign = {
  groups: ['ag', 'mp'],
  // The right to hand out posting keys includes their instructions.
  permission: 'partners:Update',
  owner: { byKey: 'campaign', param: 'key' },
  apiKey: false,
} as const;

export const instructionsLinkList = defineCall({
  ...ofCampaign,
  id: 'instructionsLinkList',
  summary: 'The public links to the posting instructions of a campaign, the newest first',
  route: 'GET /{p}/campaign/{key}/docs/links/list',
  response: z.array(instructionsLinkSchema),
});

export const instructionsLinkMake = defineCall({
  ...ofCampaign,
  id: 'instructionsLinkMake',
  summary: 'Makes a public link to the posting instructions of a campaign, without prices, sources and keys',
  route: 'POST /{p}/campaign/{key}/docs/links/save',
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
  route: 'POST /{p}/campaign/{key}/docs/links/shut',
  body: z.strictObject({ linkKey: key }),
  response: z.object({ shutAt: instant }),
});

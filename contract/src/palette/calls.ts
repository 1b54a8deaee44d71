import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { SUB_STATUSES } from '../core/campaign-status.ts';
import { key } from '../core/calls/schema.ts';

/** Maximum results per kind; a more specific search finds the others. */
export const PALETTE_ROWS = 8;

const ownerFields = { name: z.string(), ownerKey: key, ownerName: z.string() };

export const paletteSearch = defineCall({
  id: 'paletteSearch',
  summary:
    'Campaigns by name or code, line items by name and insertion orders by number, of all owners that the caller works on',
  route: 'GET /{p}/palette/search',
  owner: { session: 'It finds across owners, and says of each row whose it is.' },
  groups: ['ag', 'mp', 'cl'],
  // Results are limited to what the caller may open.
  permission: 'none',
  query: z.strictObject({
    term: z.string().trim().min(2).max(80),
    /** Owner whose rows come first. */
    first: z.coerce.number().int().positive().optional(),
  }),
  response: z.object({
    campaigns: z.array(
      z.object({
        campaignKey: key,
        code: z.string(),
        channel: z.string(),
        goalKey: key,
        /** Null until its status was first looked at. */
        subStatus: z.enum(SUB_STATUSES).nullable(),
        ...ownerFields,
      }),
    ),
    lineItems: z.array(z.object({ goalKey: key, ...ownerFields })),
    /** Sent ones, each under its number. */
    orders: z.array(z.object({ ioKey: key, partnerName: z.string(), clientName: z.string(), ...ownerFields })),
  }),
});

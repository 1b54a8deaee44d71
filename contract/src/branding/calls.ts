import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { brandingFormSchema, shownBrandingSchema, storedBrandingSchema } from '../core/branding/branding.ts';

const settings = { groups: ['ag'], permission: 'admin:Settings', apiKey: false } as const;
/** A picture of half a megabyte in base64, and the rest. */
const bodyBytes = 800_000;

const brandingPairSchema = z.object({
  own: storedBrandingSchema,
  agency: storedBrandingSchema,
  /** The agency's brand is shown at all owners: it is changed by those who work on all of them. */
  mayChangeAgency: z.boolean(),
});
export type BrandingPair = z.infer<typeof brandingPairSchema>;

export const ownerBrandingGet = defineCall({
  ...settings,
  id: 'ownerBrandingGet',
  summary: 'The brand of an owner (name, logo, colour, address of its sign-in page) and of the agency',
  route: 'GET /ag/{owner}/branding/get',
  owner: 'path',
  response: brandingPairSchema,
});

export const ownerBrandingSave = defineCall({
  ...settings,
  id: 'ownerBrandingSave',
  summary: 'Changes the brand of an owner; refused if somebody else changed it since it was read',
  route: 'POST /ag/{owner}/branding/save',
  owner: 'path',
  body: brandingFormSchema,
  bodyBytes,
  response: brandingPairSchema,
});

export const agencyBrandingSave = defineCall({
  ...settings,
  id: 'agencyBrandingSave',
  summary: 'Changes the brand of the agency, for users who work on all owners',
  route: 'POST /agency/branding/save',
  owner: { session: 'The agency’s brand belongs to no owner.' },
  body: brandingFormSchema.omit({ address: true }),
  bodyBytes,
  response: storedBrandingSchema,
});

export const brandingShown = defineCall({
  id: 'brandingShown',
  summary: 'The brand that is shown within an owner: its own, else the agency’s',
  route: 'GET /{p}/{owner}/branding/shown',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  apiKey: false,
  response: shownBrandingSchema,
});

export const brandingAt = defineCall({
  id: 'brandingAt',
  summary: 'The brand of a sign-in page: that of the owner with this address, else the agency’s',
  route: 'GET /branding/at',
  owner: 'public',
  groups: 'public',
  permission: 'none',
  query: z.strictObject({ address: z.string().max(60).optional() }),
  response: shownBrandingSchema,
});

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';

/** Default overlap in hours during which a replaced key is still accepted: a week. */
export const KEY_OVERLAP_HOURS = 7 * 24;

const owner = { session: 'Media partners belong to no owner.' } as const;

/** Purpose of a key, in its creator's words. */
export const keyLabelSchema = z.string().trim().max(60, 'must have at most 60 characters');

const postingKeySchema = z.object({
  postingKey: key,
  label: z.string(),
  /** The last four characters: the key itself is shown once and never stored. */
  hint: z.string(),
  createdAt: instant,
  /** Null if unknown, or if the viewer is a media partner and the agency created it. */
  createdBy: z.string().nullable(),
  lastUsedAt: instant.nullable(),
  /** Until when a replaced key is accepted. */
  endsAt: instant.nullable(),
  shutAt: instant.nullable(),
  isActive: z.boolean(),
});
export type PostingKey = z.infer<typeof postingKeySchema>;

/** The only answer that contains the key. */
const newPostingKeySchema = z.object({ postingKey: key, key: z.string() });
export type NewPostingKey = z.infer<typeof newPostingKeySchema>;

/** One row per media partner: whether its systems can post, and until when. */
const postingKeyPartnerSchema = z.object({
  partnerKey: key,
  name: z.string(),
  code: z.string(),
  active: z.boolean(),
  /** Number of valid keys. */
  activeKeys: z.int(),
  /** When the next of them expires. */
  nextEndAt: instant.nullable(),
  /** Across all its keys. */
  lastUsedAt: instant.nullable(),
});
export type PostingKeyPartner = z.infer<typeof postingKeyPartnerSchema>;

export const postingKeyPartners = defineCall({
  id: 'postingKeyPartners',
  summary: 'Every media partner with how many posting keys it has, when one ends next and when one was last used',
  route: 'GET /ag/mp/all/postingkey/list',
  owner,
  groups: ['ag'],
  permission: 'partners:View',
  apiKey: false,
  response: z.array(postingKeyPartnerSchema),
});

export const postingKeyList = defineCall({
  id: 'postingKeyList',
  apiKey: false,
  summary: 'The posting keys of a media partner, without the keys themselves; a media partner asks for its own',
  route: 'GET /{p}/mp/{partner}/postingkey/list',
  owner,
  groups: ['ag', 'mp'],
  permission: 'partners:View',
  response: z.array(postingKeySchema),
});

export const postingKeyMake = defineCall({
  id: 'postingKeyMake',
  summary: 'Makes a posting key for a media partner and shows it, once; a media partner makes its own',
  route: 'POST /{p}/mp/{partner}/postingkey/save',
  owner,
  groups: ['ag', 'mp'],
  permission: 'partners:Update',
  body: z.strictObject({ label: keyLabelSchema.default('') }),
  response: newPostingKeySchema,
});

export const postingKeyRotate = defineCall({
  id: 'postingKeyRotate',
  summary: 'Makes a new posting key in the place of one that is taken a while longer; a media partner rotates its own',
  route: 'POST /{p}/mp/{partner}/postingkey/rotate',
  owner,
  groups: ['ag', 'mp'],
  permission: 'partners:Update',
  body: z.strictObject({ postingKey: key, overlapHours: z.int().min(0).max(720).default(KEY_OVERLAP_HOURS) }),
  response: newPostingKeySchema,
});

export const postingKeyShut = defineCall({
  id: 'postingKeyShut',
  summary: 'Disables a posting key at once; a media partner disables its own',
  route: 'POST /{p}/mp/{partner}/postingkey/shut',
  owner,
  groups: ['ag', 'mp'],
  permission: 'partners:Update',
  body: z.strictObject({ postingKey: key }),
  response: z.object({ shutAt: instant }),
});

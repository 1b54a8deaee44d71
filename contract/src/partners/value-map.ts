import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key, keyParam } from '../core/calls/schema.ts';

const MAX_MAPPED_VALUES = 2000;

const mappedValueSchema = z.strictObject({
  /** Name of the posted parameter, as in the posting instructions. */
  field: z.string().trim().min(1, 'is required').max(60, 'must have at most 60 characters'),
  /** Value sent by the partner. */
  partnerValue: z.string().trim().min(1, 'is required').max(200, 'must have at most 200 characters'),
  /** Our value for it. */
  ourValue: z.string().trim().min(1, 'is required').max(200, 'must have at most 200 characters'),
});
export type MappedValue = z.infer<typeof mappedValueSchema>;

const valueMapSchema = z.object({
  values: z.array(mappedValueSchema),
  /** Changes with every value; a save sends the one it was based on. */
  version: z.string(),
});
export type ValueMap = z.infer<typeof valueMapSchema>;

export const partnerValueMapList = defineCall({
  id: 'partnerValueMapList',
  summary: 'What a media partner calls things when it posts leads for a client, and what they mean',
  route: 'GET /ag/mp/{key}/clientvaluemap/list',
  owner: 'query',
  groups: ['ag'],
  permission: 'partners:View',
  query: z.strictObject({ ownerKey: keyParam, clientKey: keyParam }),
  response: valueMapSchema,
});

export const partnerValueMapSave = defineCall({
  id: 'partnerValueMapSave',
  summary:
    'Replaces what a media partner calls things for a client; refused where somebody else has saved since the version that comes with it',
  route: 'POST /ag/mp/{key}/clientvaluemap/save',
  owner: 'body',
  groups: ['ag'],
  permission: 'partners:Update',
  body: z.strictObject({
    ownerKey: key,
    clientKey: key,
    version: z.string().max(64),
    values: z.array(mappedValueSchema).max(MAX_MAPPED_VALUES),
  }),
  response: valueMapSchema,
  bodyBytes: 1024 * 1024,
});

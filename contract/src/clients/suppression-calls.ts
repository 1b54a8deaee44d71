import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { instant, key } from '../core/calls/schema.ts';

const agency = ['ag'] as const;

const suppressionListSchema = z.object({
  suppressionListKey: key,
  name: z.string(),
  /** Null for all clients of the owner. */
  clientKey: key.nullable(),
  clientName: z.string().nullable(),
  /** Entries in force today. */
  emails: z.int(),
  phones: z.int(),
  /** Next day on which an entry expires. */
  nextExpiry: z.iso.date().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instant,
});
export type SuppressionList = z.infer<typeof suppressionListSchema>;

export const suppressionLists = defineCall({
  id: 'suppressionLists',
  summary: 'The lists of people of whom an owner or one of its clients wants no lead, with how many are on them',
  route: 'GET /ag/{owner}/suppression/list',
  owner: 'path',
  groups: agency,
  permission: 'clients:View',
  response: z.array(suppressionListSchema),
});

export const suppressionListSave = defineCall({
  id: 'suppressionListSave',
  summary: 'Makes an empty list of people of whom no lead is wanted, for one client or for all',
  route: 'POST /ag/{owner}/suppression/save',
  owner: 'path',
  groups: agency,
  permission: 'clients:Criteria',
  body: z.strictObject({ name: z.string().trim().min(1).max(100), clientKey: key.nullable() }),
  response: suppressionListSchema,
});

export const suppressionListRemove = defineCall({
  id: 'suppressionListRemove',
  summary: 'Removes a list with all that is on it; leads of these people are taken from then on',
  route: 'POST /ag/{owner}/suppression/{listKey}/remove',
  owner: 'path',
  groups: agency,
  permission: 'clients:Criteria',
  response: z.object({ removed: z.int() }),
});

export const suppressionImport = defineCall({
  id: 'suppressionImport',
  summary:
    'Reads a file of SHA-256 hashes of normalised emails or phones and says what applying it would add to a list',
  route: 'POST /ag/{owner}/suppression/{listKey}/import',
  owner: 'path',
  groups: agency,
  permission: 'clients:Criteria',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

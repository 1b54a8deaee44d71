import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { CAMPAIGN_CHANNELS } from '../core/channels.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { key, keyParam } from '../core/calls/schema.ts';

/** Kind of the education bulk file: one row per program and campus. */
export const EDUCATION_DATA_KIND = 'educationData';

const agency = ['ag'] as const;

export const bulkEduImport = defineCall({
  id: 'bulkEduImport',
  summary: 'Imports a file of campuses and programs, or only says what that would do and which campaigns it touches',
  route: 'POST /ag/{owner}/bulkedudata/import',
  owner: 'path',
  groups: agency,
  permission: 'clients:Bulk',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

export const bulkEduExport = defineCall({
  id: 'bulkEduExport',
  summary:
    'The campuses and programs of an owner, or of one of its clients, as a workbook that can be changed and uploaded',
  route: 'GET /ag/{owner}/bulkedudata/export',
  owner: 'path',
  groups: agency,
  permission: 'clients:View',
  kind: 'download',
  query: z.strictObject({
    clientKey: keyParam.optional(),
    /** `template`: the header row only. */
    content: z.enum(['data', 'template']).default('data'),
  }),
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

/** `lt` stands for the lookup tables that lead reports are filtered by. */
export const ltChannels = defineCall({
  id: 'ltChannels',
  summary: 'The channels that an owner has campaigns in, with its own names for them',
  route: 'GET /ag/reporting/lt/channels/{owner}',
  owner: 'path',
  groups: agency,
  permission: 'clients:View',
  response: z.array(
    z.object({
      channel: z.enum(CAMPAIGN_CHANNELS),
      name: z.string(),
      customChannels: z.array(z.object({ channelCustomKey: key, name: z.string(), active: z.boolean() })),
    }),
  ),
});
export type LookupChannel = z.infer<typeof ltChannels.response>[number];

export const ltCampus = defineCall({
  id: 'ltCampus',
  summary: 'The campuses of an owner, or of some of its clients, closed ones included',
  route: 'POST /ag/reporting/lt/campus',
  owner: 'body',
  groups: agency,
  permission: 'clients:View',
  apiKey: true,
  body: z.strictObject({
    ownerKey: key,
    /** Empty means all. */
    clientKeys: z.array(key).max(500).default([]),
  }),
  response: z.array(
    z.object({
      campusKey: key,
      campusName: z.string(),
      campusCode: z.string(),
      clientKey: key,
      clientName: z.string(),
      clientModelKey: key,
      clientModelName: z.string(),
      state: z.string().nullable(),
      active: z.boolean(),
    }),
  ),
});
export type LookupCampus = z.infer<typeof ltCampus.response>[number];

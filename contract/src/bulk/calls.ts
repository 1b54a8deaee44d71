import { z } from 'zod';
import { BULK_MODES, BULK_ROW_STATES, bulkImportResultSchema, bulkImportSchema } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { keyParam } from '../core/calls/schema.ts';

// The right depends on the kind of file: the service checks the one in the kind's definition.
const anyGroup = ['ag', 'mp', 'cl'] as const;

export const bulkImportList = defineCall({
  id: 'bulkImportList',
  summary: 'The files of one kind that were uploaded for an owner, latest first',
  route: 'GET /{p}/{owner}/bulk/{kind}/list',
  owner: 'path',
  groups: anyGroup,
  permission: 'none',
  params: { owner: keyParam, kind: z.string().regex(/^[A-Za-z]{1,40}$/) },
  response: z.array(bulkImportSchema),
});

export const bulkImportGet = defineCall({
  id: 'bulkImportGet',
  summary: 'One uploaded file and a page of its rows, by what they would do',
  route: 'GET /{p}/{owner}/bulk/import/{importKey}/get',
  owner: 'path',
  groups: anyGroup,
  permission: 'none',
  query: z.strictObject({
    state: z.enum(['all', ...BULK_ROW_STATES]).default('all'),
    page: keyParam.default(1),
  }),
  response: bulkImportResultSchema,
});

export const bulkImportApply = defineCall({
  id: 'bulkImportApply',
  summary: 'Applies a checked file, once: its good rows, or all of it or nothing',
  route: 'POST /{p}/{owner}/bulk/import/{importKey}/apply',
  owner: 'path',
  groups: anyGroup,
  permission: 'none',
  body: z.strictObject({ mode: z.enum(BULK_MODES).default('goodRows') }),
  response: bulkImportResultSchema,
});

export const bulkImportUndo = defineCall({
  id: 'bulkImportUndo',
  summary: 'Takes an applied file back, within a day and if nothing of it was changed since',
  route: 'POST /{p}/{owner}/bulk/import/{importKey}/undo',
  owner: 'path',
  groups: anyGroup,
  permission: 'none',
  response: bulkImportResultSchema,
});

export const bulkImportFailed = defineCall({
  id: 'bulkImportFailed',
  summary: 'The rows of a file that were not applied, each with its reason',
  route: 'GET /{p}/{owner}/bulk/import/{importKey}/failed/export',
  owner: 'path',
  groups: anyGroup,
  permission: 'none',
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

export const bulkImportFile = defineCall({
  id: 'bulkImportFile',
  summary: 'A file as it was uploaded',
  route: 'GET /{p}/{owner}/bulk/import/{importKey}/file/export',
  owner: 'path',
  groups: anyGroup,
  permission: 'none',
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

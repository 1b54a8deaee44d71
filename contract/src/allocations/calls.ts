import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/bulk.ts';
import { defineCall } from '../core/call.ts';
import { key, keyParam } from '../core/schema.ts';
import {
  allocationMonthParam,
  allocationRequestSchema,
  allocationSavedSchema,
  allocationSaveSchema,
  campaignRowSchema,
  campaignRowSchemaFor,
  cellChangeSchema,
  goalSummarySchema,
  goalSummarySchemaFor,
  sheetAtSchema,
  summaryKeyParam,
  summaryMonthParam,
} from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const notPartners = ['ag', 'cl'] as const;
/** Which owner is meant where the path says `all`. */
const ofOwner = z.strictObject({ ownerKey: keyParam.optional() });

export const goalSummaryList = defineCall({
  id: 'goalSummaryList',
  summary: 'The line items of the current month with their targets, pacing and history',
  method: 'GET',
  path: '/{p}/{brand}/currentmonth/goalsummary/list',
  groups: notPartners,
  permission: 'allocations:View',
  kind: 'json',
  params: { brand: summaryKeyParam },
  query: ofOwner,
  response: goalSummarySchema,
  responseFor: goalSummarySchemaFor,
});

export const goalSummaryNextList = defineCall({
  id: 'goalSummaryNextList',
  summary: 'The line items of the next month with their targets',
  method: 'GET',
  path: '/{p}/{brand}/nextmonth/goalsummary/list',
  groups: notPartners,
  permission: 'allocations:View',
  kind: 'json',
  params: { brand: summaryKeyParam },
  query: ofOwner,
  response: goalSummarySchema,
  responseFor: goalSummarySchemaFor,
});

export const campaignSummaryStream = defineCall({
  id: 'campaignSummaryStream',
  summary: 'The campaigns of a month, row by row',
  method: 'GET',
  path: '/{p}/brand/{brand}/{month}/campaignsummary/list',
  groups: anyGroup,
  permission: 'allocations:View',
  kind: 'stream',
  params: { brand: summaryKeyParam, month: summaryMonthParam },
  query: ofOwner,
  response: campaignRowSchema,
  responseFor: campaignRowSchemaFor,
});

export const allocationsSave = defineCall({
  id: 'allocationsSave',
  summary: 'Saves changed cells of a month, all of them or none',
  method: 'POST',
  path: '/{p}/{owner}/allocations/{month}/save',
  groups: notPartners,
  permission: 'allocations:Update',
  kind: 'json',
  params: { owner: keyParam, month: allocationMonthParam },
  body: allocationSaveSchema,
  bodyBytes: 4 * 1024 * 1024,
  response: allocationSavedSchema,
});

export const capacitySave = defineCall({
  id: 'capacitySave',
  summary: 'A partner says what it can deliver, and asks for an allocation',
  method: 'POST',
  path: '/mp/capacity/{month}/save',
  groups: ['mp'],
  permission: 'allocations:Update',
  kind: 'json',
  params: { month: allocationMonthParam },
  body: allocationSaveSchema,
  bodyBytes: 4 * 1024 * 1024,
  response: allocationSavedSchema,
});

export const allocationsExport = defineCall({
  id: 'allocationsExport',
  summary: 'A month as a workbook that the import takes back',
  method: 'GET',
  path: '/{p}/brand/{brand}/{month}/campaignsummary/export',
  groups: anyGroup,
  permission: 'allocations:View',
  kind: 'download',
  params: { brand: summaryKeyParam, month: summaryMonthParam },
  query: ofOwner,
  response: z.never(),
  timeoutMs: 300_000,
  rateLimit: 'export',
});

export const allocationsScreenExport = defineCall({
  id: 'allocationsScreenExport',
  summary: 'Exactly what is on the screen as a workbook: these columns and these rows, in this order',
  method: 'POST',
  path: '/{p}/brand/{brand}/{month}/campaignsummary/export',
  groups: anyGroup,
  permission: 'allocations:View',
  kind: 'download',
  params: { brand: summaryKeyParam, month: summaryMonthParam },
  query: ofOwner,
  body: z.strictObject({
    columns: z.array(z.string().max(60)).min(1).max(200),
    campaignKeys: z.array(key).max(100_000),
  }),
  bodyBytes: 2 * 1024 * 1024,
  response: z.never(),
  timeoutMs: 300_000,
  rateLimit: 'export',
});

export const allocationsImport = defineCall({
  id: 'allocationsImport',
  summary: 'Reads an allocation sheet and says what applying it would change',
  method: 'POST',
  path: '/{p}/allocations/{month}/import',
  groups: anyGroup,
  permission: 'allocations:Import',
  kind: 'upload',
  params: { month: allocationMonthParam },
  query: bulkUploadQuery.extend({ ownerKey: keyParam }),
  response: bulkImportResultSchema,
});

export const allocationHistory = defineCall({
  id: 'allocationHistory',
  summary: 'The changes of a campaign’s month, newest first',
  method: 'GET',
  path: '/{p}/campaign/{campaignKey}/allocations/{month}/history/list',
  groups: anyGroup,
  permission: 'allocations:View',
  kind: 'json',
  params: { campaignKey: keyParam, month: allocationMonthParam },
  query: z.strictObject({ field: z.string().max(60).optional() }),
  response: z.array(cellChangeSchema),
});

export const allocationSheetAt = defineCall({
  id: 'allocationSheetAt',
  summary: 'What could be edited as it stood at a past moment, where it differs from now',
  method: 'GET',
  path: '/{p}/{owner}/allocations/{month}/at/{moment}/get',
  groups: notPartners,
  permission: 'allocations:View',
  kind: 'json',
  params: { owner: keyParam, month: allocationMonthParam, moment: z.iso.datetime() },
  response: sheetAtSchema,
});

export const allocationRequestList = defineCall({
  id: 'allocationRequestList',
  summary: 'What partners ask for: open requests, and those of the month that were answered',
  method: 'GET',
  path: '/{p}/allocations/{month}/request/list',
  groups: ['ag', 'mp'],
  permission: 'allocations:View',
  kind: 'json',
  params: { month: allocationMonthParam },
  query: ofOwner,
  response: z.array(allocationRequestSchema),
});

export const allocationRequestAnswer = defineCall({
  id: 'allocationRequestAnswer',
  summary: 'Accepts a partner’s request, which becomes the allocation, or declines it',
  method: 'POST',
  path: '/ag/{owner}/allocations/request/{requestKey}/answer',
  groups: ['ag'],
  permission: 'allocations:Approve',
  kind: 'json',
  params: { owner: keyParam, requestKey: keyParam },
  body: z.strictObject({ accept: z.boolean(), answer: z.string().max(500).default('') }),
  response: allocationRequestSchema,
});

export const campaignBreakdown = defineCall({
  id: 'campaignBreakdown',
  summary: 'Where the inquiries of a campaign’s month come from: by source, or by an attribute',
  method: 'GET',
  path: '/{p}/campaign/{campaignKey}/breakdown/{dimension}/{month}/get',
  groups: anyGroup,
  permission: 'allocations:View',
  kind: 'json',
  params: { campaignKey: keyParam, dimension: z.string().regex(/^[A-Za-z]{3,30}$/), month: allocationMonthParam },
  response: z.object({
    rows: z.array(
      z.object({
        value: z.string().nullable(),
        grossLeads: z.number(),
        validLeads: z.number(),
        validRate: z.number().nullable(),
        spend: z.number().nullable(),
      }),
    ),
  }),
});

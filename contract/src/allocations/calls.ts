import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { key, keyParam, WITH_VERSION } from '../core/calls/schema.ts';
import { proposalSchema, proposalSettingsSchema } from './proposal.ts';
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
  sheetPulseSchema,
  summaryKeyParam,
  summaryMonthParam,
} from './schema.ts';

const anyGroup = ['ag', 'mp', 'cl'] as const;
const notPartners = ['ag', 'cl'] as const;
/** The owner, if the path says `all`. */
const ofOwner = z.strictObject({ ownerKey: keyParam.optional() });

/** The path's key is a brand's, for clients a client's. If it is `all`, the query names the owner. */
const OWNER_OR_ALL = [{ byKey: { ag: 'brand', mp: 'brand', cl: 'client' }, param: 'brand' }, 'query'] as const;
const OWNER_OR_PARTNERS = [
  ...OWNER_OR_ALL,
  { session: 'A partner’s table goes over all owners that it works for.', groups: ['mp'] },
] as const;

export const goalSummaryList = defineCall({
  id: 'goalSummaryList',
  summary: 'The line items of the current month with their targets, pacing and history',
  route: 'GET /{p}/{brand}/currentmonth/goalsummary/list',
  owner: OWNER_OR_ALL,
  groups: notPartners,
  permission: 'allocations:View',
  params: { brand: summaryKeyParam },
  query: ofOwner,
  response: goalSummarySchema,
  responseFor: goalSummarySchemaFor,
});

export const goalSummaryNextList = defineCall({
  id: 'goalSummaryNextList',
  summary: 'The line items of the next month with their targets',
  route: 'GET /{p}/{brand}/nextmonth/goalsummary/list',
  owner: OWNER_OR_ALL,
  groups: notPartners,
  permission: 'allocations:View',
  params: { brand: summaryKeyParam },
  query: ofOwner,
  response: goalSummarySchema,
  responseFor: goalSummarySchemaFor,
});

export const campaignSummaryStream = defineCall({
  id: 'campaignSummaryStream',
  summary: 'The campaigns of a month, row by row',
  route: 'GET /{p}/brand/{brand}/{month}/campaignsummary/list',
  owner: OWNER_OR_PARTNERS,
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
  summary: `Saves changed cells of a month, all of them or none; ${WITH_VERSION.merges}`,
  route: 'POST /{p}/{owner}/allocations/{month}/save',
  owner: 'path',
  groups: notPartners,
  permission: 'allocations:Update',
  apiKey: true,
  params: { month: allocationMonthParam },
  body: allocationSaveSchema,
  bodyBytes: 4 * 1024 * 1024,
  response: allocationSavedSchema,
});

export const allocationsPropose = defineCall({
  id: 'allocationsPropose',
  summary: 'Proposes which units of a month to move from one campaign to another; nothing is changed',
  route: 'POST /ag/{owner}/allocations/{month}/propose',
  owner: 'path',
  groups: ['ag'],
  permission: 'allocations:Update',
  apiKey: true,
  params: { month: allocationMonthParam },
  body: proposalSettingsSchema,
  response: proposalSchema,
  timeoutMs: 60_000,
});

export const capacitySave = defineCall({
  id: 'capacitySave',
  summary: `A partner says what it can deliver, and asks for an allocation; ${WITH_VERSION.merges}`,
  route: 'POST /mp/capacity/{month}/save',
  owner: { session: 'A partner’s sheet holds campaigns of all owners that it works for.' },
  groups: ['mp'],
  permission: 'allocations:Update',
  params: { month: allocationMonthParam },
  body: allocationSaveSchema,
  bodyBytes: 4 * 1024 * 1024,
  response: allocationSavedSchema,
});

export const allocationsExport = defineCall({
  id: 'allocationsExport',
  summary: 'A month as a workbook that the import takes back',
  route: 'GET /{p}/brand/{brand}/{month}/campaignsummary/export',
  owner: OWNER_OR_PARTNERS,
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
  route: 'POST /{p}/brand/{brand}/{month}/campaignsummary/export',
  owner: OWNER_OR_PARTNERS,
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
  route: 'POST /{p}/allocations/{month}/import',
  owner: 'query',
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
  route: 'GET /{p}/campaign/{campaignKey}/allocations/{month}/history/list',
  owner: { byKey: 'campaign', param: 'campaignKey' },
  groups: anyGroup,
  permission: 'allocations:View',
  params: { month: allocationMonthParam },
  query: z.strictObject({ field: z.string().max(60).optional() }),
  response: z.array(cellChangeSchema),
});

export const allocationSheetAt = defineCall({
  id: 'allocationSheetAt',
  summary: 'What could be edited as it stood at a past moment, where it differs from now',
  route: 'GET /{p}/{owner}/allocations/{month}/at/{moment}/get',
  owner: 'path',
  groups: notPartners,
  permission: 'allocations:View',
  params: { month: allocationMonthParam, moment: z.iso.datetime() },
  response: sheetAtSchema,
});

export const allocationsPulse = defineCall({
  id: 'allocationsPulse',
  summary: 'Says that the caller has a month open; answers what was saved since, and who else has it open',
  route: 'POST /{p}/allocations/{month}/pulse',
  owner: ['query', { session: 'A partner’s sheet holds campaigns of all owners that it works for.', groups: ['mp'] }],
  groups: anyGroup,
  permission: 'allocations:View',
  params: { month: allocationMonthParam },
  query: ofOwner,
  body: z.strictObject({ since: z.iso.datetime().nullable() }),
  response: sheetPulseSchema,
});

export const allocationRequestList = defineCall({
  id: 'allocationRequestList',
  summary: 'What partners ask for: open requests, and those of the month that were answered',
  route: 'GET /{p}/allocations/{month}/request/list',
  owner: ['query', { session: 'Requests are answered, and partners see theirs, over all owners at once.' }],
  groups: ['ag', 'mp'],
  permission: 'allocations:View',
  params: { month: allocationMonthParam },
  query: ofOwner,
  response: z.array(allocationRequestSchema),
});

export const allocationRequestAnswer = defineCall({
  id: 'allocationRequestAnswer',
  summary: 'Accepts a partner’s request, which becomes the allocation, or declines it',
  route: 'POST /ag/{owner}/allocations/request/{requestKey}/answer',
  owner: 'path',
  groups: ['ag'],
  permission: 'allocations:Approve',
  body: z.strictObject({ accept: z.boolean(), answer: z.string().max(500).default('') }),
  response: allocationRequestSchema,
});

export const campaignBreakdown = defineCall({
  id: 'campaignBreakdown',
  summary: 'Where the inquiries of a campaign’s month come from: by source, or by an attribute',
  route: 'GET /{p}/campaign/{campaignKey}/breakdown/{dimension}/{month}/get',
  owner: { byKey: 'campaign', param: 'campaignKey' },
  groups: anyGroup,
  permission: 'allocations:View',
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

import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES, LEAD_STATUSES, type LeadStatus } from '../core/leads/lead-status.ts';
import { instant, key } from '../core/calls/schema.ts';
import { agencyMoves } from './detail-calls.ts';
import { leadSearch } from './search-calls.ts';

/** Kind of the bulk file that changes leads; its history is filtered by it. */
export const LEAD_UPDATE_KIND = 'leadUpdate';
/** Maximum leads of one change. */
export const MAX_LEADS_CHANGED = 5_000;

/** Statuses the agency can move leads to. */
export const DESK_STATUSES: readonly LeadStatus[] = LEAD_STATUS_CODES.filter((to) =>
  LEAD_STATUS_CODES.some((from) => agencyMoves(from).some((move) => move.to === to)),
);

/** Whether a move can be undone. One that frees a place under the caps cannot: another lead may have taken it since. */
export const canUndoMove = (from: LeadStatus, to: LeadStatus): boolean =>
  !LEAD_STATUSES[from].usesCap || LEAD_STATUSES[to].usesCap;

const status = z.enum(LEAD_STATUS_CODES);
/** Fields of a move besides the lead. */
const move = {
  statusCode: status,
  reasonCode: z.string().max(40).nullable().default(null),
  note: z.string().trim().max(500).default(''),
  /** The client's own id of the lead. */
  reference: z.string().trim().max(200).default(''),
};
const agency = { groups: ['ag'], permission: 'leadanalyzer:Update' } as const;
const ofOwner = { owner: 'path' } as const;

/** A lead's key, public id or transaction id of the media partner. */
const name = z.string().trim().min(1).max(120);
const names = z.array(name).min(1).max(MAX_LEADS_CHANGED);
const leads = z.union([
  z.strictObject({ ids: names }),
  z.strictObject({ leadCaptureKeys: z.array(key).min(1).max(MAX_LEADS_CHANGED) }),
  /** All leads that match a search. */
  z.strictObject({ search: leadSearch.body.omit({ ownerKey: true, after: true, page: true, limit: true }) }),
]);

export const leadUpdatePreview = defineCall({
  ...agency,
  ...ofOwner,
  id: 'leadUpdatePreview',
  summary: 'Says of each lead that is named, chosen or found by a search what a change of status would do, or why not',
  route: 'POST /ag/lead/{owner}/update/preview',
  body: z.strictObject({
    leads,
    ...move,
    /** For leads that are accepted against the checks: also where today's caps are full. */
    ignoreCap: z.boolean().default(false),
  }),
  response: bulkImportResultSchema,
  bodyBytes: 1024 * 1024,
});

export const leadRecheckPreview = defineCall({
  ...agency,
  ...ofOwner,
  id: 'leadRecheckPreview',
  summary:
    'Runs leads that a check refused or held through the checks again, by the rules of now, and says which would be accepted; applied and undone like a change of status',
  route: 'POST /ag/lead/{owner}/recheck/preview',
  body: z.strictObject({ leads, note: move.note }),
  response: bulkImportResultSchema,
  bodyBytes: 1024 * 1024,
});

export const leadUpdateImport = defineCall({
  ...agency,
  ...ofOwner,
  id: 'leadUpdateImport',
  summary: 'Imports a file of leads and their new statuses, or only says what that would do',
  route: 'POST /ag/lead/{owner}/update/import',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

export const leadUpdateTemplate = defineCall({
  ...agency,
  ...ofOwner,
  id: 'leadUpdateTemplate',
  summary: 'An empty workbook with the columns of a lead update',
  route: 'GET /ag/lead/{owner}/update/template/export',
  kind: 'download',
  response: z.null(),
  rateLimit: 'export',
});

export const leadStatusUpdate = defineCall({
  ...agency,
  id: 'leadStatusUpdate',
  summary:
    'Moves leads to other statuses along the table of moves; those that cannot be moved are told, the others moved',
  route: 'POST /ag/lead/status/update',
  owner: 'body',
  body: z.strictObject({
    ownerKey: key,
    updates: z
      .array(
        z.strictObject({
          leadCaptureKey: key,
          /** If given, a lead changed in the meantime is skipped. */
          version: z.int().optional(),
          ...move,
        }),
      )
      .min(1)
      .max(MAX_LEADS_CHANGED),
  }),
  response: z.object({
    updated: z.int(),
    failed: z.int(),
    /** In request order; `unchanged` if the lead already has the status. */
    results: z.array(
      z.object({ leadCaptureKey: key, status: z.enum(['updated', 'unchanged', 'failed']), message: z.string() }),
    ),
  }),
  bodyBytes: 4 * 1024 * 1024,
});

const foundLeadSchema = z.object({
  leadCaptureKey: key,
  leadId: z.string(),
  createdAt: instant,
  status,
  campaignName: z.string(),
  /** Send back with a change: it is refused if the lead has changed since. */
  version: z.int(),
});

export const leadBulkSearch = defineCall({
  ...ofOwner,
  id: 'leadBulkSearch',
  summary: 'Finds leads by a list of ids: lead keys, public ids or transaction ids',
  route: 'POST /ag/lead/{owner}/bulk/search',
  groups: ['ag'],
  permission: 'leadanalyzer:View',
  apiKey: true,
  body: z.strictObject({
    leadCaptureKeys: z
      .array(z.union([name, key.transform(String)]))
      .min(1)
      .max(MAX_LEADS_CHANGED),
  }),
  /** One entry per id, in request order, with the leads that have it: none, one or several. */
  response: z.array(z.object({ id: z.string(), leads: z.array(foundLeadSchema) })),
  bodyBytes: 1024 * 1024,
});
export type FoundLeads = z.infer<typeof leadBulkSearch.response>;

export const leadCids = defineCall({
  ...ofOwner,
  id: 'leadCids',
  summary: 'The campaigns that leads can be of, with their codes, for the filter of leads',
  route: 'POST /ag/lead/{owner}/cids',
  groups: ['ag'],
  permission: 'leadanalyzer:View',
  apiKey: true,
  /** Part of the name or of a code; all if left out. */
  body: z.strictObject({ search: z.string().trim().max(100).default('') }),
  response: z.array(
    z.object({
      campaignKey: key,
      campaignCode: z.string(),
      clientCampaignCode: z.string(),
      name: z.string(),
    }),
  ),
});

export const leadCampusGet = defineCall({
  id: 'leadCampusGet',
  summary: 'The campuses of a client, for the filter of leads',
  route: 'GET /{p}/lead/{client}/campus/get',
  owner: { byKey: 'client', param: 'client' },
  groups: ['ag', 'mp', 'cl'],
  permission: 'leadanalyzer:View',
  response: z.array(z.object({ key, name: z.string() })),
});

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { instant, key } from '../core/calls/schema.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

const groups = ['ag', 'mp', 'cl'] as const;
const permission = 'leadanalyzer:Export';

export const LEAD_EXPORT = {
  /** Larger or longer exports run in the background. */
  leadsAtOnce: 200_000,
  daysAtOnce: 92,
  mostDays: 1_100,
  /** Rows of a worksheet besides the header. */
  sheetRows: 1_048_575,
  /** Retention of the file. */
  keptDays: 7,
  /** Maximum concurrent downloads of one owner's leads, over all users. */
  downloadsPerOwner: 3,
} as const;

const LEAD_EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type LeadExportFormat = (typeof LEAD_EXPORT_FORMATS)[number];

interface LeadExportColumn {
  key: string;
  label: string;
  kind: 'text' | 'dollar' | 'date' | 'dateTime';
  /** Groups that get the column; all if left out: each side has its own price, and media partners get no people. */
  groups?: readonly UserGroup[];
  /** Only in exports of unmasked people. */
  whole?: true;
}
const clientSide = ['ag', 'cl'] as const;
const partnerSide = ['ag', 'mp'] as const;

/** Columns of the file, in order. Times are in the owner's zone, which the heading names. */
const LEAD_EXPORT_COLUMNS: readonly LeadExportColumn[] = [
  { key: 'leadId', label: 'Lead ID', kind: 'text' },
  { key: 'receivedAt', label: 'Received', kind: 'dateTime' },
  { key: 'status', label: 'Status', kind: 'text' },
  { key: 'reason', label: 'Reason', kind: 'text' },
  { key: 'clientName', label: 'Client', kind: 'text' },
  { key: 'campusName', label: 'Campus', kind: 'text' },
  { key: 'programName', label: 'Program', kind: 'text' },
  { key: 'partnerName', label: 'Media Partner', kind: 'text', groups: clientSide },
  { key: 'campaignName', label: 'Campaign', kind: 'text' },
  { key: 'campaignCode', label: 'Campaign Code', kind: 'text' },
  { key: 'clientCampaignCode', label: 'Client Campaign Code', kind: 'text', groups: clientSide },
  { key: 'sourceTag', label: 'Source', kind: 'text', groups: partnerSide },
  { key: 'subSource', label: 'Sub-source', kind: 'text', groups: partnerSide },
  { key: 'transactionId', label: 'Transaction ID', kind: 'text', groups: partnerSide },
  { key: 'leadSourceType', label: 'Lead Source Type', kind: 'text' },
  { key: 'device', label: 'Device', kind: 'text' },
  { key: 'state', label: 'State', kind: 'text' },
  { key: 'zip', label: 'ZIP', kind: 'text' },
  { key: 'education', label: 'Education', kind: 'text' },
  { key: 'gradYear', label: 'Graduation Year', kind: 'text' },
  { key: 'militaryStatus', label: 'Military', kind: 'text' },
  { key: 'startTimeframe', label: 'Desired Start', kind: 'text' },
  { key: 'clientPrice', label: 'Client Price', kind: 'dollar', groups: clientSide },
  { key: 'mediaPrice', label: 'Media Price', kind: 'dollar', groups: partnerSide },
  { key: 'deliveredAt', label: 'Delivered', kind: 'dateTime' },
  { key: 'crmReference', label: 'Client Reference', kind: 'text', groups: clientSide },
  { key: 'milestone', label: 'Furthest Milestone', kind: 'text' },
  { key: 'milestoneOn', label: 'Milestone Date', kind: 'date' },
  { key: 'personName', label: 'Name', kind: 'text', groups: clientSide },
  { key: 'email', label: 'Email', kind: 'text', groups: clientSide },
  { key: 'phone', label: 'Phone', kind: 'text', groups: clientSide },
  { key: 'address', label: 'Address', kind: 'text', groups: ['ag'], whole: true },
];

export const leadExportColumns = (group: UserGroup, isWhole: boolean): LeadExportColumn[] =>
  LEAD_EXPORT_COLUMNS.filter((column) => column.groups?.includes(group) !== false && (isWhole || !column.whole));

const chosenKeys = z.array(key).max(1_000).default([]);
const question = {
  ownerKey: key,
  /** Empty means all; also for clients and media partners. */
  leadStatus: z.array(z.enum(LEAD_STATUS_CODES)).max(LEAD_STATUS_CODES.length).default([]),
  clientKeys: chosenKeys,
  mediaPartnerKeys: chosenKeys,
  /** Days of the owner's calendar, both included. */
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  /** Only these leads of the days, if selected from a list. */
  leadCaptureKeys: z.array(key).min(1).max(5_000).optional(),
};
const questionSchema = z.strictObject(question);
const leadExportQuestionSchema = z.strictObject({
  ...question,
  format: z.enum(LEAD_EXPORT_FORMATS).default('xlsx'),
  /** Unmasked people: requires leadanalyzer:ViewPII and is audited. */
  wholePeople: z.boolean().default(false),
});
export type LeadExportQuestion = z.output<typeof leadExportQuestionSchema>;

const shared = { owner: 'body', groups, permission } as const;

export const leadsExport = defineCall({
  ...shared,
  id: 'leadsExport',
  summary: 'The leads of some days as a file, at once: at most 92 days and 200,000 leads, one file at a time',
  route: 'POST /{p}/leads/export',
  kind: 'download',
  body: leadExportQuestionSchema,
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

export const leadExportCount = defineCall({
  ...shared,
  id: 'leadExportCount',
  summary: 'How many leads a file would have, and whether it has to be written in the background',
  route: 'POST /{p}/leads/export/count',
  apiKey: true,
  body: questionSchema,
  response: z.object({
    leads: z.int(),
    /** There are more: counting stops where a workbook is full. */
    isMore: z.boolean(),
    inBackground: z.boolean(),
  }),
});

const LEAD_EXPORT_STATES = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type LeadExportState = (typeof LEAD_EXPORT_STATES)[number];

const leadExportSchema = z.object({
  exportKey: key,
  ownerKey: key,
  ownerName: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  format: z.enum(LEAD_EXPORT_FORMATS),
  wholePeople: z.boolean(),
  /** Being downloaded in another tab: nothing is stored. */
  isDirect: z.boolean(),
  state: z.enum(LEAD_EXPORT_STATES),
  leads: z.int(),
  rowsWritten: z.int(),
  sizeBytes: z.int().nullable(),
  failure: z.string().nullable(),
  askedAt: instant,
  expiresAt: instant.nullable(),
});
export type LeadExport = z.infer<typeof leadExportSchema>;

export const leadExportStart = defineCall({
  ...shared,
  id: 'leadExportStart',
  summary: 'Writes a file of leads in the background; a mail tells when it is there',
  route: 'POST /{p}/leads/export/start',
  body: leadExportQuestionSchema,
  response: z.object({ exportKey: key }),
  rateLimit: 'export',
});

export const leadExportList = defineCall({
  id: 'leadExportList',
  summary: 'One’s own exports of leads, the newest first',
  route: 'GET /{p}/leads/export/list',
  owner: { session: 'A user’s own exports, of every owner that the user works on.' },
  groups,
  permission,
  apiKey: false,
  response: z.array(leadExportSchema),
});

const oneExport = z.strictObject({ ownerKey: key, exportKey: key });

export const leadExportFile = defineCall({
  ...shared,
  id: 'leadExportFile',
  summary: 'The file that was written in the background; that it was taken is on record',
  route: 'POST /{p}/leads/export/file',
  kind: 'download',
  apiKey: false,
  body: oneExport,
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

export const leadExportCancel = defineCall({
  ...shared,
  id: 'leadExportCancel',
  summary: 'Ends an export that waits or is being written; nothing of it is kept',
  route: 'POST /{p}/leads/export/cancel',
  body: oneExport,
  response: z.null(),
});

export const leadExportRemove = defineCall({
  ...shared,
  id: 'leadExportRemove',
  summary: 'Removes an export that is over, and its file',
  route: 'POST /{p}/leads/export/remove',
  body: oneExport,
  response: z.null(),
});

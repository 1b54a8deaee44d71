import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { key } from '../core/calls/schema.ts';
import { LEAD_ATTRIBUTE_NAMES } from './attributes.ts';
import { manyKeys } from './calls.ts';
import { REPORT_NAMES } from './catalogue.ts';
import { keyList, widgetAnswerSchema, widgetBodySchema } from './schema.ts';
import { WIDGET_IDS } from './widgets.ts';

const notPartners = ['ag', 'cl'] as const;
const everyone = ['ag', 'mp', 'cl'] as const;
const attribute = z.enum(LEAD_ATTRIBUTE_NAMES);
const attributeSchema = z.object({ attribute, label: z.string() });
const named = z.object({ key, name: z.string() });

export const attributeReport = defineCall({
  id: 'attributeReport',
  summary:
    'The inquiries of these clients by one attribute: what they cost, what became of them, how far that has come in',
  route: 'GET /{p}/attributereport/{ATTRIBUTE}/{clientKeys}/{start}/{end}/get',
  owner: { byKey: 'client', param: 'clientKeys' },
  groups: notPartners,
  permission: 'reports:View',
  rateLimit: 'report',
  params: { ATTRIBUTE: attribute, clientKeys: manyKeys, start: z.iso.date(), end: z.iso.date() },
  query: z.strictObject({ campaignKeys: keyList, clientModelKeys: keyList, mediaPartnerKeys: keyList }),
  response: widgetAnswerSchema,
});

export const attributeReportFilters = defineCall({
  id: 'attributeReportFilters',
  summary: 'What an attribute report of these clients can be narrowed to',
  route: 'GET /{p}/attributereport/filters/{clientKeys}/get',
  owner: { byKey: 'client', param: 'clientKeys' },
  groups: notPartners,
  permission: 'reports:View',
  params: { clientKeys: manyKeys },
  response: z.object({
    attributes: z.array(attributeSchema),
    clientModels: z.array(named),
    mediaPartners: z.array(named),
    campaigns: z.array(named.extend({ code: z.string() })),
  }),
});
export type AttributeReportFilters = z.infer<typeof attributeReportFilters.response>;

export const mediaAttributeList = defineCall({
  id: 'mediaAttributeList',
  summary: 'The attributes of a lead that reports can be cut by',
  route: 'GET /{p}/media/attribute/list',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  groups: everyone,
  permission: 'none',
  response: z.array(attributeSchema),
});

export const reportFile = defineCall({
  id: 'reportFile',
  summary: 'A table of a report as a file: these columns in this order, all rows, and the total',
  route: 'POST /{p}/reporting/catalogue/{report}/file',
  owner: 'body',
  groups: everyone,
  permission: 'reports:View',
  kind: 'download',
  params: { report: z.enum(REPORT_NAMES) },
  body: widgetBodySchema.safeExtend({
    widget: z.enum(WIDGET_IDS),
    columns: z.array(z.string().max(60)).min(1).max(200),
    format: z.enum(REPORT_FILE_FORMATS),
  }),
  response: z.never(),
  timeoutMs: 300_000,
  rateLimit: 'report',
});
export type ReportFileBody = z.infer<typeof reportFile.body>;

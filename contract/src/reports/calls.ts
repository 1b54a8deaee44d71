import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { METRIC_CHANNELS, METRIC_VERTICALS } from '../core/metrics/types.ts';
import { reportQuerySchema } from '../core/metrics/report-query.ts';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { key } from '../core/calls/schema.ts';

export const reportChannel = z.enum([...METRIC_CHANNELS, 'all']);
export const reportVertical = z.enum([...METRIC_VERTICALS, 'all']);
const anyGroup = ['ag', 'mp', 'cl'] as const;
const COMMON = {
  groups: anyGroup,
  permission: 'reports:Build',
  rateLimit: 'report',
  apiKey: true,
} as const;

const cell = z.union([z.string(), z.number(), z.null()]);
export const reportRowSchema = z.record(z.string(), cell);

/** A report over everything the caller works on, or over one owner. */
const reportBodySchema = reportQuerySchema.extend({ ownerKey: key.optional() });

const reportAnswerSchema = z.object({
  rows: z.array(reportRowSchema),
  total: reportRowSchema.nullable(),
  notes: z.array(z.string()),
  /** Platform charges of unlinked campaigns in these days, included in no number of the answer. */
  unattributed: unattributedSchema.optional(),
  /** Measures whose cost includes the leads' share of platform charges. */
  attributedToLeads: z.array(z.string()).optional(),
});
export type ReportAnswerData = z.infer<typeof reportAnswerSchema>;

const reportMemberSchema = z.object({
  key: z.string(),
  label: z.string(),
  /** For a measure its format; for a dimension the kind of rows that have it. */
  kind: z.string(),
  decimals: z.int().optional(),
  hidden: z.boolean(),
});
export type ReportMember = z.infer<typeof reportMemberSchema>;

export const reportDimensions = defineCall({
  ...COMMON,
  id: 'reportDimensions',
  summary: 'What a report of this channel and vertical can be cut by',
  route: 'GET /{p}/reporting/dimensions/{channel}/{vertical}/get',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  params: { channel: reportChannel, vertical: reportVertical },
  response: z.array(reportMemberSchema),
});

export const reportMeasures = defineCall({
  ...COMMON,
  id: 'reportMeasures',
  summary: 'What a report of this channel and vertical can measure',
  route: 'GET /{p}/reporting/measures/{channel}/{vertical}/get',
  owner: { session: 'The same for everybody: it reads no owner’s rows.' },
  params: { channel: reportChannel, vertical: reportVertical },
  response: z.array(reportMemberSchema),
});

export const reportDimensionValues = defineCall({
  ...COMMON,
  id: 'reportDimensionValues',
  summary: 'The values that a dimension has in a range of dates',
  route: 'POST /{p}/reporting/dimensions/{channel}/{vertical}/values',
  owner: ['body', { session: 'A report goes over everything that the caller works on unless it names an owner.' }],
  params: { channel: reportChannel, vertical: reportVertical },
  body: reportBodySchema.omit({ measures: true, getTotal: true, order: true }).extend({
    dimensions: z.array(z.string().max(64)).min(1).max(6),
  }),
  response: z.array(reportRowSchema),
});

export const reportData = defineCall({
  ...COMMON,
  id: 'reportData',
  summary: 'The rows of a report, and its total',
  route: 'POST /{p}/reporting/data/{channel}/{vertical}',
  owner: ['body', { session: 'A report goes over everything that the caller works on unless it names an owner.' }],
  params: { channel: reportChannel, vertical: reportVertical },
  body: reportBodySchema,
  response: reportAnswerSchema,
});

export const reportDataBar = defineCall({
  ...COMMON,
  id: 'reportDataBar',
  summary: 'The same for a bar chart: one series for each measure, in one order',
  route: 'POST /{p}/reporting/data/bar/{channel}/{vertical}',
  owner: ['body', { session: 'A report goes over everything that the caller works on unless it names an owner.' }],
  params: { channel: reportChannel, vertical: reportVertical },
  body: reportBodySchema,
  response: z.object({
    categories: z.array(z.string()),
    series: z.array(z.object({ measure: z.string(), label: z.string(), values: z.array(z.number().nullable()) })),
    total: reportRowSchema.nullable(),
  }),
});

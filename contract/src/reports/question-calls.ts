import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { key } from '../core/calls/schema.ts';
import { reportRowSchema } from './calls.ts';
import { reportQuestionSchema } from './question.ts';

/** More rows than this are in the file, and not on the screen. */
export const MAX_ROWS_SHOWN = 2_000;
/** More values of a dimension than this do not stand side by side. */
export const MAX_PIVOT_VALUES = 40;

/** Names of what stands beside a measure: what it was in the compared days, and the change in percent of that. */
export const previousKey = (measure: string): string => `${measure}Previous`;
export const changeKey = (measure: string): string => `${measure}Change`;
/** The name of a measure's cell in the how-manieth column of a pivot. */
export const pivotKey = (name: string, index: number): string => `${name}@${index}`;

const days = z.object({ from: z.iso.date(), to: z.iso.date() });

const questionColumnSchema = z.object({
  key: z.string(),
  label: z.string(),
  role: z.enum(['dimension', 'date', 'measure', 'previous', 'change']),
  kind: z.enum(['text', 'date', 'dollar', 'count', 'percent', 'number']),
  decimals: z.int().optional(),
  /** Of a number: the measure that it is of. */
  measure: z.string().optional(),
  /** Of a pivot's column: whose it is, in words; and its place among the values, which "all of them" has not. */
  group: z.string().optional(),
  pivotIndex: z.int().optional(),
});
export type QuestionColumn = z.infer<typeof questionColumnSchema>;

const questionAnswerSchema = z.object({
  columns: z.array(questionColumnSchema),
  rows: z.array(reportRowSchema),
  /** Of all rows, worked out anew from their sums; not of those alone that are shown. */
  total: reportRowSchema,
  /** How many rows there are; fewer may be shown. */
  rowCount: z.int(),
  /** The values side by side, in the order of their columns, each with its key where it has one. */
  pivot: z.array(z.object({ value: z.string().nullable(), label: z.string() })),
  days,
  compared: days.nullable(),
  /** Of outcomes by the day of their inquiry: how much of them has come in by now. */
  maturity: z.array(z.object({ label: z.string(), percent: z.number().nullable(), compared: z.number().nullable() })),
  notes: z.array(z.string()),
  unattributed: unattributedSchema.optional(),
  attributedToLeads: z.array(z.string()),
});
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;

const COMMON = {
  groups: ['ag', 'mp', 'cl'],
  permission: 'reports:Build',
  apiKey: true,
  method: 'POST',
  owner: ['body', { session: 'A report goes over everything that the caller works on unless it names an owner.' }],
  params: {},
} as const;
const body = z.strictObject({ ownerKey: key.optional(), question: reportQuestionSchema });

export const reportQuestion = defineCall({
  ...COMMON,
  id: 'reportQuestion',
  summary: 'The table of a question: its rows beside those of the compared days, values side by side, totals and notes',
  path: '/{p}/reporting/question',
  kind: 'json',
  rateLimit: 'report',
  body,
  response: questionAnswerSchema,
});

export const reportExport = defineCall({
  ...COMMON,
  id: 'reportExport',
  summary: 'The same table whole, as a file',
  path: '/{p}/reporting/question/export',
  kind: 'download',
  rateLimit: 'report',
  timeoutMs: LIMITS.exportTimeoutMs,
  body: body.extend({ format: z.enum(REPORT_FILE_FORMATS).default('xlsx') }),
  response: z.null(),
});

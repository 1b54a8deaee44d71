import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { key } from '../core/calls/schema.ts';
import { reportRowSchema } from './calls.ts';
import { reportQuestionSchema } from './question.ts';

/** Maximum rows on the screen; the file has all of them. */
export const MAX_ROWS_SHOWN = 2_000;
/** Maximum pivot columns. */
export const MAX_PIVOT_VALUES = 40;

/** Keys of a measure's comparison value and of its change in percent. */
export const previousKey = (measure: string): string => `${measure}Previous`;
export const changeKey = (measure: string): string => `${measure}Change`;
/** Key of a measure's cell in the pivot column with this index. */
export const pivotKey = (name: string, index: number): string => `${name}@${index}`;

const days = z.object({ from: z.iso.date(), to: z.iso.date() });

const questionColumnSchema = z.object({
  key: z.string(),
  label: z.string(),
  role: z.enum(['dimension', 'date', 'measure', 'previous', 'change']),
  kind: z.enum(['text', 'date', 'dollar', 'count', 'percent', 'number']),
  decimals: z.int().optional(),
  /** Measure of a number column. */
  measure: z.string().optional(),
  /** Label of a pivot column; and its index, which the column of all values does not have. */
  group: z.string().optional(),
  pivotIndex: z.int().optional(),
});
export type QuestionColumn = z.infer<typeof questionColumnSchema>;

const questionAnswerSchema = z.object({
  columns: z.array(questionColumnSchema),
  rows: z.array(reportRowSchema),
  /** Calculated from the sums of all rows, not only of those shown. */
  total: reportRowSchema,
  /** Number of all rows; fewer may be shown. */
  rowCount: z.int(),
  /** Pivot values in column order, each with its key if it has one. */
  pivot: z.array(z.object({ value: z.string().nullable(), label: z.string() })),
  days,
  compared: days.nullable(),
  /** Percentage matured of outcomes that count on the day of their inquiry. */
  maturity: z.array(z.object({ label: z.string(), percent: z.number().nullable(), compared: z.number().nullable() })),
  /** By outcome measure: the key in rows and total under which its percentage matured stands. Changes of these compare at full maturity. */
  matured: z.record(z.string(), z.string()).optional(),
  notes: z.array(z.string()),
  unattributed: unattributedSchema.optional(),
  attributedToLeads: z.array(z.string()),
});
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;

const COMMON = {
  groups: ['ag', 'mp', 'cl'],
  permission: 'reports:Build',
  apiKey: true,
  owner: ['body', { session: 'A report goes over everything that the caller works on unless it names an owner.' }],
} as const;
const body = z.strictObject({ ownerKey: key.optional(), question: reportQuestionSchema });

export const reportQuestion = defineCall({
  ...COMMON,
  id: 'reportQuestion',
  summary: 'The table of a question: its rows beside those of the compared days, values side by side, totals and notes',
  route: 'POST /{p}/reporting/question',
  rateLimit: 'report',
  body,
  response: questionAnswerSchema,
});

export const reportExport = defineCall({
  ...COMMON,
  id: 'reportExport',
  summary: 'The same table whole, as a file',
  route: 'POST /{p}/reporting/question/export',
  kind: 'download',
  rateLimit: 'report',
  timeoutMs: LIMITS.exportTimeoutMs,
  body: body.extend({ format: z.enum(REPORT_FILE_FORMATS).default('xlsx') }),
  response: z.null(),
});

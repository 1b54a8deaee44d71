import { z } from 'zod';
import { instant, key } from './schema.ts';

/** Effect of a row of a bulk file, or `error` if it cannot be applied. */
export const BULK_ROW_STATES = ['error', 'new', 'changed', 'unchanged'] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

export const BULK_MODES = ['goodRows', 'allOrNothing'] as const;
export type BulkMode = (typeof BULK_MODES)[number];

const BULK_IMPORT_STATES = ['VALIDATED', 'APPLIED', 'UNDONE', 'EXPIRED'] as const;

/** Query of every bulk upload: by default its good rows are applied; `apply=no` only checks it. */
export const bulkUploadQuery = z.strictObject({ apply: z.enum(['no', ...BULK_MODES]).default('goodRows') });

const bulkCountsSchema = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  error: z.int(),
  total: z.int(),
});
export type BulkCounts = z.infer<typeof bulkCountsSchema>;

/** A remark on a row, or on one of its columns. */
const bulkRemarkSchema = z.object({ column: z.string().nullable(), message: z.string() });
export type BulkRemark = z.infer<typeof bulkRemarkSchema>;

/** One cell before and after, as displayed; null is empty. */
const bulkCellChangeSchema = z.object({
  column: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type BulkCellChange = z.infer<typeof bulkCellChangeSchema>;

const bulkRowSchema = z.object({
  row: z.int(),
  key: z.string().nullable(),
  label: z.string(),
  state: z.enum(BULK_ROW_STATES),
  /** Result once the file was applied; null for rows without changes. */
  outcome: z.enum(['applied', 'failed', 'undone']).nullable(),
  changes: z.array(bulkCellChangeSchema),
  errors: z.array(bulkRemarkSchema),
  warnings: z.array(bulkRemarkSchema),
});
export type BulkRowAnswer = z.infer<typeof bulkRowSchema>;

const byWhomSchema = z.object({ at: instant, by: z.string() });

export const bulkImportSchema = z.object({
  importKey: key,
  kind: z.string(),
  fileName: z.string(),
  uploaded: byWhomSchema,
  state: z.enum(BULK_IMPORT_STATES),
  /** What the file has done so far, in a sentence: also that it has changed nothing. */
  summary: z.string(),
  counts: bulkCountsSchema,
  applied: byWhomSchema.extend({ mode: z.enum(BULK_MODES), rows: z.int(), failed: z.int() }).nullable(),
  undone: byWhomSchema.nullable(),
  canApply: z.boolean(),
  /** Until when it can be undone; null if it cannot. */
  undoUntil: instant.nullable(),
  /** Whether the file itself is still stored, and whether it contains failed rows. */
  hasFile: z.boolean(),
  hasFailed: z.boolean(),
});
export type BulkImport = z.infer<typeof bulkImportSchema>;

/** A file with a page of its rows, errors first. */
export const bulkImportResultSchema = bulkImportSchema.extend({
  warnings: z.array(z.string()),
  ignoredColumns: z.array(z.object({ column: z.string(), reason: z.string(), cells: z.int() })),
  rows: z.array(bulkRowSchema),
  /** Number of rows in the chosen state. */
  rowsTotal: z.int(),
  page: z.int(),
});
export type BulkImportResult = z.infer<typeof bulkImportResultSchema>;

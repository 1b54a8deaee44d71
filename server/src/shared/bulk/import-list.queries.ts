import { type BulkCounts, type BulkMode, type BulkRowAnswer, type BulkRowState, LIMITS } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type BulkValues } from './cell-values.rules.ts';
import { type ImportState } from './bulk.queries.ts';
import { type RowRemark } from './define-bulk.ts';

/** An import with the names of its users. */
export interface ImportRecord {
  importKey: number;
  kind: string;
  fileName: string;
  state: ImportState;
  counts: BulkCounts;
  warnings: string[];
  ignoredColumns: { column: string; reason: string; cells: number }[];
  uploadedBy: string;
  uploadedAt: Date;
  mode: BulkMode | null;
  appliedRows: number;
  failedRows: number;
  appliedBy: string | null;
  appliedAt: Date | null;
  undoneBy: string | null;
  undoneAt: Date | null;
  hasFile: boolean;
  /** Whether some row of it can be undone. */
  canUndo: boolean;
}

export interface RowRecord {
  row: number;
  key: string | null;
  label: string;
  state: BulkRowState;
  outcome: BulkRowAnswer['outcome'];
  before: BulkValues | null;
  after: BulkValues | null;
  errors: RowRemark[];
  warnings: RowRemark[];
}

/** Maximum number of imports of a kind in the history. */
const MAX_LISTED = 100;

/** Imports of an owner: a single one, or the latest of a kind. */
export const listImportRecords = async (
  tx: Tx,
  ownerKey: number,
  { kind = null, importKey = null }: { kind?: string | null; importKey?: number | null },
): Promise<ImportRecord[]> => {
  const { rows } = await sql<ImportRecord>`
    select i.import_key as "importKey", i.kind, i.file_name as "fileName", i.state, i.counts, i.warnings,
           i.ignored_columns as "ignoredColumns", i.mode, i.applied_rows as "appliedRows", i.failed_rows as "failedRows",
           u.first_name || ' ' || u.last_name as "uploadedBy", i.uploaded_at as "uploadedAt",
           a.first_name || ' ' || a.last_name as "appliedBy", i.applied_at as "appliedAt",
           n.first_name || ' ' || n.last_name as "undoneBy", i.undone_at as "undoneAt", i.file is not null as "hasFile",
           i.can_undo as "canUndo"
    from bulk_import i
    join user_account u on u.user_key = i.uploaded_by
    left join user_account a on a.user_key = i.applied_by
    left join user_account n on n.user_key = i.undone_by
    where i.owner_key = ${ownerKey} and (${kind}::text is null or i.kind = ${kind})
      and (${importKey}::int is null or i.import_key = ${importKey})
    order by i.import_key desc limit ${MAX_LISTED}
  `.execute(tx);
  return rows;
};

/** A page of an import's rows: errors first, then changes, then the rest. */
export const listRowRecords = async (
  tx: Tx,
  ownerKey: number,
  importKey: number,
  { state, page }: { state: BulkRowState | 'all'; page: number },
): Promise<RowRecord[]> => {
  const { rows } = await sql<RowRecord>`
    select row, entity_key as key, label, state, outcome, before, after, errors, warnings
    from bulk_import_row
    where owner_key = ${ownerKey} and import_key = ${importKey} and (${state} = 'all' or state = ${state})
    order by case state when 'error' then 0 when 'unchanged' then 2 else 1 end, row
    limit ${LIMITS.bulkPageRows} offset ${(page - 1) * LIMITS.bulkPageRows}
  `.execute(tx);
  return rows;
};

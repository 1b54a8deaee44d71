import { type BulkCounts, type BulkMode, type BulkRowState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type BulkValues } from './cell-values.rules.ts';
import { type RowRemark } from './define-bulk.ts';

export type ImportState = 'VALIDATED' | 'APPLIED' | 'UNDONE' | 'EXPIRED';

export interface ImportHead {
  ownerKey: number;
  importKey: number;
  kind: string;
  params: unknown;
  state: ImportState;
  uploadedAt: Date;
  appliedAt: Date | null;
  /** False if the rows were made of a choice on a screen, or the file is no longer stored. */
  hasFile: boolean;
}

interface NewImport {
  ownerKey: number;
  kind: string;
  fileName: string;
  file: Buffer | null;
  namesPeople: boolean;
  params: unknown;
  userGroup: string;
  partnerKey: number | null;
  counts: BulkCounts;
  warnings: readonly string[];
  ignoredColumns: readonly { column: string; reason: string; cells: number }[];
  uploadedBy: number;
  uploadedAt: Date;
}

export interface NewRow {
  row: number;
  state: BulkRowState;
  entity_key: string | null;
  label: string;
  cells: BulkValues;
  before: BulkValues | null;
  after: BulkValues | null;
  errors: readonly RowRemark[];
  warnings: readonly RowRemark[];
  version_before: number | null;
}

/** Batch size of inserts, to limit memory on both sides. */
const ROWS_AT_A_TIME = 2_000;

export const insertImport = async (tx: Tx, fields: NewImport): Promise<number> => {
  const { rows } = await sql<{ importKey: number }>`
    insert into bulk_import (owner_key, kind, file_name, file, names_people, params, user_group, partner_key, counts, warnings,
                             ignored_columns, uploaded_by, uploaded_at)
    values (${fields.ownerKey}, ${fields.kind}, ${fields.fileName}, ${fields.file}, ${fields.namesPeople},
            ${JSON.stringify(fields.params)}, ${fields.userGroup}, ${fields.partnerKey}, ${JSON.stringify(fields.counts)}, ${JSON.stringify(fields.warnings)},
            ${JSON.stringify(fields.ignoredColumns)}, ${fields.uploadedBy}, ${fields.uploadedAt})
    returning import_key as "importKey"
  `.execute(tx);
  return rows[0]!.importKey;
};

export const insertRows = async (
  tx: Tx,
  ownerKey: number,
  importKey: number,
  rows: readonly NewRow[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_AT_A_TIME) {
    const chunk = JSON.stringify(rows.slice(from, from + ROWS_AT_A_TIME));
    await sql`
      insert into bulk_import_row (owner_key, import_key, row, state, entity_key, label, cells, before, after, errors,
                                   warnings, version_before)
      select ${ownerKey}, ${importKey}, r.row, r.state, r.entity_key, r.label, r.cells, r.before, r.after, r.errors,
             r.warnings, r.version_before
      from jsonb_to_recordset(${chunk}::jsonb) as r (row int, state text, entity_key text, label text, cells jsonb,
        before jsonb, after jsonb, errors jsonb, warnings jsonb, version_before int)
    `.execute(tx);
  }
};

export const findImport = async (tx: Tx, ownerKey: number, importKey: number): Promise<ImportHead | undefined> => {
  const { rows } = await sql<ImportHead>`
    select owner_key as "ownerKey", import_key as "importKey", kind, params, state, uploaded_at as "uploadedAt",
           applied_at as "appliedAt", file is not null as "hasFile"
    from bulk_import where owner_key = ${ownerKey} and import_key = ${importKey}
  `.execute(tx);
  return rows[0];
};

/** Locks the import for this transaction; false if another one holds it. */
export const lockImport = async (tx: Tx, { ownerKey, importKey }: ImportHead): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from bulk_import where owner_key = ${ownerKey} and import_key = ${importKey} for update skip locked
  `.execute(tx);
  return rows.length > 0;
};

export interface StoredRow {
  row: number;
  state: BulkRowState;
  entityKey: string | null;
  label: string;
  cells: BulkValues;
  before: BulkValues | null;
  after: BulkValues | null;
  errors: RowRemark[];
  versionBefore: number | null;
  versionAfter: number | null;
}

/** Rows with one state or outcome, in file order. */
export const listStoredRows = async (
  tx: Tx,
  { ownerKey, importKey }: ImportHead,
  { states = null, outcome = null }: { states?: readonly BulkRowState[] | null; outcome?: string | null },
): Promise<StoredRow[]> => {
  const { rows } = await sql<StoredRow>`
    select row, state, entity_key as "entityKey", label, cells, before, after, errors,
           version_before as "versionBefore", version_after as "versionAfter"
    from bulk_import_row
    where owner_key = ${ownerKey} and import_key = ${importKey}
      and (${states}::text[] is null or state = any (${states}::text[]))
      and (${outcome}::text is null or outcome = ${outcome})
    order by row
  `.execute(tx);
  return rows;
};

/** The outcome of every row, in file order. */
export const listRowOutcomes = async (
  tx: Tx,
  { ownerKey, importKey }: ImportHead,
): Promise<(Pick<StoredRow, 'row' | 'state' | 'errors'> & { outcome: RowOutcome['outcome'] })[]> => {
  const { rows } = await sql<Pick<StoredRow, 'row' | 'state' | 'errors'> & { outcome: RowOutcome['outcome'] }>`
    select row, state, errors, outcome from bulk_import_row
    where owner_key = ${ownerKey} and import_key = ${importKey} order by row
  `.execute(tx);
  return rows;
};

export interface RowOutcome {
  row: number;
  /** Null for a row without changes. */
  outcome: 'applied' | 'failed' | 'undone' | null;
  state?: BulkRowState;
  /** For a record created by the row. */
  entity_key?: string | null;
  errors?: readonly RowRemark[];
  version_after?: number | null;
}

export const updateOutcomes = async (
  tx: Tx,
  { ownerKey, importKey }: ImportHead,
  outcomes: readonly RowOutcome[],
): Promise<void> => {
  await sql`
    update bulk_import_row r set outcome = o.outcome, state = coalesce(o.state, r.state),
           entity_key = coalesce(o.entity_key, r.entity_key),
           errors = coalesce(o.errors, r.errors), version_after = coalesce(o.version_after, r.version_after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (row int, outcome text, state text, entity_key text, errors jsonb, version_after int)
    where r.owner_key = ${ownerKey} and r.import_key = ${importKey} and r.row = o.row
  `.execute(tx);
};

export const updateApplied = async (
  tx: Tx,
  { ownerKey, importKey }: ImportHead,
  by: { userKey: number; at: Date; mode: BulkMode; applied: number; failed: number; canUndo: boolean },
): Promise<void> => {
  await sql`
    update bulk_import set state = 'APPLIED', mode = ${by.mode}, applied_rows = ${by.applied}, failed_rows = ${by.failed},
           applied_by = ${by.userKey}, applied_at = ${by.at}, can_undo = ${by.canUndo}, counts = (
             select jsonb_build_object('new', count(*) filter (where r.state = 'new'),
                      'changed', count(*) filter (where r.state = 'changed'),
                      'unchanged', count(*) filter (where r.state = 'unchanged'),
                      'error', count(*) filter (where r.state = 'error'), 'total', count(*))
             from bulk_import_row r where r.owner_key = ${ownerKey} and r.import_key = ${importKey})
    where owner_key = ${ownerKey} and import_key = ${importKey}
  `.execute(tx);
};

export const updateUndone = async (
  tx: Tx,
  { ownerKey, importKey }: ImportHead,
  by: { userKey: number; at: Date },
): Promise<void> => {
  await sql`
    update bulk_import set state = 'UNDONE', undone_by = ${by.userKey}, undone_at = ${by.at}
    where owner_key = ${ownerKey} and import_key = ${importKey}
  `.execute(tx);
};

import { type Permission, type UserGroup } from '@paceline/contract';
import { type z } from 'zod';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Origin } from '../../lib/origin.ts';
import { openFile, sealFile } from '../../lib/secrets/seal.ts';
import { type BulkColumn, type BulkValues } from './cell-values.rules.ts';

/** Caller and time of an evaluation or application of a file. */
export interface BulkContext<Params = unknown> {
  scope: Scope;
  ownerKey: number;
  group: UserGroup;
  userKey: number;
  permissions: ReadonlySet<Permission>;
  origin: Origin;
  params: Params;
  now: Date;
  /** Whether `apply` is called to undo changes. */
  undoing: boolean;
  /** Key of the stored file when it is applied. */
  importKey: number | null;
}

/** The current record. Values may be raw: the digits of a `numeric` are accepted as a number. */
export interface BulkCurrent {
  label: string;
  /** Null for a record that does not exist yet and may be created. */
  version: number | null;
  values: Readonly<Record<string, unknown>>;
  /** What its sheet shows where a value is blank: sent back, it changes nothing. */
  shownForBlank?: Readonly<Record<string, unknown>>;
  /** Identity of the record, where it can be named in several ways: two rows about the same one are an error. */
  entity?: string;
}

/** A parsed row of the file, before its record is known. */
export interface ParsedRow {
  row: number;
  /** Its name on the screen where it was chosen, for a row whose record turns out unknown. */
  label?: string;
  cells: BulkValues;
  problems: RowRemark[];
}

/** A row of the file together with its record. */
export interface BulkRow {
  row: number;
  /** Null for a new record without a key. */
  id: string | null;
  label: string;
  isNew: boolean;
  current: BulkCurrent | null;
  /** The row's values: blank cells are absent, cleared ones are null. */
  cells: BulkValues;
  /** The changed columns, with old and new values. */
  before: BulkValues;
  after: BulkValues;
  /** Errors so far: a cell that could not be parsed is neither in `cells` nor blank. */
  errors?: readonly RowRemark[];
}

/** Whether all of these cells could be parsed, so that rules about them can be checked. */
export const isRead = ({ errors = [] }: BulkRow, ...columns: readonly string[]): boolean =>
  !errors.some(({ column }) => column !== null && columns.includes(column));

export interface RowRemark {
  /** The column key; null for the row as a whole. */
  column: string | null;
  message: string;
  /** A warning does not block the row. */
  warning?: boolean;
}
export interface FileRemark extends RowRemark {
  row: number;
}

/** What writing the rows came to. */
export interface Applied {
  /** Row → ID of new records without a key. */
  newKeys?: ReadonlyMap<number, string>;
  /** Rows that were not written after all, because those written before them used up what they need. */
  refused?: readonly FileRemark[];
}

/** Effects of a file beyond its own rows: shown with the rows, and for the whole file above them. */
export interface FileEffects {
  rows: { row: number; column: string | null; message: string }[];
  file: string[];
}

/**
 * Declaration of one kind of bulk file. The engine reads, matches, parses, compares, stores and orders; the kind defines its columns, its
 * records, its rules and how a change is written.
 */
export interface BulkDefinition<Params = unknown> {
  kind: string;
  title: string;
  groups: readonly UserGroup[];
  /** The required permission, or one per group. */
  permission: Permission | Readonly<Partial<Record<UserGroup, Permission>>>;
  params: z.ZodType<Params>;
  maxRows?: number;
  columns: readonly BulkColumn[];
  keyColumns: readonly string[];
  versionColumn?: string;
  /**
   * Runs once on upload: resolves references that need the database, and removes content from cells that must not be stored as sent. Its
   * result is stored, shown and applied.
   */
  prepare?: (tx: Tx, context: BulkContext<Params>, rows: readonly ParsedRow[]) => Promise<ParsedRow[]>;
  /** Whether IDs mean nothing to users: rows are then shown by label only. */
  hidesIds?: boolean;
  /** Whether a repeated identical row for the same record is ignored instead of being an error. */
  mayRepeat?: boolean;
  /** Identifies a row's record, where that takes more than its key columns; null for a new one. */
  identify?: (cells: BulkValues) => string | null;
  /** Whether a row without a key creates a record instead of being an error. */
  creates?: boolean;
  /** Whether this sender may change the column now; otherwise the reason. */
  editable?: (column: string, context: BulkContext<Params>) => true | string;
  /** Throws to refuse the whole file; called again when it is applied or undone. */
  assertAllowed?: (tx: Tx, context: BulkContext<Params>) => Promise<void>;
  /**
   * The records with these IDs that the sender may change, locked if requested. A missing one is unknown to the sender. Join with
   * `unnest(ids)`: with 20,000 IDs, `= any (ids)` inside a join is scanned once per row.
   */
  load: (
    tx: Tx,
    context: BulkContext<Params>,
    ids: readonly string[],
    options: { lock: boolean },
  ) => Promise<ReadonlyMap<string, BulkCurrent>>;
  /** Whether `validate` and `check` also get rows with unparsable cells, without those cells, so that all errors are reported at once. */
  judgesWithErrors?: boolean;
  /** Validates one row beyond its cells. */
  validate?: (row: BulkRow, context: BulkContext<Params>) => RowRemark[];
  /** Checks that need the database, or several rows. */
  check?: (tx: Tx, context: BulkContext<Params>, rows: readonly BulkRow[]) => Promise<FileRemark[]>;
  /** Effects of the rows with changes, computed for the preview only; not again on application. */
  effects?: (tx: Tx, context: BulkContext<Params>, rows: readonly BulkRow[]) => Promise<FileEffects>;
  /** Writes the changes with their history and increments the versions. */
  apply: (tx: Tx, context: BulkContext<Params>, changes: readonly BulkRow[]) => Promise<Applied | void>;
  /** Deletes records created by the file, when it is undone. */
  remove?: (tx: Tx, context: BulkContext<Params>, changes: readonly BulkRow[]) => Promise<void>;
  undoable?: boolean;
  /** Whether a row can be undone, where not every row can; the others remain. */
  hasWayBack?: (row: Pick<BulkRow, 'before' | 'after'>) => boolean;
  /** Message for a row whose record was changed meanwhile, where the default is not specific enough. */
  staleMessage?: (row: BulkRow) => string;
  /** Whether the file itself is stored for later download. Default true; false if its content must not be stored. */
  storesFile?: boolean;
  /**
   * For kinds whose files may name people: encryption of the stored file, opened for its sender and for users who may see people. The
   * content is deleted when one of the owner's people is erased (`app.erase_people`).
   */
  sealing?: Sealing;
}

interface Sealing {
  seal: (ownerKey: number, file: Buffer) => Buffer;
  open: (ownerKey: number, sealed: Buffer) => Buffer;
}

export const sealedFiles = (secret: Buffer): Sealing => ({
  seal: (ownerKey, file) => sealFile(secret, ownerKey, file),
  open: (ownerKey, sealed) => openFile(secret, ownerKey, sealed),
});

/** A kind with unknown parameter type: the engine passes what the kind's own schema has parsed. */
export type AnyBulk = Omit<BulkDefinition<never>, 'params'> & { params: z.ZodType };

/** The kind with its columns in the words of a group, which its remarks use; the others are headers that it takes too. */
export const inWordsOf = (kind: AnyBulk, group: UserGroup): AnyBulk => ({
  ...kind,
  columns: kind.columns.map((column) => {
    const label = column.labelFor?.[group];
    return label === undefined ? column : { ...column, label, aliases: [...(column.aliases ?? []), column.label] };
  }),
});

const assertSound = ({ kind, columns, keyColumns, versionColumn }: AnyBulk): void => {
  const columnKeys = new Set(columns.map(({ key }) => key));
  if (columnKeys.size !== columns.length) throw new Error(`The bulk file ${kind} has a column twice`);
  for (const key of [...keyColumns, ...(versionColumn === undefined ? [] : [versionColumn])]) {
    if (!columnKeys.has(key)) throw new Error(`The bulk file ${kind} has no column ${key}`);
  }
};

export const defineBulk = <Params>(definition: BulkDefinition<Params>): BulkDefinition<Params> => {
  assertSound(definition);
  return definition;
};

import { type Permission, type UserGroup } from '@paceline/contract';
import { type z } from 'zod';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Origin } from '../../lib/origin.ts';
import { openFile, sealFile } from '../../lib/secrets/seal.ts';
import { type BulkColumn, type BulkValues } from './cell-values.rules.ts';

/** For whom, from where and when a file is looked at or applied. */
export interface BulkContext<Params = unknown> {
  scope: Scope;
  ownerKey: number;
  group: UserGroup;
  userKey: number;
  permissions: ReadonlySet<Permission>;
  origin: Origin;
  params: Params;
  now: Date;
  /** Whether `apply` is asked to put things back as they were. */
  undoing: boolean;
  /** The stored file, once it is applied. */
  importKey: number | null;
}

/** A record as it stands. Values may be raw: the digits of a `numeric` are as good as a number. */
export interface BulkCurrent {
  label: string;
  /** Null for a record that is not there yet and may be made. */
  version: number | null;
  values: Readonly<Record<string, unknown>>;
  /** Which record this is, where one can be named in several ways: two rows about the same one are a mistake. */
  entity?: string;
}

/** A row of the file in our words, before anything is known of the record that it speaks about. */
export interface ParsedRow {
  row: number;
  cells: BulkValues;
  problems: RowRemark[];
}

/** One row of a file beside the record that it speaks about. */
export interface BulkRow {
  row: number;
  /** Null for a new record that has no key yet. */
  id: string | null;
  label: string;
  isNew: boolean;
  current: BulkCurrent | null;
  /** What the row says: blank cells are not in it, cleared ones are null. */
  cells: BulkValues;
  /** Of that, what differs: both hold the same columns. */
  before: BulkValues;
  after: BulkValues;
  /** What is wrong with it already: a cell that could not be read is neither in `cells` nor blank. */
  errors?: readonly RowRemark[];
}

/** Whether all of these cells could be read, so that what follows from them can be told. */
export const isRead = ({ errors = [] }: BulkRow, ...columns: readonly string[]): boolean =>
  !errors.some(({ column }) => column !== null && columns.includes(column));

export interface RowRemark {
  /** The key of the column, or null for the row as a whole. */
  column: string | null;
  message: string;
  /** A warning lets the row through. */
  warning?: boolean;
}
export interface FileRemark extends RowRemark {
  row: number;
}

/** What a file would touch beyond its own rows: told with them, and of the file as a whole above them. */
export interface FileEffects {
  rows: { row: number; column: string | null; message: string }[];
  file: string[];
}

/**
 * What one kind of bulk file is. The engine reads, matches, parses, compares, keeps and orders; the kind says what its
 * columns are, which records they speak about, what makes sense and how a change is written.
 */
export interface BulkDefinition<Params = unknown> {
  kind: string;
  title: string;
  groups: readonly UserGroup[];
  /** The right that it takes, or each group's own. */
  permission: Permission | Readonly<Partial<Record<UserGroup, Permission>>>;
  params: z.ZodType<Params>;
  maxRows?: number;
  columns: readonly BulkColumn[];
  keyColumns: readonly string[];
  versionColumn?: string;
  /**
   * Once, when the rows come in: finds what they speak about where that takes the database, and takes out of their cells what must
   * not be stored as it was sent. What it returns is what is stored, shown and applied.
   */
  prepare?: (tx: Tx, context: BulkContext<Params>, rows: readonly ParsedRow[]) => Promise<ParsedRow[]>;
  /** Whether ids are of no use to people: then rows are shown by their labels alone. */
  hidesIds?: boolean;
  /** A row that says the same of the same record as one before it does nothing; otherwise it is a mistake. */
  mayRepeat?: boolean;
  /** Which record a row speaks about, where that is not simply its key columns; null for a new one. */
  identify?: (cells: BulkValues) => string | null;
  /** Whether a row without a key is a new record rather than a mistake. */
  creates?: boolean;
  /** Whether the column may be changed by this sender now; if not, why. */
  editable?: (column: string, context: BulkContext<Params>) => true | string;
  /** Refuses the whole file by throwing; asked again when it is applied or undone. */
  assertAllowed?: (tx: Tx, context: BulkContext<Params>) => Promise<void>;
  /**
   * The records of these ids that the sender may change, locked where asked. One that is missing is unknown to the sender.
   * Join with `unnest(ids)`: of 20,000 ids, `= any (ids)` inside a join is looked through once for every row.
   */
  load: (
    tx: Tx,
    context: BulkContext<Params>,
    ids: readonly string[],
    options: { lock: boolean },
  ) => Promise<ReadonlyMap<string, BulkCurrent>>;
  /** `validate` and `check` also see rows with cells that cannot be read, without those: all errors of a row are told at once. */
  judgesWithErrors?: boolean;
  /** What is wrong with one row beyond its cells. */
  validate?: (row: BulkRow, context: BulkContext<Params>) => RowRemark[];
  /** What can only be told with the database, or across rows. */
  check?: (tx: Tx, context: BulkContext<Params>, rows: readonly BulkRow[]) => Promise<FileRemark[]>;
  /** Asked of the rows that would change something, when the file is looked at; not again when it is applied. */
  effects?: (tx: Tx, context: BulkContext<Params>, rows: readonly BulkRow[]) => Promise<FileEffects>;
  /** Writes the changes with their history and raises the versions. For new records without a key: row → id. */
  apply: (
    tx: Tx,
    context: BulkContext<Params>,
    changes: readonly BulkRow[],
  ) => Promise<ReadonlyMap<number, string> | void>;
  /** Takes away records that the file made, when it is undone. */
  remove?: (tx: Tx, context: BulkContext<Params>, changes: readonly BulkRow[]) => Promise<void>;
  undoable?: boolean;
  /** Whether what a row did can be undone, where that is not so of every row; those that cannot stay as they are. */
  hasWayBack?: (row: Pick<BulkRow, 'before' | 'after'>) => boolean;
  /** What is told of a row whose record somebody else has changed meanwhile, where more can be said than that. */
  staleMessage?: (row: BulkRow) => string;
  /** Whether the file itself is stored, for whoever asks for it later. Yes, unless what is in it must not be. */
  storesFile?: boolean;
  /**
   * Of a kind whose files may name people: how they are stored, and opened for their sender and for whoever may see people. What such
   * a file holds goes when one of the owner's people is erased (`app.erase_people`).
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

/** A kind whose parameters the holder need not know: the engine hands back what the kind's own schema has parsed. */
export type AnyBulk = Omit<BulkDefinition<never>, 'params'> & { params: z.ZodType };

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

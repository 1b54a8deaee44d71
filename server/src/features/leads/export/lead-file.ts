import { Readable } from 'node:stream';
import { LEAD_STATUSES, type LeadExportQuestion } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { openCopiedRows } from '../../../lib/files/copied-rows.ts';
import { CSV_TYPE } from '../../../lib/sheet/csv-cells.ts';
import { type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { type WrittenFile, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { type ExportId } from './export.queries.ts';
import { headedColumns, planFile } from './file-plan.ts';
import { readPerson, readValue } from './lead-values.ts';
import { type LinesPiece, type LinesTask } from './thread-lines.ts';
import { packParts } from './packed-parts.ts';
import { type AskedLeads, listNames, streamLeads } from './rows.queries.ts';

interface LeadFile {
  db: Database;
  secret: Buffer;
  scope: Scope;
  question: LeadExportQuestion;
  selection: AskedLeads;
  /** Header lines of the file. */
  about: readonly string[];
  signal: AbortSignal;
  /** Called with the number of rows as they are written; an exception ends the file. */
  onRows: (rows: number) => void;
}

const LINES = new URL('./thread-lines.ts', import.meta.url);

/** A .csv is written in the worker thread: plain, or as sealed parts. */
const streamLines = async function* (file: LeadFile, exportId: ExportId | null): AsyncGenerator<LinesPiece, void> {
  const { db, scope, secret, question, selection, signal, onRows } = file;
  const task: LinesTask = { secret, question, selection, exportId };
  for await (const piece of db.streamInThread<LinesPiece>(scope, { module: LINES, task }, { signal })) {
    signal.throwIfAborted();
    onRows(piece.rows);
    yield piece;
  }
};

/** The rows of a workbook, all from one snapshot: the names first, then the leads. */
const streamRows = async function* (file: LeadFile): AsyncGenerator<OutgoingRow, void> {
  const { db, scope, secret, question, selection, signal, onRows } = file;
  const batches = db.streamWork(
    scope,
    async function* (tx, copyOut): AsyncGenerator<OutgoingRow[], void> {
      const { fields, plan } = planFile(scope, question, selection, await listNames(tx, selection.ownerKey));
      const readRows = openCopiedRows(plan.fields);
      for await (const piece of streamLeads({ tx, copyOut, scope }, selection, fields)) {
        const rows: OutgoingRow[] = [];
        readRows(piece, (row) => {
          const values = plan.columns.map((column) => [column.key, readValue(column, row)] as const);
          rows.push({ ...Object.fromEntries(values), ...readPerson(plan, secret, row) });
        });
        yield rows;
      }
    },
    { signal },
  );
  for await (const rows of batches) {
    signal.throwIfAborted();
    onRows(rows.length);
    yield* rows;
  }
};

const notesOf = ({ question, selection, about }: LeadFile): string[] => [
  ...about,
  `Leads received from ${question.startDate} to ${question.endDate}, days and times in the time zone ${selection.timeZone}.`,
  question.leadStatus.length === 0
    ? 'All statuses.'
    : `Statuses: ${question.leadStatus.map((code) => LEAD_STATUSES[code].label).join(', ')}.`,
  'A price stands only where something is owed.',
  ...(selection.hasPeople
    ? [
        question.wholePeople
          ? 'This file holds personal data: delete it when it is no longer needed.'
          : 'People are masked.',
      ]
    : []),
];

/** Awaited before the file ends. */
type AtEnd = (isWhole: boolean) => Promise<void>;
const endingWith = async function* <Item>(items: AsyncIterable<Item>, atEnd: AtEnd): AsyncGenerator<Item, void> {
  let isWhole = false;
  try {
    yield* items;
    isWhole = true;
  } finally {
    await atEnd(isWhole);
  }
};

const workbookOf = (file: LeadFile, rows: AsyncIterable<OutgoingRow>): WrittenFile =>
  writeSheet({
    sheetName: 'Leads',
    columns: headedColumns(file.scope, file.question, file.selection),
    rows,
    note: notesOf(file),
  });

/** The file, streamed as its leads are read. */
export const streamLeadFile = (file: LeadFile, atEnd: AtEnd): WrittenFile => {
  if (file.question.format === 'xlsx') return workbookOf(file, endingWith(streamRows(file), atEnd));
  const bytes = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const piece of endingWith(streamLines(file, null), atEnd)) yield piece.bytes;
  };
  return { content: Readable.from(bytes(), { objectMode: false }), contentType: CSV_TYPE };
};

/** The file as sealed parts for storage. */
export const packLeadFile = (
  file: LeadFile,
  id: ExportId,
): AsyncGenerator<Pick<LinesPiece, 'bytes' | 'sizeBytes'>, void> =>
  file.question.format === 'csv'
    ? streamLines(file, id)
    : packParts(file.secret, id, workbookOf(file, streamRows(file)).content);

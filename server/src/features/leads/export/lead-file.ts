import { Readable } from 'node:stream';
import { LEAD_STATUSES, leadExportColumns, type LeadExportQuestion, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../../db/scope.ts';
import { type Database } from '../../../db/tx.ts';
import { openCopiedRows } from '../../../lib/copied-rows.ts';
import { CSV_TYPE, csvHeading } from '../../../lib/sheet/csv-cells.ts';
import { type OutgoingColumn, type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { type WrittenFile, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { planFile } from './file-plan.ts';
import { type LeadLines } from './lead-lines.ts';
import { type FilePlan, readPerson, readValue } from './lead-values.ts';
import { type LinesOfFile, openLines } from './lines-thread.ts';
import { type AskedLeads, listNames, streamLeads } from './rows.queries.ts';

interface Writing {
  db: Database;
  secret: Buffer;
  scope: Scope;
  question: LeadExportQuestion;
  asked: AskedLeads;
  signal: AbortSignal;
  /** Hears of the rows as they go into the file; what it throws ends it. */
  onRows: (rows: number) => void;
  /** The file does not end before this has. */
  onEnd?: (isWhole: boolean) => Promise<void>;
}

/** Pieces that are with the thread at a time: while it has one, the next is fetched and the last one goes on. */
const PIECES_AHEAD = 3;

const linesOf = async function* (lines: LinesOfFile, pieces: AsyncIterable<Buffer>): AsyncGenerator<LeadLines, void> {
  const ahead: Promise<LeadLines>[] = [];
  try {
    for await (const piece of pieces) {
      const next = lines.write(piece);
      // Heard of below, in its turn.
      next.catch(() => undefined);
      if (ahead.push(next) >= PIECES_AHEAD) yield await ahead.shift()!;
    }
    while (ahead.length > 0) yield await ahead.shift()!;
  } finally {
    lines.close();
  }
};

/** The whole of one moment: the names first, then the leads. */
const streamFile = async function* <Item>(
  { db, scope, question, asked, signal, onEnd }: Writing,
  read: (plan: FilePlan, pieces: AsyncIterable<Buffer>) => AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> {
  let isWhole = false;
  try {
    const items = db.streamWork(
      scope,
      async function* (tx, copyOut) {
        const { fields, plan } = planFile(scope, question, asked, await listNames(tx, asked.ownerKey));
        yield* read(plan, streamLeads({ tx, copyOut, scope }, asked, fields));
      },
      { signal },
    );
    for await (const item of items) {
      signal.throwIfAborted();
      yield item;
    }
    isWhole = true;
  } finally {
    await onEnd?.(isWhole);
  }
};

const streamLines = async function* (writing: Writing, heading: string): AsyncGenerator<Buffer | string, void> {
  const { secret, onRows } = writing;
  yield heading;
  for await (const { bytes, rows } of streamFile(writing, (plan, pieces) => linesOf(openLines(plan, secret), pieces))) {
    onRows(rows);
    yield bytes;
  }
};

/** A workbook's, row by row. */
const rowsOf = async function* (
  plan: FilePlan,
  secret: Buffer,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<OutgoingRow[], void> {
  const readRows = openCopiedRows(plan.fields);
  for await (const piece of pieces) {
    const rows: OutgoingRow[] = [];
    readRows(piece, (row) => {
      const values = plan.columns.map((column) => [column.key, readValue(column, row)]);
      rows.push({ ...Object.fromEntries(values), ...readPerson(plan, secret, row) });
    });
    yield rows;
  }
};

const streamRows = async function* (writing: Writing): AsyncGenerator<OutgoingRow, void> {
  const { secret, onRows } = writing;
  for await (const rows of streamFile(writing, (plan, pieces) => rowsOf(plan, secret, pieces))) {
    onRows(rows.length);
    yield* rows;
  }
};

const aboutFile = ({ question, asked }: Writing): string[] => [
  `Leads received from ${question.startDate} to ${question.endDate}, days and times in the time zone ${asked.timeZone}.`,
  question.leadStatus.length === 0
    ? 'All statuses.'
    : `Statuses: ${question.leadStatus.map((code) => LEAD_STATUSES[code].label).join(', ')}.`,
  'A price stands only where something is owed.',
  ...(asked.hasPeople
    ? [
        question.wholePeople
          ? 'This file holds personal data: delete it when it is no longer needed.'
          : 'People are masked.',
      ]
    : []),
];

/** The file, as its leads are read. */
export const writeLeadFile = (writing: Writing): WrittenFile => {
  const { question, asked, scope } = writing;
  const columns = leadExportColumns(scope.group as UserGroup, question.wholePeople).map(
    ({ key, label, kind }): OutgoingColumn => ({
      key,
      label: kind === 'dateTime' ? `${label} (${asked.timeZone})` : label,
      kind,
    }),
  );
  return question.format === 'csv'
    ? {
        content: Readable.from(streamLines(writing, csvHeading(columns)), { objectMode: false }),
        contentType: CSV_TYPE,
      }
    : writeSheet({ sheetName: 'Leads', columns, rows: streamRows(writing), note: aboutFile(writing) });
};

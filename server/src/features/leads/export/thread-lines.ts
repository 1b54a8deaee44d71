import { type LeadExportQuestion } from '@paceline/contract';
import { type ThreadWork } from '../../../db/connection/stream-thread.ts';
import { csvHeading } from '../../../lib/sheet/csv-cells.ts';
import { type ExportId } from './export.queries.ts';
import { headedColumns, planFile } from './file-plan.ts';
import { openLeadLines } from './lead-lines.ts';
import { packParts } from './packed-parts.ts';
import { type AskedLeads, listNames, streamLeads } from './rows.queries.ts';

export interface LinesTask {
  secret: Uint8Array;
  question: LeadExportQuestion;
  selection: AskedLeads;
  /** The export that the pieces are sealed parts of; null: they are plain. */
  exportId: ExportId | null;
}

/** A piece of a .csv and how many leads it took. */
export interface LinesPiece {
  bytes: Uint8Array;
  sizeBytes: number;
  rows: number;
}

/** All from one snapshot: the names first, then the leads. */
export const work: ThreadWork<LinesTask, LinesPiece> = async function* (
  parts,
  { secret: secretData, question, selection, exportId },
) {
  const secret = Buffer.from(secretData);
  const { tx, scope } = parts;
  const { fields, plan } = planFile(scope, question, selection, await listNames(tx, selection.ownerKey));
  const linesOf = openLeadLines(plan, secret);
  let rows = 0;
  const takeRows = (): number => {
    const batch = rows;
    rows = 0;
    return batch;
  };
  const content = async function* (): AsyncGenerator<Buffer, void> {
    yield Buffer.from(csvHeading(headedColumns(scope, question, selection)));
    for await (const piece of streamLeads(parts, selection, fields)) {
      const lines = linesOf(piece);
      rows += lines.rows;
      if (lines.rows > 0) yield lines.bytes;
    }
  };
  if (exportId === null)
    for await (const bytes of content()) yield { bytes, sizeBytes: bytes.length, rows: takeRows() };
  else for await (const part of packParts(secret, exportId, content())) yield { ...part, rows: takeRows() };
};

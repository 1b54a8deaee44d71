import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LEAD_EXPORT, type LeadExportQuestion } from '@paceline/contract';
import { type Scope } from '../../../db/scope.ts';
import { type Database } from '../../../db/tx.ts';
import { sealFilePart } from '../../../lib/seal.ts';
import { type ExportId, insertPart, updateAlive } from './export.queries.ts';
import { keepAlive } from './keep-alive.ts';
import { writeLeadFile } from './lead-file.ts';
import { type AskedLeads } from './rows.queries.ts';

/** Somebody has cancelled it, or another process writes it: there is nobody to tell. */
export class LostExport extends Error {
  override readonly name = 'LostExport';
}
/** Told to the user as it is. */
export class UnwritableExport extends Error {
  override readonly name = 'UnwritableExport';
}

/** So much of a file is in memory at once. */
const PART_BYTES = 512 * 1024;
/** Fast rather than small: a workbook is packed already. */
const PACKING = { level: 1 };

interface Writing {
  scope: Scope;
  id: ExportId;
  worker: string;
  aliveSeconds: number;
  question: LeadExportQuestion;
  asked: AskedLeads;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
}

export interface WrittenExport {
  rows: number;
  sizeBytes: number;
}

/** Collects what comes into parts of one size, the last one as long as it is. */
const partsOf = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
};

/** Writes the whole file, part by part; a part is stored only while the export is still this worker's. */
export const writeExport = async (
  { db, secret }: { db: Database; secret: Buffer },
  { scope, id, worker, aliveSeconds, question, asked, stopping }: Writing,
): Promise<WrittenExport> => {
  const done: WrittenExport = { rows: 0, sizeBytes: 0 };
  const alive = keepAlive({ db }, scope, id, { worker, seconds: aliveSeconds, rows: () => done.rows });
  const signal = AbortSignal.any([stopping, alive.lost]);
  const onRows = (rows: number): void => {
    done.rows += rows;
    if (question.format === 'xlsx' && done.rows > LEAD_EXPORT.sheetRows)
      throw new UnwritableExport('More leads match than a workbook holds. Choose .csv, or fewer days.');
  };
  const { content } = writeLeadFile({ db, secret, scope, question, asked, signal, onRows });
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of source) {
      done.sizeBytes += chunk.length;
      yield chunk;
    }
  };
  const store = async (source: AsyncIterable<Buffer>): Promise<void> => {
    let place = 0;
    for await (const part of partsOf(source)) {
      const sealed = sealFilePart(secret, { ...id, place }, part);
      await db.withScope(scope, async (tx) => {
        if (!(await updateAlive(tx, id, { rows: done.rows, worker, seconds: aliveSeconds }))) throw new LostExport();
        await insertPart(tx, scope, id, place, sealed);
      });
      place += 1;
    }
  };
  try {
    await pipeline(content, counted, createGzip(PACKING), store, { signal });
    return done;
  } catch (error) {
    if (alive.lost.aborted) throw new LostExport('', { cause: error });
    throw error;
  } finally {
    alive.stop();
  }
};

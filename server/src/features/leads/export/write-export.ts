import { LEAD_EXPORT, type LeadExportQuestion } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database } from '../../../db/scope/tx.ts';
import { type ExportId, insertPart, updateAlive } from './export.queries.ts';
import { keepAlive } from './keep-alive.ts';
import { packLeadFile } from './lead-file.ts';
import { type AskedLeads } from './rows.queries.ts';

/** It was cancelled, or another process writes it: nobody needs a notice. */
export class LostExport extends Error {
  override readonly name = 'LostExport';
}
/** Its message is shown to the user. */
export class UnwritableExport extends Error {
  override readonly name = 'UnwritableExport';
}

interface Writing {
  scope: Scope;
  id: ExportId;
  worker: string;
  aliveSeconds: number;
  question: LeadExportQuestion;
  selection: AskedLeads;
  about: readonly string[];
  /** Aborts when the server stops. */
  stopping: AbortSignal;
}

interface WrittenExport {
  rows: number;
  sizeBytes: number;
}

/** Writes the whole file, part by part; a part is stored only while this worker still holds the export. */
export const writeExport = async (
  { db, secret }: { db: Database; secret: Buffer },
  { scope, id, worker, aliveSeconds, question, selection, about, stopping }: Writing,
): Promise<WrittenExport> => {
  const done: WrittenExport = { rows: 0, sizeBytes: 0 };
  const alive = keepAlive({ db }, scope, id, { worker, seconds: aliveSeconds, rows: () => done.rows });
  const signal = AbortSignal.any([stopping, alive.lost]);
  const onRows = (rows: number): void => {
    done.rows += rows;
    if (question.format === 'xlsx' && done.rows > LEAD_EXPORT.sheetRows)
      throw new UnwritableExport('More leads match than a workbook holds. Choose .csv, or fewer days.');
  };
  let place = 0;
  try {
    for await (const part of packLeadFile({ db, secret, scope, question, selection, about, signal, onRows }, id)) {
      done.sizeBytes += part.sizeBytes;
      await db.withScope(scope, async (tx) => {
        if (!(await updateAlive(tx, id, { rows: done.rows, worker, seconds: aliveSeconds }))) throw new LostExport();
        await insertPart(tx, scope, id, place, part.bytes);
      });
      place += 1;
    }
    return done;
  } catch (error) {
    if (alive.lost.aborted) throw new LostExport('', { cause: error });
    throw error;
  } finally {
    alive.stop();
  }
};

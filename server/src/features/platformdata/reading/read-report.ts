import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { LIMITS, type PlatformReport } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type SheetLimits } from '../../../lib/sheet/sheet.ts';
import { formatOf } from './formats.ts';
import { ReportProblem } from './report-problem.ts';
import { createReportReader, type Expected, type ReportEnd, type ReportRow } from './report-reader.ts';
import { type ReportReply, type ReportTask } from './report-worker.ts';

const WORKER_FILE = new URL('./report-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 256;
const SHEET_BATCH = 5_000;

const LINE_LIMITS: SheetLimits = {
  unpackedBytes: LIMITS.sheetUnpackedBytes,
  parts: LIMITS.sheetParts,
  rows: LIMITS.sheetRows,
  columns: LIMITS.sheetColumns,
  cellCharacters: LIMITS.sheetCellCharacters,
};

export type TakeRows = (report: PlatformReport, rows: readonly ReportRow[]) => Promise<void>;

/** Reads text files in a thread, batch by batch; each is processed before the next is read. */
const readLines = (task: ReportTask, take: TakeRows): Promise<ReportEnd> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_FILE, {
      workerData: task,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    const end = (settle: () => void): void => {
      void worker.terminate();
      settle();
    };
    worker.on('message', (reply: ReportReply) => {
      if (reply.kind === 'rows') {
        take(reply.report, reply.rows).then(
          () => worker.postMessage('stored', []),
          (error: unknown) => end(() => reject(error)),
        );
      } else if (reply.kind === 'done') {
        const format = formatOf(reply.formatKey);
        end(() => resolve({ format, lines: reply.lines, warnings: reply.warnings }));
      } else if (reply.kind === 'problem') end(() => reject(new ReportProblem(reply.message, reply.problems)));
      else end(() => reject(new AppError(reply.code, reply.message === '' ? {} : { message: reply.message })));
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('FILE_TOO_COMPLEX') : error)),
    );
  });

/** A workbook has at most 50,000 rows, and is opened by the common workbook reader. */
const readWorkbook = async (path: string, fileName: string, expected: Expected, take: TakeRows): Promise<ReportEnd> => {
  const { rows } = await readSheet(await readFile(path), fileName, { headless: true });
  const reader = createReportReader(expected);
  const read = rows.flatMap((row) => reader.push(row) ?? []);
  const end = reader.end();
  for (let from = 0; from < read.length; from += SHEET_BATCH)
    await take(end.format.report, read.slice(from, from + SHEET_BATCH));
  return end;
};

/** Reads a platform's report on disk: checks all of it and passes on its rows as they are read. Throws on any error in it. */
export const readReport = (
  { path, fileName, bytes }: { path: string; fileName: string; bytes: number },
  expected: Expected,
  take: TakeRows,
): Promise<ReportEnd> => {
  if (!/\.xlsx$/i.test(fileName)) return readLines({ path, limits: LINE_LIMITS, expected }, take);
  if (bytes > LIMITS.uploadBytes)
    throw new AppError('FILE_TOO_LARGE', { message: 'A workbook may have 10 MB. Export the report as .csv.' });
  return readWorkbook(path, fileName, expected, take);
};

import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode, PlatformReport } from '@paceline/contract';
import { csvLines } from '../../../lib/sheet/csv-lines.ts';
import { Refusal } from '../../../lib/sheet/refusal.ts';
import { type SheetLimits } from '../../../lib/sheet/sheet.ts';
import { ReportProblem } from './report-problem.ts';
import { createReportReader, type Expected, type ReportRow } from './report-reader.ts';

export interface ReportTask {
  path: string;
  limits: SheetLimits;
  expected: Expected;
}

export type ReportReply =
  | { kind: 'rows'; report: PlatformReport; rows: ReportRow[] }
  | { kind: 'done'; formatKey: string; lines: number; warnings: string[] }
  | { kind: 'problem'; message: string; problems: readonly string[] }
  | { kind: 'refused'; code: ErrorCode; message: string };

/** Rows per batch. The next batch is read when the last one is stored: memory holds no more. */
const BATCH = 5_000;

const reply = (message: ReportReply): void => parentPort?.postMessage(message, []);
const stored = (): Promise<void> => new Promise((resolve) => parentPort?.once('message', () => resolve()));

const read = async ({ path, limits, expected }: ReportTask): Promise<void> => {
  const reader = createReportReader(expected);
  let rows: ReportRow[] = [];
  const send = (batch: ReportRow[]): Promise<void> => {
    reply({ kind: 'rows', report: reader.report(), rows: batch });
    return stored();
  };
  for await (const line of csvLines(path, limits)) {
    const row = reader.push(line);
    if (row !== null) rows.push(row);
    if (rows.length < BATCH) continue;
    await send(rows);
    rows = [];
  }
  const { format, lines, warnings } = reader.end();
  if (rows.length > 0) await send(rows);
  reply({ kind: 'done', formatKey: format.key, lines, warnings });
};

const answerOf = (error: unknown): ReportReply => {
  if (error instanceof ReportProblem) return { kind: 'problem', message: error.message, problems: error.problems };
  const { code, message } = error instanceof Refusal ? error : new Refusal('FILE_UNREADABLE');
  return { kind: 'refused', code, message };
};

await read(workerData as ReportTask).catch((error: unknown) => reply(answerOf(error)));
parentPort?.close();

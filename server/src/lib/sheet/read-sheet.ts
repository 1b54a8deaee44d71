import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '@paceline/contract';
import pLimit from 'p-limit';
import { AppError } from '../app-error.ts';
// Types only: the parsers are loaded in the thread, and nowhere else.
import type { SheetKind } from './parse-sheet.ts';
import { Refusal } from './refusal.ts';
import { type Sheet, type SheetLimits, type SheetRow } from './sheet.ts';
import type { SheetReply, SheetTask } from './sheet-worker.ts';
import { readZipDirectory } from './zip-directory.ts';

const WORKER_FILE = new URL('./sheet-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 512;
/** CPU time, not wall time: a good file must not fail on a busy machine. */
const WORKER_CPU_MS = 30_000;
const CHECK_MS = 200;

/** Leaves one core free, however many files come at once; the others wait in a bounded queue. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const MAX_WAITING = 20;
const oneOfFew = pLimit(AT_ONCE);

const SHEET_LIMITS: SheetLimits = {
  unpackedBytes: LIMITS.sheetUnpackedBytes,
  parts: LIMITS.sheetParts,
  rows: LIMITS.sheetRows,
  columns: LIMITS.sheetColumns,
  cellCharacters: LIMITS.sheetCellCharacters,
};

interface ReadOptions {
  limits?: Partial<SheetLimits>;
  /** Return all rows: the headers are somewhere among them, below a description. */
  headless?: boolean;
  signal?: AbortSignal;
  /** CPU time limit of the thread. */
  cpuMs?: number;
}

const isZip = (file: Buffer): boolean => file.length >= 4 && file.readUInt32LE(0) === 0x04034b50;
/** The compound format of password-protected workbooks and of .xls. */
const isCompound = (file: Buffer): boolean => file.length >= 4 && file.readUInt32BE(0) === 0xd0cf11e0;

const typeError = (message: string): Refusal => new Refusal('FILE_TYPE', message);

/** Determines the kind by name and content, which must agree. */
const kindOf = (file: Buffer, fileName: string): SheetKind => {
  const ending = /\.(xlsx|csv)$/i.exec(fileName)?.[1]?.toLowerCase() as SheetKind | undefined;
  if (ending === undefined) throw new Refusal('FILE_TYPE');
  if (file.length === 0) throw new Refusal('FILE_UNREADABLE', 'The file is empty.');
  if (isCompound(file)) {
    throw typeError('The file is protected by a password or in the old .xls format. Save it as a plain .xlsx.');
  }
  if (ending === 'xlsx' && !isZip(file)) throw typeError('The file is named .xlsx but is not a workbook.');
  if (ending === 'csv' && (isZip(file) || file.includes(0))) {
    throw typeError('The file is named .csv but is not a text file.');
  }
  return ending;
};

const inThread = (task: SheetTask, { signal, cpuMs = WORKER_CPU_MS }: ReadOptions): Promise<Sheet> =>
  new Promise((resolve, reject) => {
    const rows: SheetRow[] = [];
    const worker = new Worker(WORKER_FILE, {
      workerData: task,
      // The parser does not see the process's environment.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB, maxYoungGenerationSizeMb: 64 },
    });
    const tooComplex = (): void => end(() => reject(new Refusal('FILE_TOO_COMPLEX')));
    const check = async (): Promise<void> => {
      const { user, system } = await worker.cpuUsage();
      if (user + system > cpuMs * 1000) tooComplex();
    };
    // A thread that has already ended cannot be asked, and need not be.
    const timer = setInterval(() => void check().catch(() => undefined), CHECK_MS);
    const onAbort = (): void => end(() => reject(new Refusal('BAD_REQUEST')));
    const end = (settle: () => void): void => {
      clearInterval(timer);
      signal?.removeEventListener('abort', onAbort);
      void worker.terminate();
      settle();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (reply: SheetReply) => {
      if (reply.kind === 'rows') for (const row of reply.rows) rows.push(row);
      else if (reply.kind === 'done') end(() => resolve({ ...reply.collected, rows }));
      else end(() => reject(new Refusal(reply.code, reply.message)));
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : end(() => reject(error)),
    );
    worker.on('exit', tooComplex);
  });

const asAppError = (error: unknown): unknown => {
  if (!(error instanceof Refusal)) return error;
  return new AppError(error.code, error.message === '' ? {} : { message: error.message });
};

const read = async (file: Buffer, fileName: string, options: ReadOptions): Promise<Sheet> => {
  const limits = { ...SHEET_LIMITS, ...options.limits };
  const kind = kindOf(file, fileName);
  // Before a thread is spent on it.
  if (kind === 'xlsx') readZipDirectory(file, limits);
  if (oneOfFew.pendingCount >= MAX_WAITING) throw new Refusal('RATE_LIMIT');
  return oneOfFew(() => {
    if (options.signal?.aborted) throw new Refusal('BAD_REQUEST');
    return inThread({ kind, bytes: file, limits, headless: options.headless ?? false }, options);
  });
};

/** Reads the first sheet of an uploaded .xlsx, or a .csv: the content is untrusted, and nothing in it is run. */
export const readSheet = async (bytes: Uint8Array, fileName: string, options: ReadOptions = {}): Promise<Sheet> => {
  try {
    return await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), fileName, options);
  } catch (error) {
    throw asAppError(error);
  }
};

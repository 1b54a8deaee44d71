import { parentPort } from 'node:worker_threads';
import { type ThreadReply, type ThreadRequest, type ThreadTask, type ThreadWork } from './stream-thread.ts';
import { openDatabase } from '../scope/tx.ts';

/** Pieces in flight: while one is consumed, the next is made. */
const PIECES_AHEAD = 2;

interface Running {
  stop: AbortController;
  /** Number of pieces that may still be sent; `onPlace` wakes the waiting sender. */
  places: number;
  onPlace: () => void;
}
const running = new Map<number, Running>();

const reply = (message: ThreadReply): void => {
  const bytes = 'piece' in message ? (message.piece as { bytes?: Uint8Array }).bytes : undefined;
  // A small buffer shares its memory with others and cannot be transferred.
  const isWhole = bytes !== undefined && bytes.length === bytes.buffer.byteLength;
  parentPort?.postMessage(message, isWhole ? [bytes.buffer as ArrayBuffer] : []);
};

const placeOf = (job: Running): Promise<void> | void =>
  job.places > 0 || job.stop.signal.aborted ? undefined : new Promise((resolve) => void (job.onPlace = resolve));

const run = async (id: number, { url, patient, bouncerUrl, scope, module, task }: ThreadTask): Promise<void> => {
  const job: Running = { stop: new AbortController(), places: PIECES_AHEAD, onPlace: () => undefined };
  running.set(id, job);
  const { signal } = job.stop;
  const db = openDatabase(url, 1, { patient, bouncerUrl });
  try {
    const { work } = (await import(module)) as { work: ThreadWork<unknown, unknown> };
    for await (const piece of db.streamWork(scope, (tx, copyOut) => work({ tx, copyOut, scope }, task), { signal })) {
      await placeOf(job);
      signal.throwIfAborted();
      job.places -= 1;
      reply({ id, piece });
    }
    reply({ id, isOver: true });
  } catch (error) {
    reply({ id, error: error as Error });
  } finally {
    running.delete(id);
    await db.close();
  }
};

parentPort?.on('message', (request: ThreadRequest) => {
  if (request.kind === 'run') return void run(request.id, request.task);
  const job = running.get(request.id);
  if (job === undefined) return;
  if (request.kind === 'stop') job.stop.abort();
  else job.places += 1;
  job.onPlace();
});

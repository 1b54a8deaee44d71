import { Worker } from 'node:worker_threads';
import { type CopyOut } from './copy-out.ts';
import { type Tx } from './lease.ts';
import { onSilence } from './heartbeat.ts';
import { type Scope } from '../scope/scope.ts';

/**
 * Signature of the `work` export of a module that streams in the worker thread. Pieces are posted between threads; their `bytes` are
 * transferred, not copied.
 */
export type ThreadWork<Task, Piece> = (
  parts: { tx: Tx; copyOut: CopyOut; scope: Scope },
  task: Task,
) => AsyncGenerator<Piece, void>;

export interface ThreadTask {
  url: string;
  patient: boolean;
  bouncerUrl: string | null;
  scope: Scope;
  /** URL of the module. */
  module: string;
  task: unknown;
}
export type ThreadRequest = { id: number } & ({ kind: 'run'; task: ThreadTask } | { kind: 'more' } | { kind: 'stop' });
export type ThreadReply = { id: number } & ({ piece: unknown } | { isOver: true } | { error: Error });

const WORKER_FILE = new URL('./stream-thread-worker.ts', import.meta.url);
/** Pieces are short-lived: little memory is in use at a time. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };
const ENDED: ThreadReply = { id: 0, error: new Error('The streaming thread has ended') };

interface Thread {
  send: (request: ThreadRequest) => void;
  /** Reply listeners, by work ID. */
  listeners: Map<number, (reply: ThreadReply) => void>;
  /** Whether the thread keeps the process alive. */
  hold: (isHeld: boolean) => void;
  end: (error: Error) => void;
}
let thread: Thread | null = null;
let lastId = 0;

// The thread waits on connections of its own: when they go silent, it ends and the next work gets a new thread.
onSilence((error) => thread?.end(error));

const startThread = (): Thread => {
  const worker = new Worker(WORKER_FILE, { resourceLimits: MEMORY });
  const listeners: Thread['listeners'] = new Map();
  const started: Thread = {
    listeners,
    send: (request) => worker.postMessage(request, []),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    end: (error) => {
      fail({ id: 0, error });
      void worker.terminate();
    },
  };
  const fail = (reply: ThreadReply): void => {
    if (thread === started) thread = null;
    for (const listener of listeners.values()) listener(reply);
  };
  worker.on('message', (reply: ThreadReply) => listeners.get(reply.id)?.(reply));
  worker.on('error', (error: Error) => fail({ id: 0, error }));
  worker.on('exit', () => fail(ENDED));
  return started;
};

/**
 * Streams pieces that a module makes of rows in one separate thread, on a connection of its own: large volumes through the serving thread
 * delay all requests during garbage collection. The reader sets the pace.
 */
export const streamInThread = async function* <Piece>(
  task: ThreadTask,
  signal: AbortSignal | undefined,
): AsyncGenerator<Piece, void> {
  signal?.throwIfAborted();
  const used = (thread ??= startThread());
  const id = (lastId += 1);
  const replies: ThreadReply[] = [];
  let wake = (): void => undefined;
  used.listeners.set(id, (reply) => {
    replies.push(reply);
    wake();
  });
  const stop = (): void => used.send({ id, kind: 'stop' });
  signal?.addEventListener('abort', stop, { once: true });
  used.hold(true);
  used.send({ id, kind: 'run', task });
  let isOver = false;
  try {
    for (;;) {
      const reply = replies.shift();
      if (reply === undefined) await new Promise<void>((resolve) => void (wake = resolve));
      else if ('piece' in reply) {
        yield reply.piece as Piece;
        used.send({ id, kind: 'more' });
      } else {
        isOver = true;
        if ('error' in reply) throw reply.error;
        return;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    used.listeners.delete(id);
    if (!isOver) stop();
    if (used.listeners.size === 0) used.hold(false);
  }
};

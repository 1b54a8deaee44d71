import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { endProcess } from './connections.ts';

export interface LoadServer {
  url: string;
  pid: number;
  /** The most memory it had, in MB. */
  memory(): Promise<number>;
  openFiles(): number;
  /** Asks it to end as an operator does, and tells after how many seconds it had. */
  drain(): Promise<number>;
  close(): Promise<void>;
}

const MB = 1024 * 1024;

/** Servers whose clocks agree, however late each of them is started. */
export const makeStarter = (appUrl: string, now: Date): (() => Promise<LoadServer>) => {
  const since = performance.now();
  return async () => {
    const at = new Date(now.getTime() + performance.now() - since).toISOString();
    const child: ChildProcess = fork(new URL('../api-server.ts', import.meta.url), [appUrl, at], {
      // What it logs under a load is told by the figures.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [url] = (await once(child, 'message')) as [string];
    const pid = child.pid ?? 0;
    return {
      url,
      pid,
      async memory() {
        child.send('peak');
        const [bytes] = (await once(child, 'message')) as [number];
        return bytes / MB;
      },
      openFiles: () => {
        try {
          return readdirSync(`/proc/${pid}/fd`).length;
        } catch {
          return Number.NaN;
        }
      },
      async drain() {
        const startedAt = performance.now();
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
        return (performance.now() - startedAt) / 1000;
      },
      close: () => endProcess(child),
    };
  };
};

/** One line of the outcome: what was measured beside what it may be at most, or at least. */
export interface Figure {
  id: string;
  what: string;
  measured: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
}

export const isHeld = ({ measured, atMost = Infinity, atLeast = -Infinity }: Figure): boolean =>
  measured <= atMost && measured >= atLeast;

export const percentileOf = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;

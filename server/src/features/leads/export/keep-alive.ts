import { type Database } from '../../../db/scope/tx.ts';
import { type Scope } from '../../../db/scope/scope.ts';
import { type ExportId, updateAlive } from './export.queries.ts';

interface Alive {
  /** Aborts when somebody has ended the export, or another process has taken it. */
  lost: AbortSignal;
  stop: () => void;
}

const BEAT_MS = 3_000;

/**
 * Says every few seconds that an export goes on, and hears of its end. Nothing waits for it: rows are read on a connection of their
 * own, and a pool that is used up by readers must not make them wait for each other.
 */
export const keepAlive = (
  { db }: { db: Database },
  scope: Scope,
  id: ExportId,
  { worker, seconds, rows }: { worker: string | null; seconds: number; rows: () => number },
): Alive => {
  const lost = new AbortController();
  let isBeating = false;
  const beat = async (): Promise<void> => {
    if (isBeating) return;
    isBeating = true;
    try {
      const goesOn = await db.withScope(scope, (tx) => updateAlive(tx, id, { rows: rows(), worker, seconds }));
      if (!goesOn) lost.abort();
    } catch {
      // The database was away for a moment: the next beat says it, and without one the place is given to others.
    } finally {
      isBeating = false;
    }
  };
  const timer = setInterval(() => void beat(), BEAT_MS);
  timer.unref();
  return { lost: lost.signal, stop: () => clearInterval(timer) };
};

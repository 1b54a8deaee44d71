import { type Database } from '../../../db/scope/tx.ts';
import { type Scope } from '../../../db/scope/scope.ts';
import { type ExportId, updateAlive } from './export.queries.ts';

interface Alive {
  /** Aborts when the export was cancelled, or another process has taken it. */
  lost: AbortSignal;
  stop: () => void;
}

const BEAT_MS = 3_000;

/**
 * Writes a heartbeat for an export every few seconds, and detects its end. Nothing waits for it: rows are read on a separate connection, so
 * that readers which use up the pool do not wait for each other.
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
      // The database was unavailable for a moment: the next heartbeat makes up for it; without one the place is released.
    } finally {
      isBeating = false;
    }
  };
  const timer = setInterval(() => void beat(), BEAT_MS);
  timer.unref();
  return { lost: lost.signal, stop: () => clearInterval(timer) };
};

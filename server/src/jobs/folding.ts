import { type FastifyBaseLogger } from 'fastify';
import { type Facts, FOLD_BATCH } from '../db/facts/facts.ts';
import { foldedTotal } from '../lib/process-metrics.ts';
import { repeat, type Repeated } from './repeat.ts';

/** Maximum lag of the figures. */
const PAUSE_MS = 500;
/** Months by attribute cost ten times as much to maintain, less per change in larger batches; reports add the waiting differences. */
const ATTRIBUTES_PAUSE_MS = 30_000;

/** Folds differences as they come. Safe in several processes: each claims differences that no other has claimed. */
export const startFolding = ({ facts, log }: { facts: Facts; log: FastifyBaseLogger }): Repeated => {
  const folding = (rollup: string, fold: () => Promise<number>, pauseMs: number): Repeated =>
    repeat(
      async () => {
        const folded = await fold();
        foldedTotal.inc({ rollup }, folded);
        return folded < FOLD_BATCH ? pauseMs : 0;
      },
      (error) => log.error({ err: error }, 'folding failed'),
    );
  const both = [
    folding('facts', () => facts.fold(), PAUSE_MS),
    folding('attributes', () => facts.foldAttributes(), ATTRIBUTES_PAUSE_MS),
  ];
  return {
    stop: async () => {
      await Promise.all(both.map((one) => one.stop()));
    },
  };
};

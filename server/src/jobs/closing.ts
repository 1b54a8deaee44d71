import { type FastifyBaseLogger } from 'fastify';
import { type Facts } from '../db/facts/facts.ts';
import { type Clock } from '../lib/clock.ts';
import { fitOwners } from '../metrics/curves/fit-owners.ts';
import { closeDays } from '../metrics/stored-days/close-days.ts';
import { repeat, type Repeated } from './repeat.ts';

/** Maximum delay until an ended day is closed, or a changed past is summed again. */
const PAUSE_MS = 60_000;

/**
 * Closes days as they end, by each owner's calendar. Until a day is closed, readers sum it themselves. In a new month an owner's curves are
 * fitted first: the stored sums are weighted by them.
 */
export const startClosing = ({ facts, clock, log }: { facts: Facts; clock: Clock; log: FastifyBaseLogger }): Repeated =>
  repeat(
    async () => {
      await fitOwners(facts.run, clock.now());
      await closeDays(facts.run, clock.now());
      return PAUSE_MS;
    },
    (error) => log.error({ err: error }, 'closing days failed'),
  );

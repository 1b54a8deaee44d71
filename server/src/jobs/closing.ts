import { type FastifyBaseLogger } from 'fastify';
import { type Facts } from '../db/facts/facts.ts';
import { type Clock } from '../lib/clock.ts';
import { fitOwners } from '../metrics/curves/fit-owners.ts';
import { closeDays } from '../metrics/stored-days/close-days.ts';
import { repeat, type Repeated } from './repeat.ts';

/** How long a day that is over may wait until it is closed, and a past that has changed until it is added up again. */
const PAUSE_MS = 60_000;

/**
 * Closes days as they end, each owner's by its own calendar. Until it has, whoever asks adds up for themselves. In a new month
 * an owner's curves are fitted first: the sums that are stored are weighed by them.
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

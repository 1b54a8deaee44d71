import { manualClock } from '../src/lib/clock.ts';
import { loadScenario } from './load.ts';

/** The current day in tests of the small scenario: a Sunday in the middle of a month. */
export const SMALL_DEMO_NOW = new Date('2026-11-15T18:00:00Z');

/** The small scenario, for tests that need a complete world in their own database. */
export const SMALL_DEMO = {
  name: 'small',
  fill: async (ownerUrl: string): Promise<void> => {
    const settings = {
      clock: manualClock(SMALL_DEMO_NOW),
      secret: Buffer.from('a secret for tests only, of 32 chars'),
    };
    await loadScenario(ownerUrl, 'small', settings, () => undefined);
  },
};

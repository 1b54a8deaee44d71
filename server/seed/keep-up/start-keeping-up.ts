import { repeat, type Repeated } from '../../src/jobs/repeat.ts';
import { type LoadSettings } from '../load.ts';
import { keepUp } from './keep-up.ts';

const PAUSE_MS = 10 * 60_000;

/** Continues the demo's traffic while the server runs. Of several processes, one does each step. */
export const startKeepingUp = (
  ownerUrl: string,
  settings: LoadSettings,
  onFailure: (error: unknown) => void,
): Repeated =>
  repeat(async () => {
    await keepUp(ownerUrl, settings);
    return PAUSE_MS;
  }, onFailure);

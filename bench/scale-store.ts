import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '@paceline/server/src/config.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { clockFrom } from '@paceline/server/src/lib/clock.ts';
import { loadScenario, withProgressBar } from '@paceline/server/seed/index.ts';
import { openClient } from './load/connections.ts';

export interface ScaleStore {
  ownerUrl: string;
  appUrl: string;
  /** Where else the same rows are to be kept: a file that is there was made from them. */
  duckFile: string;
  close(): Promise<void>;
}

/** The middle of a month, always the same, so that every run asks the same questions of the same rows. */
export const NOW = new Date('2026-11-15T18:00:00Z');

/** What somebody with ten million inquiries gives a server; the raw tables need it more than the rollups. */
const SETTINGS = { shared_buffers: '4GB', effective_cache_size: '12GB', max_wal_size: '8GB' };

/** A load leaves this to the next hours of a server's life; a bench does not wait for them. */
const settle = async (ownerUrl: string): Promise<void> => {
  const client = await openClient(ownerUrl);
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  await client.end();
};

/** A scenario in a cluster of its own: made when it is missing, which for `scale` takes a quarter of an hour, and kept. */
export const openScaleStore = async (scenario: 'scale' | 'demo' = 'scale'): Promise<ScaleStore> => {
  const folder = join(readConfig().dataDir, '.bench');
  const duckFile = join(folder, `${scenario}.duckdb`);
  const postgres = await startEmbedded({ dataDir: join(folder, scenario), settings: SETTINGS });
  try {
    const appUrl = appUrlFrom(postgres.url);
    await prepareDatabase(postgres.url, appUrl);
    const loaded = await withProgressBar((onProgress) =>
      loadScenario(postgres.url, scenario, { clock: clockFrom(NOW), secret: Buffer.alloc(32) }, onProgress),
    );
    if (loaded) {
      await rm(duckFile, { force: true });
      await settle(postgres.url);
    }
    return { ownerUrl: postgres.url, appUrl, duckFile, close: () => postgres.stop() };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
};

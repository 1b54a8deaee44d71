import { rm } from 'node:fs/promises';
import { SCALE, writeScale } from '@paceline/server/seed/index.ts';
import { withBulk } from '@paceline/server/src/db/connection/bulk.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { openClient } from '../load/connections.ts';
import { NOW, openScaleStore, type ScaleStore } from '../scale-store.ts';

/** The scenario `scale` in the same proportions, in a cluster that is thrown away. */
const openShareOfScale = async (
  leads: number,
  settings: Record<string, string> = {},
): Promise<Pick<ScaleStore, 'ownerUrl' | 'appUrl' | 'close'>> => {
  const folder = await makeTemporaryFolder('bench');
  const postgres = await startEmbedded({
    dataDir: folder,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB', ...settings },
  });
  const close = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const appUrl = appUrlFrom(postgres.url);
    await prepareDatabase(postgres.url, appUrl);
    const share = leads / SCALE.leads.reduce((sum, one) => sum + one, 0);
    const size = {
      ...SCALE,
      leads: SCALE.leads.map((one) => Math.round(one * share)),
      campaigns: Math.max(100, Math.round(SCALE.campaigns * share)),
    };
    await withBulk(postgres.url, (bulk) => writeScale(bulk, size, NOW, () => undefined));
    const client = await openClient(postgres.url);
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    await client.end();
    return { ownerUrl: postgres.url, appUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
};

export const openRebuildStore = (leads: number | 'scale'): Promise<Pick<ScaleStore, 'ownerUrl' | 'appUrl' | 'close'>> =>
  leads === 'scale' ? openScaleStore() : openShareOfScale(leads);

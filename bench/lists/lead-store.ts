import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeScale, openGates, takeIndexes } from '@paceline/server/seed/index.ts';
import { withBulk } from '@paceline/server/src/db/connection/bulk.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { sql } from 'kysely';
import { openClient } from '../load/connections.ts';
import { NOW, openScaleStore, type ScaleStore } from '../scale-store.ts';

/** What is written one by one: the shape of the scenario `scale`, which is then multiplied by statements. */
const SEED_LEADS = 20_000;
const SHARES = [22, 6.4, 5.5, 5.08, 4.55, 4.3, 4.1, 3.3];

/** Columns that the lead desk may be sorted by, beyond those whose indexes the product has. */
const INDEXES = [
  'create index if not exists lead_list_status on lead (owner_key, status, lead_key)',
  'create index if not exists lead_list_state on lead (owner_key, state, lead_key)',
  'create index if not exists lead_list_price on lead (owner_key, client_price, lead_key)',
];

const finish = async (ownerUrl: string): Promise<void> => {
  const client = await openClient(ownerUrl);
  await client.query("set maintenance_work_mem = '512MB'");
  for (const statement of INDEXES) await client.query(statement);
  await client.query('vacuum (analyze) lead');
  await client.end();
};

const multiply = (ownerUrl: string, leads: number): Promise<void> =>
  withBulk(ownerUrl, async (bulk) => {
    const whole = SHARES.reduce((sum, share) => sum + share, 0);
    const size = {
      leads: SHARES.map((share) => Math.round((SEED_LEADS * share) / whole)),
      campaigns: 200,
      adGroups: 1,
      keywordsPerAdGroup: 1,
    };
    await writeScale(bulk, size, NOW, () => undefined);
    const { tx } = bulk;
    const gates = await openGates(tx);
    const putIndexesBack = await takeIndexes(tx);
    await sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, program_key, campus_key, status,
                        device, state, zip, client_price, media_price)
      select owner_key, captured_date, public_id || '-' || n, created_at + n * interval '7 ms', campaign_key, partner_key, program_key,
             campus_key, status, device, state, zip, client_price + n % 50, media_price
      from lead, generate_series(2, ${Math.ceil(leads / SEED_LEADS)}::int) n
    `.execute(tx);
    await putIndexesBack();
    await gates.close();
  });

/** The ten million leads of the scenario `scale`, or as many as asked for in a cluster that is thrown away. */
export const openLeadStore = async (
  leads: number | null,
): Promise<Pick<ScaleStore, 'ownerUrl' | 'appUrl' | 'close'>> => {
  if (leads === null) {
    const store = await openScaleStore();
    await finish(store.ownerUrl);
    return store;
  }
  const folder = await mkdtemp(join(tmpdir(), 'paceline-bench-'));
  const postgres = await startEmbedded({
    dataDir: folder,
    settings: { synchronous_commit: 'off', shared_buffers: '1GB', max_wal_size: '4GB' },
  });
  const close = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const appUrl = appUrlFrom(postgres.url);
    await prepareDatabase(postgres.url, appUrl);
    await multiply(postgres.url, leads);
    await finish(postgres.url);
    return { ownerUrl: postgres.url, appUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
};

import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { StartupError } from '../../lib/startup-error.ts';
import { TEST_SECRET } from '../../testing/app.ts';
import { useBackedUpServer } from '../../testing/servers/backed-up-server.ts';
import { SMALL_SERVER as settings } from '../../testing/servers/embedded-server.ts';
import { makeCampaign, makeLead } from '../../testing/factories/factories.ts';
import { inOrder } from '../../testing/calls/in-order.ts';
import { spoolIn } from '../embedded/archiving.ts';
import { withStoppedServer } from '../embedded/stopped-server.ts';
import { placeAt } from '../embedded/place.ts';
import { accountFor } from '../embedded/account.ts';
import { withConnection } from '../scope/single-connection.ts';
import { chooseBackup, LATEST, type Moment, readMoment, timelineAt } from './choose.ts';
import { backupFolder, DATA_FILE, listBackups, type Manifest, noteRestore, pathOf, walFolder } from './folder.ts';
import { discard, moveIn, restoreCluster, type Restored, type Target } from './restore-cluster.ts';
import { compareWithBackup } from './verify.ts';
import { shipLog } from './wal.ts';

inOrder();
const server = useBackedUpServer();
let place: { ownerKey: number; campaignKey: number; partnerKey: number };
let manifest: Manifest;

beforeAll(async () => {
  place = await server.migrator.run((tx) => makeCampaign(tx));
  // The first post creates its month's partitions, which two concurrent posts must not do.
  await post();
});

const post = () => server.migrator.run((tx) => makeLead(tx, { ...place, day: '2026-03-03' }));
const leadsAt = (url: string): Promise<number[]> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ key: number }>('select lead_key::int as key from lead order by 1');
    return rows.map(({ key }) => key);
  });

const restore = async (target: Target, folder = server.folder, from = manifest): Promise<Restored> => {
  const { dataDir: home } = server.postgres;
  const here = placeAt(home, await accountFor(path.join(home, 'pg')));
  return restoreCluster(folder, from, { place: here, target, timeline: 1, archive: false, settings });
};
const looking = async <T>(restored: Restored, look: (url: string) => Promise<T>): Promise<T> => {
  try {
    return await look(restored.server.url);
  } finally {
    await discard(restored);
  }
};
const sentence = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

/** Posts leads continuously while `work` runs. */
const whilePosting = async <T>(work: () => Promise<T>): Promise<{ result: T; posted: number[] }> => {
  const posted: number[] = [];
  const state = { isOver: false };
  const lane = async (): Promise<void> => {
    while (!state.isOver) posted.push(await post());
  };
  const lanes = [lane(), lane()];
  try {
    return { result: await work(), posted };
  } finally {
    state.isOver = true;
    await Promise.all(lanes);
  }
};

describe('a backup made while leads are posted', () => {
  test('restores every table to its state at the recorded position', async () => {
    const { result, posted } = await whilePosting(() => server.backUp());
    manifest = result;
    expect(posted.length).toBeGreaterThan(0);
    const restored = await restore({ lsn: manifest.log!.reference });
    const { tables, rows, differences } = await looking(restored, (url) =>
      compareWithBackup(server.folder, manifest, url),
    );
    expect({ differences, isAll: tables > 100 && rows > 0 }).toEqual({ differences: [], isAll: true });
  });

  test('detects an extra or a changed row', async () => {
    const restored = await restore({ lsn: manifest.log!.reference });
    const copied = await looking(restored, async (url) => {
      // Without the rows that triggers would write.
      await withConnection(url, (client) =>
        client.query(`set session_replication_role = replica; update owner set name = name || '!'`),
      );
      return compareWithBackup(server.folder, manifest, url);
    });
    expect(copied.differences).toEqual([expect.stringMatching(/^owner: \d+ rows in the backup, \d+ restored$/)]);
  });

  test('contains no readable data, and its files are accessible to their owner only', async () => {
    const folder = pathOf(server.folder, manifest.name);
    const data = await fs.readFile(path.join(folder, DATA_FILE));
    expect(['lead_person', 'PG_VERSION', 'paceline_app'].filter((word) => data.includes(word))).toEqual([]);
    for (const name of await fs.readdir(folder)) expect((await fs.stat(path.join(folder, name))).mode & 0o077).toBe(0);
  });
});

describe('restoring to a moment between two leads', () => {
  test('contains the first but not the second; restoring to the end of the log contains both', async () => {
    const first = await post();
    const between = await server.moment();
    const second = await post();
    await server.ship();
    const then = await looking(await restore({ moment: between }), leadsAt);
    expect([then.includes(first), then.includes(second)]).toEqual([true, false]);
    const all = await looking(await restore('end'), leadsAt);
    expect(all).toEqual(await leadsAt(server.postgres.url));
    expect(all).toContain(second);
  });

  test('a moment after the last change is the end, and is reported', async () => {
    const last = await post();
    const later = await server.moment();
    await server.ship();
    const restored = await restore({ moment: later });
    expect(restored.endedBefore).toBe(true);
    expect(await looking(restored, leadsAt)).toContain(last);
  });

  test('includes log that was not archived when the server was killed', async () => {
    const last = await post();
    expect(await looking(await restore('end'), leadsAt)).toContain(last);
  });
});

describe('a failed restore leaves nothing behind and says why', () => {
  const leftovers = async () =>
    (await fs.readdir(server.postgres.dataDir)).filter((name) => name.startsWith('restore-'));
  const damaged = async (damage: (file: string) => Promise<void>, file = DATA_FILE): Promise<string> => {
    const copy = `${server.folder.path}-damaged`;
    await fs.cp(server.folder.path, copy, { recursive: true });
    const folder = { ...server.folder, path: copy };
    try {
      await damage(path.join(pathOf(folder, manifest.name), file));
      return await sentence(restore('end', folder));
    } finally {
      await fs.rm(copy, { recursive: true, force: true });
    }
  };

  test('another key', async () => {
    const folder = backupFolder(server.folder.path, 'another key, of more than 32 characters', TEST_SECRET);
    const backups = await listBackups(folder);
    expect(() => chooseBackup(backups, 'cluster', 'latest')).toThrow(
      /sealed with another key: set PACELINE_BACKUP_KEY/,
    );
    // With the manifest of the other backup the files do not open either.
    expect(await sentence(restore('end', folder))).toMatch(/sealed with another key/);
    expect(await leftovers()).toEqual([]);
  });

  test('a truncated, changed or missing file', async () => {
    expect(await damaged(async (file) => fs.truncate(file, (await fs.stat(file)).size - 1))).toMatch(/is cut short/);
    const flip = async (file: string): Promise<void> => {
      const bytes = await fs.readFile(file);
      bytes[bytes.length >> 1]! ^= 1;
      await fs.writeFile(file, bytes);
    };
    expect(await damaged(flip)).toMatch(/data\.sealed was changed/);
    expect(await damaged((file) => fs.rm(file))).toMatch(/data\.sealed is missing/);
    expect(await leftovers()).toEqual([]);
  });

  test('a gap in the log', async () => {
    const between = await server.moment();
    await post();
    await server.ship();
    const folder = walFolder(server.folder, manifest.log!.system);
    const parts = (await fs.readdir(folder)).filter((name) => /^[0-9A-F]{24}\.sealed$/.test(name)).toSorted();
    const missing = path.join(folder, parts.at(-2)!);
    await fs.rename(missing, `${missing}.away`);
    expect(await sentence(restore({ moment: between }))).toMatch(`has a gap at ${parts.at(-2)!.slice(0, 24)}`);
    await fs.rename(`${missing}.away`, missing);
    expect(await leftovers()).toEqual([]);
  });

  test('a moment without a zone, in the future, or before the first backup', async () => {
    const now = new Date();
    expect(() => readMoment('2026-11-17 02:50', now)).toThrow(/with its zone/);
    expect(() => readMoment('2999-01-01T00:00:00Z', now)).toThrow(/not yet over/);
    const backups = await listBackups(server.folder);
    expect(() => chooseBackup(backups, 'cluster', '2020-01-01T00:00:00Z')).toThrow(/no backup from before 2020/);
    expect(() => chooseBackup(backups, 'tables', 'latest')).toThrow(/no backup in BACKUP_DIR/);
  });
});

describe('restoring in place of the data', () => {
  test('refuses while a server is running', async () => {
    expect(await sentence(withStoppedServer(server.dataDir, () => Promise.resolve()))).toMatch(
      /is running in .*: stop it/,
    );
  });

  test('continues from there, is backed up again, and both timelines can be restored', async () => {
    const early = await post();
    const before = await server.moment();
    const undone = await post();
    const after = await server.moment();
    await post();
    await server.stop();
    const old = await withStoppedServer(server.dataDir, async (here) => {
      await shipLog(server.folder, here.cluster, spoolIn(here.home));
      const restored = await restoreCluster(server.folder, manifest, {
        place: here,
        target: { moment: before },
        timeline: 1,
        archive: true,
        settings,
      });
      expect(restored.timeline).toBe(2);
      const previousFolder = await moveIn(server.folder, restored, server.dataDir, here, new Date());
      await noteRestore(server.folder, { at: new Date().toISOString(), moment: before, timeline: restored.timeline });
      return previousFolder;
    });
    expect(await fs.readdir(old!)).toContain('PG_VERSION');
    await fs.rm(old!, { recursive: true });
    await server.start();
    const now = await leadsAt(server.postgres.url);
    expect([now.includes(early), now.includes(undone)]).toEqual([true, false]);
    // The sequence was restored too, so the new lead gets the number of the lost one.
    await server.migrator.run((tx) => sql`create table told_apart as select 1 as n`.execute(tx));
    await server.ship();

    const isNew = (url: string) =>
      withConnection(url, async (client) => {
        const { rows } = await client.query<{ there: boolean }>(
          `select to_regclass('told_apart') is not null as there`,
        );
        return rows[0]!.there;
      });
    const restoreAt = async (moment: Moment): Promise<Restored> => {
      const { dataDir: home } = server.postgres;
      return restoreCluster(server.folder, manifest, {
        place: placeAt(home, await accountFor(path.join(home, 'pg'))),
        target: moment === LATEST ? 'end' : { moment },
        timeline: await timelineAt(server.folder, manifest, moment),
        archive: false,
        settings,
      });
    };
    expect(
      await looking(await restoreAt(after), async (url) => [(await leadsAt(url)).includes(undone), await isNew(url)]),
    ).toEqual([true, false]);
    expect(
      await looking(await restoreAt('latest'), async (url) => [
        (await leadsAt(url)).includes(undone),
        await isNew(url),
      ]),
    ).toEqual([false, true]);
  });
});

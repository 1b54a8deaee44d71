import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openFacts } from '../db/facts/facts.ts';
import { ensureMonthsNow } from '../jobs/months.ts';
import { clockFrom } from '../lib/clock.ts';
import { printOf } from '../lib/secrets/key-ring.ts';
import { useDatabase } from '../testing/database.ts';
import { makeCampaign, makeLead } from '../testing/factories/factories.ts';
import { makeTemporaryFolder } from '../testing/servers/temporary-folder.ts';
import { checkClock } from './database-checks.ts';
import { examine, linesOf } from './examine.ts';
import { checkBackups, checkDisk } from './machine-checks.ts';

const database = useDatabase();
const NOW = new Date('2026-03-10T15:00:00Z');
let folder: string;
beforeAll(async () => {
  folder = await makeTemporaryFolder('doctor');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const settings = (over: Record<string, string> = {}) => ({
  DATABASE_URL: database.ownerUrl,
  DATA_DIR: folder,
  SCENARIO: 'none',
  PACELINE_NOW: NOW.toISOString(),
  ...over,
});
const look = (over: Record<string, string> = {}) => examine(() => readConfig(settings(over), folder));
/** All findings that are wrong or worth a note, with their advice. */
const findingsOf = async (over: Record<string, string> = {}): Promise<string[]> =>
  (await look(over)).filter(({ level }) => level !== 'fine').map(({ says, advice = '' }) => `${says} ${advice}`);
const write = (statement: ReturnType<typeof sql>) => database.asMigrator((tx) => statement.execute(tx));

const ensureMonths = async (): Promise<void> => {
  const opened = openFacts(database.ownerUrl);
  await ensureMonthsNow(opened, clockFrom(NOW));
  await opened.close();
};
beforeEach(ensureMonths);

/** The test server runs without fsync; otherwise it has no faults to begin with. */
const TESTS_ONLY = 'The database runs with fsync=off';
const NO_BACKUPS = 'No backup folder is set.';

test('a sound installation is reported as such, including optional parts that are off', async () => {
  const findings = await look();
  expect(findings.filter(({ level }) => level === 'wrong').every(({ says }) => says.startsWith(TESTS_ONLY))).toBe(true);
  expect((await findingsOf()).filter((one) => !one.startsWith(TESTS_ONLY))).toEqual([
    expect.stringContaining(NO_BACKUPS),
  ]);
  expect(findings.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['settings', 'database', 'migrations', 'secret', 'months', 'queues', 'figures', 'disk']),
  );
  expect(linesOf([{ level: 'wrong', about: 'disk', says: 'It is full.', advice: 'Free some.' }])).toEqual([
    'WRONG disk: It is full.',
    '      Free some.',
    '1 thing is wrong.',
  ]);
});

describe('settings and the connection to the database', () => {
  test.each([
    [{ PORT: 'eighty' }, 'The setting PORT is not valid'],
    [{ PACELINE_ENV: 'prod' }, 'Set PACELINE_SECRET to a random text of 32 characters or more'],
  ])('%o', async (over, sentence) => {
    expect(await findingsOf(over)).toEqual([expect.stringContaining(sentence)]);
  });

  test('an unreachable database, and a wrong password', async () => {
    expect(await findingsOf({ DATABASE_URL: 'postgres://a:b@127.0.0.1:9/none' })).toEqual(
      expect.arrayContaining([expect.stringContaining('No database answers at 127.0.0.1:9: start it')]),
    );
    const url = new URL(database.ownerUrl);
    url.password = 'wrong';
    expect(await findingsOf({ DATABASE_URL: url.href })).toEqual(
      expect.arrayContaining([expect.stringContaining('refused the user or the password')]),
    );
  });

  test('an app role that cannot connect', async () => {
    const url = new URL(database.appUrl);
    url.password = 'wrong';
    expect(await findingsOf({ APP_DATABASE_URL: url.href })).toContainEqual(
      expect.stringContaining('The role paceline_app cannot connect. Correct APP_DATABASE_URL'),
    );
  });

  test('a data folder without a database', async () => {
    const { DATABASE_URL: _, ...own } = settings();
    const findings = await examine(() => readConfig({ ...own, DATA_DIR: join(folder) }, folder));
    expect(findings).toContainEqual(expect.objectContaining({ says: `There is no database in ${folder} yet.` }));
  });

  test('a wrong clock', async () => {
    const late = await checkClock(database.ownerUrl, () => new Date(Date.now() - 3_600_000));
    expect(late).toMatchObject({ level: 'wrong', says: 'This machine and the database are 3600 seconds apart.' });
  });
});

describe('stored data', () => {
  test('a missing migration, and one unknown to this program', async () => {
    await write(sql`update migration set name = '9999_later' where name = '0086_operations'`);
    expect(await findingsOf()).toContainEqual(expect.stringContaining('newer than this program: it has 9999_later'));
    await write(sql`delete from migration where name = '9999_later'`);
    expect(await findingsOf()).toContainEqual(
      expect.stringContaining('1 migrations have not run, from 0086_operations on. Start the server'),
    );
    await write(sql`insert into migration (name, timestamp) values ('0086_operations', now())`);
  });

  test('a month without a partition', async () => {
    const name = 'lead_person_202604';
    await write(sql`drop table ${sql.table(name)}`);
    expect(await findingsOf()).toContainEqual(
      expect.stringContaining(`1 partitions are missing, the first is ${name}`),
    );
  });

  test('a secret that does not open the data, and one that is no longer needed', async () => {
    const one = 'the first of the secrets of this test';
    const two = 'the second of the secrets of this test';
    await write(sql`
      insert into secret_key (key_id, print, known_at, used_at, retired_at)
      values (1, ${printOf(Buffer.from(one))}, now(), now(), null), (2, ${printOf(Buffer.from(two))}, now(), now(), null)`);
    expect(await findingsOf({ PACELINE_SECRET: two })).toContainEqual(
      expect.stringContaining('What is sealed with key 1 does not open with the secrets that are set'),
    );
    const both = { PACELINE_SECRET: two, PACELINE_SECRET_BEFORE: one };
    expect(await findingsOf(both)).toContainEqual(expect.stringContaining('Run npm run rotate'));
    await write(sql`update secret_key set retired_at = now() where key_id = 1`);
    expect(await findingsOf(both)).toContainEqual(
      expect.stringContaining('Nothing needs PACELINE_SECRET_BEFORE any more'),
    );
    await write(sql`truncate secret_key`);
  });

  test('parked or late jobs, and waiting leads', async () => {
    await write(sql`
      select graphile_worker.add_job('broken', '{}', max_attempts => 1),
             graphile_worker.add_job('late', '{}', run_at => now() - interval '2 hours')`);
    await write(sql`update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 1`);
    const findings = await findingsOf();
    expect(findings).toContainEqual(expect.stringContaining('1 of the job broken failed too often'));
    expect(findings).toContainEqual(
      expect.stringContaining('1 are due, the oldest since 120 minutes. Run a server with WORKER=on'),
    );
    await write(sql`delete from graphile_worker._private_jobs`);
  });

  test('a figure that differs from the raw rows', async () => {
    await database.asMigrator(async (tx) => {
      for (let owner = 0; owner < 2; owner += 1) {
        const campaign = await makeCampaign(tx);
        await makeLead(tx, { ...campaign, day: '2026-03-10' });
      }
    });
    expect((await findingsOf()).filter((one) => one.includes('figures differ'))).toEqual([]);
    const add = (leads: number) =>
      write(
        sql`update campaign_day set gross = gross + ${leads} where owner_key = (select min(owner_key) from campaign_day)`,
      );
    await add(5);
    expect(await findingsOf()).toContainEqual(
      expect.stringMatching(
        /figures differ from the raw rows; the first is .+ of owner \d+ on .+ instead of .+db:recount/,
      ),
    );
    await add(-5);
  });
});

describe('the machine', () => {
  test('a disk that is nearly full', async () => {
    expect(await checkDisk(folder, Number.MAX_SAFE_INTEGER)).toMatchObject({
      level: 'wrong',
      says: expect.stringMatching(/^Only [\d.]+ GB are free at /),
    });
  });

  test('a future data folder is checked on the disk it will be on', async () => {
    expect(await checkDisk(join(folder, 'not', 'yet'), 1)).toMatchObject({ level: 'fine' });
  });

  test('missing, empty, old and new backups', async () => {
    const backups = join(folder, 'backups');
    const about = () => checkBackups(backups, new Date());
    expect(await about()).toMatchObject({ level: 'wrong', says: `There is no backup folder ${backups}.` });
    await mkdir(backups);
    expect(await about()).toMatchObject({ level: 'wrong', says: `There is no backup in ${backups}.` });
    await writeFile(join(backups, 'one'), '');
    expect(await about()).toMatchObject({ level: 'fine' });
    const old = new Date(Date.now() - 50 * 3_600_000);
    await utimes(join(backups, 'one'), old, old);
    expect(await about()).toMatchObject({ level: 'wrong', says: expect.stringContaining('is 50 hours old') });
  });

  const servers: { close: () => unknown }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  test('a mail server that is unreachable or does not encrypt', async () => {
    expect(await findingsOf({ SMTP_URL: 'smtps://127.0.0.1:9' })).toContainEqual(
      expect.stringContaining('SMTP_URL cannot be reached at 127.0.0.1'),
    );
    const plain = createServer((socket) => {
      socket.write('220 mail\r\n');
      socket.on('data', () => socket.write('250-mail\r\n250 SIZE\r\n'));
      socket.on('error', () => undefined);
    });
    servers.push(plain);
    await new Promise<void>((resolve) => {
      plain.listen(0, '127.0.0.1', resolve);
    });
    const { port } = plain.address() as { port: number };
    expect(await findingsOf({ SMTP_URL: `smtp://127.0.0.1:${port}` })).toContainEqual(
      expect.stringContaining('The mail server of SMTP_URL does not encrypt.'),
    );
  });
});

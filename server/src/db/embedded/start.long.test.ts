import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { StartupError } from '../../lib/startup-error.ts';
import { postmasterPid, serverProcesses, SMALL_SERVER as settings } from '../../testing/servers/embedded-server.ts';
import { makeTemporaryFolder } from '../../testing/servers/temporary-folder.ts';
import { findPackage } from './binaries.ts';
import { startEmbedded, type EmbeddedPostgres } from './start.ts';

const parent = await makeTemporaryFolder('embedded');
const started: EmbeddedPostgres[] = [];

const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const server = await startEmbedded({ dataDir, settings });
  started.push(server);
  return server;
};

const query = async (server: EmbeddedPostgres, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: server.url });
  // Killing the server ends its connections; that must not end the test.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows.flat();
};

const clusterOf = async (server: EmbeddedPostgres): Promise<string> =>
  path.join(await fs.realpath(server.dataDir), 'pg');

const startError = async (dataDir: string): Promise<string> => {
  const error: unknown = await startEmbedded({ dataDir, settings }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});
afterAll(() => fs.rm(parent, { recursive: true, force: true }));

test('an empty folder becomes a database with a password, and stopping it leaves no process', async () => {
  const dataDir = path.join(parent, 'fresh');
  const server = await start(dataDir);
  expect(server.reused).toBe(false);
  expect(await query(server, `select current_user, current_database(), current_setting('data_checksums')`)).toEqual([
    'paceline',
    'paceline',
    'on',
  ]);
  expect((await fs.stat(path.join(dataDir, 'pg-password'))).mode & 0o777).toBe(0o600);
  const wrong = new pg.Client({ connectionString: server.url.replace(/:[^:@]+@/, ':wrong@') });
  await expect(wrong.connect()).rejects.toMatchObject({ code: '28P01' });
  await server.stop();
  expect(await serverProcesses(server.dataDir)).toEqual([]);
});

test('a running server is reused, and its last user stops it', async () => {
  const dataDir = path.join(parent, 'shared');
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)]);
  expect(first.reused).not.toBe(second.reused);
  expect(first.port).toBe(second.port);
  await first.stop();
  expect(await query(second, 'select 1')).toEqual([1]);
  await second.stop();
  expect(await serverProcesses(second.dataDir)).toEqual([]);
});

test('after kill -9 of the postmaster the next start has the data', async () => {
  const dataDir = path.join(parent, 'killed');
  const first = await start(dataDir);
  await query(first, 'create table kept as select 42 as value');
  process.kill(await postmasterPid(first.dataDir), 'SIGKILL');
  const second = await start(dataDir);
  expect(second.reused).toBe(false);
  expect(await query(second, 'select value from kept')).toEqual([42]);
});

test('a lock file whose pid was reused by another program does not block the start', async () => {
  const dataDir = path.join(parent, 'rebooted');
  const first = await start(dataDir);
  const lockFile = path.join(await clusterOf(first), 'postmaster.pid');
  const stale = (await fs.readFile(lockFile, 'utf8')).replace(/^\d+/, String(process.pid));
  await first.stop();
  await fs.writeFile(lockFile, stale);
  const second = await start(dataDir);
  expect(second.reused).toBe(false);
  expect(await query(second, 'select 1')).toEqual([1]);
});

test('an interrupted initialisation starts over', async () => {
  const dataDir = path.join(parent, 'half-made');
  const halfMade = path.join(dataDir, 'pg.new-0badcafe');
  await fs.mkdir(path.join(halfMade, 'base'), { recursive: true });
  await fs.writeFile(path.join(halfMade, 'PG_VERSION'), '18\n');
  const server = await start(dataDir);
  expect(await query(server, 'select 1')).toEqual([1]);
  await expect(fs.access(halfMade)).rejects.toThrow('ENOENT');
});

test('a problem that cannot be repaired is reported in one sentence', async () => {
  const file = path.join(parent, 'a-file');
  await fs.writeFile(file, '');
  expect(await startError(file)).toMatch(/a-file cannot be written \(EEXIST\): make it a folder .* or set DATA_DIR/);

  const old = path.join(parent, 'old');
  await fs.mkdir(path.join(old, 'pg'), { recursive: true });
  await fs.writeFile(path.join(old, 'pg', 'PG_VERSION'), '17\n');
  expect(await startError(old)).toMatch(/pg-password with the database's password is missing/);
  await fs.writeFile(path.join(old, 'pg-password'), 'secret\n');
  expect(await startError(old)).toMatch(/was made by Postgres 17 and this Paceline brings 18/);

  await expect(findPackage('win32', 'x64')).rejects.toThrow('no embedded Postgres for win32-x64: set DATABASE_URL');
});

test('the output of a server that fails to start is quoted', async () => {
  const dataDir = path.join(parent, 'bad-setting');
  const failing = startEmbedded({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } });
  await expect(failing).rejects.toThrow(
    /Postgres does not start \(.*"shared_buffers": "plenty"\): see .*postgres\.log/,
  );
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { resetAndEmailPassword } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { LOCK_LIMIT_MS, withStartLock } from './db/embedded/lock.ts';
import { withMigrator } from './db/migrate/loader.ts';
import { ownerUrlOf, postmasterPid, serverProcesses } from './testing/servers/embedded-server.ts';
import { makeOwner, makeUser } from './testing/factories/factories.ts';
import { makeTemporaryFolder } from './testing/servers/temporary-folder.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = await makeTemporaryFolder('main');
const dataDir = path.join(folder, 'data');
let server: ChildProcess | null = null;
let address: string;

/** One server is used by both tests, unless the first has killed it. */
beforeEach(async () => {
  if (server !== null) return;
  const env = { DATA_DIR: dataDir, PORT: '0', SCENARIO: 'none', SERVE_WEB: 'off', PACELINE_ENV: 'test' };
  server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  for await (const line of createInterface({ input: server.stdout! })) {
    address = /^Paceline is at (\S+)/.exec(line)?.[1] ?? '';
    if (address) break;
  }
  server.stdout!.resume();
});
afterAll(async () => {
  // On the stop signal it ends after its database, which would otherwise go on writing in the folder.
  if (server?.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  await fs.rm(folder, { recursive: true, force: true });
});

const statusOf = async (route: string): Promise<number> => (await fetch(address + route)).status;
const askForLink = async (username: string): Promise<number> => {
  const answer = await fetch(`${address}/api${resetAndEmailPassword.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, appname: 'paceline' }),
  });
  return answer.status;
};
const makeAccount = async () =>
  withMigrator(await ownerUrlOf(dataDir), async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    return makeUser(tx, { group: 'ag', ownerKeys: [ownerKey] });
  });
const mailsTo = async (userName: string): Promise<number> =>
  withMigrator(await ownerUrlOf(dataDir), async (tx) => {
    const to = `${userName}@mail.example`;
    const { rows } = await sql<{ n: number }>`select count(*) as n from mail where to_address = ${to}`.execute(tx);
    return rows[0]?.n ?? 0;
  });

test('a server whose database is killed reports it, reconnects, and continues with calls and jobs', async () => {
  const { userName } = await makeAccount();
  expect(await askForLink(userName)).toBe(200);
  await expect.poll(() => mailsTo(userName)).toBe(1);

  // While we hold the start lock, the database cannot restart before all checks are done.
  await withStartLock(await fs.realpath(dataDir), LOCK_LIMIT_MS, async () => {
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    expect(await askForLink(userName)).toBe(503);
  });
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect(await askForLink(userName)).toBe(200);
  await expect.poll(() => mailsTo(userName)).toBe(2);
});

test('a killed server’s database stops too', async () => {
  expect((await serverProcesses(dataDir)).length).toBeGreaterThan(0);
  const ended = once(server!, 'exit');
  server!.kill('SIGKILL');
  await ended;
  server = null;
  await expect.poll(() => serverProcesses(dataDir)).toEqual([]);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../http/watch/log.ts';
import { addJob, defineJob, handleJob } from '../../jobs/define-job.ts';
import { startWorker } from '../../jobs/worker.ts';
import { ownerUrlOf, postmasterPid, serverProcesses, SMALL_SERVER } from '../../testing/servers/embedded-server.ts';
import { makeTemporaryFolder } from '../../testing/servers/temporary-folder.ts';
import { withMigrator } from '../migrate/loader.ts';
import { prepareDatabase } from '../migrate/migrate.ts';
import { appUrlFrom } from '../migrate/roles.ts';
import { withConnection } from '../scope/single-connection.ts';
import { LOCK_LIMIT_MS, withStartLock } from './lock.ts';
import { startEmbedded } from './start.ts';

const parent = await makeTemporaryFolder('embedded');
afterAll(() => fs.rm(parent, { recursive: true, force: true }));

const PROGRAM = `
  const { startEmbedded } = await import(process.argv[1]);
  process.send('starting');
  const { url } = await startEmbedded({ dataDir: process.argv[2], settings: JSON.parse(process.argv[3]) });
  process.send(url);
  setInterval(() => undefined, 60_000);
`;

/** A process that uses the database of a folder, as the server does; it prints `starting`, then the database URL. */
const useIn = (dataDir: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      PROGRAM,
      new URL('./start.ts', import.meta.url).href,
      dataDir,
      JSON.stringify(SMALL_SERVER),
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );

const kill9 = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

test('a database stops after its last user, even if the users were killed', async () => {
  const dataDir = path.join(parent, 'two-users');
  const first = useIn(dataDir);
  await once(first, 'message');
  const [url] = (await once(first, 'message')) as [string];
  const second = useIn(dataDir);
  await once(second, 'message');
  expect(await once(second, 'message')).toEqual([url, undefined]);

  await kill9(first);
  const { rows } = await withConnection(url, (client) => client.query('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
  await kill9(second);
  await expect.poll(() => serverProcesses(dataDir)).toEqual([]);
});

test('so does a database whose user is killed while it starts', async () => {
  const dataDir = path.join(parent, 'killed-early');
  await (await startEmbedded({ dataDir, settings: SMALL_SERVER })).stop();
  const user = useIn(dataDir);
  await once(user, 'message');
  await expect.poll(async () => (await serverProcesses(dataDir)).length, { interval: 1 }).toBeGreaterThan(0);
  await kill9(user);
  await expect.poll(() => serverProcesses(dataDir)).toEqual([]);
});

test('jobs that end or fail while the database is away are recorded once it is back', async () => {
  const dataDir = path.join(parent, 'jobs');
  const server = await startEmbedded({ dataDir, settings: SMALL_SERVER, keepRunning: () => undefined });
  await prepareDatabase(server.url, appUrlFrom(server.url));
  const wait = defineJob({ name: 'wait', payload: z.object({ fails: z.boolean() }) });
  const running: string[] = [];
  const over = Promise.withResolvers<void>();
  const job = handleJob(wait, async ({ fails }) => {
    running.push(fails ? 'fails' : 'ends');
    await over.promise;
    if (fails) throw new Error('It failed');
  });
  const worker = await startWorker({ ownerUrl: server.url, jobs: [job], log: createLog({ logLevel: 'silent' }) });
  const unfinished = async (): Promise<unknown> => {
    const { rows } = await withConnection(server.url, (client) =>
      client.query(
        `select payload->>'fails' as fails, last_error as error from graphile_worker._private_jobs order by 1`,
      ),
    );
    return rows;
  };
  try {
    await withMigrator(server.url, async (tx) => {
      await addJob(tx, wait, { fails: false });
      await addJob(tx, wait, { fails: true });
    });
    await expect.poll(() => running.toSorted()).toEqual(['ends', 'fails']);
    // While we hold the start lock, the database cannot restart before both processes have ended and tried to report it.
    await withStartLock(await fs.realpath(dataDir), LOCK_LIMIT_MS, async () => {
      process.kill(await postmasterPid(dataDir), 'SIGKILL');
      await expect.poll(() => unfinished().catch((error: { code: string }) => error.code)).toBe('ECONNREFUSED');
      over.resolve();
      await expect(unfinished()).rejects.toThrow('ECONNREFUSED');
    });
    const failed = [{ fails: 'true', error: expect.stringContaining('It failed') as string }];
    await expect.poll(() => unfinished().catch(() => null)).toEqual(failed);
  } finally {
    await worker.stop();
    await server.stop();
  }
});

test('a killed database restarts at the same address with its data', async () => {
  const dataDir = path.join(parent, 'runs-again');
  const reports: string[] = [];
  const server = await startEmbedded({ dataDir, settings: SMALL_SERVER, keepRunning: (what) => reports.push(what) });
  try {
    await withConnection(server.url, (client) => client.query('create table saved as select 42 as value'));
    const killed = await postmasterPid(dataDir);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => reports).toEqual(['has ended', 'runs again']);
    expect(await postmasterPid(dataDir)).not.toBe(killed);
    expect(await ownerUrlOf(dataDir)).toBe(server.url);
    const { rows } = await withConnection(server.url, (client) => client.query('select value from saved'));
    expect(rows).toEqual([{ value: 42 }]);
  } finally {
    await server.stop();
  }
  expect(await serverProcesses(dataDir)).toEqual([]);
});

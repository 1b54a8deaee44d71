import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The whole product with the demo, as `npm start` serves it, or one that runs at an address already. */
export const openDemoSite = async (address?: string): Promise<{ url: string; close: () => Promise<void> }> => {
  if (address !== undefined) return { url: address, close: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'paceline-first-paint-'));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = [`PORT=${port}`, `DATA_DIR=${dataDir}`, 'PACELINE_ENV=test', 'SCENARIO=demo'];
  // Never the operator's own database, whatever the shell has set.
  const server = spawn('env', ['-u', 'DATABASE_URL', ...settings, process.execPath, join(root, 'server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}`);
    await sleep(200);
  }
  return {
    url,
    close: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

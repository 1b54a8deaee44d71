import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test as quietTest } from './test.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** An installation of a test's own after its first start: empty, or filled with a scenario. */
export interface Installation {
  url: string;
  /** The server's output so far. */
  output: readonly string[];
  /** The output of `npm run admin -- <user name> <email>`. */
  makeAdmin(userName: string, email: string): Promise<string>;
}

/** A client's system that accepts and stores every lead. */
interface ClientSystem {
  url: string;
  received: Record<string, unknown>[];
}

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const close = (server: Server): Promise<unknown> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  return closed;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await portOf(server);
  await close(server);
  return port;
};

const startServer = async (env: NodeJS.ProcessEnv, output: string[]): Promise<ChildProcess> => {
  // The IPC channel tells the server when this process ends, even by kill -9.
  const server = spawn(process.execPath, [path.join(ROOT, 'server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`The installation ended with code ${code}: ${output.join(' ')}`)));
    createInterface({ input: server.stdout! }).on('line', (line) => {
      output.push(line);
      if (line.startsWith('Paceline is at ')) resolve();
    });
  });
  return server;
};

const stopServer = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
};

/** Tests with an installation of their own, which `page` opens. */
export const test = quietTest.extend<{ scenario: string; installation: Installation; clientSystem: ClientSystem }>({
  scenario: ['none', { option: true }],

  installation: async ({ scenario }, use) => {
    // A name by which the next run can delete what a killed run leaves behind.
    const folder = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), `paceline-empty-${process.pid}-`));
    try {
      // Traversable by others: when run as root, the database uses another account.
      await fs.chmod(folder, 0o755);
      const port = await freePort();
      const env = {
        ...process.env,
        // Never the operator's own database, whatever the shell sets.
        DATABASE_URL: undefined,
        APP_DATABASE_URL: undefined,
        PUBLIC_URL: undefined,
        PORT: String(port),
        DATA_DIR: path.join(folder, 'data'),
        PACELINE_ENV: 'test',
        SCENARIO: scenario,
        LOCAL_DELIVERY: 'on',
        npm_config_update_notifier: 'false',
      };
      const output: string[] = [];
      const server = await startServer(env, output);
      try {
        await use({
          url: `http://localhost:${port}`,
          output,
          makeAdmin: async (...admin) => {
            const command = ['run', '--silent', 'admin', '--', ...admin];
            return (await promisify(execFile)('npm', command, { cwd: ROOT, env })).stdout;
          },
        });
      } finally {
        await stopServer(server);
      }
    } finally {
      await fs.rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  baseURL: ({ installation }, use) => use(installation.url),

  clientSystem: async ({ browserName: _ }, use) => {
    const received: ClientSystem['received'] = [];
    const server = createServer((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>);
        answer.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"CRM-${received.length}"}`);
      });
    });
    try {
      await use({ url: `http://127.0.0.1:${await portOf(server)}/leads`, received });
    } finally {
      await close(server);
    }
  },
});

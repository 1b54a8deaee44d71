import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAppError } from '../../http/answers/failure.ts';
import { useDatabase } from '../../testing/database.ts';
import { publicScope } from '../scope/public-scope.ts';
import { createPool } from './pool.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { type Database, openDatabase } from '../scope/tx.ts';

const database = useDatabase();

/** A proxy to the database that can go dead: it stops forwarding without closing anything. */
const line = { isDead: false, sockets: new Set<net.Socket>(), server: net.createServer() };
const lineTo = async (url: string): Promise<string> => {
  const target = new URL(url);
  const to = { port: Number(target.port), host: target.hostname };
  line.server.on('connection', (near) => {
    const far = net.connect(to);
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      line.sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => !line.isDead && onto.write(bytes));
      from.on('close', () => !line.isDead && onto.destroy());
    }
  });
  line.server.listen(0, '127.0.0.1');
  await once(line.server, 'listening');
  target.port = String((line.server.address() as net.AddressInfo).port);
  return target.href;
};

let db: Database;
let heartbeat: Heartbeat;
let url: string;
const states: boolean[] = [];
const hear = async (silent: boolean): Promise<void> => {
  await expect.poll(() => states.at(-1)).toBe(silent);
};

beforeAll(async () => {
  url = await lineTo(database.appUrl);
  db = openDatabase(url, 2, { patient: true });
  heartbeat = startHeartbeat(url, { onChange: (silent) => states.push(silent), pauseMs: 20, limitMs: 5_000 });
});
afterAll(async () => {
  line.isDead = false;
  heartbeat.stop();
  await db.close();
  for (const socket of line.sockets) socket.destroy();
  line.server.close();
});

const one = () => db.withScope(publicScope, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
const unavailable = (error: unknown) => toAppError(error).code;

test('waiting on an unresponsive database fails, and service resumes as soon as it responds', async () => {
  const queue = createPool({ url, max: 1, name: 'waits', statementTimeoutMs: 0 });
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await queue.query('select 1');

  line.isDead = true;
  // More than there are connections: some wait for an answer, some for a connection, one in a pool of its own.
  const results = await Promise.allSettled([
    one(),
    one(),
    one(),
    db.asNobody({ name: 'a', text: 'select 1', values: [] }),
  ]);
  expect(results.map((answer) => (answer.status === 'rejected' ? unavailable(answer.reason) : answer.status))).toEqual([
    'MAINTENANCE',
    'MAINTENANCE',
    'MAINTENANCE',
    'MAINTENANCE',
  ]);
  await hear(true);
  // Nobody is left waiting, with a callback or without.
  await expect(one()).rejects.toMatchObject({ code: '08006' });
  await expect(queue.query('select 1')).rejects.toMatchObject({ code: '08006' });

  line.isDead = false;
  await hear(false);
  expect((await one()).rows).toEqual([{ one: 1 }]);
  expect((await queue.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await queue.end();
});

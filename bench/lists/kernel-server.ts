import { tmpdir } from 'node:os';
import { buildApp } from '@paceline/server/src/app.ts';
import { openLiveData } from '@paceline/server/src/db/connection/live.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { createLog } from '@paceline/server/src/http/watch/log.ts';
import { systemClock } from '@paceline/server/src/lib/clock.ts';
import Fastify from 'fastify';
import { openPool } from '../load/connections.ts';
import { sameStatements } from './kernel-statements.ts';

/** One contender as a process of its own: `kernel-server.ts <registered|bare> <database> <token> <owner>`. */
const [kind, appUrl = '', token = '', owner = ''] = process.argv.slice(2);
const POOL = 10;

const registered = async () => {
  const db = openDatabase(appUrl, POOL);
  const { app } = await buildApp({
    config: { production: true, trustProxy: [], serveWeb: false, metricsToken: null },
    db,
    clock: systemClock,
    secret: Buffer.alloc(32),
    dataDir: tmpdir(),
    live: openLiveData({ db, clock: systemClock }),
    log: createLog({ logLevel: 'warn' }),
  });
  return app;
};

const bare = () => {
  const pool = openPool(appUrl, POOL);
  const app = Fastify();
  app.get('/api/ag/:ownerKey/owner/get', async (request) => {
    const { ownerKey } = request.params as { ownerKey: string };
    return { status: 'success', data: await sameStatements(pool, token, Number(ownerKey)), requestId: request.id };
  });
  return app;
};

const app = kind === 'registered' ? await registered() : bare();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
process.on('SIGINT', () => process.exit(0));
process.send?.(`http://127.0.0.1:${port}/api/ag/${owner}/owner/get`);

import { tmpdir } from 'node:os';
import { buildApp } from '@paceline/server/src/app.ts';
import { openLiveData } from '@paceline/server/src/db/live.ts';
import { openDatabase } from '@paceline/server/src/db/tx.ts';
import { createLog } from '@paceline/server/src/http/log.ts';
import { clockFrom, systemClock } from '@paceline/server/src/lib/clock.ts';

/**
 * The product's API as a process of its own: `api-server.ts <database> [instant] [proxied]`. It tells its address, and on request its
 * memory. Where it is proxied, a request says which address it comes from.
 */
const [appUrl = '', start, proxied] = process.argv.slice(2);

const db = openDatabase(appUrl, 10);
const clock = start === undefined ? systemClock : clockFrom(new Date(start));
const { app } = await buildApp({
  config: {
    production: true,
    trustProxy: proxied === undefined ? [] : ['127.0.0.1'],
    serveWeb: false,
    metricsToken: null,
  },
  db,
  clock,
  secret: Buffer.alloc(32),
  dataDir: tmpdir(),
  live: openLiveData({ db, clock }),
  log: createLog({ logLevel: 'warn' }),
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

let peak = 0;
const watch = setInterval(() => void (peak = Math.max(peak, process.memoryUsage.rss())), 20);
watch.unref();
process.on('message', (what) => {
  if (what === 'start') {
    globalThis.gc?.();
    peak = process.memoryUsage.rss();
  }
  process.send?.(what === 'start' ? peak : Math.max(peak, process.memoryUsage.rss()));
});
process.on('SIGINT', () => process.exit(0));
process.send?.(`http://127.0.0.1:${port}`);

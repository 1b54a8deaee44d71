import { tmpdir } from 'node:os';
import { buildApp } from '@paceline/server/src/app.ts';
import { openLiveData } from '@paceline/server/src/db/connection/live.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { startWritingExports } from '@paceline/server/src/features/leads/export/export.jobs.ts';
import { createLog } from '@paceline/server/src/http/watch/log.ts';
import { clockFrom, systemClock } from '@paceline/server/src/lib/clock.ts';

/**
 * The product's API as a process of its own: `api-server.ts <database> [instant] [proxied] [exports]`. It tells its address, and on
 * request its memory. Where it is proxied, a request says which address it comes from; with `exports` it writes the files that
 * are asked for in the background, as a server of the product does.
 */
const [appUrl = '', start, ...more] = process.argv.slice(2);

const db = openDatabase(appUrl, 10);
const clock = start === undefined ? systemClock : clockFrom(new Date(start));
const secret = Buffer.alloc(32);
const log = createLog({ logLevel: 'warn' });
const { app } = await buildApp({
  config: {
    production: true,
    trustProxy: more.includes('proxied') ? ['127.0.0.1'] : [],
    serveWeb: false,
    metricsToken: null,
  },
  db,
  clock,
  secret,
  dataDir: tmpdir(),
  live: openLiveData({ db, clock }),
  log,
});
if (more.includes('exports')) startWritingExports({ db, clock, secret, publicUrl: 'http://localhost', log });
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
// As the product ends: what it was asked before is answered first.
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.send?.(`http://127.0.0.1:${port}`);

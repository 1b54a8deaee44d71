import { expect, test } from 'vitest';
import { openDatabase } from '../db/tx.ts';
import { systemClock } from '../lib/clock.ts';
import { createKernel } from './kernel.ts';
import { createLog } from './log.ts';

test('a server that serves the web comes up, packs what is large and keeps dotfiles to itself', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
  const config = { production: true, trustProxy: [], serveWeb: true, metricsToken: null };
  const { app } = await createKernel({ config, db, clock: systemClock, log: createLog({ logLevel: 'silent' }) });
  const packed = await app.inject({ url: '/server-page.css', headers: { 'accept-encoding': 'gzip' } });
  expect(packed.statusCode).toBe(200);
  const document = await app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } });
  expect(document.headers['content-encoding']).toBe('gzip');
  for (const url of ['/.paceline-build', '/.vite/manifest.json', '/../package.json']) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  await app.close();
  await db.close();
});

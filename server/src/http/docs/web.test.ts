import { expect, test } from 'vitest';
import { openDatabase } from '../../db/scope/tx.ts';
import { systemClock } from '../../lib/clock.ts';
import { createKernel } from '../kernel.ts';
import { createLog } from '../watch/log.ts';
import { audit } from '../../shared/audit.ts';

test('a server with web files starts, compresses large files and hides dotfiles', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
  const config = { production: true, trustProxy: [], serveWeb: true, metricsToken: null, apiDocs: true };
  const { app } = await createKernel({ audit, config, db, clock: systemClock, log: createLog({ logLevel: 'silent' }) });
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

test.each([
  ['in production, unless it is told to', { production: true }, 404],
  ['outside of production', { production: false }, 200],
  ['in production that is told to', { production: true, apiDocs: true }, 200],
  ['outside of production that is told not to', { production: false, apiDocs: false }, 404],
])('API documents: %s', async (_, settings, status) => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
  const config = { trustProxy: [], serveWeb: false, metricsToken: null, ...settings };
  const { app } = await createKernel({ audit, config, db, clock: systemClock, log: createLog({ logLevel: 'silent' }) });
  for (const url of ['/api/docs', '/api/openapi.json']) expect((await app.inject({ url })).statusCode).toBe(status);
  await app.close();
  await db.close();
});

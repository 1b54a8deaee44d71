import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { addSecurityHeaders } from '@paceline/server/src/http/guard/security.ts';
import fastify from 'fastify';
import { streamPieces } from './grid-rows.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, '.cache/harness-grid');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const buildPage = (): void => {
  const vite = dirname(createRequire(join(root, 'web/package.json')).resolve('vite/package.json'));
  const args = [join(vite, 'bin/vite.js'), 'build', '--config', 'web/harness/vite.config.ts', '--logLevel', 'warn'];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
};

/** The grid's page as the product would serve it: built, and under the product's own content security policy. */
export const openGridSite = async (port = 0): Promise<{ url: string; close: () => Promise<void> }> => {
  buildPage();
  const app = fastify();
  addSecurityHeaders(app);
  const streams = new Map<number, Buffer[]>();
  app.get('/rows', (request, reply) => {
    const count = Number((request.query as { count?: string }).count ?? 10_000);
    const pieces = streams.get(count) ?? streamPieces(count);
    streams.set(count, pieces);
    return reply.type('application/x-ndjson').send(Readable.from(pieces));
  });
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const file = join(built, path === '/' ? 'index.html' : path.replaceAll('..', ''));
    if (!existsSync(file)) return reply.code(404).send();
    return reply.type(TYPES[extname(file)] ?? 'application/octet-stream').send(readFileSync(file));
  });
  const url = await app.listen({ port, host: '127.0.0.1' });
  return { url, close: () => app.close() };
};

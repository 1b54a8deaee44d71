import { readFile } from 'node:fs/promises';
import { type AnyCall } from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.ts';
import { buildOpenApi } from './openapi.ts';

const once = <T>(make: () => T): (() => T) => {
  let cache: { value: T } | undefined;
  return () => (cache ??= { value: make() }).value;
};

/** Serves the contract as an OpenAPI document and as a page. Both are built on first request, to keep the start fast. */
export const addDocs = (app: FastifyInstance, calls: readonly AnyCall[]): void => {
  const document = once(() => buildOpenApi(calls));
  const rendered = once(() => docsPage(calls));
  app.get('/api/openapi.json', async () => document());
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(rendered()));
};

/** Serves the styles of the pages rendered by the server. */
export const addServerPageStyles = (app: FastifyInstance): void => {
  const styles = once(() => readFile(new URL('server-page.css', import.meta.url), 'utf8'));
  app.get('/server-page.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(await styles()));
};

import { Readable } from 'node:stream';
import { defineCall, LIMITS } from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedIn, useApp } from '../testing/app.ts';
import { makeTwoOwners } from '../testing/factories/factories.ts';
import { createKernel } from './kernel.ts';
import { createLog } from './watch/log.ts';
import { audit } from '../shared/audit.ts';

/** Test calls, one of each kind, on the real pipeline and the real database. */
const rest = {
  summary: 'a call of this test',
  groups: ['ag', 'cl'],
  permission: 'none',
  owner: { session: 'nothing of an owner is read' },
} as const;
const echo = defineCall({
  ...rest,
  id: 'echo',
  route: 'POST /{p}/{owner}/echo',
  owner: 'path',
  body: z.strictObject({ name: z.string().min(2), nested: z.strictObject({ count: z.int() }).optional() }),
  response: z.object({ name: z.string(), price: z.number() }),
  responseFor: { cl: z.object({ name: z.string() }) },
});
const rows = defineCall({
  ...rest,
  id: 'rows',
  route: 'GET /{p}/rows/{count}',
  kind: 'stream',
  response: z.object({ n: z.int() }),
});
const broken = defineCall({
  ...rest,
  id: 'broken',
  route: 'GET /{p}/broken',
  kind: 'stream',
  response: z.object({ n: z.int() }),
});
const file = defineCall({
  ...rest,
  id: 'file',
  route: 'GET /{p}/file',
  kind: 'download',
  response: z.null(),
});
const upload = defineCall({
  ...rest,
  id: 'upload',
  route: 'POST /ag/upload',
  groups: ['ag'],
  kind: 'upload',
  response: z.object({ fileName: z.string(), size: z.int() }),
});
const slow = defineCall({
  ...rest,
  id: 'slow',
  route: 'GET /{p}/slow',
  response: z.null(),
});
const ask = defineCall({
  ...rest,
  id: 'ask',
  route: 'POST /ag/ask',
  owner: 'body',
  groups: ['ag'],
  body: z.strictObject({ ownerKey: z.int() }),
  response: z.object({ owners: z.array(z.int()) }),
});
const crash = defineCall({
  ...rest,
  id: 'crash',
  route: 'GET /{p}/crash',
  response: z.null(),
});
const limited = defineCall({
  ...rest,
  id: 'limited',
  route: 'GET /{p}/limited',
  response: z.null(),
  rateLimit: 'export',
});
const change = defineCall({
  ...rest,
  id: 'change',
  route: 'GET /{p}/change',
  response: z.null(),
  changesState: true,
});

const harness = useApp({ pool: 4 });
let app: FastifyInstance;
let admin: SignedIn;
let client: SignedIn;
let mine: number;
let foreign: number;
let changes = 0;

beforeAll(async () => {
  const config = { production: false, trustProxy: [], serveWeb: false, metricsToken: null };
  const { db, clock } = harness;
  const kernel = await createKernel({ audit, config, db, clock, log: createLog({ logLevel: 'silent' }) });
  app = kernel.app;
  kernel.register(echo, async ({ body }) => ({ name: body.name, price: 12.5, secret: 'never declared' }));
  kernel.register(rows, async ({ params, scope, signal }) =>
    db.streamScope(
      scope,
      (tx) => sql<{ n: number }>`select n from generate_series(1, ${params.count}::int) n`.compile(tx),
      { signal },
    ),
  );
  kernel.register(broken, async ({ scope }) =>
    db.streamScope(scope, (tx) => sql<{ n: number }>`select 1 / (3 - n) as n from generate_series(1, 5) n`.compile(tx)),
  );
  kernel.register(file, async () => ({
    fileName: 'März "1".csv',
    contentType: 'text/csv',
    content: Readable.from(['a,b\n']),
  }));
  kernel.register(upload, async (context) => ({
    fileName: context.upload.fileName,
    size: context.upload.bytes.length,
  }));
  kernel.register(slow, async ({ scope, signal }) => {
    await db.withScope(scope, (tx) => sql`select pg_sleep(3600), 'slow call'`.execute(tx), { signal });
    return null;
  });
  kernel.register(ask, async ({ scope }) => ({ owners: [...scope.ownerKeys] }));
  kernel.register(crash, async () => {
    throw new Error('the password is hunter2');
  });
  kernel.register(limited, async () => null);
  kernel.register(change, async () => {
    changes += 1;
    return null;
  });
  ({
    mine: { ownerKey: mine },
    foreign: { ownerKey: foreign },
  } = await harness.asMigrator(makeTwoOwners));
  admin = await harness.signedIn('ag', { owner: mine });
  client = await harness.signedIn('cl', { owner: mine });
});
afterAll(() => app.close());

const post = (url: string, payload: unknown, as: SignedIn, headers = {}) =>
  app.inject({ method: 'POST', url, payload: payload as object, headers: { ...as.headers, ...headers } });
const get = (url: string, as: SignedIn, headers = {}) => app.inject({ url, headers: { ...as.headers, ...headers } });

describe('responses', () => {
  test('contain what the schema declares for the caller’s group', async () => {
    const agency = await post(`/api/ag/${mine}/echo`, { name: 'ok' }, admin);
    expect(agency.json().data).toEqual({ name: 'ok', price: 12.5 });
    expect((await post(`/api/cl/${mine}/echo`, { name: 'ok' }, client)).json().data).toEqual({ name: 'ok' });
  });

  test('an unexpected error reveals nothing internal', async () => {
    const { statusCode, payload } = await get('/api/ag/crash', admin);
    expect(statusCode).toBe(500);
    expect(JSON.parse(payload)).toMatchObject({
      status: 'error',
      code: 'INTERNAL',
      message: 'Something went wrong',
      data: null,
    });
    expect(payload).not.toContain('hunter2');
  });

  test('with errors are problem documents on request', async () => {
    const { headers, payload } = await get('/api/ag/crash', admin, { accept: 'application/problem+json' });
    expect(headers['content-type']).toContain('application/problem+json');
    expect(JSON.parse(payload)).toMatchObject({
      type: 'about:blank',
      title: 'Something went wrong',
      status: 500,
      code: 'INTERNAL',
    });
  });

  test('have the security headers, including errors', async () => {
    for (const url of ['/api/ag/crash', '/api/nothing', '/healthz', '/api/docs']) {
      const { headers } = await get(url, admin);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';frame-src 'none';frame-ancestors 'none';form-action 'self';base-uri 'none';object-src 'none';require-trusted-types-for 'script'",
      );
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
    }
  });
});

test('no API response is cached by anybody', async () => {
  for (const url of ['/api/ag/crash', '/api/nothing', '/api/openapi.json']) {
    expect((await get(url, admin)).headers['cache-control']).toBe('no-store');
  }
});

describe('input', () => {
  test('that is invalid gives `Illegal arguments` with every field', async () => {
    const { statusCode, payload } = await post(
      `/api/ag/${mine}/echo`,
      { name: 'x', extra: 1, nested: { count: 'many', more: 2 } },
      admin,
    );
    expect(statusCode).toBe(400);
    const body = JSON.parse(payload);
    expect(body).toMatchObject({ status: 'error', code: 'ILLEGAL_ARGUMENTS', message: 'Illegal arguments' });
    expect(body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'extra',
      'name',
      'nested.count',
      'nested.more',
    ]);
  });

  test.each([
    ['{"name":"ok","__proto__":{"polluted":true}}', 400],
    ['{"name":"ok","constructor":{"prototype":{"polluted":true}}}', 400],
    ['{"name":', 400],
    ['[]', 400],
    ['"text"', 400],
    ['null', 400],
  ])('hostile body %s', async (payload, status) => {
    const answer = await post(`/api/ag/${mine}/echo`, payload, admin, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(status);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    ' application/jsonx',
    'application/json2',
    'multipart/form-data',
  ])('content type %s is not treated as JSON', async (contentType) => {
    const answer = await post(`/api/ag/${mine}/echo`, '{"name":"ok"}', admin, { 'content-type': contentType });
    expect([400, 415]).toContain(answer.statusCode);
  });

  test('a body above the limit is refused', async () => {
    const answer = await post(`/api/ag/${mine}/echo`, { name: 'x'.repeat(LIMITS.bodyBytes) }, admin);
    expect(answer.json()).toMatchObject({ code: 'BODY_TOO_LARGE' });
  });

  test.each(['0', '-1', '1.0', '1e3', '0x10', ' 1', '99999999999', '2147483648', 'NaN', '%00'])(
    'the key %s is invalid',
    async (key) => {
      expect((await post(`/api/ag/${key}/echo`, { name: 'ok' }, admin)).statusCode).toBe(400);
    },
  );
});

describe('owners', () => {
  test('an owner in the body narrows the scope, another’s is not found', async () => {
    expect((await post('/api/ag/ask', { ownerKey: mine }, admin)).json().data).toEqual({ owners: [mine] });
    expect((await post('/api/ag/ask', { ownerKey: foreign }, admin)).statusCode).toBe(404);
  });

  test('another’s owner and a missing one get the same answer', async () => {
    const strip = ({ payload }: { payload: string }) => ({ ...JSON.parse(payload), requestId: '' });
    const other = await post(`/api/ag/${foreign}/echo`, { name: 'ok' }, admin);
    const none = await post(`/api/ag/999999/echo`, { name: 'ok' }, admin);
    expect(other.statusCode).toBe(404);
    expect(strip(other)).toEqual(strip(none));
  });
});

describe('streams', () => {
  test('end with a line that has the row count', async () => {
    const { payload, headers } = await get('/api/ag/rows/1234', admin);
    const lines = payload
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(headers['content-type']).toContain('application/x-ndjson');
    expect(lines).toHaveLength(1235);
    expect(lines.at(-1)).toEqual({ __end: true, count: 1234, asOf: harness.clock.now().toISOString() });
  });

  test('that fail midway say so and have no end line', async () => {
    const lines = (await get('/api/ag/broken', admin)).payload
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ __error: { code: 'INTERNAL', message: 'Something went wrong' } });
    expect(lines.some((line) => line.__end)).toBe(false);
  });
});

describe('files', () => {
  test('have an RFC 6266 name', async () => {
    const { headers, payload } = await get('/api/ag/file', admin);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="M?rz \\"1\\".csv"; filename*=UTF-8''M%C3%A4rz%20%221%22.csv`,
    );
    expect(payload).toBe('a,b\n');
  });

  const multipart = (name: string, content: Buffer | string) => {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]);
  };
  const send = (body: Buffer) =>
    post('/api/ag/upload', body, admin, { 'content-type': 'multipart/form-data; boundary=b' });

  test('are uploaded unchanged', async () => {
    expect((await send(multipart('plan.xlsx', 'x'.repeat(200_000)))).json().data).toEqual({
      fileName: 'plan.xlsx',
      size: 200_000,
    });
  });

  test('are refused by type, by size and when missing', async () => {
    expect((await send(multipart('plan.exe', 'x'))).json()).toMatchObject({ code: 'FILE_TYPE' });
    expect((await send(multipart('plan.csv', Buffer.alloc(LIMITS.uploadBytes + 1)))).json()).toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    expect((await send(Buffer.from('--b--\r\n'))).json()).toMatchObject({
      code: 'ILLEGAL_ARGUMENTS',
      errors: [{ field: 'file' }],
    });
  });
});

describe('a GET that changes something', () => {
  test.each([
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' },
  ])('is refused for %o', async (headers) => {
    const before = changes;
    expect((await get('/api/ag/change', admin, headers)).statusCode).toBe(403);
    expect(changes).toBe(before);
  });

  test('is refused for HEAD or without a bearer, and allowed for our own page', async () => {
    const before = changes;
    expect((await app.inject({ method: 'HEAD', url: '/api/ag/change', headers: admin.headers })).statusCode).toBe(404);
    expect((await app.inject({ url: '/api/ag/change', headers: { cookie: 'sb=x' } })).statusCode).toBe(401);
    expect(changes).toBe(before);
    await get('/api/ag/change', admin, { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' });
    expect(changes).toBe(before + 1);
  });
});

test('a rate limit refuses the first excess call and says when to retry', async () => {
  const user = await harness.signedIn('ag', { owner: mine });
  const statuses = [];
  for (let turn = 0; turn < 21; turn += 1) statuses.push((await get('/api/ag/limited', user)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  const { headers } = await get('/api/ag/limited', user);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('/api/ag/limited', admin)).statusCode).toBe(200);
});

test('a disconnected client cancels its SQL', async () => {
  const running = (): Promise<number> =>
    harness.asMigrator(async (tx) => {
      const { rows: counts } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where query like '%slow call%' and state = 'active' and pid <> pg_backend_pid()
      `.execute(tx);
      return counts[0]?.n ?? 0;
    });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const gone = new AbortController();
  const answer = fetch(`${address}/api/ag/slow`, { headers: admin.headers, signal: gone.signal });
  await expect.poll(running).toBe(1);
  gone.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect.poll(running).toBe(0);
});

test('forged forwarding headers do not change the caller’s address', async () => {
  const { ip } = await new Promise<{ ip: string }>((resolve) => {
    app.addHook('onResponse', async (request) => resolve({ ip: request.ip }));
    void get('/api/ag/crash', admin, { 'x-forwarded-for': '6.6.6.6' });
  }).catch(() => ({ ip: '127.0.0.1' }));
  expect(ip).toBe('127.0.0.1');
});

import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCall } from '@paceline/contract';
import { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../db/scope/tx.ts';
import { systemClock } from '../../lib/clock.ts';
import { toAppError } from '../answers/failure.ts';
import { createKernel } from '../kernel.ts';
import { createLog } from '../watch/log.ts';
import { securityHeadersOf } from './security.ts';
import { audit } from '../../shared/audit.ts';

const shared = { summary: 'of this test', groups: 'public', permission: 'none', owner: 'public' } as const;
const keep = defineCall({
  ...shared,
  id: 'keep',
  route: 'POST /keep/{name}',
  params: { name: z.string() },
  query: z.strictObject({ q: z.string().optional() }),
  body: z.strictObject({ word: z.string().optional(), rest: z.unknown().optional() }),
  response: z.null(),
});
const sign = defineCall({
  ...shared,
  id: 'sign',
  route: 'POST /sign',
  kind: 'form',
  body: z.strictObject({ word: z.string().optional() }),
  response: z.null(),
});
const ask = defineCall({
  ...shared,
  id: 'ask',
  route: 'GET /ask',
  response: z.null(),
});
const send = defineCall({
  ...shared,
  id: 'send',
  route: 'POST /send',
  kind: 'upload',
  response: z.null(),
});

// Nothing listens on this port: every statement fails with a connection error.
const db = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
const REQUEST_MS = 300;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const config = { production: true, trustProxy: [], serveWeb: false, metricsToken: null };
  const log = createLog({ logLevel: 'silent' });
  const kernel = await createKernel({ audit, config, db, clock: systemClock, log, requestMs: REQUEST_MS });
  kernel.register(keep, async () => null);
  kernel.register(sign, async () => null);
  kernel.register(send, async () => null);
  kernel.register(ask, async () => {
    await db.asNobody({ name: '', text: 'select 1', values: [] });
    return null;
  });
  ({ app } = kernel);
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = portOf(app);
});
afterAll(async () => {
  await app.close();
  await db.close();
});

const expectGuarded = (headers: Record<string, unknown>, url = '/api'): void =>
  expect(headers).toMatchObject(securityHeadersOf(url));

const refusal = async (request: InjectOptions) => {
  const { statusCode, headers, payload } = await app.inject(request);
  expectGuarded(headers);
  const { code, errors } = JSON.parse(payload) as { code?: string; errors?: { field: string; code: string }[] };
  return { status: statusCode, code, fields: errors?.map(({ field }) => field) };
};
const json = (payload: string, url = '/api/keep/a'): InjectOptions => ({
  method: 'POST',
  url,
  payload,
  headers: { 'content-type': 'application/json' },
});

describe('a character that Postgres cannot store is refused with its field', () => {
  test.each<[string, InjectOptions, string]>([
    ['NUL in a path', json('{}', '/api/keep/a%00b'), 'name'],
    ['NUL in a query', json('{}', '/api/keep/a?q=a%00'), 'q'],
    ['NUL in a body', json(String.raw`{"word":"a\u0000"}`), 'word'],
    ['half a pair in a body', json(String.raw`{"word":"\ud83d"}`), 'word'],
    ['the other half', json(String.raw`{"word":"\ude00 a"}`), 'word'],
    ['NUL in a list inside', json(String.raw`{"rest":[{"a":["","\u0000"]}]}`), 'rest.0.a.1'],
    ['NUL in the name of a field', json(String.raw`{"rest":{"a\u0000":1}}`), 'rest.a\0'],
    ['NUL as the whole body', json(String.raw`"\u0000"`), 'body'],
    [
      'NUL in a form',
      {
        method: 'POST',
        url: '/api/sign',
        payload: 'word=a%00b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      'word',
    ],
    [
      'NUL in the name of a file',
      {
        method: 'POST',
        url: '/api/send',
        payload: `--b\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''a%00.csv\r\n\r\na\r\n--b--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
      'file',
    ],
  ])('%s', async (_, request, field) => {
    expect(await refusal(request)).toEqual({ status: 400, code: 'ILLEGAL_ARGUMENTS', fields: [field] });
  });

  test('complete surrogate pairs and all other characters are accepted', async () => {
    expect((await app.inject(json(String.raw`{"word":"\ud83d\ude00 \u0001 \uffff"}`))).statusCode).toBe(200);
  });
});

describe('an invalid body', () => {
  const plain = (type: string, payload: string): InjectOptions => ({
    method: 'POST',
    url: '/api/keep/a',
    payload,
    headers: { 'content-type': type },
  });
  test.each<[string, InjectOptions, number]>([
    ['null', json('null'), 400],
    ['a list', json('[]'), 400],
    ['a number', json('7'), 400],
    ['false', json('false'), 400],
    ['nothing under a type', json(''), 400],
    ['half of one', json('{"word":'), 400],
    ['a poisoned one', json('{"__proto__":{"a":1}}'), 400],
    ['one that goes down forever', json(`{"rest":${'['.repeat(30_000)}${']'.repeat(30_000)}}`), 400],
    ['more than it may be', json(`{"word":"${'a'.repeat(70_000)}"}`), 413],
    ['plain text', plain('text/plain', '{}'), 415],
    ['a form', plain('application/x-www-form-urlencoded', 'word=a'), 415],
    ['files', plain('multipart/form-data; boundary=b', '--b--\r\n'), 415],
    ['XML', plain('application/xml', '<a/>'), 415],
    ['a type that is none', plain(';;', '{}'), 415],
    ['a type with nothing under it', plain('application/xml', ''), 415],
  ])('%s', async (_, request, status) => {
    expect((await refusal(request)).status).toBe(status);
  });

  test('an empty body is an empty form', async () => {
    expect((await app.inject({ method: 'POST', url: '/api/keep/a' })).statusCode).toBe(200);
  });
});

/** The response on a bare connection, until the server closes it. */
const onSocket = async (write: (socket: Socket) => void, at = port): Promise<{ head: string; body: string }> => {
  const socket = connect(at, '127.0.0.1');
  // A byte in transit when the server closes causes a reset: the data received before it counts.
  let response = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (response += chunk));
  socket.on('error', () => undefined);
  socket.on('connect', () => write(socket));
  await new Promise((resolve) => void socket.on('close', resolve));
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { head, body };
};
const headersIn = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

/** A request with its URL unchanged; a client library would normalise it. */
const asWritten = async (method: string, url: string, at = port) => {
  const request = `${method} ${url} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`;
  const { head, body } = await onSocket((socket) => socket.write(request), at);
  return { status: Number(head.split(' ')[1]), headers: headersIn(head), body };
};
const portOf = ({ server }: FastifyInstance): number => (server.address() as { port: number }).port;

describe('an invalid address', () => {
  test.each([
    ['/api/%', 400],
    ['/api/keep/%zz', 400],
    ['/api/keep/%ff', 400],
    ['/api/keep/%e0%a4', 400],
    ['/api/ask?q=%', 400],
    ['/api/ask?q=%ff', 400],
    ['/api//ask', 404],
    ['/api/%2e%2e/ask', 404],
    ['/api/../api/ask', 404],
    ['/api/..%2fask', 404],
    ['/api/ask%00', 404],
    [`/api/keep/${'a'.repeat(3_000)}`, 400],
  ])('%s', async (url, status) => {
    const answer = await asWritten(url.startsWith('/api/keep') ? 'POST' : 'GET', url);
    expect(answer.status).toBe(status);
    expectGuarded(answer.headers);
  });
});

test('the web’s files are served and nothing else, whatever the address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paceline-web-'));
  const webFolder = join(folder, 'dist');
  await mkdir(join(webFolder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'not for anybody');
  await writeFile(join(webFolder, 'index.html'), 'the page');
  const config = { production: true, trustProxy: [], serveWeb: true, metricsToken: null };
  const log = createLog({ logLevel: 'silent' });
  const { app: web } = await createKernel({ audit, config, db, clock: systemClock, log, webFolder });
  await web.listen({ host: '127.0.0.1', port: 0 });
  expect((await asWritten('GET', '/', portOf(web))).body).toContain('the page');
  const leadingOut = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/.%2e/secret.txt',
    '//..//',
  ];
  for (const url of [...leadingOut, '/..%5csecret.txt', '//', '/%', '/%00', '/index.html%00', '/assets', '/assets/']) {
    const { status, headers, body } = await asWritten('GET', url, portOf(web));
    expect({ url, refused: status >= 400 && status < 500 }).toEqual({ url, refused: true });
    expectGuarded(headers, '/');
    expect(body).not.toContain('not for anybody');
  }
  await web.close();
  await rm(folder, { recursive: true, force: true });
});

test('events are not sent where they are disabled', async () => {
  const config = { production: true, trustProxy: [], serveWeb: false, metricsToken: null, liveEvents: false };
  const log = createLog({ logLevel: 'silent' });
  const { app: quiet, register } = await createKernel({ audit, config, db, clock: systemClock, log });
  const events = { ...shared, id: 'hear', route: 'GET /hear', kind: 'events', params: {} } as const;
  const begun = vi.fn();
  register(defineCall({ ...events, response: z.null() }), async () => {
    begun();
    return (async function* () {})();
  });
  const { statusCode, payload } = await quiet.inject({ url: '/api/hear' });
  expect({ statusCode, code: (JSON.parse(payload) as { code: string }).code }).toEqual({
    statusCode: 404,
    code: 'LIVE_OFF',
  });
  expect(begun).not.toHaveBeenCalled();
  await quiet.close();
});

describe('on a raw connection', () => {
  test('a trickling body ends with 408 and a closed connection', async () => {
    let trickle: NodeJS.Timeout | undefined;
    const { head, body } = await onSocket((socket) => {
      socket.write(
        'POST /api/keep/a HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
      );
      trickle = setInterval(() => socket.write(' '), 20);
    });
    clearInterval(trickle);
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    expect(JSON.parse(body)).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expectGuarded(headersIn(head));
  });

  test.each([
    ['headers that trickle', 'POST /api/keep/a HTTP/1.1\r\nhost: a\r\nx-a: ', 408],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['a NUL in a header', 'GET /api/ask HTTP/1.1\r\nhost: a\r\nuser-agent: a\0b\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/ask HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers without end', `GET /api/ask HTTP/1.1\r\nhost: a\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, bytes, status) => {
    const { head } = await onSocket((socket) => socket.write(bytes));
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expectGuarded(headersIn(head));
  });
});

describe('an unavailable database', () => {
  test('gives 503 with Retry-After', async () => {
    const { statusCode, headers, payload } = await app.inject({ url: '/api/ask' });
    expect({ status: statusCode, code: (JSON.parse(payload) as { code: string }).code }).toEqual({
      status: 503,
      code: 'MAINTENANCE',
    });
    expect(headers['retry-after']).toBe('5');
    expectGuarded(headers);
  });

  const withCode = (code: string, more: object = {}) => Object.assign(new Error('broken'), { code, ...more });
  test.each([
    ['refused', withCode('ECONNREFUSED')],
    ['reset', withCode('ECONNRESET')],
    ['broken pipe', withCode('EPIPE')],
    ['no such socket', withCode('ENOENT', { syscall: 'connect' })],
    ['both addresses refused', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
    ['ended by an administrator', withCode('57P01')],
    ['ended by a crash', withCode('57P02')],
    ['starting up', withCode('57P03')],
    ['lost', withCode('08006')],
    ['too many connections', withCode('53300')],
    ['held by somebody whose line is dead', withCode('55P03')],
    ['ended while idle', new Error('Connection terminated unexpectedly')],
    ['ended before', new Error('Client has encountered a connection error and is not queryable')],
    ['slow to connect', new Error('timeout exceeded when trying to connect')],
    ['closing', new Error('Cannot use a pool after calling end on the pool')],
  ])('%s', (_, error) => {
    expect(toAppError(error)).toMatchObject({ code: 'MAINTENANCE', retryAfterSeconds: 5 });
  });

  test.each([
    ['a file that is not there', withCode('ENOENT', { syscall: 'open' })],
    ['a mistake of ours', new TypeError('undefined is not a function')],
    ['a constraint', withCode('23505')],
    ['nothing', undefined],
  ])('is not the cause of %s', (_, error) => {
    expect(toAppError(error)).toMatchObject({ code: 'INTERNAL', retryAfterSeconds: undefined });
  });
});

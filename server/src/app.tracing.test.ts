import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDelivering } from './jobs/delivering.ts';
import { outboundHttp } from './lib/guarded-http.ts';
import { startTracing, type Tracing } from './lib/tracing/start-tracing.ts';
import { isTracing, readTraceparent, traced } from './lib/tracing/trace.ts';
import { PERSON, useLeadLife, WORDS } from './testing/factories/lead-life.ts';
import { postBody } from './testing/factories/posting.ts';

const life = useLeadLife();
const { harness } = life;

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status?: { code: number };
}
interface Sent {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** Stand-in for a trace collector: records what it receives. */
const bodies: string[] = [];
const headers: (string | undefined)[] = [];
const parents: string[] = [];
let collector: Server;
let endpoint: string;
beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url?.startsWith('/receiver')) parents.push(String(request.headers.traceparent));
      else bodies.push(`${request.method} ${request.url} ${body}`);
      headers.push(request.headers['x-key'] as string | undefined);
      response.end('{}');
    });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const warnings: unknown[] = [];
let tracing: Tracing | null = null;
const trace = async (over: { endpoint?: string } = {}): Promise<void> => {
  tracing = await startTracing(
    { endpoint, headers: { 'x-key': 'k' }, serviceName: 'paceline', limitMs: 10 * 60_000, ...over },
    { warn: (...args: unknown[]) => void warnings.push(args) },
  );
};
afterEach(async () => {
  await tracing?.stop();
  tracing = null;
  for (const list of [bodies, headers, parents, warnings]) list.length = 0;
});

const spans = async (): Promise<SentSpan[]> => {
  await tracing?.flush();
  return bodies.flatMap((body) =>
    (JSON.parse(body.slice('POST /v1/traces '.length)) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
};
/** A call's span ends when its answer is sent, possibly after the client received it. */
const spansWith = async (wanted: string): Promise<SentSpan[]> => {
  await expect.poll(async () => (await spans()).map(({ name }) => name)).toContain(wanted);
  return spans();
};
const CALLER = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
const facts = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

describe('a trace', () => {
  test('has the call below its caller, and below it each transaction with its statements', async () => {
    await trace();
    const place = life.mine();
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/lead/v1/post',
      headers: { 'x-partner-key': place.key, traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` },
      payload: { ...postBody(1, place), ...PERSON },
    });
    expect(answer.statusCode).toBe(200);
    const all = await spansWith('leadPost');
    const call = all.find(({ name }) => name === 'leadPost')!;
    expect(call).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId, kind: 2 });
    expect(facts(call)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/lead/v1/post',
      'http.response.status_code': 200,
    });
    expect(all.every(({ traceId }) => traceId === CALLER.traceId)).toBe(true);
    const below = (parent: SentSpan): SentSpan[] => all.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
    const transaction = below(call).find(({ name }) => name === 'transaction write')!;
    expect(below(transaction).length).toBeGreaterThan(0);
    for (const statement of below(transaction)) {
      expect(statement.name).toMatch(/^[\w .]+$/);
      expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(transaction.startTimeUnixNano));
      expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(transaction.endTimeUnixNano));
    }
    // Must be the server's time: a wrong unit would be years off.
    expect(Math.abs(Number(BigInt(call.startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(3_600_000);
    expect(headers.at(-1)).toBe('k');
  });

  test('continues in outgoing requests, and contains no personal data', async () => {
    await trace();
    await life.live(life.foreign());
    await openDelivering(life.workDeps()).drain();
    const all = await spans();
    const sent = all.find(({ name }) => name === 'send deliveries')!;
    expect(sent.parentSpanId).toBeUndefined();
    const outgoing = all.filter(({ kind, name }) => kind === 3 && name.startsWith('POST '));
    expect(outgoing.length).toBeGreaterThan(0);
    expect(outgoing.every((one) => 'http.response.status_code' in facts(one))).toBe(true);
    const names = new Set(all.map(({ name }) => name));
    expect([...names].filter((name) => name.startsWith('send '))).toEqual(
      expect.arrayContaining(['send deliveries', 'send postbacks']),
    );
    expect(names).toContain('leadPersonView');
    // No word of the person, in any spelling, is in anything that was sent.
    const text = bodies.join('\n').toLowerCase();
    expect(text.length).toBeGreaterThan(10_000);
    for (const word of [...WORDS, PERSON.email.toLowerCase()]) expect(text).not.toContain(word);
  });

  test('is passed on to the systems that are called', async () => {
    await trace();
    const send = outboundHttp(new Agent());
    const url = new URL('/receiver?who=somebody', endpoint);
    const { signal } = new AbortController();
    await traced('job anything', () =>
      send({ method: 'POST', url, headers: { 'x-own': 'kept' }, body: '{}' }, { signal }),
    );
    const [outgoing, job] = await spans();
    expect(job).toMatchObject({ name: 'job anything' });
    expect(outgoing).toMatchObject({ name: 'POST 127.0.0.1', kind: 3, parentSpanId: job!.spanId });
    expect(parents).toEqual([`00-${outgoing!.traceId}-${outgoing!.spanId}-01`]);
    expect(bodies.join('')).not.toContain('somebody');
  });

  test('of a failed call records the failure without its reason', async () => {
    await trace();
    await harness.app.inject({ method: 'POST', url: '/lead/v1/post', payload: { ...PERSON, key: 'wrong' } });
    const all = await spansWith('leadPost');
    expect(facts(all.find(({ name }) => name === 'leadPost')!)).toMatchObject({ 'http.response.status_code': 401 });
    expect(bodies.join('')).not.toContain('wrong');
  });
});

test('without a collector calls work as usual, and one warning is logged', async () => {
  await trace({ endpoint: 'http://127.0.0.1:9' });
  const answers = [];
  for (let turn = 0; turn < 3; turn += 1) {
    answers.push((await harness.app.inject({ method: 'POST', url: '/lead/v1/post', payload: {} })).statusCode);
    await tracing?.flush();
  }
  expect(answers).toEqual([401, 401, 401]);
  await expect.poll(async () => (await tracing?.flush(), warnings.length)).toBe(1);
});

test('without settings nothing is traced', async () => {
  tracing = await startTracing(null, { warn: () => undefined });
  expect(isTracing()).toBe(false);
});

test.each([
  ['00-00000000000000000000000000000000-cdcdcdcdcdcdcdcd-01'],
  ['00-abababababababababababababababab-0000000000000000-01'],
  ['00-ABABABABABABABABABABABABABABABAB-cdcdcdcdcdcdcdcd-01'],
  ['ff-abababababababababababababababab-cdcdcdcdcdcdcdcd-01'],
  ['nothing'],
  [undefined],
])('%s gives no trace ID', (header) => {
  expect(readTraceparent(header)).toBeNull();
});

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type ClientCriteria, clientCriteriaSchema } from '@paceline/contract';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { guardedHttp, outboundHttp } from '../../lib/guarded-http.ts';
import { clientCrm } from './client-crm.ts';
import { zeroBounce } from './email-validation.ts';
import { jornaya } from './jornaya.ts';
import { LOCAL_PROVIDER } from './local.ts';
import { twilioLookup } from './phone-lookup.ts';
import { type Provider, type VerifyInput } from './provider.ts';
import { trustedForm } from './trusted-form.ts';
import { verifyLead } from './verify-lead.ts';

interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Reply = { status: number; body: string; headers?: Record<string, string> } | 'silence';

let server: Server;
let host: string;
let reply: Reply = { status: 200, body: '{}' };
let requests: Seen[] = [];
let onRequest: (() => void) | null = null;
const agent = new Agent({ maxResponseSize: 10_000 });
const http = outboundHttp(agent);
const never = () => new AbortController().signal;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      onRequest?.();
      if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await agent.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
afterEach(() => {
  requests = [];
  onRequest = null;
  reply = { status: 200, body: '{}' };
});

const TOKEN = '0123ABCD-0123-4567-89AB-0123456789AB';
const LEAD: VerifyInput = {
  reference: 'L-1',
  partner: 'BPM',
  email: 'Ann.Lee+x@gmail.com',
  phone: '3125550123',
  ipAddress: '8.8.8.8',
  trustedFormCertUrl: 'https://cert.trustedform.com/eb9fc4dd9bed9ad451a5648946cf4bf09b5bb947',
  jornayaLeadId: TOKEN,
};

const PROVIDERS: Record<string, () => Provider> = {
  trustedForm: () => trustedForm(http, { apiKey: 'tf-key' }, host),
  jornaya: () => jornaya(http, { accountCode: 'acc', auditKey: 'aud' }, host),
  twilio: () => twilioLookup(http, { accountSid: 'AC1', authToken: 'tok' }, host),
  zeroBounce: () => zeroBounce(http, { apiKey: 'zb' }, host),
  clientCrm: () => clientCrm(http, `${host}/known`),
};
const ask = (name: string, lead: Partial<VerifyInput> = {}, signal = never()) =>
  PROVIDERS[name]!().verify({ ...LEAD, ...lead }, { signal });

describe.each(Object.keys(PROVIDERS))('%s', (name) => {
  test.each<[string, Reply]>([
    ['a server that fails', { status: 500, body: '{"outcome":"success"}' }],
    ['a gateway without a server', { status: 502, body: '<html>' }],
    ['credentials that are refused', { status: 401, body: '{"outcome":"success"}' }],
    ['too many requests', { status: 429, body: '{}' }],
    ['something that is no JSON', { status: 200, body: 'OK' }],
    ['JSON of another shape', { status: 200, body: '{"hello":"world"}' }],
    ['a list', { status: 200, body: '[]' }],
    ['nothing', { status: 200, body: '' }],
    ['more than is read', { status: 200, body: `"${'x'.repeat(20_000)}"` }],
  ])('has no answer after %s', async (_, answer) => {
    reply = answer;
    const result = await ask(name);
    expect([result.outcome, result.reason]).toEqual(['unknown', null]);
    expect(result.detail).not.toMatch(/Ann|3125550123|127\.0\.0\.1/);
  });

  test('follows no redirect', async () => {
    reply = { status: 302, body: '', headers: { location: `${host}/elsewhere` } };
    expect(await ask(name)).toMatchObject({ outcome: 'unknown', detail: 'Answered 302.' });
    expect(requests).toHaveLength(1);
  });

  test('is aborted at the time limit', async () => {
    reply = 'silence';
    const limit = new AbortController();
    onRequest = () => limit.abort();
    expect(await ask(name, {}, limit.signal)).toMatchObject({ outcome: 'unknown', detail: 'No answer in time.' });
  });
});

describe('the answer of each provider', () => {
  const success = '{"outcome":"success","match_lead":{"result":{"success":true}}}';
  const mismatch = '{"outcome":"failure","reason":"no match","match_lead":{"result":{"success":false}}}';
  test.each<[string, number, string, string, string | null]>([
    ['trustedForm', 200, success, 'ok', null],
    ['trustedForm', 200, mismatch, 'failed', 'CERT_MISMATCH'],
    ['trustedForm', 200, '{"outcome":"failure","reason":"certificate expired"}', 'failed', 'CERT_EXPIRED'],
    ['trustedForm', 200, '{"outcome":"failure"}', 'failed', 'CERT_NOT_AUTHENTIC'],
    ['trustedForm', 404, '{"outcome":"failure","reason":"not found"}', 'failed', 'CERT_NOT_AUTHENTIC'],
    ['trustedForm', 200, '{"outcome":"error","reason":"later"}', 'unknown', null],
    ['jornaya', 200, '{"audit":{"authentic":1,"data_integrity":1}}', 'ok', null],
    ['jornaya', 200, '{"audit":{"authentic":"1","data_integrity":"3"}}', 'ok', null],
    ['jornaya', 200, '{"audit":{"authentic":0}}', 'failed', 'CERT_NOT_AUTHENTIC'],
    ['jornaya', 200, '{"audit":{"authentic":1,"data_integrity":0}}', 'failed', 'CERT_MISMATCH'],
    ['twilio', 200, '{"valid":true,"line_type_intelligence":{"type":"mobile"}}', 'ok', null],
    ['twilio', 200, '{"valid":false,"validation_errors":["TOO_SHORT"]}', 'failed', 'PHONE_DISCONNECTED'],
    ['twilio', 404, '{"code":20404}', 'failed', 'PHONE_DISCONNECTED'],
    ['zeroBounce', 200, '{"status":"valid","sub_status":""}', 'ok', null],
    ['zeroBounce', 200, '{"status":"invalid","sub_status":"mailbox_not_found"}', 'failed', 'EMAIL_UNDELIVERABLE'],
    ['zeroBounce', 200, '{"status":"do_not_mail"}', 'failed', 'EMAIL_UNDELIVERABLE'],
    ['zeroBounce', 200, '{"status":"catch-all"}', 'unknown', null],
    ['zeroBounce', 200, '{"error":"Invalid API key or your account ran out of credits"}', 'unknown', null],
    ['clientCrm', 200, '{"duplicate":true}', 'failed', 'DUP_CLIENT_CRM'],
    ['clientCrm', 200, '{"duplicate":false}', 'ok', null],
    ['clientCrm', 404, '{"duplicate":false}', 'unknown', null],
  ])('%s, %i %s: %s', async (name, status, body, outcome, reason) => {
    reply = { status, body };
    expect(await ask(name)).toMatchObject({ outcome, reason });
  });

  test('requests to TrustedForm follow its documentation, to its own host only', async () => {
    await ask('trustedForm');
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/eb9fc4dd9bed9ad451a5648946cf4bf09b5bb947' });
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('API:tf-key').toString('base64')}`,
      'api-version': '4.0',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      match_lead: { email: LEAD.email, phone: LEAD.phone },
      retain: { reference: 'L-1', vendor: 'BPM' },
    });
  });

  test.each([
    'https://cert.trustedform.com.evil.example/abc',
    'https://evil.example/https://cert.trustedform.com/abc',
    'https://cert.trustedform.com@evil.example/abc',
    'http://cert.trustedform.com/abc',
    'https://cert.trustedform.com/a/b',
    'https://cert.trustedform.com/',
    'not an address',
  ])('our TrustedForm key is never sent for %s', async (trustedFormCertUrl) => {
    expect(await ask('trustedForm', { trustedFormCertUrl })).toMatchObject({
      outcome: 'failed',
      reason: 'CERT_NOT_AUTHENTIC',
    });
    expect(requests).toEqual([]);
  });

  test('Jornaya is asked by POST: no personal data is in an address', async () => {
    await ask('jornaya');
    expect(requests[0]?.path).toBe('/SingleQuery');
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toMatchObject({
      lac: 'acc',
      lak: 'aud',
      id: TOKEN,
      lpc: 'BPM',
      data: `email;${LEAD.email}|phone1;${LEAD.phone}`,
    });
    requests = [];
    expect(await ask('jornaya', { jornayaLeadId: 'short' })).toMatchObject({ outcome: 'failed' });
    expect(requests).toEqual([]);
  });

  test('the client’s system gets hashes of the normalised address and number only', async () => {
    await ask('clientCrm');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      reference: 'L-1',
      // sha256 of annlee@gmail.com and 3125550123
      emailSha256: '16e202bdcd9646af11faa3a5a3b9c07a6303e9629583246f8208e43c529087de',
      phoneSha256: 'd7d5f2b7e1429164f351c15277a7cd733a6d0641c6c812f77d91f50ceebc2982',
    });
  });
});

describe('a lead', () => {
  const policies = (parts: Partial<ClientCriteria['verification']>): ClientCriteria['verification'] => ({
    ...clientCriteriaSchema.parse({}).verification,
    ...parts,
  });

  test('is sent to no provider while every policy is off', async () => {
    const accounts = { trustedForm: { apiKey: 'x' }, phone: { accountSid: 'a', authToken: 'b' } };
    expect(await verifyLead({ http }, { accounts, policies: policies({}), input: LEAD })).toEqual(new Map());
    expect(requests).toEqual([]);
  });

  test('is marked as not verified if there is no account', async () => {
    const testPolicies = policies({ certificate: 'REJECT', phone: 'REJECT', email: 'FLAG', clientCrm: 'FLAG' });
    const result = await verifyLead({ http }, { accounts: {}, policies: testPolicies, input: LEAD });
    expect([...result].map(([kind, { outcome, detail }]) => [kind, outcome, detail])).toEqual(
      ['certificate', 'phone', 'email', 'clientCrm'].map((kind) => [
        kind,
        'unknown',
        'Not asked: there is no account.',
      ]),
    );
    expect(requests).toEqual([]);
  });

  test('without data for a provider causes no request', async () => {
    const input = { ...LEAD, email: null, trustedFormCertUrl: null, jornayaLeadId: null };
    const testPolicies = policies({ certificate: 'REJECT', email: 'REJECT' });
    expect(await verifyLead({ http }, { accounts: {}, policies: testPolicies, input })).toEqual(new Map());
  });

  test('is judged by the local provider under its own name', async () => {
    const testPolicies = policies({ certificate: 'REJECT', phone: 'REJECT', email: 'REJECT' });
    const accounts = { local: true };
    const fine = await verifyLead({ http }, { accounts, policies: testPolicies, input: LEAD });
    expect([...fine.values()].map(({ outcome, provider }) => [outcome, provider])).toEqual(
      Array.from({ length: 3 }, () => ['ok', LOCAL_PROVIDER]),
    );
    const input = { ...LEAD, phone: '3125550000', email: 'bounce@x.example', jornayaLeadId: 'DEAD' };
    const bad = await verifyLead({ http }, { accounts, policies: testPolicies, input });
    expect([...bad.values()].map(({ outcome, provider }) => [outcome, provider])).toEqual(
      Array.from({ length: 3 }, () => ['failed', LOCAL_PROVIDER]),
    );
    expect([...fine.values(), ...bad.values()].every(({ detail }) => detail.startsWith('Made up: '))).toBe(true);
    expect(requests).toEqual([]);
  });

  test('waits no longer than the limit', async () => {
    reply = 'silence';
    const testPolicies = policies({ clientCrm: 'REJECT', clientCrmUrl: `${host}/known` });
    const result = await verifyLead({ http, limitMs: 1 }, { accounts: {}, policies: testPolicies, input: LEAD });
    expect(result.get('clientCrm')).toMatchObject({ outcome: 'unknown', detail: 'No answer in time.' });
  });

  test('cannot reach our own network through a client’s address', async () => {
    const testPolicies = policies({ clientCrm: 'REJECT', clientCrmUrl: 'https://127.0.0.1/known' });
    const result = await verifyLead({ http: guardedHttp() }, { accounts: {}, policies: testPolicies, input: LEAD });
    expect(result.get('clientCrm')).toMatchObject({
      outcome: 'unknown',
      detail: 'Cannot be reached (AddressRefused).',
    });
    expect(requests).toEqual([]);
  });
});

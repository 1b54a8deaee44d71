import { type lookup, type LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AddressRefused, guardedAgent, guardedHttp, isPublic, outboundHttp } from './guarded-http.ts';

const HOSTILE = [
  '127.0.0.1',
  '127.1',
  '127.0.0.2',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '0:0:0:0:0:ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '2002:7f00:1::',
  '2002:a00:1::1',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '100::1',
];
const PUBLIC = ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:80e::200e', '::ffff:8.8.8.8'];

describe('an address', () => {
  test.each(HOSTILE)('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });
  test.each(PUBLIC)('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });
  test.each(['', 'localhost', 'example.com', '1.2.3.4.5', '8.8.8.8:80'])('%j is invalid', (text) => {
    expect(isPublic(text)).toBe(false);
  });
});

describe('a guarded connection', () => {
  let trap: Server;
  let port: number;
  let connections = 0;
  beforeAll(async () => {
    trap = createServer((_, response) => response.end('reached'));
    trap.on('connection', () => (connections += 1));
    await new Promise<void>((done) => void trap.listen(0, '127.0.0.1', done));
    ({ port } = trap.address() as AddressInfo);
  });
  afterAll(() => new Promise((done) => trap.close(done)));

  /** A DNS lookup that returns these addresses for any name. */
  const resolving = (...addresses: string[]): typeof lookup =>
    ((_: string, __: object, done: (error: null, resolved: LookupAddress[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup;
  const reach = async (host: string, resolve?: typeof lookup): Promise<unknown> => {
    const agent = guardedAgent(resolve);
    try {
      return await request(`http://${host}:${port}/`, { dispatcher: agent }).then(({ body }) => body.text());
    } catch (error) {
      return error;
    } finally {
      await agent.close();
    }
  };

  test.each(HOSTILE)('to %s is never made', async (address) => {
    const before = connections;
    expect(await reach(address.includes(':') ? `[${address}]` : address)).toBeInstanceOf(Error);
    expect(connections).toBe(before);
  });

  test.each([
    ['our own machine', ['127.0.0.1']],
    ['a good address and a bad one', ['8.8.8.8', '127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['nothing', []],
  ])('to a name that resolves to %s is refused', async (_, addresses) => {
    const before = connections;
    expect(await reach('school.example', resolving(...addresses))).toBeInstanceOf(AddressRefused);
    expect(await reach('localhost')).toBeInstanceOf(AddressRefused);
    expect(connections).toBe(before);
  });

  test('without the guard, the trap would be reached', async () => {
    const before = connections;
    const { Agent } = await import('undici');
    const agent = new Agent();
    const answer = await outboundHttp(agent)(
      { method: 'GET', url: new URL(`http://127.0.0.1:${port}/`) },
      { signal: new AbortController().signal },
    );
    expect(answer).toEqual({ status: 200, text: 'reached' });
    expect(connections).toBe(before + 1);
    await agent.close();
  });
});

test.each(['http://school.example/', 'https://school.example:8443/', 'https://user:secret@school.example/'])(
  '%s is not requested: plain text, another port, a password in the address',
  async (url) => {
    let lookupCount = 0;
    const agent = guardedAgent((() => (lookupCount += 1)) as unknown as typeof lookup);
    const send = guardedHttp(agent)({ method: 'GET', url: new URL(url) }, { signal: new AbortController().signal });
    await expect(send).rejects.toBeInstanceOf(AddressRefused);
    expect(lookupCount).toBe(0);
    await agent.close();
  },
);

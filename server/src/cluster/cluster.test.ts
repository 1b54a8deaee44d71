import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openCluster, readShard } from './cluster.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Answer = (statement: string, request: IncomingMessage, response: ServerResponse) => void;

const serve = async (answer: Answer): Promise<string> => {
  const server = createServer((request, response) => {
    let statement = '';
    request.on('data', (text) => (statement += String(text)));
    request.on('end', () => answer(statement, request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server with this many blocks that answers with its name. */
const withBlocks = (name: string, blocks: () => number): Promise<string> =>
  serve((statement, _, response) =>
    response.end(statement.includes('count') ? `${blocks()}\n` : `{"from":"${name}"}\n`),
  );

const read = (addresses: string, blocks = 3): Promise<string> => {
  const [shard] = openCluster(addresses).shards;
  return readShard(shard!, 'abcd', blocks, 'select 1 format JSONEachRow');
};

test('addresses are parsed as shards of copies', () => {
  const { shards, layout } = openCluster('http://u:secret@a:1/facts|http://b:2, http://c:3');
  expect(shards.map(({ replicas, isReplicated }) => [replicas.length, isReplicated])).toEqual([
    [2, true],
    [1, false],
  ]);
  // The layout names the servers and fingerprints the columns.
  expect(layout).toMatch(/^a:1\/facts\|b:2\/default,c:3\/default [0-9a-f]{12}$/);
});

test('a server is queried with its user and database, for complete answers', async () => {
  const requests: string[] = [];
  const url = await serve((statement, { url: path, headers }, response) => {
    requests.push(`${path} ${headers.authorization} ${statement}`);
    response.end('1');
  });
  await openCluster(`${url.replace('//', '//us%40er:p@')}/facts`).shards[0]!.replicas[0]!.ask('select 1');
  expect(requests).toEqual([
    `/?database=facts&wait_end_of_query=1&max_query_size=33554432 Basic ${btoa('us@er:p')} select 1`,
  ]);
});

test('the first copy with exactly these blocks answers', async () => {
  const short = await withBlocks('short', () => 2);
  const ahead = await withBlocks('ahead', () => 4);
  const whole = await withBlocks('whole', () => 3);
  expect(await read([short, ahead, whole].join('|'))).toContain('whole');
  await expect(read([short, ahead].join('|'))).rejects.toMatchObject({ trouble: 'behind' });
});

test('an answer is discarded if a block arrived meanwhile', async () => {
  let counted = 2;
  const url = await withBlocks('moving', () => (counted += 1));
  await expect(read(url)).rejects.toMatchObject({ trouble: 'behind' });
});

test('a server that breaks off, refuses or is unreachable is skipped', async () => {
  const breaking = await serve((statement, _, response) => {
    if (statement.includes('count')) return response.end('3');
    response.writeHead(200, { 'content-length': '100' }).write('{"from":"half"}\n');
    return setImmediate(() => response.destroy());
  });
  const refusing = await serve((_, __, response) => response.writeHead(500).end('Code: 241, memory limit'));
  const gone = await withBlocks('gone', () => 3);
  servers.pop()?.close();
  const whole = await withBlocks('whole', () => 3);
  expect(await read([breaking, refusing, gone, whole].join('|'))).toContain('whole');
  await expect(read([breaking, refusing].join('|'))).rejects.toMatchObject({ trouble: 'away' });
});

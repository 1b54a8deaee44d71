import { setTimeout as pause } from 'node:timers/promises';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { postBody } from '@paceline/server/src/testing/factories/posting.ts';
import { sql } from 'kysely';
import { type Figure, type LoadServer, percentileOf } from './load-servers.ts';
import { openPostClient, type PostAnswer } from '../intake/post-client.ts';
import { type PostPlace, type PostStore } from '../intake/posts-store.ts';

let number = 0;
const CONNECTIONS = 32;

interface Posted {
  /** Answered as they should be, per second. */
  rate: number;
  latencies: number[];
  errors: number;
  /** Refused with a word about when to come again, and without one. */
  refused: number;
  blunt: number;
}

const isTaken = ({ text }: PostAnswer): boolean => text.includes('"status":"VAL"');

/** Posts from so many connections at once for so long, each to the server whose turn it is. */
export const postFor = async (
  urls: () => readonly string[],
  places: readonly PostPlace[],
  { seconds, connections = CONNECTIONS, pauseMs = 0 }: { seconds: number; connections?: number; pauseMs?: number },
): Promise<Posted> => {
  const client = openPostClient(connections);
  const posted: Posted = { rate: 0, latencies: [], errors: 0, refused: 0, blunt: 0 };
  const end = performance.now() + seconds * 1000;
  let acceptedCount = 0;
  const once = async (place: PostPlace, url: string, body: string): Promise<void> => {
    const since = performance.now();
    const answer = await client.send(`${url}/lead/v1/post`, place.key, body);
    posted.latencies.push(performance.now() - since);
    if (isTaken(answer)) acceptedCount += 1;
    else if (answer.status === 429 || answer.status === 503)
      posted[answer.retryAfter === undefined ? 'blunt' : 'refused'] += 1;
    else posted.errors += 1;
  };
  const lane = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < end; turn += connections) {
      const place = places[turn % places.length]!;
      const body = JSON.stringify(postBody((number += 1), place));
      const all = urls();
      // A connection that a server closed as it ended is tried at the next one, as whatever stands before servers does.
      await once(place, all[turn % all.length]!, body).catch(() =>
        once(place, urls()[0]!, body).catch(() => void (posted.errors += 1)),
      );
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  posted.rate = acceptedCount / seconds;
  client.close();
  return posted;
};

/** L-01: as many as come, each stored for good. */
export const measurePosts = async (server: LoadServer, store: PostStore, seconds: number): Promise<Figure[]> => {
  const { rate, latencies, errors, refused, blunt } = await postFor(() => [server.url], store.places, { seconds });
  return [
    { id: 'L-01', what: 'posts, 32 connections', measured: rate, unit: '/s', atLeast: 300 },
    { id: 'L-01', what: 'p95', measured: percentileOf(latencies, 0.95), unit: 'ms', atMost: 100 },
    { id: 'L-01', what: 'p99', measured: percentileOf(latencies, 0.99), unit: 'ms', atMost: 250 },
    { id: 'L-01', what: 'not taken', measured: errors + refused + blunt, unit: '', atMost: 0 },
  ];
};

/** L-02: four times as many connections; nothing hangs, nothing grows, and afterwards it is as before. */
export const measureOverload = async (server: LoadServer, store: PostStore, seconds: number): Promise<Figure[]> => {
  const over = await postFor(() => [server.url], store.places, { seconds, connections: CONNECTIONS * 4 });
  const after = await postFor(() => [server.url], store.places, { seconds: Math.min(seconds, 10) });
  return [
    {
      id: 'L-02',
      what: 'slowest answer at 128 connections',
      measured: Math.max(...over.latencies),
      unit: 'ms',
      atMost: 5000,
    },
    {
      id: 'L-02',
      what: 'errors, and refusals without Retry-After',
      measured: over.errors + over.blunt,
      unit: '',
      atMost: 0,
    },
    { id: 'L-02', what: 'refused with Retry-After', measured: over.refused, unit: '' },
    { id: 'L-02', what: 'memory of the server', measured: await server.memory(), unit: 'MB', atMost: 600 },
    {
      id: 'L-02',
      what: 'p95 within 10 s afterwards',
      measured: percentileOf(after.latencies, 0.95),
      unit: 'ms',
      atMost: 100,
    },
  ];
};

/** L-05: the limit of one partner holds for all servers together, to the post. */
export const measureLimit = async (servers: readonly LoadServer[], store: PostStore): Promise<Figure[]> => {
  const LIMIT = 5;
  const place = store.places[0]!;
  const setLimit = (to: number) =>
    withMigrator(store.ownerUrl, (tx) =>
      sql`update media_partner set posts_per_second = ${to} where partner_key = ${place.partnerKey}`.execute(tx),
    );
  await setLimit(LIMIT);
  const client = openPostClient(LIMIT * 4);
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: LIMIT * 4 }, (_, n) =>
      client.send(
        `${servers[n % servers.length]!.url}/lead/v1/post`,
        place.key,
        JSON.stringify(postBody((number += 1), place)),
      ),
    ),
  );
  const windows = Math.ceil((performance.now() - since) / 1000);
  client.close();
  await setLimit(10_000);
  return [
    {
      id: 'L-05',
      what: `taken of ${LIMIT * 4} at once by ${servers.length} servers, ${LIMIT} a second, in ${windows} s`,
      measured: answers.filter(isTaken).length,
      unit: '',
      atLeast: LIMIT,
      atMost: LIMIT * windows,
    },
    {
      id: 'L-05',
      what: 'others that are not 429',
      measured: answers.filter((one) => !isTaken(one) && one.status !== 429).length,
      unit: '',
      atMost: 0,
    },
  ];
};

/** Two servers against one, in turns at the same load. */
export const measureTwoServers = async (
  servers: readonly LoadServer[],
  store: PostStore,
  seconds: number,
): Promise<Figure[]> => {
  const one = await postFor(() => [servers[0]!.url], store.places, { seconds });
  const two = await postFor(() => servers.map(({ url }) => url), store.places, { seconds });
  const again = await postFor(() => [servers[0]!.url], store.places, { seconds });
  const alone = (one.rate + again.rate) / 2;
  return [
    { id: 'S', what: 'posts of one server', measured: alone, unit: '/s' },
    { id: 'S', what: 'posts of two servers, of one', measured: two.rate / alone, unit: '×' },
    { id: 'S', what: 'errors of two', measured: two.errors + two.blunt, unit: '', atMost: 0 },
  ];
};

/** L-11, in short: a third of the load, and whether memory and open files grow. */
export const measureSteady = async (server: LoadServer, store: PostStore, seconds: number): Promise<Figure[]> => {
  const part = () => postFor(() => [server.url], store.places, { seconds: seconds / 2, connections: 10, pauseMs: 60 });
  await part();
  const [memory, files] = [await server.memory(), server.openFiles()];
  const { errors } = await part();
  return [
    {
      id: 'L-11',
      what: `most memory, second half of ${seconds} s over the first`,
      measured: (await server.memory()) - memory,
      unit: 'MB',
    },
    { id: 'L-11', what: 'open files, after over before', measured: server.openFiles() - files, unit: '', atMost: 10 },
    { id: 'L-11', what: 'errors', measured: errors, unit: '', atMost: 0 },
  ];
};

/** L-12: one server after the other ends and another one comes, while posts go on. */
export const measureRolling = async (
  servers: LoadServer[],
  start: () => Promise<LoadServer>,
  store: PostStore,
  seconds: number,
): Promise<Figure[]> => {
  let serving = servers.map(({ url }) => url);
  const drained: number[] = [];
  const roll = async (): Promise<void> => {
    for (const [index, old] of servers.entries()) {
      const fresh = await start();
      servers[index] = fresh;
      // Whatever stands before the servers is told first.
      serving = servers.map(({ url }) => url);
      drained.push(await old.drain());
    }
  };
  const [posted] = await Promise.all([postFor(() => serving, store.places, { seconds: Math.max(seconds, 5) }), roll()]);
  return [
    {
      id: 'L-12',
      what: 'failed while two servers were restarted',
      measured: posted.errors + posted.blunt,
      unit: '',
      atMost: 0,
    },
    { id: 'L-12', what: 'slowest to end', measured: Math.max(...drained), unit: 's', atMost: 15 },
  ];
};

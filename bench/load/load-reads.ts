import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ALL_PERMISSIONS, WEB_CLIENT } from '@paceline/contract';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import type pg from 'pg';
import { postFor } from './load-posts.ts';
import { type Figure, type LoadServer, percentileOf } from './load-servers.ts';
import { type PostStore } from '../intake/posts-store.ts';
import { signedIn } from '../signed-in.ts';

export interface Reader {
  ownerKey: number;
  token: string;
}

/** Somebody of the agency for each of the first two owners. */
export const makeReaders = async (store: PostStore, now: Date): Promise<Reader[]> => {
  const owners = [...new Set(store.places.map(({ ownerKey }) => ownerKey))].slice(0, 2);
  return Promise.all(
    owners.map(async (ownerKey) => {
      const { userKey } = await withMigrator(store.ownerUrl, (tx) =>
        makeUser(tx, { group: 'ag', ownerKeys: [ownerKey], permissions: [...ALL_PERMISSIONS] }),
      );
      return { ownerKey, token: await signedIn(store.ownerUrl, userKey, now) };
    }),
  );
};

interface Read {
  latencies: number[];
  firstBytes: number[];
  errors: number;
}

const QUESTIONS = [
  ({ ownerKey }: Reader) => ({ path: `${ownerKey}/campaigns` }),
  ({ ownerKey }: Reader) => ({ path: `brand/all/currentmonth/campaignsummary/list?ownerKey=${ownerKey}` }),
  ({ ownerKey }: Reader) => ({
    path: 'lead/search',
    body: { ownerKey, fromDate: '2026-03-01' },
  }),
];

/** So many people read lists, the campaign table and leads, one thing after the other, and look at each for a while. */
export const readFor = async (
  { url }: LoadServer,
  readers: readonly Reader[],
  { seconds, people, lookMs = 0 }: { seconds: number; people: number; lookMs?: number },
): Promise<Read> => {
  const read: Read = { latencies: [], firstBytes: [], errors: 0 };
  const end = performance.now() + seconds * 1000;
  const lane = async (_: unknown, index: number): Promise<void> => {
    const reader = readers[index % readers.length]!;
    await pause((lookMs * index) / people);
    for (let turn = index; performance.now() < end; turn += 1) {
      const { path, body } = { body: undefined, ...QUESTIONS[turn % QUESTIONS.length]!(reader) };
      const since = performance.now();
      const answer = await fetch(`${url}/api/ag/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      read.firstBytes.push(performance.now() - since);
      await answer.arrayBuffer();
      read.latencies.push(performance.now() - since);
      if (!answer.ok) read.errors += 1;
      if (lookMs > 0) await pause(lookMs);
    }
  };
  await Promise.all(Array.from({ length: people }, lane));
  return read;
};

/** How long somebody who is in a hurry looks at what came. */
const LOOK_MS = 2000;

/** L-03. */
export const measureReads = async (
  server: LoadServer,
  readers: readonly Reader[],
  seconds: number,
): Promise<Figure[]> => {
  const { latencies, firstBytes, errors } = await readFor(server, readers, { seconds, people: 50 });
  const looked = await readFor(server, readers, { seconds, people: 50, lookMs: LOOK_MS });
  return [
    {
      id: 'L-03',
      what: 'lists and the campaign table, 50 people, p95',
      measured: percentileOf(latencies, 0.95),
      unit: 'ms',
      atMost: 300,
    },
    {
      id: 'L-03',
      what: `the same of people who look for ${LOOK_MS / 1000} s before the next, p95`,
      measured: percentileOf(looked.latencies, 0.95),
      unit: 'ms',
      atMost: 300,
    },
    { id: 'L-03', what: 'first byte, p95', measured: percentileOf(firstBytes, 0.95), unit: 'ms', atMost: 300 },
    { id: 'L-03', what: 'errors', measured: errors + looked.errors, unit: '', atMost: 0 },
  ];
};

/** L-04: fifty wrong sign-ins a second beside two people who work. */
export const measureSignIns = async (
  server: LoadServer,
  readers: readonly Reader[],
  seconds: number,
): Promise<Figure[]> => {
  const statuses = new Map<number, number>();
  const flood = async (): Promise<void> => {
    const tries: Promise<unknown>[] = [];
    for (let n = 0; n < seconds * 50; n += 1) {
      tries.push(
        fetch(`${server.url}/auth/oauth/generatetoken`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'password',
            username: `nobody.${n}`,
            password: 'Wrong@Horse9Battery',
          }),
          headers: {
            authorization: `Basic ${Buffer.from(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`).toString('base64')}`,
          },
        }).then(({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)),
      );
      await pause(20);
    }
    await Promise.all(tries);
  };
  const [read] = await Promise.all([readFor(server, readers, { seconds, people: 2 }), flood()]);
  const strange = [...statuses].filter(([status]) => status !== 401 && status !== 429);
  return [
    {
      id: 'L-04',
      what: 'p95 of people who work beside 50 sign-ins a second',
      measured: percentileOf(read.latencies, 0.95),
      unit: 'ms',
      atMost: 300,
    },
    {
      id: 'L-04',
      what: 'sign-ins that were neither refused nor told to wait',
      measured: strange.reduce((sum, [, count]) => sum + count, 0),
      unit: '',
      atMost: 0,
    },
    { id: 'L-04', what: 'told to wait (429)', measured: statuses.get(429) ?? 0, unit: '' },
  ];
};

/** L-06: connections that begin a request and never end it. */
export const measureSlowSockets = async (server: LoadServer, store: PostStore): Promise<Figure[]> => {
  const SOCKETS = 500;
  const { hostname, port } = new URL(server.url);
  const since = performance.now();
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('POST /lead/v1/post HTTP/1.1\r\nHost: slow\r\nX-A: ');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, open));
  const ended = Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket.resume(), 'close')));
  const posted = await postFor(() => [server.url], store.places, { seconds: 5, connections: 8 });
  const all = posted.latencies.length + posted.errors;
  await ended;
  return [
    {
      id: 'L-06',
      what: 'posts that were served beside 500 slow connections',
      measured: (100 * (all - posted.errors)) / all,
      unit: '%',
      atLeast: 95,
    },
    {
      id: 'L-06',
      what: 'until the last of them was closed',
      measured: (performance.now() - since) / 1000,
      unit: 's',
      atMost: 30,
    },
  ];
};

/** L-09: whoever reads breaks off, again and again. */
export const measureCancels = async (
  server: LoadServer,
  readers: readonly Reader[],
  owner: pg.Client,
): Promise<Figure[]> => {
  const TIMES = 1000;
  const [reader] = readers as [Reader];
  let done = 0;
  const lane = async (): Promise<void> => {
    while (done < TIMES) {
      const stop = new AbortController();
      done += 1;
      const response = fetch(
        `${server.url}/api/ag/brand/all/currentmonth/campaignsummary/list?ownerKey=${reader.ownerKey}`,
        {
          headers: { authorization: `Bearer ${reader.token}` },
          signal: stop.signal,
        },
      ).then((answer) => answer.arrayBuffer());
      await pause(done % 20);
      stop.abort();
      await response.catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  await pause(1000);
  const { rows } = await owner.query<{ busy: number }>(
    `select count(*)::int as busy from pg_stat_activity where application_name like 'paceline%' and state <> 'idle' and pid <> pg_backend_pid()`,
  );
  const { errors } = await readFor(server, readers, { seconds: 1, people: 10 });
  return [
    {
      id: 'L-09',
      what: `statements a second after ${TIMES} were broken off`,
      measured: rows[0]?.busy ?? Number.NaN,
      unit: '',
      atMost: 0,
    },
    { id: 'L-09', what: 'errors of 10 people afterwards', measured: errors, unit: '', atMost: 0 },
  ];
};

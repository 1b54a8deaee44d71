import { setTimeout as pause } from 'node:timers/promises';
import { ALL_PERMISSIONS, LEAD_EXPORT } from '@paceline/contract';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { makeClient, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { sql } from 'kysely';
import { educationFile } from '../lists/education-rows.ts';
import { postFor } from './load-posts.ts';
import { type Reader, readFor } from './load-reads.ts';
import { type Figure, type LoadServer, percentileOf } from './load-servers.ts';
import { type PostStore } from '../intake/posts-store.ts';
import { signedIn } from '../signed-in.ts';

const CLIENT_CODE = 'NOISY';
const PROGRAMS = 2000;
/** As many as may download an owner's leads at the same time. */
const EXPORTERS = LEAD_EXPORT.downloadsPerOwner;

/** People of an owner who do nothing but have files written, and one who has files read. */
const makeFileUsers = async (store: PostStore, ownerKey: number, now: Date): Promise<string[]> => {
  const userKeys = await withMigrator(store.ownerUrl, async (tx) => {
    // A client of its own: posts name the others by their codes.
    const clientKey = await makeClient(tx, ownerKey);
    await sql`update client set code = ${CLIENT_CODE} where client_key = ${clientKey}`.execute(tx);
    const keys: number[] = [];
    for (let n = 0; n <= EXPORTERS; n += 1) {
      const user = await makeUser(tx, { group: 'ag', ownerKeys: [ownerKey], permissions: [...ALL_PERMISSIONS] });
      keys.push(user.userKey);
    }
    return keys;
  });
  return Promise.all(userKeys.map((userKey) => signedIn(store.ownerUrl, userKey, now)));
};

interface Files {
  written: number;
  read: number;
}

/** Files are written and read for so long, without a pause but the one that the limit of files a minute asks for. */
const moveFilesFor = async (
  { url }: LoadServer,
  { ownerKey, tokens, seconds }: { ownerKey: number; tokens: readonly string[]; seconds: number },
): Promise<Files> => {
  const files: Files = { written: 0, read: 0 };
  const end = performance.now() + seconds * 1000;
  const ask = async (path: string, token: string, body: string | FormData): Promise<boolean> => {
    const answer = await fetch(`${url}/api/ag/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 429) throw new Error(`${path}: ${text}`);
    return answer.ok;
  };
  const write = async (token: string): Promise<void> => {
    const body = JSON.stringify({ ownerKey, startDate: '2026-03-01', endDate: '2026-03-31', format: 'csv' });
    while (performance.now() < end) {
      if (await ask('leads/export', token, body)) files.written += 1;
      else await pause(500);
    }
  };
  const read = async (token: string): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const nameOf = (index: number): string => `Program ${index} of file ${turn}`;
      const form = educationFile({ clientCode: CLIENT_CODE, rows: PROGRAMS, nameOf });
      if (await ask(`${ownerKey}/bulkedudata/import?apply=goodRows`, token, form)) files.read += 1;
      else await pause(500);
    }
  };
  const [reader = '', ...exporters] = tokens;
  await Promise.all([read(reader), ...exporters.map(write)]);
  return files;
};

/** L-10: what does somebody of an owner notice of another owner, who has files written and read, or who asks and posts without a pause? */
export const measureNeighbour = async (
  server: LoadServer,
  readers: readonly Reader[],
  store: PostStore,
  { seconds, now }: { seconds: number; now: Date },
): Promise<Figure[]> => {
  const [noisy, quiet] = readers as [Reader, Reader];
  const tokens = await makeFileUsers(store, noisy.ownerKey, now);
  const look = () => readFor(server, [quiet], { seconds, people: 1 });
  const alone = await look();
  const [besideFiles, files] = await Promise.all([
    look(),
    moveFilesFor(server, { ownerKey: noisy.ownerKey, tokens, seconds }),
  ]);
  const places = store.places.filter(({ ownerKey }) => ownerKey === noisy.ownerKey);
  const [besideCalls] = await Promise.all([
    look(),
    readFor(server, [noisy], { seconds, people: 4 }),
    postFor(() => [server.url], places, { seconds, connections: 4 }),
  ]);
  const own = percentileOf(alone.latencies, 0.95);
  return [
    {
      id: 'L-10',
      what: `p95 beside an owner's files (${files.written} of leads written, ${files.read} of ${PROGRAMS} programs read), of its own alone`,
      measured: percentileOf(besideFiles.latencies, 0.95) / own,
      unit: '×',
      atMost: 2,
    },
    {
      id: 'L-10',
      what: 'p95 beside an owner with eight calls at a time, of its own alone',
      measured: percentileOf(besideCalls.latencies, 0.95) / own,
      unit: '×',
      atMost: 2,
    },
  ];
};

import { tmpdir } from 'node:os';
import { rm } from 'node:fs/promises';
import { buildApp } from '@paceline/server/src/app.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { openLiveData } from '@paceline/server/src/db/connection/live.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { createLog } from '@paceline/server/src/http/watch/log.ts';
import { clockFrom } from '@paceline/server/src/lib/clock.ts';
import { makeTwoOwners, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { openClient } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { signedIn } from '../signed-in.ts';

/**
 * Does the page of the audit log open on ten million lines as a page by the primary key does? Each question goes through the whole
 * pipeline, with rights, names and words of its lines, and takes turns with one statement of the bare driver that reads fifty lines by
 * their keys. A file is told by the page: what fifty of its lines take.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const [lines = 10_000_000, rounds = 15] = process.argv.slice(3, 5).map(Number);
const PAGE = 50;
/** A call has its session, its rights, a transaction and fifty lines in words; the statement has none of it. */
const MAX_RATIO = 60;
const BATCH = 500_000;

const folder = await makeTemporaryFolder('bench');
const postgres = await startEmbedded({ dataDir: folder });
const appUrl = appUrlFrom(postgres.url);
await prepareDatabase(postgres.url, appUrl);
const { owner, other, user, admin } = await withMigrator(postgres.url, async (tx) => {
  const { mine, foreign } = await makeTwoOwners(tx);
  const ownerKeys = [mine.ownerKey];
  return {
    owner: mine.ownerKey,
    other: foreign.ownerKey,
    user: (await makeUser(tx, { group: 'ag', ownerKeys })).userKey,
    admin: (await makeUser(tx, { group: 'ag', ownerKeys, permissions: ['audit:View'] })).userKey,
  };
});
const asOwner = await openClient(postgres.url);
// A third each of no owner, of another one and of the one that is looked at; of everything that can be asked for there is much and little.
for (let from = 1; from <= lines; from += BATCH)
  await asOwner.query(
    `insert into audit_log (at, owner_key, user_key, user_type, route, action, entity, entity_key, outcome, request_id, way)
     select $1::timestamptz - n * interval '6 seconds', case n % 3 when 0 then null when 1 then $2::int else $3::int end,
            case when n % 997 = 0 then $4::int end, 'system', 'test', case when n % 983 = 0 then 'ioSent' else 'leadMoved' end,
            case when n % 991 = 0 then 'doc' else 'lead' end, (n % 40000)::text, 'done', 'r' || n,
            (array['screen', 'file', 'job'])[1 + n / 5 % 3]
     from generate_series($5::int, $6::int) n`,
    [NOW, other, owner, user, from, Math.min(lines, from + BATCH - 1)],
  );
await asOwner.query('vacuum analyze audit_log');

const db = openDatabase(appUrl, 4);
const clock = clockFrom(NOW);
const { app } = await buildApp({
  config: { production: true, trustProxy: [], serveWeb: false, metricsToken: null },
  db,
  clock,
  secret: Buffer.alloc(32),
  dataDir: tmpdir(),
  live: openLiveData({ db, clock }),
  log: createLog({ logLevel: 'warn' }),
});
const authorization = `Bearer ${await signedIn(postgres.url, admin, NOW)}`;

const timed = async (work: () => Promise<void>): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};
const ask = async (path: 'search' | 'export', filters: object): Promise<string> => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/ag/audit/${path}`,
    headers: { authorization },
    payload: { ownerKey: owner, ...filters },
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.payload.slice(0, 300)}`);
  return answer.payload;
};
const pageOf = (filters: object) => () =>
  timed(async () => {
    const { data } = JSON.parse(await ask('search', filters)) as { data: { rows: unknown[] } };
    if (data.rows.length === 0) throw new Error(`Nothing was found by ${JSON.stringify(filters)}`);
  });
const byKey = () =>
  timed(async () => {
    const from = 1 + Math.floor(Math.random() * (lines - PAGE));
    const { rows } = await asOwner.query('select * from audit_log where audit_key >= $1 order by audit_key limit $2', [
      from,
      PAGE,
    ]);
    if (rows.length === 0) throw new Error('No lines by key');
  });

/** The days of the file: few enough that it is written whole, in every size of the bench. */
const FILE_DAYS = { days: { from: '2026-03-09', to: '2026-03-09' } };
const QUESTIONS: Record<string, object> = {
  'first page': {},
  'a week': { days: { from: '2026-03-03', to: '2026-03-09' } },
  'a common action': { action: 'leadMoved' },
  'a rare action': { action: 'ioSent' },
  'a rare kind': { entity: 'doc' },
  'one record': { entity: 'lead', entityKey: '17' },
  'a person': { person: 'Test' },
  'a way': { way: 'job' },
  'one request': { requestId: 'r4712' },
  'a search': { term: 'r4712' },
  'of no owner': { of: 'none' },
};

let missed = false;
const report = async (name: string, work: () => Promise<number>): Promise<void> => {
  for (let n = 0; n < 3; n += 1) {
    await byKey();
    await work();
  }
  const { key, question } = await takeTurns({ key: byKey, question: work }, rounds);
  missed ||= question / key > MAX_RATIO;
  console.log(
    `${name.padEnd(24)} ${question.toFixed(2).padStart(8)} ms, by the key ${key.toFixed(2).padStart(6)} ms, ratio ${(question / key).toFixed(1)}`,
  );
};

try {
  console.log(`${lines} lines, ${rounds} rounds`);
  for (const [name, filters] of Object.entries(QUESTIONS)) await report(name, pageOf(filters));
  await report(`a file, by ${PAGE} lines`, async () => {
    let written = 0;
    const took = await timed(async () => {
      written = (await ask('export', FILE_DAYS)).split('\n').length - 1;
    });
    return (took * PAGE) / written;
  });
  process.exitCode = missed ? 1 : 0;
} finally {
  await app.close();
  await Promise.all([db.close(), asOwner.end()]);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

import { setTimeout as pause } from 'node:timers/promises';
import { openGates, takeIndexes } from '@paceline/server/seed/index.ts';
import { withBulk } from '@paceline/server/src/db/connection/bulk.ts';
import { type Migration, readMigrations } from '@paceline/server/src/db/migrate/migrations.ts';
import { runMigrations } from '@paceline/server/src/db/migrate/run-migrations.ts';
import { sql } from 'kysely';
import { openClient } from './connections.ts';
import { postFor } from './load-posts.ts';
import { isHeld, type Figure, makeStarter, percentileOf } from './load-servers.ts';
import { openPostStore } from '../intake/posts-store.ts';

/**
 * Does anybody who posts notice a migration? D-10: `npm run bench -- migration [leads]`. Columns are added, an index is made and
 * taken over, a constraint is proved and columns go, on a table with so many leads, while leads are posted and a report reads.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const [leads = 200_000] = process.argv.slice(3, 4).map(Number);
const CONNECTIONS = 8;
const MONTHS = 3;

const FILES: Migration[] = [
  {
    name: '9001_expand',
    text: `
      alter table lead add column bench_grade smallint default 0, add column bench_note text;
      alter table lead add constraint bench_grade_known check (bench_grade between 0 and 5) not valid;`,
  },
  {
    name: '9002_index',
    text: `-- Outside a transaction.
      create index concurrently bench_lead_grade on lead (owner_key, bench_grade, created_at desc);`,
  },
  { name: '9003_prove', text: 'alter table lead validate constraint bench_grade_known' },
  {
    name: '9004_contract',
    text: 'drop index bench_lead_grade; alter table lead drop column bench_grade, drop column bench_note',
  },
];

const store = await openPostStore(NOW);
const start = makeStarter(store.appUrl, NOW);
const server = await start();
const [migrator, report, watcher] = [
  await openClient(store.ownerUrl),
  await openClient(store.ownerUrl),
  await openClient(store.ownerUrl),
];
try {
  await withBulk(store.ownerUrl, async ({ tx }) => {
    const gates = await openGates(tx);
    const putIndexesBack = await takeIndexes(tx);
    for (const { ownerKey, campaignKey } of store.places.slice(0, 4))
      await sql`
        insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, state, zip, client_price, media_price)
        select ${ownerKey}, '2025-12-01'::date + n % ${MONTHS * 28}::int, 'B-' || ${campaignKey}::int || '-' || n,
               '2025-12-01T12:00:00Z'::timestamptz + n % ${MONTHS * 28}::int * interval '1 day', ${campaignKey}, 'DLV', 'mobile', 'OH', '43215', 71.25, 43.75
        from generate_series(1, ${Math.ceil(leads / 4)}::int) n`.execute(tx);
    await putIndexesBack();
    await gates.close();
  });
  await postFor(() => [server.url], store.places, { seconds: 5, connections: CONNECTIONS });
  const quiet = await postFor(() => [server.url], store.places, { seconds: 5, connections: CONNECTIONS });

  let retries = 0;
  let longestWait = 0;
  const migrated = new AbortController();
  const watch = async (): Promise<void> => {
    while (!migrated.signal.aborted) {
      const { rows } = await watcher.query<{ waited: number | null }>(
        `select max(extract(epoch from clock_timestamp() - l.waitstart))::float8 * 1000 as waited
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.relation is not null and a.application_name like 'paceline%'`,
      );
      longestWait = Math.max(longestWait, rows[0]?.waited ?? 0);
      await pause(20);
    }
  };
  const seconds: Record<string, string> = {};
  const migrate = async (): Promise<void> => {
    const files = await readMigrations();
    // A report that takes three seconds is being read when it begins.
    const reading = report.query('begin; select count(*) from lead; select pg_sleep(3); commit');
    await pause(100);
    for (const [index, { name }] of FILES.entries()) {
      const since = performance.now();
      await runMigrations(migrator, [...files, ...FILES.slice(0, index + 1)], { onRetry: () => void (retries += 1) });
      seconds[name] = `${((performance.now() - since) / 1000).toFixed(1)} s`;
    }
    await reading;
    migrated.abort();
  };
  const posting = async (): Promise<Awaited<ReturnType<typeof postFor>>[]> => {
    const rounds = [];
    while (!migrated.signal.aborted)
      rounds.push(await postFor(() => [server.url], store.places, { seconds: 2, connections: CONNECTIONS }));
    return rounds;
  };
  const [rounds] = await Promise.all([posting(), migrate(), watch()]);
  const latencies = rounds.flatMap((one) => one.latencies);
  const figures: Figure[] = [
    {
      id: 'D-10',
      what: 'posts that failed',
      measured: rounds.reduce((sum, one) => sum + one.errors + one.blunt + one.refused, 0),
      unit: '',
      atMost: 0,
    },
    {
      id: 'D-10',
      what: 'longest wait of a post for a lock on a table',
      measured: longestWait,
      unit: 'ms',
      atMost: 1000,
    },
    { id: 'D-10', what: 'slowest post', measured: Math.max(...latencies), unit: 'ms' },
    {
      id: 'D-10',
      what: 'p95 of posts, of that before',
      measured: percentileOf(latencies, 0.95) / percentileOf(quiet.latencies, 0.95),
      unit: '×',
    },
  ];
  console.log(`${leads} leads, ${latencies.length} posts meanwhile, a lock was given up ${retries} times;`, seconds);
  for (const figure of figures)
    console.log(
      `${figure.what.padEnd(48)} ${figure.measured.toFixed(2).padStart(9)} ${figure.unit} ${isHeld(figure) ? '' : 'NOT HELD'}`,
    );
  if (!figures.every(isHeld)) process.exitCode = 1;
} finally {
  for (const client of [migrator, report, watcher]) await client.end();
  await server.close();
  await store.close();
}

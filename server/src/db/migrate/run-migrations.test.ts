import { EventEmitter, once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeLead } from '../../testing/factories/factories.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { type MigrateOptions, runMigrations } from './run-migrations.ts';
import { withConnection } from '../scope/single-connection.ts';

const database = useDatabase();
let files: Migration[];
let place: Awaited<ReturnType<typeof makeCampaign>>;

beforeAll(async () => {
  files = await readMigrations();
  place = await database.asMigrator((tx) => makeCampaign(tx));
  await database.asMigrator((tx) => sql`call app.ensure_months('lead', '2026-01-01', '2026-03-01')`.execute(tx));
});

const migrate = (added: readonly Migration[], options: MigrateOptions = {}): Promise<void> =>
  withConnection(database.ownerUrl, (client) => runMigrations(client, [...files, ...added], options));
const ask = async <Row>(question: string): Promise<Row[]> =>
  database.asMigrator(async (tx) => (await sql<Row>`${sql.raw(question)}`.execute(tx)).rows);
const applied = async (): Promise<string[]> =>
  (await ask<{ name: string }>(`select name from migration where name like '9%' order by 1`)).map(({ name }) => name);
const post = (): Promise<number> =>
  database.asMigrator((tx) =>
    makeLead(tx, { ownerKey: place.ownerKey, campaignKey: place.campaignKey, day: '2026-02-02' }),
  );

/** A database with only the product's own migrations. */
beforeEach(async () => {
  await ask(`delete from migration where name like '9%'`);
  await ask('delete from lead');
  await ask('drop index if exists lead_by_zip');
  await ask('alter table lead drop column if exists wider');
  await ask('drop table if exists good');
});

const WIDER: Migration = { name: '9001_wider', text: 'alter table lead add column wider int' };

test('a migration that does not get its lock lets posts through and retries', async () => {
  const retries = new EventEmitter();
  await withConnection(database.ownerUrl, async (reader) => {
    // A long-running report.
    await reader.query('begin; select from lead');
    const retried = once(retries, 'retry');
    const migrating = migrate([WIDER], { pauseMs: 5, tries: 1000, onRetry: () => void retries.emit('retry') });
    await retried;
    // While the report is still being read.
    expect(await post()).toBeGreaterThan(0);
    expect(await applied()).toEqual([]);
    await reader.query('commit');
    await migrating;
  });
  expect(await applied()).toEqual(['9001_wider']);
  expect(await ask('select wider from lead')).toEqual([{ wider: null }]);
});

test('one that never gets its lock is named', async () => {
  await migrate([WIDER]);
  await withConnection(database.ownerUrl, async (reader) => {
    await reader.query('begin; select from lead');
    const late: Migration = { name: '9002_late', text: 'alter table lead add column late int' };
    await expect(migrate([WIDER, late], { pauseMs: 0, tries: 2 })).rejects.toThrow('Migration 9002_late did not get');
    await reader.query('commit');
  });
  expect(await applied()).toEqual(['9001_wider']);
});

test('each migration is applied completely or not at all, whatever happens to the next one', async () => {
  const good: Migration = { name: '9003_good', text: 'create table good (n int)' };
  const bad: Migration = { name: '9004_bad', text: 'create table bad (n int); select 1 / 0' };
  await expect(migrate([WIDER, good, bad])).rejects.toThrow('division by zero');
  expect(await applied()).toEqual(['9001_wider', '9003_good']);
  expect(await ask(`select to_regclass('good')::text as good, to_regclass('bad')::text as bad`)).toEqual([
    { good: 'good', bad: null },
  ]);
});

test('an index is built while leads are written, on every partition, and a half-built one is rebuilt', async () => {
  const index: Migration = {
    name: '9005_index',
    text: `-- Outside a transaction.\ncreate index concurrently lead_by_zip on lead (owner_key, zip) where zip is not null;\n`,
  };
  await ask('create index lead_by_zip_202602 on lead_202602 (owner_key, zip) where zip is not null');
  await ask(`update pg_index set indisvalid = false where indexrelid = 'lead_by_zip_202602'::regclass`);
  const before = await ask<{ key: number }>(`select 'lead_by_zip_202602'::regclass::oid::int as key`);
  await withConnection(database.ownerUrl, async (writer) => {
    // A post in progress does not delay the first month, which it does not write to.
    await writer.query('begin; lock table lead_202601 in row exclusive mode');
    const migrating = migrate([index]);
    expect(await post()).toBeGreaterThan(0);
    await writer.query('commit');
    await migrating;
  });
  expect(
    await ask(`
      select count(*) as months, bool_and(x.indisvalid) as valid,
             (select indisvalid from pg_index where indexrelid = 'lead_by_zip'::regclass) as whole
      from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid where i.inhparent = 'lead_by_zip'::regclass`),
  ).toEqual([
    {
      months: (await ask(`select from pg_inherits where inhparent = 'lead'::regclass`)).length,
      valid: true,
      whole: true,
    },
  ]);
  expect(await ask(`select 'lead_by_zip_202602'::regclass::oid::int as key`)).not.toEqual(before);
  await ask(`call app.ensure_months('lead', '2026-04-01', '2026-04-01')`);
  expect(
    await ask(`select from pg_indexes where tablename = 'lead_202604' and indexdef like '%zip IS NOT NULL%'`),
  ).toHaveLength(1);
});

test('a newer database is accepted; unknown migrations are refused, and none is inserted in between', async () => {
  const migrations = ['9001_wider', '9003_good', '9005_index'].map((name) => ({ name, text: 'select 1' }));
  await migrate(migrations);
  await expect(migrate([])).resolves.toBeUndefined();
  const after = { name: '9009_after', text: 'select 1' };
  await expect(migrate([after])).rejects.toThrow('does not know: 9001_wider, 9003_good, 9005_index');
  const between = { name: '9004_between', text: 'select 1' };
  await expect(migrate([...migrations.slice(0, 2), between, ...migrations.slice(2)])).rejects.toThrow(
    'Migration 9004_between comes before 9005_index',
  );
});

test('an empty database gets everything at once, including indexes otherwise built concurrently', async () => {
  await database.asMigrator((tx) => sql`create schema empty`.execute(tx));
  await withConnection(database.ownerUrl, async (client) => {
    await client.query('set search_path = empty');
    await runMigrations(client, [
      { name: '0001_first', text: 'create table first (n int)' },
      { name: '0002_index', text: '-- Outside a transaction.\ncreate index concurrently first_n on first (n);' },
    ]);
    expect((await client.query('select name from migration order by 1')).rows).toEqual([
      { name: '0001_first' },
      { name: '0002_index' },
    ]);
  });
  expect(await ask(`select from pg_indexes where schemaname = 'empty' and indexname = 'first_n'`)).toHaveLength(1);
});

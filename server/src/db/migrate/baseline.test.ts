import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listCatalogue } from '../../testing/calls/catalogue-lines.ts';
import { testDatabaseName } from '../../testing/servers/test-server.ts';
import { listSchemaFiles, readBaseline, SCHEMA_FOLDER } from './baseline.ts';
import { prepareDatabase } from './migrate.ts';
import { type Migration, readMigrations, readMigrationsBefore } from './migrations.ts';
import { appUrlFrom } from './roles.ts';
import { type MigrateOptions, runMigrations } from './run-migrations.ts';
import { withConnection } from '../scope/single-connection.ts';

const databases: string[] = [];
const onServer = (statement: string) => withConnection(inject('serverUrl'), (client) => client.query(statement));
const makeDatabase = async (from = ''): Promise<string> => {
  const name = testDatabaseName();
  await onServer(`create database ${name} ${from}`);
  databases.push(name);
  return Object.assign(new URL(inject('serverUrl')), { pathname: `/${name}` }).href;
};
/** A database created from the baseline. */
const copyTemplate = (): Promise<string> => makeDatabase(`template ${inject('template')} strategy file_copy`);
const migrate = (url: string, migrations: readonly Migration[], options: MigrateOptions = {}): Promise<void> =>
  withConnection(url, (client) => runMigrations(client, migrations, options));
const onlyIn = (lines: readonly string[], others: readonly string[]): string[] => {
  const rest = new Set(others);
  return lines.filter((line) => !rest.has(line));
};

let oldUrl: string;
let oldCatalogue: string[];

beforeAll(async () => {
  oldUrl = await makeDatabase();
  await migrate(oldUrl, await readMigrations());
  oldCatalogue = await listCatalogue(oldUrl);
});
afterAll(async () => {
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`);
});

test('the baseline creates the same catalogues and rows as the migrations it replaces', async () => {
  const catalogue = await listCatalogue(await copyTemplate());
  expect(onlyIn(oldCatalogue, catalogue)).toEqual([]);
  expect(onlyIn(catalogue, oldCatalogue)).toEqual([]);
  expect(catalogue).toHaveLength(oldCatalogue.length);
});

test('a database created by the migrations needs no change', async () => {
  await prepareDatabase(oldUrl, appUrlFrom(oldUrl));
  expect(await listCatalogue(oldUrl)).toEqual(oldCatalogue);
});

/** Schema changes, each with the beginning of the line that must report it. */
const BREACHES = [
  [
    'alter table client drop column active, add column active boolean not null default true',
    'column client.active: 7 ',
  ],
  ['alter table owner alter column io_required set default true', 'column owner.io_required: '],
  ['alter table campus alter column city set not null', 'column campus.city: '],
  [
    'alter table goal drop constraint goal_pacing_curve_check, add constraint goal_pacing_curve_check check (true)',
    'constraint goal.goal_pacing_curve_check: ',
  ],
  ['drop index lead_by_status; create index lead_by_status on lead (owner_key, status)', 'index lead_by_status: '],
  ['alter policy tenant on goal using (true)', 'policy goal.tenant: '],
  ['alter table client no force row level security', 'relation client: '],
  [
    `create or replace function app.is_good(status text) returns boolean language sql immutable parallel safe return status = 'DLV'`,
    'function app.is_good(text): ',
  ],
  ['alter function app.find_session security invoker', 'function app.find_session(bytea): '],
  ['alter function app.add_job reset all', 'function app.add_job(text,json,text,timestamp with time zone): '],
  ['revoke execute on function app.data_versions from paceline_app', 'function app.data_versions(integer[]): '],
  ['alter table lead disable trigger lead_inserted', 'trigger lead.lead_inserted: '],
  ['grant delete on campaign_price to paceline_app', 'relation campaign_price: '],
  ['grant select (print) on secret_key to paceline_app', 'column secret_key.print: '],
  [`comment on column platform_day.complete is 'Breach'`, 'comment table column public.platform_day.complete: '],
  ['alter sequence lead_key_seq increment by 2', 'sequence lead_key_seq: '],
  ['alter view cap_recount reset (security_invoker)', 'relation cap_recount: '],
  ['alter table program owner to paceline_app', 'relation program: '],
  [`update channel set name = 'Breach' where channel = 'email'`, 'row of channel: '],
  ['create domain app.breach as int', 'type app.breach: '],
] as const;

test('every kind of difference is detected: each is planted and reported', async () => {
  const url = await copyTemplate();
  const before = await listCatalogue(url);
  await withConnection(url, async (client) => {
    for (const [statement] of BREACHES) await client.query(statement);
  });
  const lines = onlyIn(await listCatalogue(url), before);
  expect(BREACHES.filter(([, start]) => !lines.some((line) => line.startsWith(start)))).toEqual([]);
});

test('a database of an earlier migration gets the missing ones', { tags: ['long'] }, async () => {
  const url = await makeDatabase();
  await migrate(url, (await readMigrationsBefore()).slice(0, 60));
  await prepareDatabase(url, appUrlFrom(url));
  expect(await listCatalogue(url)).toEqual(oldCatalogue);
});

test('the schema of an earlier point is created by the migrations up to it', async () => {
  const first = (await readMigrationsBefore()).slice(0, 2);
  const url = await makeDatabase();
  await migrate(url, first, { baseline: await readBaseline() });
  const { rows } = await withConnection(url, (client) =>
    client.query(`select name, to_regclass('lead')::text as lead from migration order by 1`),
  );
  expect(rows).toEqual(first.map(({ name }) => ({ name, lead: null })));
});

test('the table of contents lists every schema file once, and nothing is defined and then altered', async () => {
  const files = (await readdir(SCHEMA_FOLDER)).filter((name) => name.endsWith('.sql'));
  expect((await listSchemaFiles()).toSorted()).toEqual(files.toSorted());
  const { text } = await readBaseline();
  expect(text).not.toMatch(
    /^create or replace|^drop |^alter table \w+\s+(add|drop|rename)|^alter (function|policy|type)/m,
  );
});

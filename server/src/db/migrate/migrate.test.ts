import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { testDatabaseName } from '../../testing/servers/test-server.ts';
import { openFacts } from '../facts/facts.ts';
import { prepareDatabase } from './migrate.ts';
import { listMigrationNames, MIGRATIONS_FOLDER, readMigrations } from './migrations.ts';
import { appUrlFrom } from './roles.ts';
import { withConnection } from '../scope/single-connection.ts';

const name = testDatabaseName();
let ownerUrl: string;
let ours: string[];
const onServer = (statement: string) => withConnection(inject('serverUrl'), (client) => client.query(statement));
const ask = async <Row extends object>(text: string): Promise<Row[]> =>
  withConnection(ownerUrl, async (client) => (await client.query<Row>(text)).rows);
const prepareNow = () => prepareDatabase(ownerUrl, appUrlFrom(ownerUrl));

beforeAll(async () => {
  ownerUrl = Object.assign(new URL(inject('serverUrl')), { pathname: `/${name}` }).href;
  ours = await listMigrationNames();
});
beforeEach(async () => {
  await onServer(`drop database if exists ${name} with (force)`);
});
afterAll(() => onServer(`drop database if exists ${name} with (force)`));

const namesDone = async (): Promise<string[]> =>
  (await ask<{ name: string }>('select name from migration order by name')).map((row) => row.name);

test(
  'several processes starting at once on an empty database migrate it once, and all succeed',
  { tags: ['long'] },
  async () => {
    await onServer(`create database ${name}`);
    await Promise.all([prepareNow(), prepareNow(), prepareNow()]);
    expect(await namesDone()).toEqual(ours);
  },
);

const fromTemplate = () => onServer(`create database ${name} template ${inject('template')}`);

test('an older version starts on a database of a newer one', async () => {
  await fromTemplate();
  await ask(`insert into migration (name, timestamp) values ('9999_of_tomorrow', '2040-01-01T00:00:00Z')`);
  await prepareNow();
  expect(await namesDone()).toEqual([...ours, '9999_of_tomorrow']);
});

test('several processes creating the same partitions at once all succeed', { tags: ['long'] }, async () => {
  await fromTemplate();
  const starters = Array.from({ length: 4 }, () => openFacts(ownerUrl));
  const [from, to] = [new Date('2031-01-01T12:00:00Z'), new Date('2031-12-01T12:00:00Z')];
  await Promise.all(starters.map((facts) => facts.ensureMonths(from, to)));
  await Promise.all(starters.map((facts) => facts.close()));
  const partitions = await ask(`select from pg_class where relname ~ '^lead_2031(0[1-9]|1[0-2])$'`);
  expect(partitions).toHaveLength(12);
});

test('landed migrations keep their name, order and text; add `sha256sum` of a new one to the list', async () => {
  const landed = (await readFile(`${MIGRATIONS_FOLDER}/landed.sha256`, 'utf8')).trimEnd().split('\n');
  const checksums = (await readMigrations()).map(
    (migration) => `${createHash('sha256').update(migration.text).digest('hex')}  ${migration.name}.sql`,
  );
  expect(checksums).toEqual(landed);
});

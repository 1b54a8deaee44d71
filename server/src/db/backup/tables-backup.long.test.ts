import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { StartupError } from '../../lib/startup-error.ts';
import { TEST_NOW, TEST_SECRET } from '../../testing/app.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeValidLead } from '../../testing/factories/delivery-factories.ts';
import { makeCampaign, makeOwner, makeUser } from '../../testing/factories/factories.ts';
import { makeTemporaryFolder } from '../../testing/servers/temporary-folder.ts';
import { testDatabaseName } from '../../testing/servers/test-server.ts';
import { withMigrator } from '../migrate/loader.ts';
import { appUrlFrom } from '../migrate/roles.ts';
import { withConnection } from '../scope/single-connection.ts';
import { sumTables, type TableSums } from './checksums.ts';
import { backupFolder, type BackupFolder, DATA_FILE, type Manifest, pathOf } from './folder.ts';
import { restoreTables } from './restore-tables.ts';
import { backUpTables } from './tables-backup.ts';

const database = useDatabase();
let folder: BackupFolder;
let manifest: Manifest;
const databases: string[] = [];

beforeAll(async () => {
  folder = backupFolder(await makeTemporaryFolder('tables'), null, TEST_SECRET);
  await database.asMigrator(async (tx) => {
    const place = await makeCampaign(tx);
    await makeUser(tx, { group: 'ag', ownerKeys: [place.ownerKey] });
    // A month that no migration creates, and text that COPY has to escape.
    const person = { firstName: 'Tab\tand\nline', lastName: String.raw`\N` };
    for (const at of [TEST_NOW, new Date('2019-02-28T23:59:00Z')]) await makeValidLead(tx, { ...place, at, person });
    await sql`update owner set name = ${'A\\b\tc\nd“e”'} where owner_key = ${place.ownerKey}`.execute(tx);
  });
  manifest = await backUpTables(folder, database.ownerUrl, () => new Date());
});
afterEach(async () => {
  for (const name of databases.splice(0))
    await withConnection(inject('serverUrl'), (client) => client.query(`drop database ${name} with (force)`));
});
afterAll(() => fs.rm(folder.path, { recursive: true, force: true }));

const emptyDatabase = async (): Promise<string> => {
  const name = testDatabaseName();
  await withConnection(inject('serverUrl'), (client) => client.query(`create database ${name}`));
  databases.push(name);
  const url = new URL(inject('serverUrl'));
  url.pathname = `/${name}`;
  return url.href;
};
const sumsOf = (url: string): Promise<TableSums> =>
  withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read');
    const { migration: _, ...sums } = await sumTables(client);
    return sums;
  });
const restoreInto = (url: string, from = folder) => restoreTables(from, manifest, url, appUrlFrom(url));
const sentence = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

test('an empty database becomes a copy of the backed-up one: tables, partitions, sequences, triggers', async () => {
  const url = await emptyDatabase();
  const { tables, rows, differences } = await restoreInto(url);
  expect({ differences, isAll: tables > 100 && rows > 10 }).toEqual({ differences: [], isAll: true });
  const [before, after] = [await sumsOf(database.ownerUrl), await sumsOf(url)];
  delete before['graphile_worker.migrations'];
  delete after['graphile_worker.migrations'];
  expect(after).toEqual(before);
  // The next row gets the next key, and its triggers fire.
  const next = (at: string) =>
    withMigrator(at, async (tx) => {
      const { ownerKey } = await makeOwner(tx);
      const { rows: versions } = await sql<{ n: number }>`select count(*)::int as n from data_version`.execute(tx);
      return { ownerKey, versions: versions[0]!.n };
    });
  expect(await next(url)).toEqual(await next(database.ownerUrl));
});

test('a database in use is not overwritten', async () => {
  const before = await sumsOf(database.ownerUrl);
  expect(await sentence(restoreInto(database.ownerUrl))).toMatch(/holds owners or users already/);
  expect(await sumsOf(database.ownerUrl)).toEqual(before);
});

test('a backup that is truncated, or modified undetected by its manifest, restores no row', async () => {
  const copy = { ...folder, path: `${folder.path}-copy` };
  await fs.cp(folder.path, copy.path, { recursive: true });
  const file = path.join(pathOf(copy, manifest.name), DATA_FILE);
  const bytes = await fs.readFile(file);
  await fs.writeFile(file, bytes.subarray(0, bytes.length - 1));
  const url = await emptyDatabase();
  expect(await sentence(restoreInto(url, copy))).toMatch(/is cut short/);
  // Even if an attacker could sign the new checksum, the seal detects the change.
  const cut = bytes.subarray(0, bytes.length - 20);
  await fs.writeFile(file, cut);
  const { hash } = await import('node:crypto');
  const signed = { ...manifest.files, [DATA_FILE]: { bytes: cut.length, sha256: hash('sha256', cut) } };
  const changed = { ...manifest, files: signed };
  expect(await sentence(restoreTables(copy, changed, url, appUrlFrom(url)))).toMatch(/is cut short/);
  await fs.rm(copy.path, { recursive: true });
  const left = await withConnection(url, (client) => client.query('select from owner union all select from lead'));
  expect(left.rowCount).toBe(0);
});

test('another key, and a schema that this Paceline does not know', async () => {
  const url = await emptyDatabase();
  const other = backupFolder(folder.path, 'another key, of more than 32 characters', TEST_SECRET);
  expect(await sentence(restoreInto(url, other))).toMatch(/sealed with another key/);
  const newer = { ...manifest, schema: '9999_of_tomorrow' };
  expect(await sentence(restoreTables(folder, newer, url, appUrlFrom(url)))).toMatch(/made by a newer Paceline/);
});

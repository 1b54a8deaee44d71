import path from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { StartupError } from '../../lib/startup-error.ts';
import { prepareDatabase } from '../migrate/migrate.ts';
import { withConnection } from '../scope/single-connection.ts';
import { differencesOf, sumTables } from './checksums.ts';
import { assertWhole, type BackupFolder, DATA_FILE, type Manifest, pathOf } from './folder.ts';
import { unpack, type Unpacked } from './pack.ts';
import { readAll, readSealed } from './sealed-files.ts';
import { type Catalogue, columnNames, type DumpedTable, listTables } from './tables-backup.ts';
import { type Comparison, readSums } from './verify.ts';

const assertEmpty = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ isUsed: boolean }>(
    'select exists (select from owner) or exists (select from user_account) as "isUsed"',
  );
  if (rows[0]?.isUsed)
    throw new StartupError(
      'The database of DATABASE_URL holds owners or users already: create an empty one, and set DATABASE_URL to it.',
    );
};

/** Disables triggers and foreign keys: the rows were consistent in their source. */
const withoutTriggers = (client: pg.ClientBase): Promise<unknown> =>
  client.query('set local session_replication_role = replica').catch(() => {
    throw new StartupError(
      'The user of DATABASE_URL may not load a backup: as a superuser, grant set on parameter session_replication_role to it.',
    );
  });

const makeMissingParts = async (client: pg.ClientBase, wanted: readonly DumpedTable[]): Promise<void> => {
  const tableNames = new Set((await listTables(client)).map(({ name }) => name));
  for (const { name, parent, bounds } of wanted)
    if (parent !== null && bounds !== null && !tableNames.has(name))
      await client.query(`create table ${name} partition of ${parent} ${bounds}`);
};

const assertSameTables = async (client: pg.ClientBase, wanted: readonly DumpedTable[]): Promise<void> => {
  const columnsByTable = new Map((await listTables(client)).map((table) => [table.name, table.columns.join()]));
  const different = wanted.find(({ name, columns }) => columnsByTable.get(name) !== columns.join());
  if (different)
    throw new StartupError(
      `The table ${different.name} of the backup is not the one of this Paceline: restore with the Paceline that made the backup.`,
    );
};

const endOf = (copying: CopyStreamQuery): Promise<void> => {
  copying.end();
  return finished(copying);
};

/** All pieces of one table go into a single COPY; the next table's first piece ends it. */
const copyRows = async (
  client: pg.ClientBase,
  tables: ReadonlyMap<string, DumpedTable>,
  entries: AsyncIterable<Unpacked>,
): Promise<void> => {
  let table = '';
  let copying: CopyStreamQuery | undefined;
  for await (const { entry, content } of entries) {
    const name = entry.path.slice('rows/'.length);
    if (copying === undefined || name !== table) {
      if (copying) await endOf(copying);
      table = name;
      copying = client.query(copyFrom(`copy ${name} (${columnNames(tables.get(name)!)}) from stdin`));
    }
    for await (const piece of content) if (!copying.write(piece)) await once(copying, 'drain');
  }
  if (copying) await endOf(copying);
};

const load = async (client: pg.ClientBase, folder: BackupFolder, manifest: Manifest): Promise<Comparison> => {
  const { name } = manifest;
  const file = path.join(pathOf(folder, name), DATA_FILE);
  const entries = unpack(readSealed(file, folder.key, `${name}/${DATA_FILE}`));
  const first = await entries.next();
  if (first.done) throw new StartupError(`${file} is empty: take another backup.`);
  const { tables, sequences } = JSON.parse((await readAll(first.value.content)).toString()) as Catalogue;
  await makeMissingParts(client, tables);
  await assertSameTables(client, tables);
  // Rows that migrations insert are in the backup too, in their state of that time.
  for (const table of tables) await client.query(`delete from only ${table.name}`);
  await copyRows(client, new Map(tables.map((table) => [table.name, table])), entries);
  for (const { name: sequence, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [sequence, last, isCalled]);
  const expected = await readSums(folder, manifest);
  const differences = differencesOf(expected, await sumTables(client, Object.keys(expected)));
  const rows = Object.values(expected).reduce((sum, table) => sum + table.rows, 0);
  return { tables: tables.length, rows, differences };
};

/** Restores into an empty database in one transaction: all of the backup, verified against its checksums, or nothing. */
export const restoreTables = async (
  folder: BackupFolder,
  manifest: Manifest,
  ownerUrl: string,
  appUrl: string,
): Promise<Comparison> => {
  await assertWhole(folder, manifest);
  await prepareDatabase(ownerUrl, appUrl, { upTo: manifest.schema }).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes(manifest.schema)) throw error;
    throw new StartupError('The backup was made by a newer Paceline: restore it with that one.', { cause: error });
  });
  return withConnection(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0');
    await assertEmpty(client);
    await withoutTriggers(client);
    const comparison = await load(client, folder, manifest);
    if (comparison.differences.length > 0)
      throw new StartupError(`Nothing was restored, as it is not what was backed up: ${comparison.differences[0]}.`);
    await client.query('commit');
    return comparison;
  });
};

import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '../scope/single-connection.ts';
import { sumTables, type TableSums } from './checksums.ts';
import { schemaOf } from './cluster-backup.ts';
import { type BackupFolder, beginBackup, DATA_FILE, finishBackup, type Manifest, nameOf, SUMS_FILE } from './folder.ts';
import { packEnd, packText } from './pack.ts';
import { asBytes, writeSealed } from './sealed-files.ts';

/** A table with rows, as the catalogue describes it: enough to check that another database has the same one. */
export interface DumpedTable {
  name: string;
  /** `name type`, without generated columns. */
  columns: string[];
  /** For a monthly partition: its parent table and its bounds. */
  parent: string | null;
  bounds: string | null;
}
interface DumpedSequence {
  name: string;
  last: string;
  isCalled: boolean;
}
export interface Catalogue {
  tables: DumpedTable[];
  sequences: DumpedSequence[];
}

/** Tables not restored: the rows are loaded into a schema that the migrations create. */
const OF_THE_SCHEMA = ['migration', 'migration_lock', 'graphile_worker.migrations'];

const TABLES = `
  select c.oid::regclass::text as name, p.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bounds,
         array(select concat(quote_ident(attname), ' ', format_type(atttypid, atttypmod)) from pg_attribute
               where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class c left join pg_inherits p on p.inhrelid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p'
    and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
    and c.oid::regclass::text <> all ($1)
  order by 1`;
const SEQUENCES = `
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1`;

export const listTables = async (client: pg.ClientBase): Promise<DumpedTable[]> =>
  (await client.query<DumpedTable>(TABLES, [OF_THE_SCHEMA])).rows;

const listSequences = async (client: pg.ClientBase): Promise<DumpedSequence[]> => {
  const { rows } = await client.query<{ name: string }>(SEQUENCES);
  const sequences: DumpedSequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<Omit<DumpedSequence, 'name'>>(
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, ...state.rows[0]! });
  }
  return sequences;
};

export const columnNames = ({ columns }: DumpedTable): string =>
  columns.map((column) => /^("(?:[^"]|"")*"|\S+) /.exec(column)![1]).join(', ');

/** In text format: type OIDs differ between databases, and binary rows contain them. */
async function* packTables(client: pg.ClientBase, catalogue: Catalogue): AsyncGenerator<Buffer, void> {
  yield* packText('catalogue.json', JSON.stringify(catalogue));
  for (const table of catalogue.tables) {
    const copying = client.query(copyTo(`copy (select ${columnNames(table)} from only ${table.name}) to stdout`));
    // A table of any length, in pieces as they arrive.
    for await (const bytes of copying) yield* packText(`rows/${table.name}`, bytes as Buffer);
  }
  yield* packEnd();
}

/** Backs up everything in one snapshot of a server, whoever runs that server. */
export const backUpTables = async (folder: BackupFolder, url: string, now: () => Date): Promise<Manifest> => {
  const startedAt = now();
  const name = nameOf(startedAt);
  const half = await beginBackup(folder, name);
  const store = (file: string, source: AsyncIterable<Buffer>) =>
    writeSealed(path.join(half, file), folder.key, `${name}/${file}`, source);
  const { data, sums, version } = await withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const catalogue = { tables: await listTables(client), sequences: await listSequences(client) };
    const added: TableSums = await sumTables(
      client,
      catalogue.tables.map((table) => table.name),
    );
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    return { data: await store(DATA_FILE, packTables(client, catalogue)), sums: added, version: rows[0]!.version };
  });
  const manifest: Manifest = {
    name,
    kind: 'tables',
    keyId: folder.key.id.toString('hex'),
    secretId: folder.secretId,
    startedAt: startedAt.toISOString(),
    // The snapshot is of the start; nothing committed later is in the backup.
    endedAt: startedAt.toISOString(),
    postgres: version,
    schema: await schemaOf(url),
    files: { [DATA_FILE]: data, [SUMS_FILE]: await store(SUMS_FILE, asBytes(sums)) },
    log: null,
  };
  await finishBackup(folder, half, manifest);
  return manifest;
};

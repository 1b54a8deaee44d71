import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { spoolIn } from '../embedded/archiving.ts';
import { READY_LIMIT_MS, waitUntil } from '../embedded/run.ts';
import { withConnection } from '../scope/single-connection.ts';
import { type BackupFolder, beginBackup, DATA_FILE, finishBackup, type Manifest, nameOf, SUMS_FILE } from './folder.ts';
import { packEnd, packFile, packFolder, packText } from './pack.ts';
import { takeReferencePoint } from './reference-point.ts';
import { asBytes, writeSealed } from './sealed-files.ts';
import { isHandedOver, shipLog, systemOf, timelineOf } from './wal.ts';

/** The embedded server: its folder and its connection URL. */
interface Cluster {
  home: string;
  url: string;
}

/** Runtime files of the server that are not data; the write-ahead log is backed up separately. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|backup_label(\.old)?|tablespace_map(\.old)?)$/;
const TEMPORARY = /^(pgsql_tmp|t\d+_\d+)/;
/** Read last: it must be no older than any other file. */
const CONTROL = 'global/pg_control';

async function* packCluster(cluster: string, within = ''): AsyncGenerator<Buffer, void> {
  const entries = await fs.readdir(path.join(cluster, within), { withFileTypes: true });
  for (const { name, isFolder } of entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))) {
    const inside = path.posix.join(within, name);
    if (LEFT_OUT.test(name) || TEMPORARY.test(name) || inside === CONTROL) continue;
    if (!isFolder) {
      yield* packFile(`pg/${inside}`, path.join(cluster, inside));
      continue;
    }
    yield* packFolder(`pg/${inside}`);
    if (!EMPTIED.includes(inside)) yield* packCluster(cluster, inside);
  }
}

const FIRST_SEGMENT = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m;

const assertArchives = async (url: string): Promise<void> => {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ mode: string; level: string }>(
      `select current_setting('archive_mode') as mode, current_setting('wal_level') as level`,
    ),
  );
  if (rows[0]?.mode !== 'on' || rows[0].level !== 'logical')
    throw new StartupError(
      'The running Paceline was started without BACKUP_DIR, so its database does not keep its log of changes: start it again with BACKUP_DIR set.',
    );
};

export const schemaOf = (url: string): Promise<string> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migration order by name desc limit 1');
    return rows[0]?.name ?? '';
  });

/** Closes the current log segment and waits until the server has archived it and the backup folder has it. */
export const shipUpToNow = async (folder: BackupFolder, { url, home }: Cluster): Promise<void> => {
  const cluster = path.join(home, 'pg');
  const spool = spoolIn(home);
  const segment = await withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    return rows[0]!.name;
  });
  const system = await systemOf(cluster);
  const isDone = await waitUntil(() => isHandedOver(folder, system, spool, segment), READY_LIMIT_MS);
  if (!isDone)
    throw new StartupError(
      `The database does not hand over its log of changes: see ${path.join(home, 'postgres.log')}.`,
    );
  await shipLog(folder, cluster, spool);
};

/** Contents of the one sealed file: the cluster and its password. The connection holds the backup marks. */
async function* packServer(
  client: pg.ClientBase,
  { home, url }: Cluster,
  note: { name: string; from: string },
): AsyncGenerator<Buffer, void> {
  const cluster = path.join(home, 'pg');
  await client.query('select pg_backup_start($1, fast => true)', [`paceline ${note.name}`]);
  yield* packFolder('pg');
  yield* packCluster(cluster);
  yield* packFile(`pg/${CONTROL}`, path.join(cluster, CONTROL));
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => true)',
  );
  const { label } = rows[0]!;
  note.from = FIRST_SEGMENT.exec(label)![1]!;
  yield* packText('pg/backup_label', label);
  yield* packText('pg-password', `${decodeURIComponent(new URL(url).password)}\n`);
  yield* packEnd();
}

/**
 * Copies the files of the running server between the start and stop marks in its log; replaying the log makes them consistent on restore.
 */
export const backUpCluster = async (folder: BackupFolder, server: Cluster, now: () => Date): Promise<Manifest> => {
  await assertArchives(server.url);
  const startedAt = now();
  const note = { name: nameOf(startedAt), from: '' };
  const half = await beginBackup(folder, note.name);
  const store = (file: string, source: AsyncIterable<Buffer>) =>
    writeSealed(path.join(half, file), folder.key, `${note.name}/${file}`, source);
  const data = await withConnection(server.url, (client) => store(DATA_FILE, packServer(client, server, note)));
  const endedAt = now();
  const { lsn, tables } = await takeReferencePoint(server.url);
  await shipUpToNow(folder, server);
  const manifest: Manifest = {
    name: note.name,
    kind: 'cluster',
    keyId: folder.key.id.toString('hex'),
    secretId: folder.secretId,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    postgres: (await fs.readFile(path.join(server.home, 'pg/PG_VERSION'), 'utf8')).trim(),
    schema: await schemaOf(server.url),
    files: { [DATA_FILE]: data, [SUMS_FILE]: await store(SUMS_FILE, asBytes(tables)) },
    log: {
      system: await systemOf(path.join(server.home, 'pg')),
      timeline: timelineOf(note.from),
      from: note.from,
      reference: lsn,
    },
  };
  await finishBackup(folder, half, manifest);
  return manifest;
};

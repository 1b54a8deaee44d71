import fs from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded/start.ts';
import { withConnection } from '../../db/scope/single-connection.ts';
import { SMALL_SERVER } from './embedded-server.ts';

/** What belongs to the running server and not to its data; the log of changes comes over the line. */
const NOT_COPIED = /\/(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

const giveTo = async (folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  await fs.chown(folder, uid, gid);
  for (const name of await fs.readdir(folder, { recursive: true })) await fs.lchown(path.join(folder, name), uid, gid);
};

/** A second server that follows the first one's changes, as `pg_basebackup` would make it: the npm build does not bring that. */
export const startReplica = async (primary: EmbeddedPostgres, dataDir: string): Promise<EmbeddedPostgres> => {
  const from = path.join(primary.dataDir, 'pg');
  const to = path.join(dataDir, 'pg');
  await fs.mkdir(dataDir);
  await fs.chmod(dataDir, 0o755);
  await withConnection(primary.url, async (client) => {
    await client.query(`select pg_create_physical_replication_slot('replica', true)`);
    await client.query(`select pg_backup_start('replica', fast => true)`);
    await fs.cp(from, to, { recursive: true, filter: (source) => !NOT_COPIED.test(source) });
    const { rows } = await client.query<{ label: string }>(
      `select labelfile as label from pg_backup_stop(wait_for_archive => false)`,
    );
    await fs.writeFile(path.join(to, 'backup_label'), rows[0]?.label ?? '');
  });
  await fs.writeFile(path.join(to, 'standby.signal'), '');
  const { username, password, hostname, port } = new URL(primary.url);
  const line = `user=${username} password=${password} host=${hostname} port=${port}`;
  await fs.appendFile(
    path.join(to, 'postgresql.auto.conf'),
    `primary_conninfo = '${line}'\nprimary_slot_name = 'replica'\nhot_standby_feedback = on\n`,
  );
  await fs.copyFile(path.join(primary.dataDir, 'pg-password'), path.join(dataDir, 'pg-password'));
  await fs.chmod(to, 0o700);
  await giveTo(to, await fs.stat(from));
  return startEmbedded({ dataDir, settings: SMALL_SERVER });
};

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { withConnection } from '../scope/single-connection.ts';
import { sumTables, type TableSums } from './checksums.ts';

interface ReferencePoint {
  /** Everything that was committed before this point of the log, and nothing else, is in the sums. */
  lsn: string;
  tables: TableSums;
}

interface Slot {
  consistent_point: string;
  snapshot_name: string;
}

/**
 * Adds the tables up at a point of the log that a restore can be stopped at. An ordinary snapshot stands for no such point: a commit is in
 * the log some time before others see it. The snapshot that comes with a replication slot does; the slot itself goes at once.
 */
export const takeReferencePoint = async (url: string): Promise<ReferencePoint> => {
  const replication = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig);
  replication.on('error', () => undefined);
  await replication.connect();
  try {
    const name = `paceline_backup_${randomBytes(6).toString('hex')}`;
    const { rows } = await replication.query<Slot>(
      `CREATE_REPLICATION_SLOT ${name} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'export')`,
    );
    const { consistent_point: lsn, snapshot_name: snapshot } = rows[0]!;
    const tables = await withConnection(url, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
      // From here on the snapshot is ours: the slot must not keep the log any longer.
      await replication.end();
      const sums = await sumTables(client);
      await client.query('commit');
      return sums;
    });
    return { lsn, tables };
  } finally {
    await replication.end().catch(() => undefined);
  }
};

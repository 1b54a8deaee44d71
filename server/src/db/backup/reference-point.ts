import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { withConnection } from '../scope/single-connection.ts';
import { sumTables, type TableSums } from './checksums.ts';

interface ReferencePoint {
  /** The sums cover everything committed before this log position, and nothing else. */
  lsn: string;
  tables: TableSums;
}

interface Slot {
  consistent_point: string;
  snapshot_name: string;
}

/**
 * Checksums the tables at a log position that a restore can stop at. An ordinary snapshot has no such position: a commit is in the log some
 * time before others see it. The snapshot of a replication slot has one; the slot itself is dropped at once.
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
      // The snapshot is now held by our transaction: drop the slot so that it does not retain the log.
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

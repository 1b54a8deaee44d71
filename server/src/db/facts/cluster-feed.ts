import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  type Cluster,
  onOneOf,
  type Shard,
  FACT_COLUMNS,
  isAmount,
  labelColumns,
  createStatement,
  findMark,
  insertStatement,
  markLine,
} from '../../cluster/index.ts';
import { withMigrator } from '../migrate/loader.ts';
import { createPool } from '../connection/pool.ts';

/** Progress of the cluster, and the backlog. */
interface FeedPosition {
  filled: boolean;
  /** Batches that the cluster has stored. */
  sent: number;
  waiting: number;
  /** Age of the oldest waiting change. */
  lagSeconds: number;
}

export interface ClusterFeed {
  /** Starts the feed if needed, then sends one batch and returns its row count. Of several processes that call it, one does the work. */
  feed(): Promise<number>;
  position(): Promise<FeedPosition | null>;
  close(): Promise<void>;
}

/** Rows per batch, and per block of the initial fill: each is sent in one piece. */
export const FEED_BATCH = 20_000;
const FILL_BLOCK_ROWS = 100_000;
const INSERT_MS = 60_000;
/** Advisory lock that selects one process; any number that nothing else uses. */
const FEED_LOCK = 8_301;

interface FeedState {
  epoch: string;
  layout: string;
  filled: boolean;
  taken: number;
  sent: number;
}

/** A fact as a line of text that both sides format alike. Days and months are numbers, money is in cents. */
const COPIED = [
  'x.owner_key',
  `x.day - date '1970-01-01'`,
  `(extract(year from x.day) * 12 + extract(month from x.day) - 1)::int`,
  'x.campaign_key',
  'x.kind',
  'x.source_key',
];
const copied = (sign: string, batch: number): string =>
  [
    ...COPIED,
    sign,
    String(batch),
    ...labelColumns.map((column) => `x.${column}`),
    ...FACT_COLUMNS.map((column) => (isAmount(column) ? `(x.${column} * 100)::bigint` : `x.${column}`)),
  ].join(', ');

/** Selects a row's shard: all versions of a row go to the same one. */
const ofShard = (shard: number, shards: number): string => `mod(x.source_key, ${shards}) = ${shard}`;

/** The rows of a statement as text, split after a number of lines. */
const copyBlocks = async function* (
  client: pg.PoolClient,
  statement: string,
  rows: number,
): AsyncGenerator<{ text: Buffer; lines: number }, void> {
  let parts: Buffer[] = [];
  let lines = 0;
  for await (const chunk of client.query(copyTo(`copy (${statement}) to stdout`))) {
    const bytes = chunk as Buffer;
    parts.push(bytes);
    for (const byte of bytes) if (byte === 10) lines += 1;
    if (lines >= rows && bytes.at(-1) === 10) {
      yield { text: Buffer.concat(parts), lines };
      parts = [];
      lines = 0;
    }
  }
  if (parts.length > 0) yield { text: Buffer.concat(parts), lines };
};

/**
 * Stores a block once, however often it is sent. Replicated shards deduplicate blocks themselves; a single server is asked for the block's
 * mark, which is in the same part as its rows.
 */
const storeBlock = async (shard: Shard, epoch: string, number: number, text: Buffer): Promise<void> => {
  const body = Buffer.concat([text, Buffer.from(markLine(number))]);
  await onOneOf(shard, async (node) => {
    if (!shard.isReplicated && Number(await node.ask(findMark(epoch, number))) > 0) return;
    await node.ask(insertStatement(epoch), { body, timeoutMs: INSERT_MS });
  });
};

const createTables = async ({ shards }: Cluster, epoch: string): Promise<void> => {
  for (const [shard, { replicas, isReplicated }] of shards.entries())
    for (const [replica, node] of replicas.entries())
      await node.ask(createStatement(epoch, { shard, replica, isReplicated }), { timeoutMs: INSERT_MS });
};

const findState = async (client: pg.PoolClient): Promise<FeedState | undefined> => {
  const { rows } = await client.query<FeedState>('select epoch, layout, filled, taken, sent from cluster_feed');
  return rows[0];
};

/**
 * Records every change from one moment on, and gives the reader a snapshot of exactly that moment, however long it reads. Writers wait only
 * while the triggers are switched.
 */
const beginAnew = async (
  client: pg.PoolClient,
  reader: pg.PoolClient,
  cluster: Cluster,
  epoch: string,
): Promise<void> => {
  await client.query('begin isolation level repeatable read');
  try {
    await client.query(`set local lock_timeout = '10s'`);
    // Before any read: the snapshot must come after the last writer.
    await client.query(
      `lock table lead, click, click_day, platform_campaign, platform_day, platform_keyword_day, email_day, billing_adjustment in share row exclusive mode`,
    );
    await client.query('call app.feed_cluster(true, true)');
    await client.query('delete from cluster_delta');
    await client.query('delete from cluster_feed');
    await client.query('insert into cluster_feed (epoch, layout, blocks) values ($1, $2, $3)', [
      epoch,
      cluster.layout,
      cluster.shards.map(() => 0),
    ]);
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    await reader.query('begin isolation level repeatable read read only');
    await reader.query(`set transaction snapshot '${rows[0]?.snapshot}'`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

const fill = async (client: pg.PoolClient, reader: pg.PoolClient, cluster: Cluster): Promise<number> => {
  const epoch = BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString(36)
    .padStart(8, '0');
  await createTables(cluster, epoch);
  await beginAnew(client, reader, cluster, epoch);
  let filled = 0;
  const blocks: number[] = [];
  try {
    const { rows: sources } = await reader.query<{ source: string }>(
      'select app.cluster_facts_from(name, name) as source from unnest(app.cluster_sources()) name',
    );
    for (const [index, shard] of cluster.shards.entries()) {
      let stored = 0;
      for (const { source } of sources) {
        const statement = `select ${copied('1', 0)} from (${source}) x where ${ofShard(index, cluster.shards.length)}`;
        for await (const { text, lines } of copyBlocks(reader, statement, FILL_BLOCK_ROWS)) {
          stored += 1;
          await storeBlock(shard, epoch, -stored, text);
          filled += lines;
        }
      }
      blocks.push(stored);
    }
  } finally {
    await reader.query('rollback');
  }
  await client.query(
    'update cluster_feed set filled = true, blocks = $1, sent_at = statement_timestamp() where epoch = $2',
    [blocks, epoch],
  );
  return filled;
};

/** Assembles the next batch. It is stored before it is sent: after a failure the same rows are resent, and no others. */
const takeBatch = async (
  client: pg.PoolClient,
  { taken: lastBatch, sent }: FeedState,
  batch: number,
): Promise<number | null> => {
  if (lastBatch > sent) return lastBatch;
  const { rows } = await client.query<{ taken: number }>(
    `with next as (
       update cluster_delta set batch = $1 where delta_key in (select delta_key from cluster_delta where batch is null order by delta_key limit $2)
       returning 1
     )
     update cluster_feed set taken = $1 where exists (select from next) returning taken`,
    [sent + 1, batch],
  );
  return rows[0]?.taken ?? null;
};

const sendBatch = async (client: pg.PoolClient, cluster: Cluster, state: FeedState, most: number): Promise<number> => {
  const number = await takeBatch(client, state, most);
  if (number === null) return 0;
  let sent = 0;
  for (const [index, shard] of cluster.shards.entries()) {
    const statement = `select ${copied('x.sign', number)} from cluster_delta x where x.batch = ${number}
      and ${ofShard(index, cluster.shards.length)} order by x.delta_key`;
    const parts: Buffer[] = [];
    for await (const { text, lines } of copyBlocks(client, statement, most)) {
      parts.push(text);
      sent += lines;
    }
    // Every shard gets the mark of every batch, even without rows of it.
    await storeBlock(shard, state.epoch, number, Buffer.concat(parts));
  }
  await client.query(
    `with gone as (delete from cluster_delta where batch = $1)
     update cluster_feed set sent = $1, sent_at = statement_timestamp()`,
    [number],
  );
  return sent;
};

export const openClusterFeed = (ownerUrl: string, cluster: Cluster, batch = FEED_BATCH): ClusterFeed => {
  const pool = createPool({ url: ownerUrl, max: 3, name: 'paceline-cluster', statementTimeoutMs: 0 });
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // A failed connection is closed, which releases its lock.
      client.release(failure);
    }
  };
  return {
    feed: () =>
      withClient(async (client) => {
        const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [FEED_LOCK]);
        if (!rows[0]?.mine) return 0;
        const state = await findState(client);
        const isOurs = state?.layout === cluster.layout && state.filled;
        const done = isOurs
          ? await sendBatch(client, cluster, state, batch)
          : await withClient((reader) => fill(client, reader, cluster));
        await client.query('select pg_advisory_unlock($1)', [FEED_LOCK]);
        return done;
      }),
    async position() {
      const { rows } = await pool.query<FeedPosition>(
        `select f.filled, f.sent, count(d.delta_key)::int as waiting,
                coalesce(extract(epoch from statement_timestamp() - min(d.noted_at)), 0)::float8 as "lagSeconds"
         from cluster_feed f left join cluster_delta d on true group by f.filled, f.sent`,
      );
      return rows[0] ?? null;
    },
    close: () => pool.end(),
  };
};

/** Stops recording changes when there is no cluster. */
export const endClusterFeed = (ownerUrl: string): Promise<void> =>
  withMigrator(ownerUrl, async (tx) => {
    const { rows } = await sql`select from cluster_feed`.execute(tx);
    if (rows.length === 0) return;
    await sql`call app.feed_cluster(false)`.execute(tx);
    await sql`delete from cluster_delta`.execute(tx);
    await sql`delete from cluster_feed`.execute(tx);
  });

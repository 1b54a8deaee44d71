import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  type Cluster,
  ClusterError,
  type ClusterNode,
  layoutOf,
  LABEL_COLUMNS,
  type LabelColumn,
  SENT_COLUMNS,
} from '../../cluster/index.ts';
import { type TestDatabase } from '../database.ts';

/** What a server of the stand-in does when it is asked. */
interface StandInNode extends ClusterNode {
  isDown: boolean;
  /** Stores what it is sent, and dies before it says so. */
  dropsAnswers: boolean;
  /** So many blocks short of what the others have. */
  missing: number;
}

export interface StandInCluster extends Cluster {
  nodes: readonly StandInNode[];
  /** Every statement that any server was asked. */
  statements: string[];
  /** Rows as a shard has them. */
  rows(shard: number, statement: string): Promise<Record<string, unknown>[]>;
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };
const readField = (field: string): string | null =>
  field === String.raw`\N`
    ? null
    : field.replaceAll(/\\(.)/g, (_, character: string) => UNESCAPED[character] ?? character);

/** A list of numbers is written otherwise there, and looked up by a function that is not here. */
const LIST = /\[([-\d., e+]+)\]/g;
const TRANSFORM = `create or replace function transform(key bigint, keys bigint[], found numeric[], otherwise numeric) returns numeric
  language sql immutable return coalesce(found[array_position(keys, key)], otherwise)`;

const isText = (column: string): boolean => LABEL_COLUMNS[column as LabelColumn] === 'text';

/**
 * A cluster made of tables in Postgres, one schema for each shard, for tests without ClickHouse: it takes the statements that the
 * other takes, which keep to words that both know. Blocks that come twice to a shard with copies are stored once, as there.
 */
export const standInCluster = (database: TestDatabase, shardCount: number, replicas: number): StandInCluster => {
  const statements: string[] = [];
  const nodes: StandInNode[] = [];
  // Once for each shard: two that make the same function at the same moment get in each other's way.
  const creations = new Map<number, Promise<void>>();
  const makeShard = (shard: number): Promise<void> =>
    database.asMigrator(async (tx) => {
      await sql.raw(`create schema if not exists stand_in_${shard}`).execute(tx);
      await sql.raw(`set local search_path = stand_in_${shard}`).execute(tx);
      await sql.raw(TRANSFORM).execute(tx);
    });
  const shardIsThere = (shard: number): Promise<void> => {
    const making = creations.get(shard) ?? makeShard(shard);
    creations.set(shard, making);
    return making;
  };
  const inShard = async (shard: number, statement: string): Promise<Record<string, unknown>[]> => {
    await shardIsThere(shard);
    return database.asMigrator(async (tx) => {
      await sql.raw(`set local search_path = stand_in_${shard}`).execute(tx);
      const { rows } = await sql.raw<Record<string, unknown>>(statement.replaceAll(LIST, 'array[$1]')).execute(tx);
      return rows;
    });
  };
  const create = (statement: string): string =>
    statement
      .replace(/ engine = .*$/, '')
      .replaceAll(/Nullable\(String\)/g, 'text')
      .replaceAll(/Nullable\(Int32\)|Int\d+/g, 'bigint');
  const store = async (shard: number, statement: string, body: Buffer): Promise<void> => {
    const rows = body
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t').map(readField));
    const columns = SENT_COLUMNS.map((_, index) => rows.map((row) => row[index] ?? null));
    const lists = columns.map((values) => `'${JSON.stringify(values).replaceAll("'", "''")}'`);
    const picked = SENT_COLUMNS.map((column) => `(t.${column}_list ->> i)${isText(column) ? '' : '::bigint'}`).join(
      ', ',
    );
    await inShard(
      shard,
      `${statement.replace(' format TabSeparated', '')}
       select ${picked} from (select ${lists.map((list, index) => `${list}::jsonb as ${SENT_COLUMNS[index]}_list`).join(', ')}) t,
       generate_series(0, ${rows.length - 1}) i`,
    );
  };
  const makeNode = (shard: number, replica: number, epochs: Set<string>): StandInNode => {
    const node: StandInNode = {
      name: `stand-in-${shard}-${replica}`,
      isDown: false,
      dropsAnswers: false,
      missing: 0,
      isAvoided: () => false,
      async ask(statement, { body } = {}) {
        if (node.isDown) throw new ClusterError('away', 'down');
        statements.push(statement);
        if (statement.startsWith('create')) await inShard(shard, create(statement));
        else if (body !== undefined) {
          const hash = createHash('sha256').update(statement).update(body).digest('hex');
          if (replicas === 1 || !epochs.has(hash)) await store(shard, statement, body);
          epochs.add(hash);
          if (node.dropsAnswers) throw new ClusterError('away', 'ended before it answered');
        } else {
          const rows = await inShard(shard, statement.replace(/ format \w+$/, ''));
          if (statement.endsWith('JSONEachRow')) return rows.map((row) => JSON.stringify(row)).join('\n');
          return String(Number(Object.values(rows[0] ?? {})[0]) - node.missing);
        }
        return '';
      },
    };
    nodes.push(node);
    return node;
  };
  const shards = Array.from({ length: shardCount }, (_, shard) => {
    const epochs = new Set<string>();
    return {
      replicas: Array.from({ length: replicas }, (__, replica) => makeNode(shard, replica, epochs)),
      isReplicated: replicas > 1,
    };
  });
  return { shards, layout: layoutOf(`stand-in ${shardCount} ${replicas}`), nodes, statements, rows: inShard };
};

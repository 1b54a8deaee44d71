import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createPool } from './pool.ts';
import { type Tx } from '../scope/tx.ts';

export type Cell = string | number | boolean | null | Date | readonly string[];
export type Row = readonly Cell[];

/** One transaction as the table owner role, with COPY. */
export interface Bulk {
  tx: Tx;
  /** Streams rows into a table at the database's pace; memory holds one chunk. */
  copy: (table: string, columns: readonly string[], rows: Iterable<Row>) => Promise<number>;
}

/** Chunk size that keeps both sides busy. */
const CHUNK_CHARACTERS = 65_536;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escape = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c]!) : text;
const element = (text: string): string => `"${text.replace(/[\\"]/g, String.raw`\$&`)}"`;

const encode = (cell: Cell): string => {
  if (cell === null) return String.raw`\N`;
  if (typeof cell === 'string') return escape(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (cell instanceof Date) return cell.toISOString();
  return escape(`{${cell.map(element).join(',')}}`);
};

function* chunksOf(rows: Iterable<Row>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    let line = encode(row[0]!);
    for (let i = 1; i < row.length; i += 1) line += `\t${encode(row[i]!)}`;
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

const copyInto = async (client: pg.PoolClient, table: string, columns: readonly string[], rows: Iterable<Row>) => {
  const copying = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(chunksOf(rows), { objectMode: true, highWaterMark: 4 }), copying);
  return copying.rowCount;
};

/** For loading, never for serving. Commits when the work ends, rolls back when it throws. */
export const withBulk = async <T>(ownerUrl: string, work: (bulk: Bulk) => Promise<T>): Promise<T> => {
  const pool = createPool({ url: ownerUrl, max: 1, name: 'paceline-load', statementTimeoutMs: 0 });
  const client = await pool.connect();
  const lease = {
    connect: () => Promise.resolve({ query: client.query.bind(client), release: () => undefined }),
    end: () => Promise.resolve(),
    options: {},
  };
  try {
    await client.query('begin');
    const tx = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lease }) });
    const result = await work({ tx, copy: (table, columns, rows) => copyInto(client, table, columns, rows) });
    await client.query('commit');
    return result;
  } finally {
    // The server rolls back when the connection is dropped inside its transaction.
    client.release(true);
    await pool.end();
  }
};

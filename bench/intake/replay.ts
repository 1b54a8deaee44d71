import { openDatabase, type Database } from '@paceline/server/src/db/scope/tx.ts';
import pg from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

export interface Captured {
  all: Statement[];
  untilFirstRow: number;
}

/** Writes down what goes to the database while rows are streamed. */
export const capture = async (
  appUrl: string,
  stream: (db: Database) => Promise<AsyncIterable<unknown>>,
): Promise<Captured> => {
  const sent: Statement[] = [];
  const { query: original } = pg.Client.prototype as { query: (...all: unknown[]) => unknown };
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    const values = (typeof first === 'string' ? second : (first as { values?: unknown[] }).values) ?? second ?? [];
    if (text !== undefined) sent.push({ text, values: Array.isArray(values) ? values : [] });
    return original.apply(this, args);
  } as never;
  const db = openDatabase(appUrl, 2);
  let untilFirstRow = 0;
  try {
    for await (const _row of await stream(db)) if (untilFirstRow === 0) untilFirstRow = sent.length;
  } finally {
    pg.Client.prototype.query = original as never;
    await db.close();
  }
  return { all: sent, untilFirstRow };
};

/** Sends the same by the bare driver, over a connection that stands already. */
export const replay = async (
  client: pg.Client,
  { all, untilFirstRow }: Captured,
): Promise<{ first: number; total: number }> => {
  const start = performance.now();
  let first = 0;
  for (const [index, { text, values }] of all.entries()) {
    await client.query(text, values.length === 0 ? undefined : values);
    if (index + 1 === untilFirstRow) first = performance.now() - start;
  }
  return { first, total: performance.now() - start };
};

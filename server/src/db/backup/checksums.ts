import type pg from 'pg';

interface TableSum {
  rows: number;
  /** Checksum over the texts of all rows, independent of row order. */
  sum: string;
}
export type TableSums = Record<string, TableSum>;

/** Fixes the text format of values, so that checksums do not depend on session settings. */
const PLAIN = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0`;

const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind in ('r', 'm') and relpersistence = 'p'
    and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by 1`;

/** Checksums every row of every table as this transaction sees it. Two databases with the same content give the same result. */
export const sumTables = async (client: pg.ClientBase, only?: readonly string[]): Promise<TableSums> => {
  await client.query(PLAIN);
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const sums: TableSums = {};
  for (const { name } of tables.filter((table) => only?.includes(table.name) ?? true)) {
    const { rows } = await client.query<{ rows: string; sum: string }>(
      `select count(*)::text as rows,
              concat(sum(hashtextextended(t::text, 0)::numeric), '/', sum(hashtextextended(t::text, 1)::numeric)) as sum
       from only ${name} t`,
    );
    sums[name] = { rows: Number(rows[0]!.rows), sum: rows[0]!.sum };
  }
  return sums;
};

/** Tables that differ, with the row counts of both sides. */
export const differencesOf = (expected: TableSums, actual: TableSums): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(actual)])].toSorted().flatMap((name) => {
    const [before, after] = [expected[name], actual[name]];
    if (before?.sum === after?.sum && before?.rows === after?.rows) return [];
    return [
      `${name}: ${before?.rows ?? 'no such table'} rows in the backup, ${after?.rows ?? 'no such table'} restored`,
    ];
  });

import type pg from 'pg';

interface TableSum {
  rows: number;
  /** Of the texts of all rows, in whatever order they come. */
  sum: string;
}
export type TableSums = Record<string, TableSum>;

/** How values are written out must not depend on who asks. */
const PLAIN = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0`;

const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind in ('r', 'm') and relpersistence = 'p'
    and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
  order by 1`;

/** Adds up every row of every table as this transaction sees it. Two databases that hold the same give the same. */
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

/** The tables that differ, with how many rows each side has. */
export const differencesOf = (expected: TableSums, actual: TableSums): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(actual)])].toSorted().flatMap((name) => {
    const [before, after] = [expected[name], actual[name]];
    if (before?.sum === after?.sum && before?.rows === after?.rows) return [];
    return [
      `${name}: ${before?.rows ?? 'no such table'} rows in the backup, ${after?.rows ?? 'no such table'} restored`,
    ];
  });

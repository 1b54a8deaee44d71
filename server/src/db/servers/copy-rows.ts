import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type MovedTable } from './tables.ts';

export interface Unit {
  /** Of a table that is cut into months: which of them. */
  month: string | null;
  rows: number;
  /** Of all columns of all rows, in any order. */
  sum: string;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const conditionOf = ({ where, monthColumn }: MovedTable, owner: number, month: string | null): string =>
  monthColumn === null || month === null
    ? where(owner)
    : `${where(owner)} and t.${monthColumn} >= '${month}' and t.${monthColumn} < '${month}'::date + interval '1 month'`;

/** What an owner has in a table, month by month where it is cut so. Times are written in one zone on every server. */
export const unitsOf = async (client: pg.ClientBase, table: MovedTable, owner: number): Promise<Unit[]> => {
  const { name, monthColumn, where } = table;
  const month = monthColumn === null ? 'null' : `date_trunc('month', t.${monthColumn})::date`;
  const { rows } = await client.query<Unit>(
    `select ${month}::text as month, count(*)::int as rows, sum(hashtextextended(t::text, 0)::numeric)::text as sum
     from ${name} t where ${where(owner)} group by 1 order by 1`,
  );
  return rows;
};

/** Rows as they stand, with their keys. */
export const copyRows = async (
  from: pg.ClientBase,
  to: pg.ClientBase,
  table: MovedTable,
  { owner, month, into = table.name }: { owner: number; month: string | null; into?: string },
): Promise<void> => {
  const columns = quoted(table.columns);
  const rows = `select ${columns} from ${table.name} t where ${conditionOf(table, owner, month)}`;
  await pipeline(
    from.query(copyTo(`copy (${rows}) to stdout`)),
    to.query(copyFrom(`copy ${into} (${columns}) from stdin`)),
  );
};

export const removeRows = async (
  client: pg.ClientBase,
  table: MovedTable,
  { owner, month }: { owner: number; month: string | null },
): Promise<void> => {
  await client.query(`delete from ${table.name} t where ${conditionOf(table, owner, month)}`);
};

/** Rows that others have too: what is new is added, and what is there is made what the source says where it has the last word. */
export const mergeRows = async (
  from: pg.ClientBase,
  to: pg.ClientBase,
  table: MovedTable,
  { owner, overwrite }: { owner: number; overwrite: boolean },
): Promise<void> => {
  const incoming = `incoming_${table.name}`;
  const columns = quoted(table.columns);
  const others = table.columns.filter((column) => !table.primaryKey.includes(column));
  const change =
    overwrite && others.length > 0
      ? `(${quoted(table.primaryKey)}) do update set ${others.map((c) => `"${c}" = excluded."${c}"`).join(', ')}`
      : 'do nothing';
  await to.query(`create temporary table ${incoming} as select ${columns} from ${table.name} with no data`);
  await copyRows(from, to, table, { owner, month: null, into: incoming });
  await to.query(
    `insert into ${table.name} (${columns}) overriding system value select ${columns} from ${incoming} on conflict ${change}`,
  );
  await to.query(`drop table ${incoming}`);
};

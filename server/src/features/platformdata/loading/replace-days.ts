import { type PlatformReport } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type ReportRow } from '../reading/report-reader.ts';

/** The account, or the website, whose days are replaced. */
export interface Place {
  ownerKey: number;
  /** Null: the website. */
  accountKey: number | null;
}

/** How rows of a report become rows of a table: the staged columns, and the statements that copy them. */
export interface DayTable {
  report: PlatformReport;
  table: string;
  /** The staged columns, as SQL declares them; the day is always included. */
  staged: string;
  /** The report's field of each staged column. */
  columns: Readonly<Record<string, keyof ReportRow>>;
  /** Inserts missing parents of the rows. */
  prepare?: (tx: Tx, place: Place) => Promise<void>;
  /** The rows for the table, one per key, from `staged_row`. */
  rows: (place: Place) => RawBuilder<unknown>;
  keys: readonly string[];
  /** The compared columns; a row without a difference stays as it is. */
  values: readonly string[];
  /** Derived columns, written only with a row that differs. */
  follows?: Readonly<Record<string, (old: string, fresh: string) => string>>;
  /** The condition for this place's rows of the table. */
  ofPlace: (place: Place) => RawBuilder<unknown>;
  /** The platform's campaign of a row, where rows have one. */
  campaignOf?: (row: string) => string;
  /** The summed columns, by the name under which they are returned. */
  sums: Readonly<Record<string, string>>;
}

export const createStage = async (tx: Tx, { staged }: DayTable): Promise<void> => {
  await sql`create temp table staged_row (day date not null, ${sql.raw(staged)}) on commit drop`.execute(tx);
};

export const insertStaged = async (
  tx: Tx,
  { staged, columns }: DayTable,
  rows: readonly ReportRow[],
): Promise<void> => {
  const names = Object.keys(columns);
  const packed = JSON.stringify(rows.map((row) => [row.day, ...names.map((name) => row[columns[name]!] ?? null)]));
  const types = new Map(staged.split(', ').map((part) => part.split(' ', 2) as [string, string]));
  const picked = names.map((name, index) => `(r.cells ->> ${index + 1})::${types.get(name)!}`).join(', ');
  await sql`
    insert into staged_row (day, ${sql.raw(names.join(', '))})
    select (r.cells ->> 0)::date, ${sql.raw(picked)} from jsonb_array_elements(${packed}::jsonb) r (cells)
  `.execute(tx);
};

export interface StagedRange {
  from: string;
  to: string;
}
export const findRange = async (tx: Tx): Promise<StagedRange | null> => {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(day)::text as "from", max(day)::text as "to" from staged_row
  `.execute(tx);
  const [range] = rows;
  return range?.from && range.to ? { from: range.from, to: range.to } : null;
};

const list = (names: readonly string[], of = ''): string => names.map((name) => `${of}${name}`).join(', ');
const same = (names: readonly string[], a: string, b: string): string =>
  names.map((name) => `${a}.${name} = ${b}.${name}`).join(' and ');

/** How many rows were written or deleted, by day. */
const countDays = async (tx: Tx, change: RawBuilder<unknown>): Promise<Map<string, number>> => {
  const { rows } = await sql<{ day: string; changed: number }>`
    with change as (${change}) select day::text as day, count(*)::int as changed from change group by 1
  `.execute(tx);
  return new Map(rows.map(({ day, changed }) => [day, changed]));
};

/** The rows as the table will hold them, and their days, from the staged ones. */
export const stageFresh = async (tx: Tx, table: DayTable, place: Place): Promise<void> => {
  await table.prepare?.(tx, place);
  await sql`create temp table staged_day on commit drop as select distinct day from staged_row`.execute(tx);
  await sql`create temp table fresh_row on commit drop as ${table.rows(place)}`.execute(tx);
  await sql`create index on fresh_row (${sql.raw(list(['day', ...table.keys]))})`.execute(tx);
  await sql`analyze fresh_row, staged_day`.execute(tx);
};

/** The rows `p` of the table on the staged days. */
export const onStagedDays = (table: DayTable, place: Place): RawBuilder<unknown> =>
  sql`p.owner_key = ${place.ownerKey} and p.day in (select day from staged_day) and ${table.ofPlace(place)}`;

/**
 * Replaces the staged days by the fresh rows, and changes nothing else: equal rows stay, so that the same file again changes no row. Returns
 * which days had rows before, and how many rows of each day changed.
 */
export const replaceDays = async (
  tx: Tx,
  table: DayTable,
  place: Place,
): Promise<{ had: Set<string>; changed: Map<string, number> }> => {
  const keys = ['owner_key', 'day', ...table.keys];
  const { table: name, values, follows = {} } = table;
  const target = sql.raw(name);
  const inFile = onStagedDays(table, place);
  const before = await sql<{
    day: string;
  }>`select distinct p.day::text as day from ${target} p where ${inFile}`.execute(tx);
  const gone = await countDays(
    tx,
    sql`delete from ${target} p where ${inFile}
          and not exists (select from fresh_row f where ${sql.raw(same(keys, 'f', 'p'))}) returning p.day`,
  );
  const following = Object.entries(follows).map(
    ([column, write]) => `${column} = ${write(`p.${column}`, `f.${column}`)}`,
  );
  const moved = await countDays(
    tx,
    sql`update ${target} p set ${sql.raw([...values.map((value) => `${value} = f.${value}`), ...following].join(', '))}
        from fresh_row f
        where p.owner_key = ${place.ownerKey} and ${sql.raw(same(keys, 'f', 'p'))}
          and (${sql.raw(list(values, 'p.'))}) is distinct from (${sql.raw(list(values, 'f.'))})
        returning p.day`,
  );
  const columns = list([...keys, ...values, ...Object.keys(follows)]);
  const counts = await countDays(
    tx,
    sql`insert into ${target} (${sql.raw(columns)}) select ${sql.raw(columns)} from fresh_row f
        where not exists (select from ${target} p where ${sql.raw(same(keys, 'f', 'p'))})
        order by ${sql.raw(list(keys))} returning day`,
  );
  const changed = new Map<string, number>();
  for (const part of [gone, moved, counts])
    for (const [day, count] of part) changed.set(day, (changed.get(day) ?? 0) + count);
  return { had: new Set(before.rows.map(({ day }) => day)), changed };
};

const sumsJson = ({ sums }: DayTable, from: string): RawBuilder<unknown> =>
  sql.raw(
    `jsonb_build_object(${Object.entries(sums)
      .map(([total, column]) => `'${total}', coalesce(sum(${from}${column}), 0)`)
      .join(', ')})`,
  );

/** The file's sums for each of its days. */
export const fileSums = (table: DayTable): RawBuilder<unknown> =>
  sql`select day, ${sumsJson(table, '')} as sums from staged_row group by day`;

/** The table's sums for days of a place. */
export const storedSums = (table: DayTable, place: Place, days: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select p.day, ${sumsJson(table, 'p.')} as sums from ${sql.raw(table.table)} p
      where p.owner_key = ${place.ownerKey} and ${days} and ${table.ofPlace(place)} group by p.day`;

/** The sums over all the file's days: the file's own, and the table's. */
export const findTotals = async (
  tx: Tx,
  table: DayTable,
  place: Place,
): Promise<{ file: Record<string, number>; stored: Record<string, number> }> => {
  const { rows } = await sql<{ file: Record<string, number>; stored: Record<string, number> }>`
    select (select ${sumsJson(table, '')} from staged_row) as file,
           (select ${sumsJson(table, 'p.')} from ${sql.raw(table.table)} p
            where p.owner_key = ${place.ownerKey} and p.day in (select day from staged_day) and ${table.ofPlace(place)}) as stored
  `.execute(tx);
  return rows[0]!;
};

import { type RawBuilder, sql } from 'kysely';

/** A column by its name (`l.status`), or an expression. */
export type Column = string | RawBuilder<unknown>;
export type Sql = RawBuilder<unknown>;

/** Translates a filter of a list into a SQL condition. */
export interface Condition<Value = never> {
  toSql: (value: NonNullable<Value>) => Sql;
  /** Columns that need an index. */
  columns: readonly string[];
  /** Why no index is needed: few rows are scanned, or an index covers the query. */
  unindexed: string | null;
}

export const columnSql = (column: Column): Sql => (typeof column === 'string' ? sql.ref(column) : column);
const nameOf = (column: Column): string[] => (typeof column === 'string' ? [column.replace(/^.*\./, '')] : []);

const condition = <Value>(column: Column, toSql: (value: NonNullable<Value>) => Sql): Condition<Value> => ({
  toSql,
  columns: nameOf(column),
  unindexed: null,
});

/** States why a filter needs no index; required by the test of all lists. */
export const unindexed = <Value>(why: string, plain: Condition<Value>): Condition<Value> => ({
  ...plain,
  unindexed: why,
});

/** For conditions on more than one column: `columns` are those that need an index. */
export const custom = <Value>(
  columns: readonly string[],
  toSql: (value: NonNullable<Value>) => Sql,
): Condition<Value> => ({
  toSql,
  columns,
  unindexed: null,
});

export const is = (column: Column): Condition<string | number | boolean | null | undefined> =>
  condition(column, (value) => sql`${columnSql(column)} = ${value}`);

export const isIn = (column: Column): Condition<readonly (string | number)[] | null | undefined> =>
  condition(column, (values) => sql`${columnSql(column)} = any (${[...values]})`);

/**
 * A single value becomes an equality: an index on the owner and the column then returns rows in list order. For several, the planner
 * decides.
 */
export const oneOrMore = (column: Column): Condition<readonly (string | number)[] | null | undefined> =>
  condition(column, (values) =>
    values.length === 1 ? sql`${columnSql(column)} = ${values[0]}` : sql`${columnSql(column)} = any (${[...values]})`,
  );

const DAY_MS = 86_400_000;
/** Maximum difference between a day's start in an owner's time zone and in UTC. */
const ZONE_MS = 15 * 3_600_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** From or up to an owner's day, for tables that store day and instant: bounds on the instant allow using its index. */
export const fromDay = (day: Column, at: Column): Condition<string | null | undefined> =>
  condition(
    at,
    (from) => sql`${columnSql(day)} >= ${from}::date and ${columnSql(at)} >= ${new Date(startOf(from) - ZONE_MS)}`,
  );
export const toDay = (day: Column, at: Column): Condition<string | null | undefined> =>
  condition(
    at,
    (to) => sql`${columnSql(day)} <= ${to}::date and ${columnSql(at)} < ${new Date(startOf(to) + DAY_MS + ZONE_MS)}`,
  );

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** For a column of days. */
export const within = (column: Column): Condition<Days | null | undefined> =>
  condition(column, ({ from, to }) => {
    const bounds = [
      ...(from === undefined ? [] : [sql`${columnSql(column)} >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`${columnSql(column)} <= ${to}::date`]),
    ];
    return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
  });

/** For a column of instants: days start and end in the time zone given by the expression. */
export const withinDaysOf = (column: Column, zone: Sql): Condition<Days | null | undefined> =>
  condition(column, ({ from, to }) => {
    const bounds = [
      ...(from === undefined ? [] : [sql`${columnSql(column)} >= ${from}::date::timestamp at time zone ${zone}`]),
      ...(to === undefined ? [] : [sql`${columnSql(column)} < (${to}::date + 1)::timestamp at time zone ${zone}`]),
    ];
    return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
  });

/** Escapes user input for LIKE. */
export const patternOf = (typed: string): string => typed.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');

/** For a column in lower case. */
export const startsWith = (column: Column): Condition<string | null | undefined> =>
  condition(column, (typed) => sql`${columnSql(column)} like ${`${patternOf(typed)}%`}`);

/** Each word of the input occurs in one of the columns. */
export const hasWords = (...columns: readonly Column[]): Condition<string | null | undefined> => ({
  toSql: (typed) => {
    const words = typed.split(/\s+/).filter((word) => word !== '');
    const has = (word: string) =>
      sql`(${sql.join(
        columns.map((column) => sql`${columnSql(column)} ilike ${`%${patternOf(word)}%`}`),
        sql` or `,
      )})`;
    return words.length === 0 ? sql`true` : sql.join(words.map(has), sql` and `);
  },
  columns: columns.flatMap(nameOf),
  unindexed: null,
});

import { type RawBuilder, sql } from 'kysely';

/** A column by its name (`l.status`), or an expression. */
export type Column = string | RawBuilder<unknown>;
export type Sql = RawBuilder<unknown>;

/** How a filter of a list becomes a condition of its statement. */
export interface Condition<Value = never> {
  toSql: (value: NonNullable<Value>) => Sql;
  /** The columns by which an index has to find its rows. */
  columns: readonly string[];
  /** Why it needs none: what it looks through is little, or an index holds all of it. */
  unindexed: string | null;
}

export const columnSql = (column: Column): Sql => (typeof column === 'string' ? sql.ref(column) : column);
const nameOf = (column: Column): string[] => (typeof column === 'string' ? [column.replace(/^.*\./, '')] : []);

const condition = <Value>(column: Column, toSql: (value: NonNullable<Value>) => Sql): Condition<Value> => ({
  toSql,
  columns: nameOf(column),
  unindexed: null,
});

/** Says why a filter is not looked up in an index; the test of all lists asks for it. */
export const unindexed = <Value>(why: string, plain: Condition<Value>): Condition<Value> => ({
  ...plain,
  unindexed: why,
});

/** For what is not one column: `columns` are those that an index has to find. */
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
 * One value as one value: an index that begins with the owner and the column then gives its rows in the order of the list. Several
 * are for the planner to weigh.
 */
export const oneOrMore = (column: Column): Condition<readonly (string | number)[] | null | undefined> =>
  condition(column, (values) =>
    values.length === 1 ? sql`${columnSql(column)} = ${values[0]}` : sql`${columnSql(column)} = any (${[...values]})`,
  );

const DAY_MS = 86_400_000;
/** A day of an owner's begins at most so far from the same day of UTC. */
const ZONE_MS = 15 * 3_600_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** From and up to a day of the owner's, of a table that has it beside the instant: the instants around it let the index of times find it. */
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

/** Of a column of days. */
export const within = (column: Column): Condition<Days | null | undefined> =>
  condition(column, ({ from, to }) => {
    const bounds = [
      ...(from === undefined ? [] : [sql`${columnSql(column)} >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`${columnSql(column)} <= ${to}::date`]),
    ];
    return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
  });

/** Of a column of instants: the days begin and end in the zone that the expression gives. */
export const withinDaysOf = (column: Column, zone: Sql): Condition<Days | null | undefined> =>
  condition(column, ({ from, to }) => {
    const bounds = [
      ...(from === undefined ? [] : [sql`${columnSql(column)} >= ${from}::date::timestamp at time zone ${zone}`]),
      ...(to === undefined ? [] : [sql`${columnSql(column)} < (${to}::date + 1)::timestamp at time zone ${zone}`]),
    ];
    return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
  });

/** What somebody typed, as a pattern that finds it and nothing else. */
export const patternOf = (typed: string): string => typed.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');

/** Of a column in small letters. */
export const startsWith = (column: Column): Condition<string | null | undefined> =>
  condition(column, (typed) => sql`${columnSql(column)} like ${`${patternOf(typed)}%`}`);

/** Each word of what was typed is in one of the columns. */
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

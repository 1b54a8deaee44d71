import { type AnyList } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Scope } from '../../db/scope/scope.ts';
import { type Column, columnSql, type Condition, type Sql } from './conditions.ts';
import { type Cursor } from './cursor.ts';
import { type Asked, type ListSource, sortColumnOf } from './list-source.ts';

/** Cursor values of each row. */
export interface Marks {
  __at: string | null;
  __key: string;
}

/** The order of a list, and the context of its expressions. */
interface Order<Context> {
  sort: string;
  context: Context;
}

/** A range of rows that one index returns in list order. */
interface Segment {
  where: Sql;
  by: Sql;
}

const both = (...conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
const isAsked = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const fieldsOf = (select: Readonly<Record<string, Column>>): Sql =>
  sql.join(Object.entries(select).map(([name, column]) => sql`${columnSql(column)} as ${sql.id(name)}`));

const ownerIs = (column: string, { ownerKeys }: Scope): Sql => {
  const [first, ...others] = ownerKeys;
  // A single owner becomes an equality: an index that starts with it then returns rows in order.
  return first !== undefined && others.length === 0
    ? sql`${sql.ref(column)} = ${first}`
    : sql`${sql.ref(column)} = any (${[...ownerKeys]}::int[])`;
};

/** The statements of a list. Caller input only becomes parameters; names come from the source. */
export const listSql = <L extends AnyList, Context, Base>(source: ListSource<L, Context, Base>) => {
  const { from, owner, columns, select, join } = source;
  const key = sql.ref(source.key);

  const conditionOf = (name: string, context: Context, question: Asked<L>): Condition<unknown> => {
    const filter = source.filters[name as keyof typeof source.filters] as
      | Condition<unknown>
      | ((context: Context, question: Asked<L>) => Condition<unknown>);
    return typeof filter === 'function' ? filter(context, question) : filter;
  };

  /** Condition for the requested rows, regardless of the page. */
  const matching = (question: Asked<L>, context: Context, keys?: readonly number[]): Sql =>
    both(
      owner === null ? sql`true` : ownerIs(owner, question.scope),
      ...(source.where ? [source.where(question, context)] : []),
      ...Object.entries(question.filters)
        .filter(([, value]) => isAsked(value))
        .map(([name, value]) => conditionOf(name, context, question).toSql(value as never)),
      ...(keys === undefined ? [] : [sql`${key} = any (${[...keys]}::bigint[])`]),
    );

  const orderOf = (sort: string, context: Context) => {
    const sortColumn = sortColumnOf(columns[sort.replace(/^-/, '') as keyof typeof columns]);
    const { nullable = false } = sortColumn;
    const column = typeof sortColumn.column === 'function' ? sortColumn.column(context) : sortColumn.column;
    const isDown = sort.startsWith('-');
    return {
      column: columnSql(column),
      nullable,
      isKey: column === source.key,
      direction: isDown ? sql`desc` : sql`asc`,
      beyond: isDown ? sql`<` : sql`>`,
    };
  };

  /**
   * The list after a cursor, as index ranges: rows with a value, then those without one. One row comparison (`(a, b) > (x, y)`) finds the
   * position in the index, however deep.
   */
  const segments = ({ sort, context }: Order<Context>, cursor: Cursor | null): Segment[] => {
    const { column, nullable, isKey, direction, beyond } = orderOf(sort, context);
    const byKey = sql`${key} ${direction}`;
    const keyBeyond = cursor === null ? sql`true` : sql`${key} ${beyond} ${cursor.key}`;
    if (isKey) return [{ where: keyBeyond, by: byKey }];
    const by = sql`${column} ${direction}, ${byKey}`;
    const valueBeyond = cursor === null ? sql`true` : sql`(${column}, ${key}) ${beyond} (${cursor.at}, ${cursor.key})`;
    if (!nullable) return [{ where: valueBeyond, by }];
    if (cursor?.at === null) return [{ where: both(sql`${column} is null`, keyBeyond), by: byKey }];
    return [
      { where: both(sql`${column} is not null`, valueBeyond), by },
      { where: sql`${column} is null`, by: byKey },
    ];
  };

  const rows = ({ sort, context }: Order<Context>, where: Sql, by: Sql, limit: Sql): RawBuilder<Base & Marks> => {
    const statement = sql<Base & Marks>`
      select ${fieldsOf(select)}, (${orderOf(sort, context).column})::text as "__at", ${key}::text as "__key"
      from ${from} where ${where} order by ${by} ${limit}`;
    if (join === undefined) return statement;
    return sql<Base & Marks>`
      select page.*, ${fieldsOf(join.select)}
      from (select found.*, row_number() over () as "__row" from (${statement}) found) page ${join.tables}
      order by page."__row"`;
  };

  return {
    conditionOf,
    matching,
    /** The next rows of a segment. */
    next: (order: Order<Context>, where: Sql, segment: Segment, limit: number) =>
      rows(order, both(where, segment.where), segment.by, sql`limit ${limit}`),
    segments,
    /** By page number: costs as much as the rows before it. */
    numbered: (order: Order<Context>, where: Sql, limit: number, offset: number) => {
      const { column, isKey, direction } = orderOf(order.sort, order.context);
      const by = isKey ? sql`${key} ${direction}` : sql`${column} ${direction} nulls last, ${key} ${direction}`;
      return rows(order, where, by, sql`limit ${limit} offset ${offset}`);
    },
    /** Bounded: never counts more rows than the limit. */
    count: (where: Sql, upTo: number) =>
      sql<{ n: number }>`select count(*)::int as n from (select from ${from} where ${where} limit ${upTo}) counted`,
  };
};

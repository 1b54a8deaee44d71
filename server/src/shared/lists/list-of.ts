import { type AnyList, type ListPage, type ListRow } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { type Condition, type Sql } from './conditions.ts';
import { type Cursor, orRefuseCursor, readCursor, refusedPlace, writeCursor } from './cursor.ts';
import { type Asked, type ListSource } from './list-source.ts';
import { listSql, type Marks } from './list-sql.ts';

export interface AskedPage<L extends AnyList> extends Asked<L> {
  after?: string | undefined;
  page?: number | undefined;
  limit: number;
}

/** Reads the rows of a declared list: a page, or all of them. */
export interface Rows<L extends AnyList> {
  list: L;
  columns: ListSource<L, never, never>['columns'];
  small: string | null;
  page: (tx: Tx, question: AskedPage<L>) => Promise<ListPage<ListRow<L>>>;
  /** Streams all matching rows in list order; optionally only selected keys, or rows after a cursor. */
  all: (
    tx: Tx,
    question: Asked<L>,
    part?: { keys?: readonly number[] | undefined; from?: Cursor | undefined },
  ) => AsyncGenerator<ListRow<L>, void>;
  /** Keys of the matching rows in list order, at most `upTo`. */
  keys: (tx: Tx, question: Asked<L>, upTo: number) => Promise<number[]>;
  /** Number of matching rows, in all or among the selected keys, at most `upTo`. */
  count: (tx: Tx, question: Asked<L>, upTo: number, keys?: readonly number[]) => Promise<number>;
  /** The statements of a page, for inspecting their plans. */
  plan: (
    tx: Tx,
    question: Asked<L>,
  ) => Promise<{ pages: Sql[]; count: Sql; conditionOf: (name: string) => Condition<unknown> }>;
}

const cache = new WeakMap<AnyList, Rows<AnyList>>();
/** The rows of a list by its declaration, for code that covers all lists. */
export const rowsOf = (list: AnyList): Rows<AnyList> => {
  const rows = cache.get(list);
  if (rows === undefined) throw new Error(`The list ${list.id} has no rows`);
  return rows;
};

interface Found<Row> {
  row: Row;
  cursor: Cursor;
}

/** Batch sizes: where rows are filtered out after reading, and where the list is read to its end. */
const FIRST_BATCH = 100;
const BATCH = 1_000;

export const listOf = <L extends AnyList, Context = undefined, Base = ListRow<L>>(
  list: L,
  source: ListSource<L, Context, Base>,
): Rows<L> => {
  type Row = ListRow<L>;
  const { complete } = source;
  const { upTo } = list.list;
  const statements = listSql(source);
  const isExact = (question: Asked<L>): boolean => complete === undefined || (source.isExact?.(question) ?? false);
  const prepare = async (tx: Tx, question: Asked<L>): Promise<Context> =>
    (await source.prepare?.(tx, question)) as Context;

  const finish = async (
    tx: Tx,
    question: Asked<L>,
    context: Context,
    rows: readonly (Base & Marks)[],
  ): Promise<Found<Row>[]> => {
    const finished =
      rows.length > 0 && complete ? await complete(tx, rows, context, question) : (rows as unknown as Row[]);
    return rows.flatMap(({ __at, __key }, index) => {
      const row = finished[index];
      return row === null || row === undefined ? [] : [{ row, cursor: { at: __at, key: __key } }];
    });
  };

  /** The next rows, continuing from one segment of the list to the next. */
  const read = async (
    tx: Tx,
    order: { sort: string; context: Context },
    where: Sql,
    { cursor, limit }: { cursor: Cursor | null; limit: number },
  ) => {
    const rows: (Base & Marks)[] = [];
    for (const segment of statements.segments(order, cursor)) {
      const left = limit - rows.length;
      if (left > 0) rows.push(...(await statements.next(order, where, segment, left).execute(tx)).rows);
    }
    return rows;
  };

  /** Reads batch by batch, each after the end of the last: a batch's cost does not depend on its position. */
  const batches = async function* (
    tx: Tx,
    question: Asked<L>,
    context: Context,
    { from, first, keys }: { from: Cursor | null; first: number; keys?: readonly number[] | undefined },
  ): AsyncGenerator<Found<Row>[], void> {
    let cursor = from;
    let size = first;
    for (;;) {
      const where = statements.matching({ ...question, isStart: cursor === null }, context, keys);
      const rows = await read(tx, { sort: question.sort, context }, where, { cursor, limit: size });
      yield await finish(tx, question, context, rows);
      const last = rows.at(-1);
      if (last === undefined || rows.length < size) return;
      cursor = { at: last.__at, key: last.__key };
      // Where rows are filtered out, more must be read than shown; the batch grows as needed.
      size = Math.min(Math.max(size, FIRST_BATCH) * 2, BATCH);
    }
  };

  /** A page and one extra row, which shows whether there is a next page. */
  const pageFrom = async (tx: Tx, question: AskedPage<L>, context: Context): Promise<Found<Row>[]> => {
    const { sort, after, page, limit } = question;
    if (page !== undefined && page > 1) {
      const offset = (page - 1) * limit;
      if (offset >= upTo) throw refusedPlace('page', `must lie within the first ${upTo} rows`);
      const where = statements.matching(question, context);
      const { rows } = await statements.numbered({ sort, context }, where, limit + 1, offset).execute(tx);
      return finish(tx, question, context, rows);
    }
    const from = after === undefined ? null : readCursor(sort, after);
    const first = isExact(question) ? limit + 1 : Math.max(limit + 1, FIRST_BATCH);
    const matches: Found<Row>[] = [];
    for await (const batch of batches(tx, question, context, { from, first })) {
      matches.push(...batch);
      if (matches.length > limit) break;
    }
    return matches;
  };

  const count: Rows<L>['count'] = async (tx, question, most, keys) => {
    const where = statements.matching(question, await prepare(tx, question), keys);
    return (await statements.count(where, most).execute(tx)).rows[0]?.n ?? 0;
  };

  const own: Rows<L> = {
    list,
    columns: source.columns,
    small: source.small ?? null,
    count,

    keys: async (tx, question, most) => {
      const context = await prepare(tx, question);
      const where = statements.matching(question, context);
      const rows = await read(tx, { sort: question.sort, context }, where, { cursor: null, limit: most });
      return rows.map(({ __key }) => Number(__key));
    },

    page: async (tx, question) => {
      const context = await prepare(tx, question);
      const pageRows = await orRefuseCursor(() => pageFrom(tx, question, context));
      const rows = pageRows.slice(0, question.limit);
      const last = rows.at(-1);
      const hasNext = last !== undefined && pageRows.length > question.limit;
      const next = hasNext ? writeCursor(question.sort, last.cursor) : null;
      const isFirst = question.after === undefined && (question.page ?? 1) === 1;
      const answer = { rows: rows.map(({ row }) => row), next, total: null, isMore: false };
      if (isFirst && !hasNext) return { ...answer, total: rows.length };
      if (question.after !== undefined || !isExact(question)) return answer;
      const counted = await statements.count(statements.matching(question, context), upTo + 1).execute(tx);
      const n = counted.rows[0]?.n ?? 0;
      return { ...answer, total: Math.min(n, upTo), isMore: n > upTo };
    },

    all: async function* (tx, question, { keys, from } = {}) {
      const context = await prepare(tx, question);
      const all = batches(tx, question, context, { from: from ?? null, first: FIRST_BATCH, keys });
      for await (const batch of all) for (const { row } of batch) yield row;
    },

    plan: async (tx, question) => {
      const context = await prepare(tx, question);
      const where = statements.matching(question, context);
      const order = { sort: question.sort, context };
      return {
        pages: statements.segments(order, null).map((segment) => statements.next(order, where, segment, 50)),
        count: statements.count(where, upTo + 1),
        conditionOf: (name) => statements.conditionOf(name, context, question),
      };
    },
  };
  cache.set(list, own as unknown as Rows<AnyList>);
  return own;
};

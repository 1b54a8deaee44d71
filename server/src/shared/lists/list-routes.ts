import { type AnyList, type ListFilterValues, type ListRow, type Permission, type UserGroup } from '@paceline/contract';
import { type Database } from '../../db/scope/tx.ts';
import { type Context } from '../../http/context.ts';
import { type Download } from '../../http/answers/download.ts';
import { type Register } from '../../http/register.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import {
  type OutgoingColumn,
  type OutgoingKind,
  type OutgoingRow,
  type OutgoingValue,
} from '../../lib/sheet/outgoing.ts';
import { localTime } from '../../lib/local-time.ts';
import { writeCsv, writeSheet } from '../../lib/sheet/write-sheet.ts';
import { findSharedZone } from '../owners-zone.queries.ts';
import { type Rows } from './list-of.ts';

export interface ListDeps {
  db: Database;
  clock: Clock;
}

/** A file column, optionally for some groups only. */
export type FileColumn = OutgoingColumn & { groups?: readonly UserGroup[] };

/** Name of a list's file, and its cells where they differ from the row's fields. */
export interface ListFile<Row> {
  name: string;
  /** A workbook by default. */
  format?: 'csv';
  /** Columns of the file where they differ from the table. */
  columns?: readonly FileColumn[];
  /** `zone` is that of the times of the file. */
  cells?: Readonly<Record<string, (row: Row, now: Date, zone: string) => OutgoingValue>>;
}

const KINDS = {
  text: 'text',
  dollar: 'dollar',
  count: 'count',
  percent: 'percent',
  date: 'date',
  instant: 'dateTime',
  flag: 'flag',
} as const satisfies Record<AnyList['list']['columns'][string]['kind'], OutgoingKind>;

const NO_ZONE = 'UTC';

const fileColumns = ({ columns }: AnyList['list'], zone: string): FileColumn[] =>
  Object.entries(columns)
    .filter(([, { screenOnly }]) => screenOnly !== true)
    .map(([key, { label, kind, groups }]) => ({
      key,
      label: kind === 'instant' ? `${label} (${zone})` : label,
      kind: KINDS[kind],
      ...(groups && { groups }),
    }));

/** Columns hidden from the caller are never exported, even if requested. */
const columnsFor = (columns: readonly FileColumn[], group: UserGroup): OutgoingColumn[] =>
  columns.flatMap(({ groups, ...column }) => (groups?.includes(group) === false ? [] : [column]));

/** The sort order reveals a column's values: hidden columns cannot be sorted by either. */
const assertMaySort = ({ list }: AnyList, sort: string, group: UserGroup): void => {
  if (list.columns[sort.replace(/^-/, '')]?.groups?.includes(group) !== false) return;
  throw new AppError('ILLEGAL_ARGUMENTS', {
    errors: [{ field: 'sort', code: 'unknown', message: 'is not a column of this list' }],
  });
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T.*Z$/;

/** Times stand in the zone that their heading names. */
const valueOf = (value: unknown, kind: OutgoingKind, zone: string): OutgoingValue => {
  if (Array.isArray(value)) return value.join(', ');
  const isInstant =
    kind === 'dateTime' && (value instanceof Date || (typeof value === 'string' && INSTANT.test(value)));
  return isInstant ? localTime(zone, new Date(value)) : (value as OutgoingValue);
};

const cellsOf = async function* <Row extends object>(
  rows: AsyncIterable<Row>,
  columns: readonly OutgoingColumn[],
  { cells = {} }: ListFile<Row>,
  { now, zone }: { now: Date; zone: string },
): AsyncGenerator<OutgoingRow, void> {
  for await (const row of rows) {
    const fields = row as Readonly<Record<string, unknown>>;
    yield Object.fromEntries(
      columns.map(({ key, kind }) => [key, valueOf(cells[key] ? cells[key](row, now, zone) : fields[key], kind, zone)]),
    );
  }
};

/** Registers a list, and its file if any. Order, transaction and access are the same for all lists. */
export const registerList = <L extends AnyList>(
  register: Register,
  { db, clock }: ListDeps,
  rows: Rows<L>,
  file?: ListFile<ListRow<L>>,
  /** Throws to refuse; for declarations with the permissions of several groups, where each needs its own. */
  guard: (caller: Pick<Context<AnyList>, 'session' | 'scope' | 'origin' | 'params'>) => Promise<void> = () =>
    Promise.resolve(),
): void => {
  const { list } = rows;
  const questionOf = (context: Pick<Context<AnyList>, 'scope' | 'params' | 'body' | 'session'>) => {
    const { sort, after, page, limit, keys, ...filters } = context.body as Record<string, unknown>;
    const { group, permissions } = context.session as { group: UserGroup; permissions: ReadonlySet<Permission> };
    assertMaySort(list, sort as string, group);
    return {
      group,
      question: {
        scope: context.scope,
        params: context.params as never,
        filters: filters as Partial<ListFilterValues<L>>,
        sort: sort as string,
        now: clock.now(),
        permissions,
        isStart: true,
      },
      place: { after: after as string | undefined, page: page as number | undefined, limit: limit as number },
      keys: keys as number[] | undefined,
    };
  };

  register<AnyList>(list, async (context) => {
    await guard(context);
    const { question, place } = questionOf(context);
    return db.readScope(context.scope, (tx) => rows.page(tx, { ...question, ...place }), context);
  });

  if (list.export === null || file === undefined) return;
  register(list.export, async (context): Promise<Download> => {
    await guard(context);
    const { question, keys, group } = questionOf(context);
    const { scope, signal } = context;
    const chosen = keys && [...new Set(keys)];
    if (chosen) {
      // Before the first byte: later, a refusal could only break off the file.
      const chosenCount = await db.readScope(scope, (tx) => rows.count(tx, question, chosen.length, chosen), {
        signal,
      });
      if (chosenCount !== chosen.length) throw new AppError('NOT_FOUND');
    }
    const { ownerKey } = context;
    const zone = (await db.readScope(scope, (tx) => findSharedZone(tx, scope, ownerKey), { signal })) ?? NO_ZONE;
    const columns = columnsFor(file.columns ?? fileColumns(list.list, zone), group);
    const all = db.streamWork(scope, (tx) => rows.all(tx, question, { keys: chosen }), { signal });
    const { name, format = 'xlsx' } = file;
    return {
      fileName: `${name}-${localTime(zone, question.now).slice(0, 'YYYY-MM-DD'.length)}.${format}`,
      ...(format === 'csv' ? writeCsv : writeSheet)({
        sheetName: name,
        columns,
        rows: cellsOf(all as AsyncIterable<object>, columns, file as never, { now: question.now, zone }),
      }),
    };
  });
};

import { type Fields, type RecordDeclaration } from '@paceline/contract';
import { sql } from 'kysely';
import { type Column, columnSql, type Sql } from '../lists/conditions.ts';

/** Where a field lives, where that is more than a column of its own name: `mediaPartnerName` in `name`. */
type Place = string | { column: string; read?: Sql; write?: (value: unknown) => unknown };
type Places<F extends Fields, S extends Fields> = { readonly [Name in keyof (F & S)]?: Place };

interface StoreColumn {
  column: string;
  read: Column;
  write: (value: unknown) => unknown;
}
export interface RecordStore<F extends Fields, S extends Fields> {
  columns: Readonly<Record<keyof (F & S) & string, StoreColumn>>;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const same = (value: unknown): unknown => value;

/** Where the fields of a record live: each in the column of its name (`landingUrls` in `landing_urls`), or as `places` says. */
export const recordStore = <F extends Fields, S extends Fields>(
  { fields, states }: Pick<RecordDeclaration<F, S>, 'fields' | 'states'>,
  { alias, places = {} }: { alias: string; places?: Places<F, S> },
): RecordStore<F, S> => ({
  columns: Object.fromEntries(
    Object.keys({ ...fields, ...states }).map((name) => {
      const place: Place = places[name] ?? snake(name);
      const {
        column,
        read,
        write = same,
      }: Exclude<Place, string> = typeof place === 'string' ? { column: place } : place;
      return [name, { column, read: read ?? `${alias}.${column}`, write }];
    }),
  ) as RecordStore<F, S>['columns'],
});

type Stored<F extends Fields, S extends Fields> = Pick<RecordStore<F, S>, 'columns'>;

/** The columns of its fields, for a list. */
export const recordColumns = <F extends Fields, S extends Fields>({ columns }: Stored<F, S>) =>
  Object.fromEntries(Object.entries<StoreColumn>(columns).map(([name, { read }]) => [name, read])) as Record<
    keyof (F & S) & string,
    Column
  >;

/** `p.name as "mediaPartnerName", …`: its fields, or those of these names, for a SELECT. */
export const selectFields = <F extends Fields, S extends Fields>(
  store: Stored<F, S>,
  ...names: readonly (keyof (F & S) & string)[]
): Sql =>
  sql.join(
    Object.entries<Column>(recordColumns(store))
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(([name, column]) => sql`${columnSql(column)} as ${sql.id(name)}`),
  );

/** For a text column that may be null: read as blank. */
export const blankable = (column: string, alias: string) => ({
  column,
  read: sql`coalesce(${sql.ref(`${alias}.${column}`)}, '')`,
});

type Values<F extends Fields, S extends Fields> = { readonly [Name in keyof (F & S)]?: unknown };

const writes = <F extends Fields, S extends Fields>({ columns }: Stored<F, S>, values: Values<F, S>) =>
  Object.entries<StoreColumn>(columns)
    .filter(([name]) => Object.hasOwn(values, name))
    .map(([name, { column, write }]) => [column, write(values[name])] as const);

/** `(owner_key, name) values ($1, $2)`: those of its fields that are given, and further columns, for an INSERT. */
export const insertFields = <F extends Fields, S extends Fields>(
  store: Stored<F, S>,
  values: Values<F, S>,
  further: Readonly<Record<string, unknown>> = {},
): Sql => {
  const all = [...Object.entries(further), ...writes(store, values)];
  return sql`(${sql.join(all.map(([column]) => sql.id(column)))}) values (${sql.join(all.map(([, value]) => sql`${value}`))})`;
};

/** `name = $1, code = $2`: those of its fields that are given, for an UPDATE. */
export const setFields = <F extends Fields, S extends Fields>(store: Stored<F, S>, values: Values<F, S>): Sql =>
  sql.join(writes(store, values).map(([column, value]) => sql`${sql.id(column)} = ${value}`));

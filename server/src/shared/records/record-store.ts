import { type Fields, type RecordDeclaration } from '@paceline/contract';
import { sql } from 'kysely';
import { type Column, columnSql, type Sql } from '../lists/conditions.ts';

/**
 * Storage of a field that is not simply a column of its name: `mediaPartnerName` in `name`. A field without a column is in rows of another
 * table, written by a statement of its own.
 */
type Place =
  | string
  | { column: string; read?: Sql; write?: (value: unknown) => unknown }
  | { column: null; read: Sql; write?: undefined };
type Places<F extends Fields, S extends Fields> = { readonly [Name in keyof (F & S)]?: Place };

interface StoreColumn {
  column: string | null;
  read: Column;
  write: (value: unknown) => unknown;
}
type RecordStore<Name extends string> = Readonly<Record<Name, StoreColumn>>;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const same = (value: unknown): unknown => value;

/** The columns of a record's fields: by default in snake case (`landingUrls` in `landing_urls`), otherwise as `places` says. */
export const recordStore = <F extends Fields, S extends Fields>(
  { fields, states }: Pick<RecordDeclaration<F, S>, 'fields' | 'states'>,
  { alias, places = {} }: { alias: string; places?: Places<F, S> },
): RecordStore<keyof (F & S) & string> =>
  Object.fromEntries(
    Object.keys({ ...fields, ...states }).map((name) => {
      const place: Place = places[name] ?? snake(name);
      const {
        column,
        read,
        write = same,
      }: Exclude<Place, string> = typeof place === 'string' ? { column: place } : place;
      return [name, { column, read: read ?? `${alias}.${column}`, write }];
    }),
  ) as RecordStore<keyof (F & S) & string>;

/** A nullable text column, read as blank. */
export const blankable = (column: string, alias: string) => ({
  column,
  read: sql`coalesce(${sql.ref(`${alias}.${column}`)}, '')`,
});

/** All or the given fields for a SELECT: `p.name as "mediaPartnerName", …`. */
export const selectFields = <Name extends string>(store: RecordStore<Name>, ...names: readonly NoInfer<Name>[]): Sql =>
  sql.join(
    Object.entries<StoreColumn>(store)
      .filter(([name]) => names.length === 0 || (names as readonly string[]).includes(name))
      .map(([name, { read }]) => sql`${columnSql(read)} as ${sql.id(name)}`),
  );

type Values<Name extends string> = { readonly [One in Name]?: unknown };

const writes = <Name extends string>(store: RecordStore<Name>, values: Values<Name>): [string, unknown][] =>
  (Object.entries(store) as [Name, StoreColumn][]).flatMap(([name, { column, write }]) =>
    column !== null && values[name] !== undefined ? [[column, write(values[name])]] : [],
  );

/** The given field values, by column. */
export const columnValues = <Name extends string>(
  store: RecordStore<Name>,
  values: Values<NoInfer<Name>>,
): Record<string, unknown> => Object.fromEntries(writes(store, values));

/** `(owner_key, name) values ($1, $2)`: the given fields and further columns, for an INSERT. */
export const insertFields = <Name extends string>(
  store: RecordStore<Name>,
  values: Values<NoInfer<Name>>,
  further: Readonly<Record<string, unknown>> = {},
): Sql => {
  const all = [...Object.entries(further), ...writes(store, values)];
  return sql`(${sql.join(all.map(([column]) => sql.id(column)))}) values (${sql.join(all.map(([, value]) => sql`${value}`))})`;
};

/** `name = $1, code = $2`: the given fields, for an UPDATE. */
export const setFields = <Name extends string>(store: RecordStore<Name>, values: Values<NoInfer<Name>>): Sql =>
  sql.join(writes(store, values).map(([column, value]) => sql`${sql.id(column)} = ${value}`));

import { CROSSES_OWNERS, REFERENCE_TABLES, UNIQUE_OVER_OWNERS } from './exceptions.ts';

/** What is asked of a database: a client of the driver answers it, and so does a transaction of a test. */
type Ask = <Row>(statement: string) => Promise<Row[]>;

interface Table {
  name: string;
  /** Null where it has no owner. */
  ownerIsNeeded: boolean | null;
}

interface UniqueIndex {
  name: string;
  table: string;
  isConstraint: boolean;
  /** The one column of it is given out by a sequence. */
  isGenerated: boolean;
  definition: string;
}

interface ForeignKey {
  name: string;
  from: string;
  to: string;
  /** Both sides have the owner, at the same place. */
  carriesOwner: boolean;
  setsNull: boolean;
}

interface Definition {
  name: string;
  body: string;
}

const ON_TABLES = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'`;

const TABLES = `
  select c.relname as name, a.attnotnull as "ownerIsNeeded"
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_key'
  where ${ON_TABLES} order by 1`;

/** Those without the owner among their columns. */
const UNIQUE_INDEXES = `
  select x.relname as name, c.relname as table, k.oid is not null as "isConstraint",
    i.indnkeyatts = 1 and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0] and a.attidentity <> '') as "isGenerated",
    pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')
  where ${ON_TABLES} and (i.indisunique or i.indisexclusion)
    and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey) and a.attname = 'owner_key')
  order by 2, 1`;

const FOREIGN_KEYS = `
  select k.conname as name, c.relname as from, t.relname as to, k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') as "setsNull",
    exists (
      select from unnest(k.conkey, k.confkey) p (here, there)
      join pg_attribute h on h.attrelid = k.conrelid and h.attnum = p.here and h.attname = 'owner_key'
      join pg_attribute o on o.attrelid = k.confrelid and o.attnum = p.there and o.attname = 'owner_key') as "carriesOwner"
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where ${ON_TABLES} and k.contype = 'f' and k.conparentid = 0
  order by 2, 1`;

const FUNCTIONS = `
  select p.proname as name, coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
  from pg_proc p where p.pronamespace in ('public'::regnamespace, to_regnamespace('app')) and p.prokind in ('f', 'p') order by 1`;

/** Citus makes triggers of shards for each row, and none for a statement. */
const STATEMENT_TRIGGERS = `
  select c.relname as table, t.tgname as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where ${ON_TABLES} and not t.tgisinternal and t.tgparentid = 0 and t.tgtype & 1 = 0
  order by 1, 2`;

export interface Distribution {
  /** Where the schema is not as Citus needs it, and no exception is made by name. */
  faults: string[];
  /** What would be run on the coordinator, in this order. */
  statements: string[];
  /** What stands in the way of running them. */
  obstacles: string[];
}

/** A write into a table, or into one that a statement made by `format` is told. */
const WRITES = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?(?:public\.)?("?\w+|%)/gi;

const crossesOwners = (body: string, isDistributed: (table: string) => boolean): boolean =>
  body
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .some(
      (statement) =>
        !statement.includes('of_owner') &&
        [...statement.matchAll(WRITES)].some(([, target = '']) => target === '%' || isDistributed(target)),
    );

/** Each table after those that it refers to; those of a circle come last, in no order, and are told as faults. */
const inOrder = (names: readonly string[], keys: readonly ForeignKey[]): { ordered: string[]; circle: string[] } => {
  const ordered = new Set<string>();
  let left = [...names];
  for (;;) {
    const waits = (name: string): boolean =>
      keys.some(({ from, to }) => from === name && to !== name && left.includes(to));
    const ready = left.filter((name) => !waits(name));
    if (ready.length === 0) return { ordered: [...ordered], circle: left };
    for (const name of ready) ordered.add(name);
    left = left.filter((name) => !ordered.has(name));
  }
};

/** What Citus would do with the schema of this database: from its catalogue alone, and without Citus. */
export const readDistribution = async (ask: Ask): Promise<Distribution> => {
  const tables = await ask<Table>(TABLES);
  const uniqueIndexes = await ask<UniqueIndex>(UNIQUE_INDEXES);
  const foreignKeys = await ask<ForeignKey>(FOREIGN_KEYS);
  const functions = await ask<Definition>(FUNCTIONS);
  const triggers = await ask<{ table: string; name: string }>(STATEMENT_TRIGGERS);

  const ofOwners = new Set(
    tables
      .filter(({ name, ownerIsNeeded }) => ownerIsNeeded !== null && !(name in REFERENCE_TABLES))
      .map(({ name }) => name),
  );
  const isDistributed = (name: string): boolean => ofOwners.has(name);
  const tooWide = uniqueIndexes.filter(({ table }) => isDistributed(table));
  const crossing = functions.filter(({ body }) => crossesOwners(body, isDistributed)).map(({ name }) => name);
  const references = inOrder(
    tables.map(({ name }) => name).filter((name) => !isDistributed(name)),
    foreignKeys,
  );
  const distributed = inOrder([...ofOwners], foreignKeys);

  const named = new Set([...tables, ...uniqueIndexes].map(({ name }) => name).concat(crossing));
  const exceptions = [REFERENCE_TABLES, UNIQUE_OVER_OWNERS, CROSSES_OWNERS].flatMap((list) => Object.keys(list));
  const faults = [
    ...tables
      .filter((table) => isDistributed(table.name) && table.ownerIsNeeded === false)
      .map(({ name }) => `${name}: owner_key can be null`),
    ...tooWide
      .filter(({ name, isGenerated }) => !isGenerated && !(name in UNIQUE_OVER_OWNERS))
      .map(({ table, name }) => `${table}: ${name} is unique without owner_key`),
    ...foreignKeys
      .filter(({ from, to, carriesOwner }) => isDistributed(to) && !(isDistributed(from) && carriesOwner))
      .map(({ from, name, to }) => `${from}: ${name} refers to ${to} without owner_key`),
    ...foreignKeys
      .filter(({ from, carriesOwner, setsNull }) => isDistributed(from) && carriesOwner && setsNull)
      .map(({ from, name }) => `${from}: ${name} sets null where owner_key is a part of it`),
    ...[...references.circle, ...distributed.circle].map((name) => `${name}: its foreign keys are a circle`),
    ...crossing.filter((name) => !(name in CROSSES_OWNERS)).map((name) => `${name}: writes without of_owner`),
    ...exceptions.filter((name) => !named.has(name)).map((name) => `${name}: an exception that nothing needs`),
  ];

  const [first, ...others] = distributed.ordered;
  const statements =
    first === undefined
      ? []
      : [
          ...tooWide.flatMap(({ table, name, isConstraint, definition }) => [
            isConstraint ? `alter table ${table} drop constraint ${name};` : `drop index ${name};`,
            `${definition.replace('CREATE UNIQUE INDEX', 'create index')};`,
          ]),
          ...references.ordered.map((name) => `select create_reference_table('${name}');`),
          `select create_distributed_table('${first}', 'owner_key');`,
          ...others.map(
            (name) => `select create_distributed_table('${name}', 'owner_key', colocate_with => '${first}');`,
          ),
        ];
  const perStatement = triggers.filter(({ table }) => isDistributed(table));
  const obstacles = perStatement.map(({ table, name }) => `${table}: ${name} is a trigger of statements`);
  return { faults, statements, obstacles };
};

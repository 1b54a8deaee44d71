import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../testing/database.ts';
import { readBaseline } from './migrate/baseline.ts';
import { readMigrations } from './migrate/migrations.ts';

const database = useDatabase();

/** The comment above `create table`: which columns identify a lead's person, or another one, and how they are erased. */
interface PersonLine {
  table: string;
  /** Columns emptied by app.erase_people; `rows` where whole rows are deleted. */
  erased: string[];
  /** Columns that are kept, for the reason given in the line. */
  kept: string[];
}

/** A line is `none`, or `erased …` and `kept …: why`, separated by a semicolon. */
const readLine = (table: string, line: string): PersonLine => {
  const parts = line === 'none' ? [] : line.split('; ');
  const read = parts.map((part) => /^(erased|kept) ([\w, ]+)(: .+)?$/.exec(part));
  if (read.some((part) => part === null || (part[1] === 'kept') !== (part[3] !== undefined)))
    throw new Error(`Table ${table} has a line that nobody can read: ${line}`);
  const columns = (word: string): string[] =>
    read.filter((part) => part?.[1] === word).flatMap((part) => part![2]!.split(', '));
  return { table, erased: columns('erased'), kept: columns('kept') };
};

const TABLE = /(?:^-- Person: (?<line>.+)\.\n)?^create table (?<table>\w+)/gm;
const tablesIn = (text: string) =>
  [...text.matchAll(TABLE)].map(({ groups }) => ({ table: groups!['table']!, line: groups!['line'] }));
const missingIn = (text: string): string[] =>
  tablesIn(text).flatMap(({ table, line }) => (line === undefined ? [table] : []));

/** Column names that suggest personal data. */
const TELLING = /(^|_)(email|phone|ip|user_agent|(first|last)_name|zip|referrer|to_address)(_hash)?$|^visitor_hash$/;

/** The tables that the two erasing functions delete from, and the columns they set. */
const changesOf = (body: string): { deleted: Set<string>; set: Map<string, Set<string>> } => {
  const deleted = new Set([...body.matchAll(/\bdelete from (\w+)/g)].map((match) => match[1]!));
  const set = new Map<string, Set<string>>();
  for (const [, table = '', columns = ''] of body.matchAll(
    /\bupdate (\w+) \w+\s+set ([^;]*?)(?:\n\s*(?:where|from)\b| where | from \w+ \w\n)/g,
  ))
    set.set(
      table,
      (set.get(table) ?? new Set()).union(new Set([...columns.matchAll(/(\w+) = /g)].map((match) => match[1]!))),
    );
  return { deleted, set };
};

let text: string;
let lines: PersonLine[];
let columns: { table: string; name: string }[];
let changes: ReturnType<typeof changesOf>;

beforeAll(async () => {
  const { text: baseline, migrations } = await readBaseline();
  const later = (await readMigrations()).filter(({ name }) => !migrations.includes(name));
  text = [baseline, ...later.map((migration) => migration.text)].join('\n');
  await database.asMigrator(async (tx) => {
    columns = (
      await sql<{ table: string; name: string }>`
        select c.relname as table, attname as name from pg_attribute join pg_class c on c.oid = attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and attnum > 0 and not attisdropped and c.relname <> 'migration'`.execute(tx)
    ).rows;
    const tables = new Set(columns.map(({ table }) => table));
    // For a recreated table the last line counts, for a dropped one none.
    lines = [...new Map(tablesIn(text).map(({ table, line }) => [table, line]))].flatMap(([table, line]) =>
      line !== undefined && tables.has(table) ? [readLine(table, line)] : [],
    );
    const functions = await sql<{ body: string }>`
      select prosrc as body from pg_proc where oid in ('app.erase_people'::regproc, 'app.erase_people_of_leads'::regproc)`.execute(
      tx,
    );
    changes = changesOf(functions.rows.map(({ body }) => body).join('\n'));
  });
});

test('every table states which personal data it has', () => {
  expect(missingIn(text)).toEqual([]);
  expect(lines.map(({ table }) => table).toSorted()).toEqual(
    [...new Set(columns.map(({ table }) => table))].toSorted(),
  );
  expect(missingIn('-- Person: none.\ncreate table said (a int);\n-- Why.\ncreate table silent (a int);')).toEqual([
    'silent',
  ]);
});

test('the lines name existing columns, and every column that looks personal', () => {
  const columnNames = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const named = lines.flatMap(({ table, erased, kept }) => [...erased, ...kept].map((name) => `${table}.${name}`));
  expect(named.filter((name) => !name.endsWith('.rows') && !columnNames.has(name))).toEqual([]);
  const unnamed = columns.filter(
    ({ table, name }) => TELLING.test(name) && !named.includes(`${table}.${name}`) && !named.includes(`${table}.rows`),
  );
  expect(unnamed).toEqual([]);
});

test('exactly the columns named as erased are erased', () => {
  const erased = lines.flatMap(({ table, erased: names }) => names.map((name) => ({ table, name })));
  const untouched = erased.filter(({ table, name }) =>
    name === 'rows' ? !changes.deleted.has(table) : !changes.set.get(table)?.has(name),
  );
  expect(untouched).toEqual([]);
  const touched = new Set([...changes.deleted, ...changes.set.keys()]);
  expect([...touched].filter((table) => !erased.some((one) => one.table === table))).toEqual([]);
});

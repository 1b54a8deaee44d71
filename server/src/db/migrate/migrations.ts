import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Migrations that the baseline stands for: only a database that began with them still runs those that it lacks. */
const MIGRATIONS_BEFORE_FOLDER = `${MIGRATIONS_FOLDER}/before`;

export interface Migration {
  name: string;
  text: string;
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .toSorted();

const readFolder = async (folder: string): Promise<Migration[]> =>
  Promise.all(
    (await namesIn(folder)).map(async (name) => ({ name, text: await readFile(`${folder}/${name}.sql`, 'utf8') })),
  );

export const readMigrationsBefore = (): Promise<Migration[]> => readFolder(MIGRATIONS_BEFORE_FOLDER);

/** Those that this program has, in their order. */
export const readMigrations = async (): Promise<Migration[]> => [
  ...(await readMigrationsBefore()),
  ...(await readFolder(MIGRATIONS_FOLDER)),
];

export const listMigrationNames = async (): Promise<string[]> => [
  ...(await namesIn(MIGRATIONS_BEFORE_FOLDER)),
  ...(await namesIn(MIGRATIONS_FOLDER)),
];

/** What a file begins with whose indexes are made while the table is written, which no transaction can do. */
const APART = '-- Outside a transaction.';

export const isApart = ({ text }: Migration): boolean => text.startsWith(APART);

/** The statements of such a file: nothing in it has a semicolon within. */
export const statementsOf = ({ text }: Migration): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** As one text for a database that nobody uses yet: there, a plain index is made faster. */
export const textInTransaction = (migration: Migration): string =>
  isApart(migration) ? migration.text.replaceAll(/\bindex concurrently\b/gi, 'index') : migration.text;

export interface NewIndex {
  name: string;
  table: string;
  unique: boolean;
  /** Everything behind the name of the table. */
  rest: string;
}

/** What `create index concurrently … on …` makes, or null where it is another statement. */
export const newIndexOf = (statement: string): NewIndex | null => {
  const match = /^create (unique )?index concurrently (\w+) on (\w+)\s*(\(.*)$/is.exec(statement);
  if (match === null) return null;
  const [, unique, name = '', table = '', rest = ''] = match;
  return { name, table, unique: unique !== undefined, rest };
};

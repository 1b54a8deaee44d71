import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Migrations that the baseline replaces: only databases that began with them still run the missing ones. */
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

/** The migrations of this program, in order. */
export const readMigrations = async (): Promise<Migration[]> => [
  ...(await readMigrationsBefore()),
  ...(await readFolder(MIGRATIONS_FOLDER)),
];

export const listMigrationNames = async (): Promise<string[]> => [
  ...(await namesIn(MIGRATIONS_BEFORE_FOLDER)),
  ...(await namesIn(MIGRATIONS_FOLDER)),
];

/** First line of a file whose indexes are built concurrently, which is impossible in a transaction. */
const APART = '-- Outside a transaction.';

export const isApart = ({ text }: Migration): boolean => text.startsWith(APART);

/** The statements of such a file; none contains a semicolon. */
export const statementsOf = ({ text }: Migration): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** The text for a database that is not in use yet: there, a plain index is built faster. */
export const textInTransaction = (migration: Migration): string =>
  isApart(migration) ? migration.text.replaceAll(/\bindex concurrently\b/gi, 'index') : migration.text;

export interface NewIndex {
  name: string;
  table: string;
  unique: boolean;
  /** Everything after the table name. */
  rest: string;
}

/** The index that `create index concurrently … on …` creates; null for other statements. */
export const newIndexOf = (statement: string): NewIndex | null => {
  const match = /^create (unique )?index concurrently (\w+) on (\w+)\s*(\(.*)$/is.exec(statement);
  if (match === null) return null;
  const [, unique, name = '', table = '', rest = ''] = match;
  return { name, table, unique: unique !== undefined, rest };
};

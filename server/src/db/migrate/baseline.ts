import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationsBefore } from './migrations.ts';

export const SCHEMA_FOLDER = fileURLToPath(new URL('../../../schema', import.meta.url));

export interface Baseline {
  /** The whole schema, as one text for an empty database. */
  text: string;
  /** The migrations that count as applied in a database created from it. */
  migrations: readonly string[];
}

/** The schema files in reading order: one per line, the first word is the file. */
export const listSchemaFiles = async (): Promise<string[]> =>
  (await readFile(`${SCHEMA_FOLDER}/contents.txt`, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => `${line.split(' ', 1)[0]}.sql`);

export const readBaseline = async (): Promise<Baseline> => {
  const files = await listSchemaFiles();
  const texts = await Promise.all(files.map((file) => readFile(`${SCHEMA_FOLDER}/${file}`, 'utf8')));
  return { text: texts.join('\n'), migrations: (await readMigrationsBefore()).map(({ name }) => name) };
};

import { createHash, randomBytes } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded/start.ts';
import { prepareDatabase } from '../../db/migrate/migrate.ts';
import { appUrlFrom } from '../../db/migrate/roles.ts';
import { withConnection } from '../../db/scope/single-connection.ts';
import { isAlive } from './is-alive.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Nothing here has to survive a power cut, and a copy of a database should cost milliseconds. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  // A scenario that is loaded holds every partition and index; several are loaded at once.
  max_locks_per_transaction: 256,
};

const hashOf = async (
  cwd: string,
  pattern: string,
  isPart: (file: string) => boolean = () => true,
): Promise<string> => {
  const hash = createHash('sha256');
  const files = (await Array.fromAsync(glob(pattern, { cwd }))).filter(isPart);
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(await readFile(`${cwd}/${file}`));
  return hash.digest('hex').slice(0, 16);
};

/** The template's name says what is in it, so that an unchanged schema is migrated once and copied ever after. */
const templateName = async (): Promise<string> =>
  `template_${await hashOf(`${ROOT}server`, '{schema,migrations}/**/*.{sql,txt}')}`;

/** The same for filled databases. A load goes through most of the product, so any of its sources may change what is in them. */
const filledPrefixOf = async (template: string): Promise<string> => {
  const isPart = (file: string): boolean => !file.endsWith('.test.ts') && !file.startsWith('server/src/testing/');
  return `filled_${await hashOf(ROOT, '{contract/src,server/src,server/seed}/**/*.{ts,tsv}', isPart)}_${template.slice(-16)}_`;
};

const makeTemplate = async (serverUrl: string, name: string): Promise<void> => {
  const { rows } = await withConnection(serverUrl, (client) =>
    client.query<{ datistemplate: boolean }>('select datistemplate from pg_database where datname = $1', [name]),
  );
  // One that is there but not marked was left half-made by a run that was killed.
  if (rows[0]?.datistemplate) return;
  await withConnection(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await prepareDatabase(url.href, appUrlFrom(url.href));
  await withConnection(serverUrl, (client) => client.query(`alter database ${name} is_template true`));
};

/** Who made it is in its name: the process that a test file runs in. */
export const testDatabaseName = (): string => `test_${process.pid}_${randomBytes(8).toString('hex')}`;

/** Enough for the branches that somebody tests side by side. */
const KEPT_TEMPLATES = 4;

/** What earlier runs left behind: databases whose process is gone, and templates of schemas that are long no more. */
const removeLeftovers = (serverUrl: string, template: string, filledPrefix: string): Promise<void> =>
  withConnection(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string; kind: 'template' | 'filled' | 'test'; pid: number }>(
      `select datname as name, substring(datname from '^[a-z]+') as kind, coalesce(substring(datname from '^test_(\\d+)_')::int, 0) as pid
       from pg_database where datname ~ '^(test_\\d+|template|filled)_' and datname <> $1 and not starts_with(datname, $2) order by oid desc`,
      [template, filledPrefix],
    );
    const old = rows.filter(({ kind }) => kind === 'template').slice(KEPT_TEMPLATES);
    const orphaned = rows.filter(({ kind, pid }) => kind === 'filled' || (kind === 'test' && !isAlive(pid)));
    for (const { name, kind } of [...old, ...orphaned]) {
      if (kind === 'template') await client.query(`alter database ${name} is_template false`);
      await client.query(`drop database if exists ${name} with (force)`);
    }
  });

interface TestServer {
  postgres: EmbeddedPostgres;
  template: string;
  templateUrl: string;
  filledPrefix: string;
}

/** The embedded server of the tests, with a template database that holds the migrated schema and nothing else. */
export const startTestServer = async (dataDir: string): Promise<TestServer> => {
  const postgres = await startEmbedded({ dataDir, settings: SETTINGS });
  const template = await templateName();
  const filledPrefix = await filledPrefixOf(template);
  await removeLeftovers(postgres.url, template, filledPrefix);
  await makeTemplate(postgres.url, template);
  const url = new URL(postgres.url);
  url.pathname = `/${template}`;
  return { postgres, template, templateUrl: url.href, filledPrefix };
};

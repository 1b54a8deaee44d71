import { listMigrationNames } from '../db/migrate/migrations.ts';
import { assertDurable } from '../db/migrate/production.ts';
import { APP_ROLE } from '../db/migrate/roles.ts';
import { explainRefusal } from '../db/store.ts';
import { withConnection } from '../db/scope/single-connection.ts';
import { type Finding, fine, refused, wrong } from './finding.ts';

const ABOUT = 'database';

/** Tolerated clock difference between two machines that use the same time servers. */
const MAX_CLOCK_SECONDS = 5;

export const checkReachable = async (ownerUrl: string): Promise<Finding> => {
  try {
    return await withConnection(ownerUrl, async (client) => {
      const { rows } = await client.query<{ number: string; version: string }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as version`,
      );
      const { number = '0', version = '' } = rows[0] ?? {};
      return Number(number) >= 150_000
        ? fine(ABOUT, `Postgres ${version} answers.`)
        : wrong(ABOUT, `The database is Postgres ${version}.`, 'Move it to Postgres 15 or newer.');
    });
  } catch (error) {
    return refused(ABOUT, explainRefusal(error, ownerUrl));
  }
};

export const checkRole = async (ownerUrl: string, appUrl: string): Promise<Finding> => {
  const rights = await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ above: boolean }>(
      'select rolsuper or rolbypassrls as above from pg_roles where rolname = $1',
      [APP_ROLE],
    );
    return rows[0];
  });
  if (rights === undefined)
    return wrong(
      ABOUT,
      `There is no role ${APP_ROLE}, as which the product serves.`,
      'Start the server once: it makes it.',
    );
  if (rights.above)
    return wrong(
      ABOUT,
      `The role ${APP_ROLE} may pass row-level security, so owners would see each other.`,
      `alter role ${APP_ROLE} nosuperuser nobypassrls`,
    );
  try {
    await withConnection(appUrl, (client) => client.query('select 1'));
    return fine(ABOUT, `The role ${APP_ROLE} connects, and row-level security holds for it.`);
  } catch {
    return wrong(
      ABOUT,
      `The role ${APP_ROLE} cannot connect.`,
      'Correct APP_DATABASE_URL, or start the server once: it sets the password that follows from DATABASE_URL.',
    );
  }
};

export const checkDurable = async (ownerUrl: string): Promise<Finding[]> => {
  const durable = await assertDurable(ownerUrl).then(
    () => fine(ABOUT, 'What is saved survives a power cut.'),
    (error: unknown) => refused(ABOUT, error),
  );
  const checksums = await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ value: string }>(`select current_setting('data_checksums') as value`);
    return rows[0]?.value === 'on';
  });
  return checksums
    ? [durable]
    : [
        durable,
        wrong(
          ABOUT,
          'The database keeps no checksums, so a disk that forgets is not noticed.',
          'Stop it, and run pg_checksums --enable.',
        ),
      ];
};

export const checkMigrations = async (ownerUrl: string): Promise<Finding> => {
  const migrationNames = await listMigrationNames();
  const run = await withConnection(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ isThere: boolean }>(
      `select to_regclass('public.migration') is not null as "isThere"`,
    );
    if (!tables[0]?.isThere) return [];
    return (await client.query<{ name: string }>('select name from migration')).rows.map(({ name }) => name);
  });
  const missing = migrationNames.filter((name) => !run.includes(name));
  const unknown = run.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0)
    return wrong(
      'migrations',
      `The database is newer than this program: it has ${unknown.join(', ')}.`,
      'Start the newer version, or restore a backup of before.',
    );
  if (missing.length > 0)
    return wrong(
      'migrations',
      `${missing.length} migrations have not run, from ${missing[0]} on.`,
      'Start the server: it runs them first.',
    );
  return fine('migrations', `All ${migrationNames.length} have run.`);
};

/** Reads `now` before and after the query, so that network time does not count as a difference. */
export const checkClock = async (ownerUrl: string, now: () => Date): Promise<Finding> => {
  const [before, theirs, after] = await withConnection(ownerUrl, async (client) => {
    const localTime = now().getTime();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    return [localTime, rows[0]!.at.getTime(), now().getTime()];
  });
  const apart = Math.max(0, before - theirs, theirs - after) / 1000;
  return apart > MAX_CLOCK_SECONDS
    ? wrong(
        'clock',
        `This machine and the database are ${Math.round(apart)} seconds apart.`,
        'Let both ask a time server (NTP).',
      )
    : fine('clock', 'This machine and the database agree on the time.');
};

/** Leads cannot be stored in a month without partitions: this month and the next must have them. */
export const checkMonths = async (ownerUrl: string, now: Date): Promise<Finding> => {
  const missing = await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname || '_' || to_char(m, 'YYYYMM') as name
       from pg_class c cross join generate_series(0, 1) n
       cross join lateral (select date_trunc('month', $1::timestamptz at time zone 'UTC') + make_interval(months => n) as m) x
       where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
         and to_regclass(format('public.%I', c.relname || '_' || to_char(m, 'YYYYMM'))) is null
       order by 1`,
      [now],
    );
    return rows.map(({ name }) => name);
  });
  return missing.length === 0
    ? fine('months', 'This month and the next have their partitions.')
    : wrong(
        'months',
        `${missing.length} partitions are missing, the first is ${missing[0]}: leads of those days cannot be stored.`,
        'Start a server with WORKER=on: it makes them at its start and every night.',
      );
};

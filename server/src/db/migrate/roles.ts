import { createHmac } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { SERVING_LIMITS_MS } from '../connection/pool.ts';

export const APP_ROLE = 'paceline_app';

/**
 * The app role's password is derived from the owner's, so that every process of an installation knows it and none stores it. Without an
 * owner password there is nothing to derive it from, and the operator configures the app role's connection.
 */
export const appUrlFrom = (ownerUrl: string): string => {
  const url = new URL(ownerUrl);
  if (url.password === '') {
    throw new StartupError(
      'DATABASE_URL holds no password, so set APP_DATABASE_URL to how the role paceline_app connects.',
    );
  }
  url.username = APP_ROLE;
  url.password = createHmac('sha256', decodeURIComponent(new URL(ownerUrl).password))
    .update(APP_ROLE)
    .digest('hex');
  return url.href;
};

/** A replica has the roles of its primary: its URL may name either of the two. */
export const replicaUrlFrom = (url: string): string => (new URL(url).username === APP_ROLE ? url : appUrlFrom(url));

interface RoleRow {
  rolsuper: boolean;
  rolbypassrls: boolean;
}

const findAppRole = async (client: pg.ClientBase): Promise<RoleRow | undefined> => {
  const { rows } = await client.query<RoleRow>('select rolsuper, rolbypassrls from pg_roles where rolname = $1', [
    APP_ROLE,
  ]);
  return rows[0];
};

/** Creates the app role, or sets its password. It must be a plain role without further privileges. */
export const ensureAppRole = async (client: pg.ClientBase, appUrl: string): Promise<void> => {
  const password = pg.escapeLiteral(decodeURIComponent(new URL(appUrl).password));
  const current = await findAppRole(client);
  await client.query(`${current === undefined ? 'create' : 'alter'} role ${APP_ROLE} login password ${password}`);
  if (current?.rolsuper || current?.rolbypassrls) {
    throw new StartupError(
      `The role ${APP_ROLE} may pass row-level security, so tenants would see each other: alter role ${APP_ROLE} nosuperuser nobypassrls.`,
    );
  }
};

/** For connections through a bouncer, which rejects settings of a client: the role has the limits in this database. */
export const ensureServingLimits = async (client: pg.ClientBase): Promise<void> => {
  const wanted = Object.entries(SERVING_LIMITS_MS).map(([name, ms]) => `${name}=${ms}`);
  const { rows } = await client.query<{ database: string; current: string[] | null }>(
    `select current_database() as database,
       (select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where s.setrole = $1::regrole and d.datname = current_database()) as current`,
    [APP_ROLE],
  );
  const { database = '', current = null } = rows[0] ?? {};
  // A process that starts beside others does not write settings that are already there.
  for (const setting of wanted.filter((one) => current?.includes(one) !== true))
    await client.query(`alter role ${APP_ROLE} in database ${pg.escapeIdentifier(database)} set ${setting}`);
};

import { createHmac } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';

export const APP_ROLE = 'paceline_app';

/**
 * The app role's password follows from the owner's, so that every process of an installation knows it and none stores it.
 * Without an owner password there is nothing to derive it from, and the operator says how the app role connects.
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

/** Creates the app role, or gives it the password it should have. It owns nothing and bypasses nothing. */
export const ensureAppRole = async (client: pg.ClientBase, appUrl: string): Promise<void> => {
  const password = pg.escapeLiteral(decodeURIComponent(new URL(appUrl).password));
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
      create role ${APP_ROLE} login;
    end if;
  end $$`);
  await client.query(`alter role ${APP_ROLE} nosuperuser nobypassrls nocreatedb nocreaterole password ${password}`);
};

import { randomUUID } from 'node:crypto';
import { ROLE_PRESETS, USER_TYPES, userFormSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type z } from 'zod';
import { type Tx } from '../db/scope/tx.ts';
import { StartupError } from '../lib/startup-error.ts';
import { audit } from './audit.ts';
import { makePasswordLink } from './password-link.ts';

const PRESET = ROLE_PRESETS.agencyAdmin;

/** The same rules as in the user form. */
const adminSchema = userFormSchema.pick({ userName: true, email: true, firstName: true, lastName: true });
type Admin = z.infer<typeof adminSchema>;

const readAdmin = (input: Partial<Admin>): Admin => {
  const read = adminSchema.safeParse(input);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues as [z.core.$ZodIssue];
  throw new StartupError(
    `${path.join('.')}: ${message} npm run admin -- <user name> <email> [<first name> <last name>]`,
  );
};

/** A user who can create others; undefined in an empty installation. */
export const findAdmin = async (tx: Tx): Promise<string | undefined> => {
  const { rows } = await sql<{ userName: string }>`
    select user_name as "userName" from user_account
    where user_type = ${USER_TYPES[PRESET.group]} and active and 'users:Create' = any (permissions) order by user_key limit 1
  `.execute(tx);
  return rows[0]?.userName;
};

/**
 * Creates the administrator of an installation without one, with all permissions on all current and future owners. Returns the link for
 * choosing the password: it is printed, because there may be no mail server yet.
 */
export const makeFirstAdmin = async (
  tx: Tx,
  input: Partial<Admin>,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<string> => {
  const admin = readAdmin(input);
  // Two concurrent commands create one administrator.
  await sql`lock table user_account in share row exclusive mode`.execute(tx);
  const firstAdmin = await findAdmin(tx);
  if (firstAdmin !== undefined) {
    throw new StartupError(`There is an administrator already, ${firstAdmin}: more are added under Manage Users.`);
  }
  const { rows } = await sql<{ userKey: number }>`
    insert into user_account (user_name, email, first_name, last_name, user_type, all_owners, permissions)
    select ${admin.userName}, ${admin.email}, ${admin.firstName}, ${admin.lastName}, ${USER_TYPES[PRESET.group]}, true, ${[...PRESET.permissions]}
    where not exists (select from user_account where lower(user_name) = lower(${admin.userName}))
    returning user_key as "userKey"
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new StartupError(`The user name ${admin.userName} is taken.`);
  const origin = { route: 'npm run admin', ip: null, userAgent: '', requestId: randomUUID() };
  await audit(tx, { userKey: null, group: 'system' }, origin, now, {
    action: 'createUser',
    entity: 'user',
    entityKey: row.userKey,
    after: { userName: admin.userName, email: admin.email, allOwners: true },
  });
  return makePasswordLink(tx, { userKey: row.userKey, userName: admin.userName }, 'invite', { now, publicUrl });
};

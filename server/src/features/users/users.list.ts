import {
  groupOfUserType,
  type UserRow,
  USER_STATES,
  USER_TYPES,
  userSearch,
  userState,
  type UserState,
} from '@paceline/contract';
import { sql } from 'kysely';
import { AppError } from '../../lib/app-error.ts';
import { custom, hasWords, type Sql } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { type ListFile } from '../../shared/lists/list-routes.ts';
import { findOwnerKeyByName } from './users.queries.ts';

const FULL_NAME = sql`(u.first_name || ' ' || u.last_name)`;
const LAST_LOGIN = sql`(select max(l.at) from user_login l where l.user_key = u.user_key)`;

const HAS_SIGNED_IN = sql`exists (select from user_login l where l.user_key = u.user_key)`;
const IN_STATE: Record<UserState, Sql> = {
  active: sql`u.active and ${HAS_SIGNED_IN}`,
  invited: sql`u.active and not ${HAS_SIGNED_IN}`,
  inactive: sql`not u.active`,
};

const unknown = (): AppError => new AppError('INVALID_OWNER_OR_USER_TYPE');

const typeOf = (userType: string): string => {
  const group = groupOfUserType(userType);
  if (group === null) throw unknown();
  return USER_TYPES[group];
};

export const userRows = listOf(userSearch, {
  from: sql`user_account u left join media_partner p using (partner_key)`,
  owner: null,
  // Users the caller may know: those who work on every owner, and those who share one with the caller.
  where: ({ scope }) => sql`(u.all_owners or exists (
    select from user_owner s where s.user_key = u.user_key and s.owner_key = any (${[...scope.ownerKeys]}::int[])))`,
  key: 'u.user_key',
  small: 'Users are people: an agency has some hundreds, its partners and clients some thousands.',
  columns: {
    name: sql`lower(${FULL_NAME})`,
    userName: sql`lower(u.user_name)`,
    email: sql`lower(u.email)`,
    userType: 'u.user_type',
    active: 'u.active',
    lastLoginAt: { column: LAST_LOGIN, nullable: true },
  },
  prepare: async (tx, { filters: { ownerName } }) => {
    const ownerKey = ownerName ? await findOwnerKeyByName(tx, ownerName) : null;
    if (ownerKey === undefined) throw unknown();
    return { ownerKey };
  },
  filters: {
    userType: custom(['user_type'], (userType) => sql`u.user_type = ${typeOf(userType)}`),
    ownerName: ({ ownerKey }) =>
      custom(
        ['owner_key'],
        () =>
          sql`(u.all_owners or exists (select from user_owner o where o.user_key = u.user_key and o.owner_key = ${ownerKey}))`,
      ),
    term: hasWords('u.user_name', 'u.email', FULL_NAME),
    status: custom(['active'], (status) => (status === 'all' ? sql`true` : IN_STATE[status])),
  },
  select: {
    userKey: 'u.user_key',
    userName: 'u.user_name',
    firstName: 'u.first_name',
    lastName: 'u.last_name',
    email: 'u.email',
    userType: 'u.user_type',
    partnerName: 'p.name',
    active: 'u.active',
    hasPassword: sql`u.password_hash is not null`,
    lastLoginAt: sql`(select to_char(max(l.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from user_login l where l.user_key = u.user_key)`,
    owners: sql`case when not u.all_owners then array(
      select o.name from user_owner w join owner o using (owner_key) where w.user_key = u.user_key order by 1) end`,
  },
});

export const USERS_FILE: ListFile<UserRow> = {
  name: 'users',
  cells: {
    name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    owners: ({ owners }) => owners?.join(', ') ?? 'All owners',
    active: (user) => USER_STATES[userState(user)],
  },
};

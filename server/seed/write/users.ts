import { createHash } from 'node:crypto';
import { ROLE_PRESETS, USER_TYPES } from '@paceline/contract';
import { hashPassword } from '../../src/lib/secrets/password.ts';
import { type Builder } from '../build/organisation.ts';
import { type Directory, type Employee } from './directory.ts';
import { type Owner, type Partner } from '../build/model.ts';
import { DEMO_PASSWORD, DEMO_USERS, type DemoUser } from '../build/people.ts';
import { LOCKED_USER, STAFF } from '../build/staff.ts';

export const ALL_USERS: readonly DemoUser[] = [...DEMO_USERS, ...STAFF];

/** Number of consecutive wrong passwords that locks an account until it gets a new one. */
const GUESSES_TO_LOCK = 100;

const BEFORE_THE_HISTORY_MS = 800 * 86_400_000;

const writeUser = (
  { keys, sheets, now }: Builder,
  user: DemoUser,
  owners: readonly Owner[],
  partners: readonly Partner[],
  passwordHash: string,
): Employee => {
  const { group, permissions } = ROLE_PRESETS[user.role];
  const userKey = keys.next('user_account');
  const absent = user.mustChangePassword ?? false;
  const partnerKey = partners.find(({ name }) => name === user.partner)?.key ?? null;
  const mine = owners.filter(({ name }) => user.owners !== 'all' && user.owners.includes(name));
  sheets.put('user_account', {
    user_key: userKey,
    user_name: user.userName,
    email: `${user.userName}@mail.example`,
    first_name: user.firstName,
    last_name: user.lastName,
    user_type: USER_TYPES[group],
    partner_key: partnerKey,
    all_owners: user.owners === 'all',
    permissions,
    password_hash: passwordHash,
    must_change_password: absent,
    demo: true,
    // Created before the history that they made.
    created_at: absent ? now : new Date(now.getTime() - BEFORE_THE_HISTORY_MS),
  });
  for (const { key } of mine) sheets.put('user_owner', { owner_key: key, user_key: userKey });
  const ownerKeys = user.owners === 'all' ? null : new Set(mine.map(({ key }) => key));
  return { key: userKey, role: user.role, group, ownerKeys, partnerKey, absent };
};

export const writeUsers = async (
  builder: Builder,
  owners: readonly Owner[],
  partners: readonly Partner[],
): Promise<Directory> => {
  // One hash for all: the password is printed at start, so individual salts would protect nothing.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const directory = ALL_USERS.map((user) => writeUser(builder, user, owners, partners, passwordHash));
  const subject = createHash('sha256').update(`${LOCKED_USER}\0`).digest('hex');
  builder.sheets.put('password_guess', {
    subject: String.raw`\x` + subject,
    failures: GUESSES_TO_LOCK,
    consecutive: GUESSES_TO_LOCK,
    last_at: builder.now,
  });
  return directory;
};

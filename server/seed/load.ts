import { ROLE_PRESETS, USER_TYPES } from '@paceline/contract';
import { sql } from 'kysely';
import { withMigrator } from '../src/db/loader.ts';
import { type Tx } from '../src/db/tx.ts';
import { type Clock } from '../src/lib/clock.ts';
import { hashPassword } from '../src/lib/password.ts';
import { DEMO_OWNERS, DEMO_PARTNERS } from './organisations.ts';
import { DEMO_PASSWORD, DEMO_USERS, type DemoUser } from './people.ts';

export const SCENARIO_NAMES = ['small', 'demo'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];
export const isScenarioName = (name: string): name is ScenarioName => SCENARIO_NAMES.some((known) => known === name);

/** Called as the load goes on, with a fraction from 0 to 1 and what is being written. */
export type OnProgress = (fraction: number, what: string) => void;

const insertOwners = async (tx: Tx): Promise<void> => {
  for (const { name, description, vertical, timeZone, dedupDays, variant } of DEMO_OWNERS) {
    await sql`insert into vertical (name) values (${vertical}) on conflict do nothing`.execute(tx);
    await sql`
      insert into owner (name, description, vertical_key, time_zone, dedup_days, variant)
      select ${name}, ${description}, vertical_key, ${timeZone}, ${dedupDays}, ${variant} from vertical where name = ${vertical}
    `.execute(tx);
  }
};

const insertPartners = async (tx: Tx): Promise<void> => {
  for (const { name, code } of DEMO_PARTNERS) {
    await sql`insert into media_partner (name, code) values (${name}, ${code})`.execute(tx);
  }
};

const insertUser = async (tx: Tx, user: DemoUser): Promise<void> => {
  const { group, permissions } = ROLE_PRESETS[user.role];
  const { rows } = await sql<{ userKey: number }>`
    insert into user_account (user_name, email, first_name, last_name, user_type, partner_key, all_owners, permissions,
                              password_hash, must_change_password, demo)
    values (${user.userName}, ${`${user.userName}@mail.example`}, ${user.firstName}, ${user.lastName}, ${USER_TYPES[group]},
            (select partner_key from media_partner where name = ${user.partner ?? null}), ${user.owners === 'all'}, ${[...permissions]},
            ${await hashPassword(DEMO_PASSWORD)}, ${user.mustChangePassword ?? false}, true)
    returning user_key as "userKey"
  `.execute(tx);
  if (user.owners === 'all') return;
  await sql`
    insert into user_owner (owner_key, user_key)
    select owner_key, ${rows[0]?.userKey} from owner where name = any (${[...user.owners]})
  `.execute(tx);
};

/** What must be there after a load; a load that wrote anything else is a bug and is rolled back. */
export const EXPECTED_COUNTS = {
  owner: DEMO_OWNERS.length,
  media_partner: DEMO_PARTNERS.length,
  user_account: DEMO_USERS.length,
} as const;

const verifyCounts = async (tx: Tx): Promise<void> => {
  for (const [table, expected] of Object.entries(EXPECTED_COUNTS)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx);
    if (rows[0]?.count !== expected)
      throw new Error(`The scenario wrote ${rows[0]?.count} rows of ${table}, not ${expected}`);
  }
};

const isLoaded = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from scenario_load`.execute(tx);
  return rows.length > 0;
};

/** Loads a scenario into a database that holds none, in one transaction: a kill on the way leaves it empty. */
export const loadScenario = (
  ownerUrl: string,
  name: ScenarioName,
  clock: Clock,
  onProgress: OnProgress,
): Promise<boolean> =>
  withMigrator(ownerUrl, async (tx) => {
    // Two processes may start on one empty database: the second waits here, and then finds it loaded.
    await sql`lock table scenario_load in exclusive mode`.execute(tx);
    if (await isLoaded(tx)) return false;
    onProgress(0, 'owners and partners');
    await insertOwners(tx);
    await insertPartners(tx);
    for (const [index, user] of DEMO_USERS.entries()) {
      onProgress((index + 1) / (DEMO_USERS.length + 1), 'users');
      await insertUser(tx, user);
    }
    await verifyCounts(tx);
    await sql`insert into scenario_load (name, loaded_at) values (${name}, ${clock.now()})`.execute(tx);
    onProgress(1, 'done');
    return true;
  });

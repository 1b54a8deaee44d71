import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { manualClock } from '../src/lib/clock.ts';
import { verifyPassword } from '../src/lib/password.ts';
import { useDatabase } from '../src/testing/database.ts';
import { EXPECTED_COUNTS, loadScenario } from './load.ts';
import { DEMO_PASSWORD } from './people.ts';

const database = useDatabase();
const clock = manualClock(new Date('2026-11-15T08:00:00Z'));

test('a load that is broken off leaves nothing; the next one is whole; a third changes nothing', async () => {
  const stopAtUsers = (fraction: number): void => {
    if (fraction > 0.5) throw new Error('killed');
  };
  await expect(loadScenario(database.ownerUrl, 'demo', clock, stopAtUsers)).rejects.toThrow('killed');
  const count = (table: string) =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx);
      return rows[0]?.n;
    });
  expect(await count('owner')).toBe(0);

  const fractions: number[] = [];
  expect(await loadScenario(database.ownerUrl, 'demo', clock, (fraction) => void fractions.push(fraction))).toBe(true);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(fractions.at(-1)).toBe(1);
  for (const [table, expected] of Object.entries(EXPECTED_COUNTS)) expect(await count(table)).toBe(expected);
  expect(await loadScenario(database.ownerUrl, 'demo', clock, () => undefined)).toBe(false);
  expect(await count('owner')).toBe(EXPECTED_COUNTS.owner);
});

test('every demo user can sign in, and works on the owners that it should', async () => {
  const users = await database.asMigrator(async (tx) => {
    const { rows } = await sql<{ name: string; hash: string; everything: boolean; owners: number }>`
      select u.user_name as name, u.password_hash as hash, u.all_owners as everything, count(o.owner_key) as owners
      from user_account u left join user_owner o using (user_key) group by u.user_key order by 1
    `.execute(tx);
    return rows;
  });
  for (const { hash } of users) expect(await verifyPassword(hash, DEMO_PASSWORD)).toBe(true);
  const owners = Object.fromEntries(users.map(({ name, everything, owners: n }) => [name, everything ? 'all' : n]));
  expect(owners).toMatchObject({
    'agency.admin': 'all',
    'client.admin': 1,
    'client.multi': 2,
    'partner.admin': 4,
    'partner.other': 2,
  });
});

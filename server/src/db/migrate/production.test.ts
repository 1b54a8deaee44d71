import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeUser } from '../../testing/factories/factories.ts';
import { assertDurable, assertNoDemoUsers } from './production.ts';

const database = useDatabase();

test('a database that can lose a commit is refused', async () => {
  // The tests' own server runs without fsync, which must not happen in production.
  await expect(assertDurable(database.ownerUrl)).rejects.toThrow('The database runs with fsync=off');
});

test('a database with demo users is refused, one without is accepted', async () => {
  await expect(assertNoDemoUsers(database.ownerUrl)).resolves.toBeUndefined();
  await database.asMigrator(async (tx) => {
    const { userKey } = await makeUser(tx, { group: 'ag' });
    await sql`update user_account set demo = true where user_key = ${userKey}`.execute(tx);
  });
  await expect(assertNoDemoUsers(database.ownerUrl)).rejects.toThrow('demo sign-ins');
});

import { ALL_PERMISSIONS } from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sha256 } from '../lib/secrets/tokens.ts';
import { useDatabase } from '../testing/database.ts';
import { makeOwner, makeUser } from '../testing/factories/factories.ts';
import { makeFirstAdmin } from './first-admin.ts';

const database = useDatabase();
const at = { now: new Date('2026-11-16T09:00:00Z'), publicUrl: 'https://paceline.example' };
const ada = { userName: 'ada.lovelace', email: 'ada@agency.example', firstName: 'Ada', lastName: 'Lovelace' };
const make = (input: object): Promise<string> => database.asMigrator((tx) => makeFirstAdmin(tx, input, at));

test('an installation without an administrator gets one, never a second', async () => {
  const { ownerKey } = await database.asMigrator((tx) => makeOwner(tx));
  const client = await database.asMigrator((tx) => makeUser(tx, { group: 'cl', ownerKeys: [ownerKey] }));
  await expect(make({ ...ada, userName: client.userName })).rejects.toThrow(
    `The user name ${client.userName} is taken.`,
  );
  await expect(make({ ...ada, email: 'nobody' })).rejects.toThrow('email: Enter an email address.');

  const link = new URL(await make(ada));
  const { rows } = await database.asMigrator((tx) =>
    sql<Record<string, unknown>>`
      select u.user_type as type, u.all_owners as all, u.permissions, u.password_hash as hash, l.token_hash as token,
             l.expires_at - l.created_at = interval '72 hours' as "threeDays",
             (select count(*)::int from audit_log where entity = 'user' and entity_key = u.user_key::text) as recorded
      from user_account u join password_link l using (user_key) where user_name = 'ada.lovelace'
    `.execute(tx),
  );
  const token = new URLSearchParams(link.hash.split('?')[1]).get('token');
  expect(rows).toEqual([
    {
      type: 'agency',
      all: true,
      permissions: [...ALL_PERMISSIONS],
      hash: null,
      token: sha256(token!),
      threeDays: true,
      recorded: 1,
    },
  ]);

  await expect(make({ ...ada, userName: 'second.admin' })).rejects.toThrow(
    'There is an administrator already, ada.lovelace',
  );
});

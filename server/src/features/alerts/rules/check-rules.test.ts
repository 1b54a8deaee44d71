import { ALL_PERMISSIONS, type AlertCondition } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../../db/facts/facts.ts';
import { makeScope } from '../../../db/scope/make-scope.ts';
import { useDatabase } from '../../../testing/database.ts';
import { makeGoal, makeOwner, makePlatformDay, makePpcCampaign } from '../../../testing/factories/factories.ts';
import { metToday } from './check-rules.ts';

const database = useDatabase();
let facts: Facts;
let ownerKey: number;

/** Ten days at 100 each. */
beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  ownerKey = await database.asMigrator(async (tx) => {
    const { ownerKey: key } = await makeOwner(tx);
    const ppc = await makePpcCampaign(tx, { ownerKey: key, goalKey: await makeGoal(tx, key) });
    for (let day = 1; day <= 10; day += 1)
      await makePlatformDay(tx, { ...ppc, day: `2026-03-${String(day).padStart(2, '0')}`, cost: 90, clientCost: 100 });
    return key;
  });
});
afterAll(() => facts.close());

const falls: AlertCondition = {
  channel: 'all',
  vertical: 'all',
  measure: 'spend',
  dimension: null,
  filters: [],
  days: 5,
  compare: 'previous',
  direction: 'below',
  threshold: -10,
};
const metWhenLoaded = async (at: string) => {
  await database.asMigrator((tx) =>
    sql`update platform_account set last_sync_at = ${at} where owner_key = ${ownerKey}`.execute(tx),
  );
  while ((await facts.fold()) > 0);
  const scope = makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
  const viewer = { group: 'ag', permissions: new Set(ALL_PERMISSIONS) } as const;
  return database.db.withScope(scope, (tx) =>
    metToday(tx, { ownerKey, zone: 'America/New_York' }, viewer, falls, new Date('2026-03-11T15:00:00Z')),
  );
};

test('a late ad account does not count as a fall in spend', async () => {
  expect(await metWhenLoaded('2026-03-11T12:00:00Z')).toEqual([]);
  expect(await metWhenLoaded('2026-03-07T12:00:00Z')).toEqual([]);
});

test('a real fall counts, through the account’s last complete day', async () => {
  await database.asMigrator((tx) =>
    sql`update platform_day set client_cost = 60 where owner_key = ${ownerKey} and day >= '2026-03-06'`.execute(tx),
  );
  expect(await metWhenLoaded('2026-03-09T12:00:00Z')).toEqual([{ name: null, value: -40 }]);
  await database.asMigrator((tx) =>
    sql`update platform_day set client_cost = 100 where owner_key = ${ownerKey}`.execute(tx),
  );
});

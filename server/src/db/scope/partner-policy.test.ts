import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeOwner, makePartner } from '../../testing/factories/factories.ts';
import { makeScope } from './make-scope.ts';

const database = useDatabase();
let ownerKey: number;
let mine: { campaignKey: number; partnerKey: number };
let other: { campaignKey: number; partnerKey: number };

beforeAll(async () => {
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx));
    mine = await makeCampaign(tx, { ownerKey, partnerKey: await makePartner(tx) });
    other = await makeCampaign(tx, { ownerKey, partnerKey: await makePartner(tx) });
  });
});

const campaignsIn = (table: string, partnerKey: number | null): Promise<number[]> => {
  const scope = makeScope({
    userKey: null,
    group: partnerKey === null ? 'ag' : 'mp',
    ownerKeys: [ownerKey],
    partnerKey,
  });
  return database.db.withScope(scope, async (tx) => {
    const { rows } = await sql<{ key: number }>`select campaign_key as key from ${sql.table(table)} order by 1`.execute(
      tx,
    );
    return rows.map(({ key }) => key);
  });
};

test.each(['campaign', 'campaign_price', 'campaign_month', 'campaign_targeting'])(
  'inside one owner, %s shows a partner its own campaigns and the agency all',
  async (table) => {
    expect(await campaignsIn(table, mine.partnerKey)).toEqual([mine.campaignKey]);
    expect(await campaignsIn(table, other.partnerKey)).toEqual([other.campaignKey]);
    expect(await campaignsIn(table, null)).toEqual([mine.campaignKey, other.campaignKey]);
  },
);

test('budgets of the agency are hidden from partners', async () => {
  const count = (partnerKey: number | null) => {
    const scope = makeScope({ userKey: null, group: 'mp', ownerKeys: [ownerKey], partnerKey });
    return database.db.withScope(scope, async (tx) => (await sql`select from goal_month`.execute(tx)).rows.length);
  };
  expect(await count(null)).toBe(2);
  expect(await count(mine.partnerKey)).toBe(0);
});

test('a campaign cannot refer to another owner’s line item', async () => {
  const foreignGoal = await database.asMigrator(async (tx) => {
    const owner = await makeOwner(tx);
    return (await makeCampaign(tx, { ownerKey: owner.ownerKey })).goalKey;
  });
  const move = database.asMigrator((tx) =>
    sql`update campaign set goal_key = ${foreignGoal} where campaign_key = ${mine.campaignKey}`.execute(tx),
  );
  await expect(move).rejects.toMatchObject({ code: '23503' });
});

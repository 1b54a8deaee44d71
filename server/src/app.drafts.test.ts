import { ALL_PERMISSIONS, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { TEST_NOW, useApp } from './testing/app.ts';
import {
  callsWithMarks,
  type Keys,
  paramsOf,
  type Question,
  readingCallsOfOthers,
} from './testing/calls/marked-answers.ts';
import { makeOwnedRecords } from './testing/calls/owned-records.ts';
import { makeCampaign, makeGoal, makeLead, makePartner } from './testing/factories/factories.ts';
import { makeMonths } from './testing/factories/posting.ts';

/**
 * Drafts are the agency's. Each of two owners has a draft campaign of each of two partners, in a line item that runs and in one of its own, and
 * a draft order; their names, codes, prices, plans and budgets are marks that no answer to a media partner or client may contain.
 */
const harness = useApp();
const MARK = 'Undisclosed';
const PRICES = { client: '1831.37', media: '1731.39' };
const MARKS = [MARK.toLowerCase(), PRICES.client, PRICES.media, '181737', '171639', '191939'];

interface Drafts extends Keys {
  partnerKeys: number[];
  campaignKeys: number[];
  goalKeys: number[];
  ioKeys: number[];
}
const owners: Drafts[] = [];
const calls = await readingCallsOfOthers();

const plantIn = (live: Keys, partnerKeys: readonly number[]): Promise<Omit<Drafts, keyof Keys | 'partnerKeys'>> =>
  harness.asMigrator(async (tx) => {
    const ownerKey = live.owner;
    const draftGoal = await makeGoal(tx, ownerKey);
    await sql`
      update goal set name = ${`${MARK} line item`}, client_key = ${live.client} where goal_key = ${draftGoal}`.execute(
      tx,
    );
    await sql`update goal_month set spend_goal = 191939 where goal_key = ${draftGoal}`.execute(tx);
    const campaignKeys: number[] = [];
    for (const partnerKey of partnerKeys) {
      for (const goalKey of [live.goal, draftGoal]) {
        const name = `${MARK} ${partnerKey} ${goalKey}`;
        const parts = { ownerKey, partnerKey, goalKey, name, code: name.replaceAll(' ', '-'), activated: false };
        campaignKeys.push((await makeCampaign(tx, parts)).campaignKey);
      }
    }
    await sql`
      update campaign_price set client_desktop = ${PRICES.client}::numeric, media_desktop = ${PRICES.media}::numeric
      where campaign_key = any (${campaignKeys}::int[])`.execute(tx);
    await sql`
      insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, monthly_capacity)
      select ${ownerKey}, key, month, 181737, 171639
      from unnest(${campaignKeys}::int[]) key, unnest('{2026-03-01,2026-04-01}'::date[]) month
      on conflict (owner_key, campaign_key, month) do update set monthly_allocation = 181737, monthly_capacity = 171639`.execute(
      tx,
    );
    const ioKeys: number[] = [];
    for (const partnerKey of partnerKeys) {
      const { rows } = await sql<{ key: number }>`
        insert into insertion_order (owner_key, partner_key, client_key, month, message)
        values (${ownerKey}, ${partnerKey}, ${live.client}, '2026-04-01', ${MARK}) returning io_key as key`.execute(tx);
      ioKeys.push(rows[0]!.key);
    }
    return { campaignKeys, goalKeys: [live.goal, draftGoal], ioKeys };
  });

beforeAll(async () => {
  await harness.asMigrator((tx) => makeMonths(tx, '2026-03-01', '2026-03-01'));
  const partnerKeys = await harness.asMigrator(async (tx) => [await makePartner(tx), await makePartner(tx)]);
  for (let count = 0; count < 2; count += 1) {
    const live = await harness.asMigrator(async (tx) => {
      const records = await makeOwnedRecords(tx, partnerKeys[0]!);
      const other = { ownerKey: records.owner, goalKey: records.goal, partnerKey: partnerKeys[1]! };
      await makeCampaign(tx, other);
      const { owner: ownerKey, campaign: campaignKey } = records;
      await makeLead(tx, { ownerKey, campaignKey, partnerKey: partnerKeys[0]!, day: '2026-03-03' });
      return records;
    });
    owners.push({ ...live, partnerKeys, ...(await plantIn(live, partnerKeys)) });
  }
});

const NARROWED = { query: MARK, q: MARK, keyword: MARK, search: MARK, month: '2026-04-01' };

const questionAbout = (drafts: Drafts): Question => ({
  keys: drafts,
  // Those of the line item that only has drafts.
  instead: drafts.campaignKeys
    .filter((_, index) => index % 2 === 1)
    .map((campaign) => ({ campaign, goal: drafts.goalKeys[1]! })),
  params: [
    ...paramsOf(['campaignKey'], drafts.campaignKeys),
    ...paramsOf(['goal', 'goalKey'], drafts.goalKeys),
    ...paramsOf(['ioKey'], drafts.ioKeys),
    ...paramsOf(['aggregatorKey', 'partnerKey'], drafts.partnerKeys),
    { keyword: MARK },
  ],
  narrowed: NARROWED,
});

/** The calls whose answers contain a mark. */
const tellersTo = async (group: UserGroup, partnerKey?: number): Promise<string[]> => {
  const tellers = new Set<string>();
  for (const drafts of owners) {
    const as = await harness.signedIn(group, {
      owners: [drafts.owner],
      permissions: ALL_PERMISSIONS,
      ...(partnerKey !== undefined && { partnerKey }),
    });
    for (const id of await callsWithMarks(harness, calls, as, questionAbout(drafts), MARKS)) tellers.add(id);
  }
  return [...tellers].toSorted();
};

test('the agency is shown drafts, with prices, plans, budgets and orders', { tags: ['long'] }, async () => {
  const tellers = await tellersTo('ag');
  expect(tellers).toEqual(
    expect.arrayContaining([
      'campaignGet',
      'campaignList',
      'campaignSummaryStream',
      'goalSummaryList',
      'ioFile',
      'ioGet',
    ]),
  );
  expect(tellers.length).toBeGreaterThan(20);
});

test('no answer to a client contains anything of a draft', async () => {
  expect(await tellersTo('cl')).toEqual([]);
});

for (const index of [0, 1])
  test(
    `no answer to media partner ${index} contains anything of a draft`,
    { tags: index === 1 ? ['long'] : [] },
    async () => {
      expect(await tellersTo('mp', owners[0]!.partnerKeys[index])).toEqual([]);
    },
  );

test('from its activation on, both are shown a campaign and its line item', { tags: ['long'] }, async () => {
  const { owner, campaignKeys } = owners[0]!;
  const activate = (at: Date | null) =>
    harness.asMigrator((tx) =>
      sql`update campaign set activated_at = ${at} where owner_key = ${owner} and campaign_key = any (${campaignKeys}::int[])`.execute(
        tx,
      ),
    );
  // Tests run in any order: for the others they are drafts.
  onTestFinished(async () => void (await activate(null)));
  await activate(TEST_NOW);
  expect(await tellersTo('cl')).toEqual(expect.arrayContaining(['campaignGet', 'campaignList', 'goalSummaryList']));
  expect(await tellersTo('mp', owners[0]!.partnerKeys[0])).toEqual(
    expect.arrayContaining(['campaignGet', 'campaignList']),
  );
});

import {
  type PacingSummary,
  pacingSummary,
  type WidgetAnswer,
  type WidgetBody,
  WIDGET_CALLS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeGoal, makeLead, makeOwner } from '../../../testing/factories/factories.ts';

const harness = useApp();

type Name = 'over' | 'capped' | 'silent' | 'open' | 'free' | 'alone' | 'short' | 'steady';
interface Place {
  ownerKey: number;
  keys: Record<Name, { goalKey: number; campaignKey?: number }>;
  as: { ag: SignedIn; cl: SignedIn };
}
let places: readonly [Place, Place];

const setBudget = (ownerKey: number, goalKey: number, budget: number | null) =>
  sql`update goal_month set spend_goal = ${budget} where owner_key = ${ownerKey} and goal_key = ${goalKey}`;
const setPlan = (ownerKey: number, campaignKey: number, cap: number | null) =>
  sql`update campaign_month set monthly_allocation = ${cap} where owner_key = ${ownerKey} and campaign_key = ${campaignKey}`;

/** By the 10th: the line item's budget, the campaign's cap, and whether each day brings an inquiry of 50 dollars. */
const MADE: [Name, budget: number | null, cap: number | null, brings: boolean][] = [
  ['over', 500, 10, true],
  ['capped', 600, 12, true],
  ['silent', 2_000, 40, false],
  ['open', 1_000, null, true],
  ['free', null, null, true],
  ['short', 4_000, 31, true],
  ['steady', 1_550, 31, true],
];

/** The complete days of the month, and the days before it that a projection may use. */
const DAYS = [
  ...['24', '25', '26', '27', '28'].map((day) => `2026-02-${day}`),
  ...Array.from({ length: 9 }, (_, day) => `2026-03-0${day + 1}`),
];

const makePlace = async (tx: Tx, factor: number): Promise<Omit<Place, 'as'>> => {
  const { ownerKey } = await makeOwner(tx);
  const keys: Partial<Place['keys']> = {};
  for (const [name, budget, cap, brings] of MADE) {
    const { goalKey, campaignKey, partnerKey } = await makeCampaign(tx, { ownerKey, name });
    keys[name] = { goalKey, campaignKey };
    await setBudget(ownerKey, goalKey, budget).execute(tx);
    await setPlan(ownerKey, campaignKey, cap).execute(tx);
    // Only one that stops at its cap can be capped.
    if (name !== 'capped')
      await sql`update campaign set over_delivery = 'ACCEPT_UNPAID' where campaign_key = ${campaignKey}`.execute(tx);
    for (const day of brings ? DAYS : []) await makeLead(tx, { ownerKey, campaignKey, partnerKey, day });
  }
  const alone = await makeGoal(tx, ownerKey);
  await setBudget(ownerKey, alone, 5_000 * factor).execute(tx);
  return { ownerKey, keys: { ...keys, alone: { goalKey: alone } } as Place['keys'] };
};

const makePlaces = async (): Promise<[Place, Place]> => {
  const [first, second] = await harness.asMigrator(
    async (tx) => [await makePlace(tx, 1), await makePlace(tx, 2)] as const,
  );
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
  const staffed = async (place: Omit<Place, 'as'>): Promise<Place> => {
    const who = { owners: [place.ownerKey], permissions: ['reports:View'] } as const;
    return { ...place, as: { ag: await harness.signedIn('ag', who), cl: await harness.signedIn('cl', who) } };
  };
  return [await staffed(first), await staffed(second)];
};
beforeAll(async () => {
  places = await makePlaces();
});
beforeEach(() => harness.clock.set(TEST_NOW));

const summaryOf = async (
  { ownerKey, as }: Place,
  body: Partial<WidgetBody> = {},
  group: 'ag' | 'cl' = 'ag',
): Promise<PacingSummary> =>
  (await harness.call(pacingSummary, as[group], { body: { ownerKey, ...body } })).body.data as PacingSummary;

const kindsOf = ({ exceptions }: PacingSummary) =>
  exceptions.map(({ kind, goalKey, campaignKey }) => [kind, goalKey, campaignKey]);

describe.each([0, 1] as const)('owner %i', (owner) => {
  test.each(['ag', 'cl'] as const)('exceptions are listed for %s with their kind, ordered by amount', async (group) => {
    const place = places[owner];
    const { keys } = place;
    const of = (name: Name) => [keys[name].goalKey, keys[name].campaignKey ?? null];
    const ofGoal = (name: Name) => [keys[name].goalKey, null];
    const summary = await summaryOf(place, {}, group);
    const kinds = kindsOf(summary);
    expect(summary.exceptionCount).toBe(7);
    // The order of the three with equal run rates depends on the projection.
    expect(kinds.slice(0, 3)).toEqual([
      ['noCampaigns', ...ofGoal('alone')],
      ['notAssigned', ...ofGoal('short')],
      ['noSpend', ...of('silent')],
    ]);
    expect(new Set(kinds.slice(3).map((one) => JSON.stringify(one)))).toEqual(
      new Set(
        [
          ['over', ...of('over')],
          ['capped', ...of('capped')],
          // Judged with its line item, which has the budget.
          ['over', ...ofGoal('open')],
          ['noBudget', ...of('free')],
        ].map((one) => JSON.stringify(one)),
      ),
    );
    const dollars = new Map(summary.exceptions.map((one) => [one.kind, one.dollars]));
    expect([dollars.get('noCampaigns'), dollars.get('notAssigned'), dollars.get('noSpend')]).toEqual([
      5_000 * (owner + 1),
      2_450,
      2_000,
    ]);
  });

  test('a cap ends the projection and its range, and the amount it holds back is given', async () => {
    const place = places[owner];
    const { exceptions } = await summaryOf(place);
    const capped = exceptions.find(({ kind }) => kind === 'capped')!;
    expect(capped).toMatchObject({ budget: 600, spent: 450, projection: 600, projectionHigh: 600 });
    expect(capped.dollars).toBeGreaterThan(500);
    // The line reaches the cap before the month's end and stays flat.
    const { days } = await summaryOf(place, { goalKeys: [place.keys.capped.goalKey] });
    expect(days.slice(-10).map(({ projected }) => projected)).toEqual(Array.from({ length: 10 }, () => 600));
    expect(days[8]).toMatchObject({ spent: 450, projected: 450 });
    expect(days[9]?.projected).toBeGreaterThan(450);
  });

  test('filters select as they do elsewhere', async () => {
    const place = places[owner];
    const { goalKey } = place.keys.silent;
    expect(kindsOf(await summaryOf(place, { goalKeys: [goalKey] }))).toEqual([
      ['noSpend', goalKey, place.keys.silent.campaignKey],
    ]);
    const byCampus = await summaryOf(place, { campusKeys: [1] });
    expect(byCampus).toMatchObject({ days: [], exceptions: [], exceptionCount: 0 });
    expect(byCampus.blank).toMatch(/campus/i);
  });
});

test('a finished month includes campaigns that ended since, and no exception is visible to another owner', async () => {
  const [mine, foreign] = await makePlaces();
  await harness.asMigrator((tx) =>
    sql`update campaign set end_date = '2026-03-31' where campaign_key = ${mine.keys.over.campaignKey}`.execute(tx),
  );
  harness.clock.set(new Date('2026-04-02T15:00:00Z'));
  const as = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['reports:View'] });
  const april = { ...mine, as: { ag: as, cl: as } };
  const march = await summaryOf(april, { month: '2026-03' });
  expect(march).toMatchObject({ ended: true, state: 'past', daysLeft: 0, spendThrough: '2026-03-31' });
  // Nine inquiries in all: it ended under its plan of ten.
  const ended = march.exceptions.find(({ campaignKey }) => campaignKey === mine.keys.over.campaignKey);
  expect(ended).toMatchObject({ kind: 'under', spent: 450, projection: 450, dollars: 50 });
  const refused = await harness.call(pacingSummary, as, { body: { ownerKey: foreign.ownerKey } });
  expect(refused.status).toBe(404);
});

test('each owner’s campaigns and line items are judged by its own pacing band', async () => {
  const [usual, wide] = await makePlaces();
  await harness.asMigrator(async (tx) => {
    for (const { ownerKey, keys } of [usual, wide]) {
      // A quarter above: 1,550 dollars of 1,250.
      await setBudget(ownerKey, keys.open.goalKey, 1_250).execute(tx);
      await setPlan(ownerKey, keys.over.campaignKey!, 25).execute(tx);
    }
    await sql`
      insert into owner_setting (owner_key, name, value, changed_at) values (${wide.ownerKey}, 'pacingBand', '30', now())
    `.execute(tx);
    await sql`update owner set row_version = row_version + 1 where owner_key = ${wide.ownerKey}`.execute(tx);
  });
  const owners = [usual.ownerKey, wide.ownerKey];
  const both = await harness.signedIn('ag', { owners, permissions: ['reports:View'] });
  const overIn = async (place: Place): Promise<unknown[]> => {
    const { band, exceptions } = await summaryOf({ ...place, as: { ...place.as, ag: both } });
    const { body } = await harness.call(WIDGET_CALLS.overpacingCampaigns, both, {
      body: { ownerKey: place.ownerKey },
    });
    const list = body.data as WidgetAnswer;
    const over = exceptions.flatMap(({ kind, campaign, goalKey }) => (kind === 'over' ? [campaign ?? goalKey] : []));
    return [band, list.band, over, list.data.map((row) => row['campaignName'])];
  };
  expect(await overIn(usual)).toEqual([10, 10, expect.arrayContaining(['over', usual.keys.open.goalKey]), ['over']]);
  expect(await overIn(wide)).toEqual([30, 30, [], []]);
});

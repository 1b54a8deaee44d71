import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { piecesOf } from './delivery-curve.rules.ts';
import { brokenLimits, inquiriesAt, type MovableCampaign, type MovableGroup, plannedDollars } from './program.rules.ts';
import { solveGroups } from './solve-groups.ts';

/** Any possible campaign: with or without room, partly delivered, above its limits already, or fixed. */
const campaignOf = (index: number) =>
  fc
    .record({
      before: fc.integer({ min: 1, max: 120 }),
      room: fc.integer({ min: 0, max: 80 }),
      // Delivery beyond its limit: only the limit holds it back.
      beyond: fc.integer({ min: 0, max: 60 }),
      deliveredShare: fc.double({ min: 0, max: 1, noNaN: true }),
      floorShare: fc.double({ min: 0, max: 1, noNaN: true }),
      usual: fc.double({ min: 0, max: 200, noNaN: true }),
      cents: fc.integer({ min: 500, max: 20_000 }),
      rate: fc.double({ min: 0.001, max: 0.3, noNaN: true }),
      goalKey: fc.integer({ min: 1, max: 3 }),
      shares: fc.tuple(
        fc.double({ min: 0.8, max: 1, noNaN: true }),
        fc.double({ min: 0.4, max: 0.8, noNaN: true }),
        fc.double({ min: 0, max: 0.4, noNaN: true }),
      ),
    })
    .map(
      ({ before, room, beyond, deliveredShare, floorShare, usual, cents, rate, goalKey, shares }): MovableCampaign => {
        const delivered = Math.floor(before * deliveredShare);
        const least = Math.max(delivered, Math.floor(before * floorShare));
        const most = before + room;
        const pieces = piecesOf(delivered, most + beyond, Math.max(usual, delivered), shares);
        return { campaignKey: index + 1, goalKey, before, least, most, delivered, pieces, price: cents / 100, rate };
      },
    );

const world = fc
  .record({
    campaigns: fc
      .integer({ min: 1, max: 8 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => campaignOf(index)))),
    moved: fc.double({ min: 0.01, max: 1, noNaN: true }),
    slack: fc.dictionary(fc.constantFrom('1', '2', '3'), fc.double({ min: 0, max: 0.5, noNaN: true })),
  })
  .map(({ campaigns, moved, slack }): MovableGroup => {
    const own = (goalKey: number) => campaigns.filter((one) => one.goalKey === goalKey);
    return {
      campaigns,
      mostMoved: Math.max(1, Math.floor(campaigns.reduce((sum, { before }) => sum + before, 0) * moved)),
      // A line item with no room, with some, or without a budget.
      dollarsOf: new Map(
        Object.entries(slack).map(([goalKey, room]) => [
          Number(goalKey),
          plannedDollars(own(Number(goalKey)), ({ before }) => before) * (1 + room),
        ]),
      ),
    };
  });

/** Checks the limits independently of the code that enforces them. */
const expectKept = ({ campaigns, dollarsOf, mostMoved }: MovableGroup, units: readonly number[]): void => {
  const dollars = new Map<number, number>();
  let [increase, decrease] = [0, 0];
  for (const [index, { least, most, before, goalKey, price }] of campaigns.entries()) {
    const own = units[index]!;
    expect(own).toBeGreaterThanOrEqual(least);
    expect(own).toBeLessThanOrEqual(most);
    dollars.set(goalKey, (dollars.get(goalKey) ?? 0) + own * price);
    increase += Math.max(0, own - before);
    decrease += Math.max(0, before - own);
  }
  for (const [goalKey, most] of dollarsOf) expect(dollars.get(goalKey) ?? 0).toBeLessThanOrEqual(most + 0.005);
  expect(Math.max(increase, decrease)).toBeLessThanOrEqual(mostMoved);
};

const worthOf = ({ campaigns }: MovableGroup, objective: string, units: readonly number[]): number =>
  campaigns.reduce(
    (sum, one, index) => sum + inquiriesAt(one, units[index] ?? 0) * (objective === 'inquiries' ? 1 : one.rate),
    0,
  );

test.each(['enrollments', 'inquiries', 'cost'] as const)(
  'for %s no result breaks a cap, capacity, budget, floor, whole units or the spend, or is worse than the current plan',
  async (objective) => {
    // Many cases in one run of the solver: starting a thread for each would take longer than solving all of them.
    const worlds = fc.sample(world, { numRuns: inject('sweep') === 'few' ? 8 : 40, seed: 20_261_116 });
    const answers = await solveGroups(worlds, objective, 60);
    for (const [index, group] of worlds.entries()) {
      const { units = [], cannotKeep } = answers[index] ?? {};
      expect(cannotKeep).toBeNull();
      expect(brokenLimits(group, units)).toEqual([]);
      expectKept(group, units);
      expect(units.every(Number.isInteger)).toBe(true);
      const before = group.campaigns.map((one) => one.before);
      const spend = (of: readonly number[]) =>
        group.campaigns.reduce((sum, { price }, place) => sum + price * (of[place] ?? 0), 0);
      expect(spend(units)).toBeLessThanOrEqual(spend(before) + 0.005);
      // A tolerance: the solver stops two thousandths before the optimum.
      expect(worthOf(group, objective, units)).toBeGreaterThanOrEqual(worthOf(group, objective, before) * 0.999 - 1e-6);
    }
  },
);

test('unsatisfiable limits are named', async () => {
  const one = (changes: Partial<MovableCampaign>): MovableCampaign => ({
    campaignKey: 1,
    goalKey: 1,
    before: 20,
    least: 0,
    most: 40,
    delivered: 0,
    pieces: [{ units: 40, share: 0.9 }],
    price: 50,
    rate: 0.05,
    ...changes,
  });
  const two = (
    changes: Partial<MovableGroup>,
    first: Partial<MovableCampaign>,
    second: Partial<MovableCampaign> = {},
  ) => ({
    campaigns: [one(first), one({ campaignKey: 2, goalKey: 2, ...second })],
    dollarsOf: new Map<number, number>(),
    mostMoved: 40,
    ...changes,
  });
  const answers = await solveGroups(
    [
      two({ mostMoved: 5 }, { least: 30 }),
      two({}, { least: 30 }, { least: 20 }),
      two({ dollarsOf: new Map([[1, 1_000]]) }, { least: 30 }),
    ],
    'enrollments',
  );
  expect(answers.map(({ cannotKeep }) => cannotKeep)).toEqual(['share', 'spend', 'lineItems']);
  const [cost] = await solveGroups([two({}, { most: 10 }, { most: 20 })], 'cost');
  expect(cost?.cannotKeep).toBe('enrollments');
});

test('units go where a matured enrollment costs less, up to the capacity', async () => {
  const base = { goalKey: 1, before: 40, least: 0, delivered: 0, price: 50, pieces: [{ units: 100, share: 0.95 }] };
  const [answer] = await solveGroups(
    [
      {
        campaigns: [
          { ...base, campaignKey: 1, most: 40, rate: 0.02 },
          { ...base, campaignKey: 2, most: 52, rate: 0.06 },
        ],
        dollarsOf: new Map(),
        mostMoved: 30,
      },
    ],
    'enrollments',
  );
  expect(answer?.units).toEqual([28, 52]);
  expect(answer?.isTimedOut).toBe(false);
});

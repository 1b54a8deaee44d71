import {
  ALL_PERMISSIONS,
  type BurnUpDay,
  type PacingSummary,
  pacingSummary,
  type UserGroup,
  WIDGET_CALLS,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../src/db/facts/facts.ts';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/** The chart of a month agrees with the numbers beside it, for every owner, viewer and time. */
const harness = useApp({ filled: SMALL_DEMO });

interface Keys {
  ownerKey: number;
  brand: number;
  goal: number;
  partner: number;
  account: number | null;
}
let owners: Keys[];

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  owners = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<Keys>`
      select c.owner_key as "ownerKey", max(l.brand_key) as brand, min(g.goal_key) as goal, min(c.partner_key) as partner,
             (select a.account_key from campaign a join campaign_month_fact f using (owner_key, campaign_key)
              where a.owner_key = c.owner_key and a.account_key is not null and f.month = '2026-11-01' and f.platform_client_cost > 0
              group by 1 order by sum(f.platform_client_cost) desc limit 1) as account
      from campaign c join goal g using (owner_key, goal_key) join client l using (owner_key, client_key)
      group by 1 order by 1`.execute(tx);
    return rows;
  });
});

/** Reports are rate-limited per user, so several users are needed. */
const CALLS_OF_ONE = 50;
const counts = { ag: 0, cl: 0 };
const users: Partial<Record<UserGroup, SignedIn>> = {};
const viewerOf = async (group: 'ag' | 'cl'): Promise<SignedIn> => {
  if (counts[group] % CALLS_OF_ONE === 0) {
    const ownerKeys = owners.map(({ ownerKey }) => ownerKey);
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, { group, ownerKeys, permissions: ALL_PERMISSIONS }),
    );
    users[group] = await harness.sessionOf(group, userKey);
  }
  counts[group] += 1;
  return users[group]!;
};

/** Sessions expire, so each day needs another one. */
const standAt = (now: Date): void => {
  harness.clock.set(now);
  counts.ag = 0;
  counts.cl = 0;
};
beforeEach(() => standAt(SMALL_DEMO_NOW));

const summaryOf = async (group: 'ag' | 'cl', body: WidgetBody): Promise<PacingSummary> => {
  const answer = await harness.call(pacingSummary, await viewerOf(group), { body });
  return answer.body.data as PacingSummary;
};
const tableOf = async (group: 'ag' | 'cl', id: WidgetId, body: WidgetBody): Promise<WidgetAnswer> => {
  const answer = await harness.call(WIDGET_CALLS[id], await viewerOf(group), { body });
  return answer.body.data as WidgetAnswer;
};

const lastOf = (days: readonly BurnUpDay[], key: 'spent' | 'planned' | 'projected' | 'low' | 'high'): number | null =>
  days.findLast((day) => day[key] !== null)?.[key] ?? null;

const expectMet = (figure: number | null, shown: unknown): void => {
  if (typeof shown === 'number') expect(figure).toBeCloseTo(shown, 4);
  else expect(figure).toBeNull();
};

/** The chart's lines end at the totals. */
const expectTied = ({ days, totals, ended }: PacingSummary): void => {
  expectMet(lastOf(days, 'spent'), totals['mtdSpent']);
  expectMet(lastOf(days, 'planned'), totals['budget']);
  if (ended) {
    expect(days.filter(({ projected, low, high }) => projected !== null || low !== null || high !== null)).toEqual([]);
    return;
  }
  expectMet(days.at(-1)!.projected, totals['spendProjection']);
  expectMet(days.at(-1)!.low, totals['spendProjectionLow']);
  expectMet(days.at(-1)!.high, totals['spendProjectionHigh']);
  // The projection continues from the known values and never decreases.
  const projected = days.flatMap((day) => day.projected ?? []);
  expect(projected).toEqual(projected.toSorted((a, b) => a - b));
};

describe.each(['ag', 'cl'] as const)('the burn-up for %s', (group) => {
  test('ends at the totals of the tables, whatever the filter', async () => {
    expect(owners.length).toBeGreaterThan(1);
    let compared = 0;
    for (const { ownerKey, brand, goal, partner } of owners)
      for (const filter of [
        {},
        { brandKeys: [brand] },
        { goalKeys: [goal] },
        { partnerKeys: [partner] },
        { channels: ['ppc'] },
      ]) {
        const body = { ownerKey, ...filter };
        const summary = await summaryOf(group, body);
        expectTied(summary);
        const { totals } = await tableOf(group, 'pacingGoal', body);
        for (const key of [
          'budget',
          'mtdSpent',
          'spendProjection',
          'spendProjectionLow',
          'delta',
          'mtdInquiries',
          'inquiryGoal',
        ])
          expect([key, summary.totals[key]]).toEqual([key, totals[key]]);
        // The plan by the last complete day is what tables compare the spend with.
        const due = summary.days.findLast(({ spent }) => spent !== null)?.planned ?? null;
        const isLate = summary.spendThrough !== summary.leadsThrough;
        const isCompared = !isLate && typeof totals['delta'] === 'number' && Number(totals['mtdSpent']) > 0;
        const gap = isCompared ? due! - Number(totals['mtdSpent']) + Number(totals['delta']) : 0;
        expect(gap).toBeCloseTo(0, 3);
        compared += Number(isCompared);
      }
    expect(compared).toBeGreaterThan(10);
  });

  test('of a finished month is final', async () => {
    for (const { ownerKey } of owners) {
      const summary = await summaryOf(group, { ownerKey, month: '2026-10' });
      expect(summary).toMatchObject({ month: '2026-10-01', state: 'past', ended: true, daysLeft: 0 });
      expect(summary.spendThrough).toBe('2026-10-31');
      expect(summary.days).toHaveLength(31);
      expectTied(summary);
      expect(Number(summary.totals['mtdSpent'])).toBeGreaterThan(0);
    }
  });
});

test('of a young month continues from little data: from today’s figures on the first day, and beside accounts without data', async () => {
  for (const [now, through] of [
    ['2026-12-01T20:00:00Z', null],
    ['2026-12-03T20:00:00Z', '2026-12-02'],
  ] as const) {
    standAt(new Date(now));
    for (const { ownerKey } of owners) {
      const summary = await summaryOf('ag', { ownerKey });
      expect(summary).toMatchObject({ state: 'current', ended: false, leadsThrough: through });
      expect(summary.spendThrough === null || summary.spendThrough === through).toBe(true);
      expectTied(summary);
      // Campaigns are not judged yet; amounts outside of campaigns are known.
      expect(summary.exceptions.filter(({ campaignKey }) => campaignKey !== null)).toEqual([]);
    }
  }
});

test('days missing from a late account are projected in addition to the others’ figures', async () => {
  const { ownerKey, account } = owners.find((owner) => owner.account !== null)!;
  const before = await summaryOf('ag', { ownerKey });
  const was = await harness.asMigrator((tx) =>
    sql<{ at: Date }>`select last_sync_at as at from platform_account where account_key = ${account}`.execute(tx),
  );
  const facts = openFacts(harness.ownerUrl);
  const syncedAt = async (at: Date): Promise<void> => {
    await harness.asMigrator((tx) =>
      sql`update platform_account set last_sync_at = ${at} where account_key = ${account}`.execute(tx),
    );
    while ((await facts.fold()) > 0);
  };
  await syncedAt(new Date('2026-11-09T18:00:00Z'));
  let summary: PacingSummary;
  try {
    summary = await summaryOf('ag', { ownerKey });
  } finally {
    await syncedAt(was.rows[0]!.at);
    await facts.close();
  }
  expect(summary).toMatchObject({ spendThrough: '2026-11-08', leadsThrough: '2026-11-14' });
  expect(Number(summary.totals['mtdSpent'])).toBeLessThan(Number(before.totals['mtdSpent']));
  expectTied(summary);
  const [meeting, missing] = [summary.days[7]!, summary.days[13]!];
  expect(summary.days.findIndex(({ projected }) => projected !== null)).toBe(7);
  expect(meeting.projected).toBeCloseTo(meeting.spent!, 6);
  expect(missing.projected!).toBeGreaterThan(missing.spent! + 1);
});

test('all exceptions are listed, ordered by amount', async () => {
  const kinds = new Set<string>();
  for (const { ownerKey } of owners) {
    const { exceptions, exceptionCount } = await summaryOf('ag', { ownerKey });
    expect(exceptions.length).toBe(Math.min(100, exceptionCount));
    expect(exceptions.map(({ dollars }) => dollars)).toEqual(
      exceptions.map(({ dollars }) => dollars).toSorted((a, b) => b - a),
    );
    for (const { kind } of exceptions) kinds.add(kind);
    const judged = exceptions.filter(({ kind }) => kind === 'over' || kind === 'under');
    for (const { kind, projection, budget, dollars } of judged) {
      expect(dollars).toBeCloseTo(Math.abs(projection! - budget!), 6);
      expect(projection! / budget! >= 1.1).toBe(kind === 'over');
    }
    // Including the top-ten lists.
    for (const [id, kind] of [
      ['overpacingCampaigns', ['over']],
      ['underpacingCampaigns', ['under', 'noSpend']],
    ] as const) {
      const { data } = await tableOf('ag', id, { ownerKey });
      const keys = data.map(({ campaignKey }) => campaignKey);
      const ofKind = exceptions.filter((one) => (kind as readonly string[]).includes(one.kind));
      expect(ofKind.slice(0, 10).map(({ campaignKey }) => campaignKey)).toEqual(keys);
    }
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['over', 'under']));
});

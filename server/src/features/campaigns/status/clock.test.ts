import { ALL_PERMISSIONS, campaignStatusSave } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { createLog } from '../../../http/watch/log.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner, makePartner } from '../../../testing/factories/factories.ts';
import { lookAtStatusesNow } from './status.jobs.ts';

const harness = useApp();
let mine: number;
let partnerKey: number;
let agency: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    mine = (await makeOwner(tx)).ownerKey;
    partnerKey = await makePartner(tx);
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});
beforeEach(() => harness.clock.set(TEST_NOW));

const look = (): Promise<number> =>
  lookAtStatusesNow({ db: harness.db, clock: harness.clock, log: createLog({ logLevel: 'silent' }) });
const makeOne = async (): Promise<number> =>
  (await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey }))).campaignKey;
const pause = (key: number, body: object) => harness.call(campaignStatusSave, agency, { params: { key }, body: body });
const logOf = (key: number) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ at: Date; change: string; by: number | null }>`
      select at, from_status || ' → ' || to_status as change, set_by as by from campaign_status_log
      where campaign_key = ${key} and action is null order by log_key
    `.execute(tx);
    return rows;
  });
const fold = async (): Promise<void> => {
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
};

describe('changes by the clock', () => {
  test('are recorded in the minute they happen, once, as the system’s', async () => {
    const key = await makeOne();
    await look();
    await pause(key, { isPaused: true, startDate: '2026-03-11', endDate: '2026-03-13' });
    for (const at of ['2026-03-11T04:59:00Z', '2026-03-11T05:00:00Z', '2026-03-11T05:01:00Z', '2026-03-14T05:00:30Z']) {
      harness.clock.set(new Date(at));
      await look();
      await look();
    }
    expect(await logOf(key)).toEqual([
      { at: new Date('2026-03-11T05:00:00Z'), change: 'PAUSE_SCHEDULED → PAUSED', by: null },
      { at: new Date('2026-03-14T05:00:30Z'), change: 'PAUSED → LIVE', by: null },
    ]);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ user_type: string; user_key: number | null; route: string; before: object; after: object }>`
        select user_type, user_key, route, before, after from audit_log
        where entity_key = ${String(key)} and action = 'campaign.statusChanged' order by audit_key
      `.execute(tx),
    );
    expect(rows).toEqual([
      {
        user_type: 'system',
        user_key: null,
        route: 'campaignClock',
        before: { subStatus: 'PAUSE_SCHEDULED' },
        after: { subStatus: 'PAUSED' },
      },
      expect.objectContaining({ user_type: 'system', after: { subStatus: 'LIVE' } }),
    ]);
  });

  test('are made up for after a standstill', async () => {
    const key = await makeOne();
    await look();
    await pause(key, { action: 'END' });
    harness.clock.set(new Date('2026-03-12T18:00:00Z'));
    await look();
    expect((await logOf(key)).map(({ change }) => change)).toEqual(['LIVE → ENDED']);
  });

  test('a campaign without a recorded status gets one without an entry', async () => {
    const key = await makeOne();
    await look();
    expect(await logOf(key)).toEqual([]);
  });
});

describe('changes by counters', () => {
  test('a reached cap and its reset at midnight are recorded', async () => {
    const key = await makeOne();
    await harness.asMigrator((tx) =>
      sql`update campaign_month set daily_allocation = 2 where campaign_key = ${key}`.execute(tx),
    );
    await look();
    await harness.asMigrator(async (tx) => {
      for (let lead = 0; lead < 2; lead += 1) {
        await makeLead(tx, { ownerKey: mine, campaignKey: key, partnerKey, day: '2026-03-10' });
      }
    });
    await fold();
    // Folding uses the database's own clock, which is far ahead of the test's.
    await look();
    harness.clock.set(new Date('2026-03-11T05:00:00Z'));
    await look();
    expect((await logOf(key)).map(({ change }) => change)).toEqual(['LIVE → CAP_DAY', 'CAP_DAY → LIVE']);
  });

  test('a changed plan triggers a check', async () => {
    const key = await makeOne();
    await look();
    harness.clock.advance(60_000);
    await harness.asMigrator((tx) =>
      sql`
        update campaign_month set user_defined_monthly_allocation = 0, updated_at = ${harness.clock.now()} where campaign_key = ${key}
      `.execute(tx),
    );
    await look();
    expect((await logOf(key)).map(({ change }) => change)).toEqual(['LIVE → NO_ALLOCATION']);
  });
});

test('the start of a month triggers a check of every campaign', async () => {
  const key = await makeOne();
  await look();
  harness.clock.set(new Date('2026-04-01T05:00:00Z'));
  await look();
  expect((await logOf(key)).map(({ change }) => change)).toEqual(['LIVE → NO_ALLOCATION']);
});

test('an owner with an invalid zone does not block the others', async () => {
  const broken = await harness.asMigrator((tx) => makeOwner(tx, { timeZone: 'America/Nowhere' }));
  const key = await makeOne();
  await look();
  await pause(key, { isPaused: true, startDate: '2026-03-11' });
  harness.clock.set(new Date('2026-03-11T06:00:00Z'));
  await look();
  expect((await logOf(key)).map(({ change }) => change)).toEqual(['PAUSE_SCHEDULED → PAUSED']);
  expect(broken.ownerKey).toBeGreaterThan(0);
});

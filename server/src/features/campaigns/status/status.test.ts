import {
  ALL_PERMISSIONS,
  campaignGet,
  campaignStatusBulk,
  campaignStatusLog,
  campaignStatusSave,
  type MovedCampaign,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner, makeTwoOwners, makeUser } from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let partnerKey: number;
let agency: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    partnerKey = await makePartner(tx);
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});
afterEach(() => harness.clock.set(TEST_NOW));

const makeOne = async (activated = true): Promise<number> =>
  (await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey, activated }))).campaignKey;

const save = (key: number, body: object, as = agency) =>
  harness.call(campaignStatusSave, as, { params: { key }, body: body });
const moved = async (key: number, body: object): Promise<MovedCampaign> => {
  const { status, body: answer } = await save(key, body);
  expect({ status, message: answer.message }).toEqual({ status: 200, message: undefined });
  return answer.data as MovedCampaign;
};
const statusOf = async (key: number): Promise<string> => {
  const { body } = await harness.call(campaignGet, agency, { params: { key } });
  return (body.data as { subStatus: string }).subStatus;
};
const reasonOf = async (key: number): Promise<string> => {
  const { body } = await harness.call(campaignGet, agency, { params: { key } });
  return (body.data as MovedCampaign).statusReasons.map(({ message }) => message).join(' ');
};
const pausesOf = (key: number) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ starts: string; ends: string | null; cancelled: boolean }>`
      select starts_on as starts, ends_on as ends, cancelled_at is not null as cancelled from campaign_pause
      where campaign_key = ${key} order by pause_key
    `.execute(tx);
    return rows;
  });

describe('pausing', () => {
  test('now, until resumed', async () => {
    const key = await makeOne();
    expect(await moved(key, { isPaused: true, reason: 'quality' })).toMatchObject({
      subStatus: 'PAUSED',
      pause: { startsOn: '2026-03-10', endsOn: null, reason: 'quality' },
      nextChangeAt: null,
    });
    expect(await moved(key, { isPaused: false })).toMatchObject({ subStatus: 'LIVE', pause: null });
    expect(await pausesOf(key)).toEqual([{ starts: '2026-03-10', ends: null, cancelled: true }]);
  });

  test('from tomorrow to Friday: scheduled, active, and over without a further action', async () => {
    const key = await makeOne();
    expect(await moved(key, { isPaused: true, startDate: '2026-03-11', endDate: '2026-03-13' })).toMatchObject({
      subStatus: 'PAUSE_SCHEDULED',
      nextChangeAt: '2026-03-11T05:00:00.000Z',
    });
    const walk: string[][] = [];
    for (const at of ['2026-03-11T04:59:59Z', '2026-03-11T05:00:00Z', '2026-03-14T04:59:59Z', '2026-03-14T05:00:00Z']) {
      harness.clock.set(new Date(at));
      agency = await harness.sessionOf('ag', agency.userKey);
      walk.push([await statusOf(key), await reasonOf(key)]);
    }
    const paused = ['PAUSED', 'Paused since Mar 11, 2026. Resumes Mar 14, 2026, 12:00 AM CDT.'];
    expect(walk).toEqual([
      ['PAUSE_SCHEDULED', 'Pause set from Mar 11, 2026 to Mar 13, 2026.'],
      paused,
      paused,
      ['LIVE', 'Live'],
    ]);
  });

  test('a new pause replaces the scheduled one; earlier ones stay in the history', async () => {
    const key = await makeOne();
    await moved(key, { isPaused: true, startDate: '2026-03-20' });
    await moved(key, { isPaused: true, startDate: '2026-03-12', endDate: '2026-03-13' });
    expect(await pausesOf(key)).toEqual([
      { starts: '2026-03-20', ends: null, cancelled: true },
      { starts: '2026-03-12', ends: '2026-03-13', cancelled: false },
    ]);
    expect(await moved(key, { isPaused: false })).toMatchObject({ subStatus: 'LIVE', pause: null });
  });

  test('resuming on a date ends it the day before, earlier or later than scheduled', async () => {
    const key = await makeOne();
    await moved(key, { isPaused: true, startDate: '2026-03-10', endDate: '2026-03-12' });
    expect(await moved(key, { isPaused: false, startDate: '2026-03-20' })).toMatchObject({
      subStatus: 'PAUSED',
      pause: { endsOn: '2026-03-19' },
      nextChangeAt: '2026-03-20T05:00:00.000Z',
    });
    expect(await moved(key, { isPaused: false, startDate: '2026-03-11' })).toMatchObject({
      pause: { endsOn: '2026-03-10' },
    });
  });

  test.each([
    [{ isPaused: true, startDate: '2026-03-09' }, 'Start date cannot be in the past.', 'startDate'],
    [
      { isPaused: true, startDate: '2026-03-12', endDate: '2026-03-11' },
      'End date must be on or after start date.',
      'endDate',
    ],
  ])('%j is refused', async (body, message, field) => {
    const key = await makeOne();
    const answer = await save(key, body);
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 422, message });
    expect(answer.body.errors).toMatchObject([{ field }]);
    expect(await pausesOf(key)).toEqual([]);
  });
});

describe('ending and reopening', () => {
  test('ends today, and runs until midnight', async () => {
    const key = await makeOne();
    expect(await moved(key, { action: 'END' })).toMatchObject({
      subStatus: 'LIVE',
      endDate: '2026-03-10',
      nextChangeAt: '2026-03-11T05:00:00.000Z',
    });
  });

  test('an ended campaign cannot be paused, and is reopened by a new end', async () => {
    const key = await makeOne();
    await harness.asMigrator((tx) =>
      sql`update campaign set end_date = '2026-03-01' where campaign_key = ${key}`.execute(tx),
    );
    expect((await save(key, { isPaused: true })).body).toMatchObject({
      code: 'CAMPAIGN_STATUS',
      message: 'Campaign has ended. Change its end date first.',
    });
    expect((await save(key, { action: 'REOPEN', endDate: '2026-03-09' })).status).toBe(422);
    expect((await save(key, { action: 'REOPEN' })).body.message).toBe('Illegal arguments');
    expect(await moved(key, { isPaused: false, endDate: '2026-03-31' })).toMatchObject({
      subStatus: 'LIVE',
      endDate: '2026-03-31',
      rowVersion: 2,
    });
  });
});

describe('activating', () => {
  test('needs every part', async () => {
    const key = await makeOne(false);
    const { status, body } = await save(key, { action: 'ACTIVATE' });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 422,
      errors: [{ field: 'tracking URL or confirmed posting', code: 'missing' }],
    });
    await harness.asMigrator((tx) =>
      sql`update campaign set posting_confirmed = true where campaign_key = ${key}`.execute(tx),
    );
    expect(await moved(key, { action: 'ACTIVATE' })).toMatchObject({ subStatus: 'LIVE' });
    expect((await save(key, { action: 'ACTIVATE' })).status).toBe(409);
  });
});

describe('rights', () => {
  test('partners and clients are refused with an explanation', async () => {
    const key = await makeOne();
    for (const group of ['mp', 'cl'] as const) {
      const as = await harness.signedIn(group, { owner: mine, permissions: ALL_PERMISSIONS });
      const { status, body } = await save(key, { isPaused: true }, as);
      expect({ status, message: body.message }).toEqual({
        status: 403,
        message: 'Only agency users can change campaign status.',
      });
    }
    expect(await pausesOf(key)).toEqual([]);
  });

  test('without isPaused or an action it is refused', async () => {
    const key = await makeOne();
    for (const body of [{}, { startDate: '2026-03-12' }, { isPaused: true, action: 'END' }]) {
      expect((await save(key, body)).body.message).toBe('Illegal arguments');
    }
    expect((await save(key, { campaignKey: key + 1, isPaused: true })).status).toBe(400);
  });

  test('another owner’s campaign is not found', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign, partnerKey }));
    expect((await save(campaignKey, { isPaused: true })).status).toBe(404);
    expect(await pausesOf(campaignKey)).toEqual([]);
  });
});

test('every transition is in the history with user and reason, and audited', async () => {
  const key = await makeOne();
  await moved(key, { isPaused: true, reason: 'call center closed' });
  await moved(key, { isPaused: false });
  const { body } = await harness.call(campaignStatusLog, agency, { params: { key } });
  expect(body.data).toEqual([
    {
      at: TEST_NOW.toISOString(),
      fromStatus: 'PAUSED',
      toStatus: 'LIVE',
      action: 'RESUME',
      reason: '',
      by: 'Test User',
    },
    {
      at: TEST_NOW.toISOString(),
      fromStatus: 'LIVE',
      toStatus: 'PAUSED',
      action: 'PAUSE',
      reason: 'call center closed',
      by: 'Test User',
    },
  ]);
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group: 'mp', partnerKey, ownerKeys: [mine], permissions: ['campaigns:View'] }),
  );
  const partner = await harness.sessionOf('mp', userKey);
  const log = await harness.call(campaignStatusLog, partner, { params: { key } });
  expect(JSON.stringify(log.body.data)).not.toContain('Test User');
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string; after: object }>`
      select action, after from audit_log where entity_key = ${String(key)} order by audit_key
    `.execute(tx),
  );
  expect(rows).toMatchObject([
    { action: 'campaign.PAUSE', after: { subStatus: 'PAUSED', reason: 'call center closed' } },
    { action: 'campaign.RESUME', after: { subStatus: 'LIVE', pause: null } },
  ]);
});

describe('many campaigns', () => {
  const bulk = (body: object) =>
    harness.call(campaignStatusBulk, agency, { params: { owner: mine }, body: body as never });

  test('are handled one by one: one that cannot change gives a reason and blocks no other', async () => {
    const [a, b, draft] = [await makeOne(), await makeOne(), await makeOne(false)];
    const { body } = await bulk({ campaignKeys: [a, b, draft], action: 'PAUSE', reason: 'holiday' });
    expect(body.data).toMatchObject({
      done: 2,
      failed: 1,
      results: [
        { campaignKey: a, done: true, message: 'Paused.', subStatus: 'PAUSED' },
        { campaignKey: b, done: true },
        { campaignKey: draft, done: false, message: 'A campaign with the status “Draft” cannot be paused.' },
      ],
    });
    const resumed = await bulk({ campaignKeys: [a, b], action: 'RESUME' });
    expect(resumed.body.data).toMatchObject({ done: 2, failed: 0 });
    const ended = await bulk({ campaignKeys: [a, b], action: 'END', endDate: '2026-03-31' });
    expect(ended.body.data).toMatchObject({ done: 2 });
  });

  test('a preview shows the result of each and changes nothing', async () => {
    const [live, paused, draft] = [await makeOne(), await makeOne(), await makeOne(false)];
    await bulk({ campaignKeys: [paused], action: 'PAUSE', reason: 'holiday', endDate: '2026-03-20' });
    const resume = { campaignKeys: [live, paused, draft], action: 'RESUME' };
    const preview = (await bulk({ ...resume, preview: true })).body.data;
    expect(preview).toMatchObject({
      done: 1,
      failed: 2,
      results: [
        { campaignKey: live, done: false, fromStatus: 'LIVE', subStatus: 'LIVE', pauseBefore: null },
        {
          campaignKey: paused,
          done: true,
          fromStatus: 'PAUSED',
          subStatus: 'LIVE',
          pauseBefore: { startsOn: '2026-03-10', endsOn: '2026-03-20', reason: 'holiday' },
        },
        { campaignKey: draft, done: false },
      ],
    });
    expect(await pausesOf(paused)).toMatchObject([{ cancelled: false }]);
    // The preview matches the result.
    expect((await bulk(resume)).body.data).toEqual({ ...(preview as object), actionId: expect.any(String) as string });
  });

  test('another owner’s key refuses all', async () => {
    const own = await makeOne();
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign, partnerKey }));
    expect((await bulk({ campaignKeys: [own, campaignKey], action: 'PAUSE' })).status).toBe(404);
    expect(await pausesOf(own)).toEqual([]);
  });

  test('two concurrent pauses of a campaign leave one', async () => {
    const key = await makeOne();
    await Promise.all(Array.from({ length: 8 }, () => save(key, { isPaused: true })));
    expect((await pausesOf(key)).filter(({ cancelled }) => !cancelled)).toHaveLength(1);
  });
});

import { type LeadAnswer, leadRelease } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { TEST_NOW, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import {
  allowFastPosts,
  clientNameOf,
  makeMonths,
  makePostingKey,
  postBody,
} from '../../../testing/factories/posting.ts';
import { releaseHeldNow } from './hold.jobs.ts';

const harness = useApp();
const DAY_MS = 86_400_000;
let place: { ownerKey: number; campaignKey: number; partnerKey: number; key: string; clientName: string };
let number = 0;

beforeAll(() => harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01')));
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  place = await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const campaign = await makeCampaign(tx, { partnerKey });
    await allowFastPosts(tx, partnerKey);
    await sql`update campaign set over_delivery = 'HOLD' where campaign_key = ${campaign.campaignKey}`.execute(tx);
    await sql`update campaign_month set daily_allocation = 1 where campaign_key = ${campaign.campaignKey}`.execute(tx);
    const key = await makePostingKey(tx, partnerKey, TEST_NOW);
    return { ...campaign, key, clientName: await clientNameOf(tx, campaign.campaignKey) };
  });
});

const post = async (over: Record<string, unknown> = {}) => {
  const { payload } = await harness.app.inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': place.key },
    payload: { ...postBody((number += 1), place), ...over },
  });
  const answer = JSON.parse(payload) as LeadAnswer;
  return answer.outcome === 'error' ? 'error' : answer.status;
};
const runJob = () => releaseHeldNow({ db: harness.db, clock: harness.clock, secret: TEST_SECRET });
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const stored = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ leadKey: number; status: string; reasons: string[]; path: string }>`
      select l.lead_key as "leadKey", l.status, l.status_reasons as reasons,
             (select string_agg(coalesce(s.from_status || '>', '') || s.to_status, ' ' order by s.change_key)
              from lead_status_change s where s.lead_key = l.lead_key) as path
      from lead l where l.campaign_key = ${place.campaignKey} order by l.lead_key
    `.execute(tx),
  );
  return rows;
};
const keys = async () => (await stored()).filter(({ status }) => status === 'HLD').map(({ leadKey }) => leadKey);
const count = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ day: string; units: number }>`
      select from_day::text as day, units from cap_count
      where campaign_key = ${place.campaignKey} and kind = 'day' and units <> 0 order by 1
    `.execute(tx),
  );
  return rows.map(({ day, units }) => `${day} ${units}`);
};

test('at the next opening, as many leads are released as that day’s cap allows, and they count on that day', async () => {
  expect([await post(), await post(), await post()]).toEqual(['VAL', 'HLD', 'HLD']);
  expect(await runJob()).toBe(0);
  harness.clock.set(new Date('2026-03-11T05:00:00Z'));
  expect(await runJob()).toBe(2);
  expect((await stored()).map(({ path }) => path)).toEqual(['VAL', 'HLD HLD>VAL', 'HLD']);
  expect(await count()).toEqual(['2026-03-10 1', '2026-03-11 1']);
  // The next day's cap is used: a new lead is held as well.
  expect(await post()).toBe('HLD');
  const { rows } = await harness.asMigrator((tx) =>
    sql`select l.status from delivery_task t join lead l using (owner_key, captured_date, lead_key) where l.campaign_key = ${place.campaignKey}`.execute(
      tx,
    ),
  );
  expect(rows).toHaveLength(2);
  expect(await harness.asMigrator((tx) => sql`select * from app.cap_differences()`.execute(tx))).toMatchObject({
    rows: [],
  });
});

test('after three rounds without success a lead is closed with the reason', async () => {
  await post();
  await post();
  await write(sql`update campaign_month set daily_allocation = 0 where campaign_key = ${place.campaignKey}`);
  for (const [round, expected] of [
    [1, 'HLD'],
    [2, 'HLD'],
    [3, 'CLS'],
  ] as const) {
    harness.clock.set(new Date(TEST_NOW.getTime() + round * DAY_MS));
    await runJob();
    expect((await stored()).at(-1)).toMatchObject({ status: expected });
  }
  expect((await stored()).at(-1)).toMatchObject({ reasons: ['CAP_DAILY'], path: 'HLD HLD>CLS' });
  harness.clock.advance(DAY_MS);
  expect(await runJob()).toBe(0);
});

test('by hand it is checked by all current rules: a lead that became a duplicate, or whose campaign ended, is refused', async () => {
  await post();
  await post({ email: 'twin@posted.net' });
  await post();
  const release = async (leadKeys: number[], permissions = ['leadanalyzer:Update'] as const) => {
    const as = await harness.signedIn('ag', { owner: place.ownerKey, permissions });
    return (await harness.call(leadRelease, as, { body: { ownerKey: place.ownerKey, leadKeys } })).body.data;
  };
  const [first = 0, second = 0] = await keys();
  await write(sql`update campaign_month set daily_allocation = 2 where campaign_key = ${place.campaignKey}`);
  expect(await post({ email: 'twin@posted.net' })).toBe('VAL');
  expect(await release([first, 1])).toEqual([
    { leadKey: first, status: 'DUP', message: 'Duplicate: Duplicate lead.' },
    { leadKey: 1, status: null, message: 'This lead is not held.' },
  ]);
  await write(sql`update campaign set end_date = '2026-03-09' where campaign_key = ${place.campaignKey}`);
  expect(await release([second])).toMatchObject([{ status: 'CLS' }]);
  const { rows } = await harness.asMigrator((tx) =>
    sql`select entity_key as key, after from audit_log where route = 'leadRelease' and owner_key = ${place.ownerKey} order by at, 1`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([
    { key: String(first), after: { status: 'DUP' } },
    { key: String(second), after: { status: 'CLS' } },
  ]);
});

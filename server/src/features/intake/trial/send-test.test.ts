import { ALL_PERMISSIONS, leadTestSend, type LeadTrial } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { makeMonths } from '../../../testing/factories/posting.ts';

const harness = useApp();
let campaignKey: number;
let foreignKey: number;
let agency: SignedIn;

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01'));
});
beforeEach(async () => {
  let owner = 0;
  await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const mine = await makeCampaign(tx, { partnerKey });
    [campaignKey, owner] = [mine.campaignKey, mine.ownerKey];
    foreignKey = (await makeCampaign(tx, { partnerKey })).campaignKey;
  });
  agency = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
});

const send = (key: number) => harness.call(leadTestSend, agency, { params: { key } });
const stored = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ status: string; id: string; dedup: number; caps: number }>`
      select status, public_id as id, (select count(*)::int from lead_dedup) as dedup,
             (select coalesce(sum(units), 0)::int from cap_count where campaign_key = ${campaignKey}) as caps
      from lead where campaign_key = ${campaignKey} order by lead_key`.execute(tx);
    return rows;
  });

test('a test lead is posted, stored as a test, and explained check by check; it uses no cap and causes no duplicate', async () => {
  const sent = async () => {
    const { status, body } = await send(campaignKey);
    expect(status).toBe(200);
    return body.data as LeadTrial;
  };
  const first = await sent();
  const second = await sent();
  expect(first.answer).toMatchObject({ outcome: 'success', status: 'TST', wouldBe: 'VAL' });
  expect(first.checks.map(({ outcome }) => outcome)).not.toContain('notReached');
  expect(second.answer).toMatchObject({ outcome: 'success', status: 'TST', wouldBe: 'VAL' });
  const ids = [first, second].map(({ answer }) => (answer.outcome === 'error' ? '' : answer.leadId));
  expect(await stored()).toEqual(ids.map((id) => ({ status: 'TST', id, dedup: 0, caps: 0 })));
});

test('a failing rule is reported, and the lead is stored as a test anyway', async () => {
  await harness.asMigrator((tx) =>
    sql`update campaign set end_date = '2026-01-01', start_date = '2025-12-01' where campaign_key = ${campaignKey}`.execute(
      tx,
    ),
  );
  const { body } = await send(campaignKey);
  const { answer, checks } = body.data as LeadTrial;
  expect(answer).toMatchObject({ outcome: 'failure', status: 'TST', wouldBe: 'CLS' });
  expect(checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
});

test('another owner’s campaign is not found', async () => {
  expect((await send(foreignKey)).status).toBe(404);
});

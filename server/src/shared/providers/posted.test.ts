import { type LeadAnswer } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_NOW, useApp } from '../../testing/app.ts';
import { makeCampaign, makePartner } from '../../testing/factories/factories.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from '../../testing/factories/posting.ts';

const harness = useApp();
let place: { campaignKey: number; ownerKey: number; clientName: string };
let key: string;
let number = 0;

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    await makeMonths(tx, '2025-12-01', '2026-05-01');
    const partnerKey = await makePartner(tx);
    const campaign = await makeCampaign(tx, { partnerKey });
    key = await makePostingKey(tx, partnerKey, TEST_NOW);
    await allowFastPosts(tx, partnerKey);
    place = { ...campaign, clientName: await clientNameOf(tx, campaign.campaignKey) };
  });
});

let version = 0;
const asking = (verification: object) =>
  harness.asMigrator((tx) => {
    version += 1;
    return sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      select owner_key, client_key, ${version}, ${JSON.stringify({ verification })}, ${TEST_NOW}
      from campaign c join goal g using (owner_key, goal_key) where c.campaign_key = ${place.campaignKey}`.execute(tx);
  });
const account = (provider: 'LOCAL' | null) =>
  harness.asMigrator(async (tx) => {
    await sql`delete from provider_account`.execute(tx);
    if (provider !== null)
      await sql`insert into provider_account (owner_key, provider, set_at) values (${place.ownerKey}, ${provider}, ${TEST_NOW})`.execute(
        tx,
      );
  });
const post = async (over: Record<string, unknown> = {}) => {
  const payload = { ...postBody((number += 1), place), ...over };
  const { payload: text } = await harness.app.inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': key },
    payload,
  });
  const answer = JSON.parse(text) as LeadAnswer;
  if (answer.outcome === 'error') throw new Error(text);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ flags: string[] }>`select flags from lead where public_id = ${answer.leadId}`.execute(tx),
  );
  return { status: answer.status, reasons: answer.reasons?.map(({ code }) => code) ?? [], flags: rows[0]?.flags };
};

describe('a posted lead', () => {
  test('is accepted and marked as not verified if no provider could be asked', async () => {
    await account(null);
    await asking({ phone: 'REJECT', email: 'REJECT' });
    expect(await post()).toEqual({ status: 'VAL', reasons: [], flags: ['EMAIL_UNVERIFIED', 'PHONE_UNVERIFIED'] });
  });

  test('is refused or marked by the provider’s answer, as the client wants', async () => {
    await account('LOCAL');
    await asking({ phone: 'REJECT', email: 'FLAG' });
    expect(await post()).toEqual({ status: 'VAL', reasons: [], flags: [] });
    expect(await post({ phone: '3122340000' })).toMatchObject({ status: 'SCR', reasons: ['PHONE_DISCONNECTED'] });
    expect(await post({ email: 'bounce.one@posted.net' })).toEqual({
      status: 'VAL',
      reasons: [],
      flags: ['EMAIL_UNDELIVERABLE'],
    });
  });

  test('is sent to no provider unless the client requires it', async () => {
    await asking({});
    expect(await post({ phone: '3122350000' })).toEqual({ status: 'VAL', reasons: [], flags: [] });
  });
});

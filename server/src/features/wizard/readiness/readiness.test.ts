import { campaignReadiness, type LeadNeed } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { clientOf, makeEndpoint } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePpcCampaign } from '../../../testing/factories/factories.ts';
import { makePostingKey } from '../../../testing/factories/posting.ts';

const harness = useApp();
let agency: SignedIn;
let mine: Awaited<ReturnType<typeof makeCampaign>> & { clientKey: number };
let other: typeof mine;

const makeSides = () =>
  harness.asMigrator(async (tx) => {
    const campaign = await makeCampaign(tx);
    return { ...campaign, clientKey: await clientOf(tx, campaign.ownerKey, campaign.campaignKey) };
  });

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  [mine, other] = [await makeSides(), await makeSides()];
  agency = await harness.signedIn('ag', { owner: mine.ownerKey, permissions: ['campaigns:View'] });
});

const read = (campaignKey = mine.campaignKey) =>
  harness.call(campaignReadiness, agency, { params: { key: campaignKey } });
const lacking = async (): Promise<string[]> =>
  ((await read()).body.data as { lacking: LeadNeed[] }).lacking.map(({ id }) => id);
const accept = (side: typeof mine, body: string) =>
  harness.asMigrator((tx) =>
    sql`insert into client_criteria (owner_key, client_key, version, body, saved_at)
      values (${side.ownerKey}, ${side.clientKey}, 1, ${body}, now())`.execute(tx),
  );

test('a campaign lacks key, criteria and endpoint until its own partner and client have them', async () => {
  expect((await read()).body.data).toEqual({
    lacking: [
      { id: 'postingKeys', name: expect.stringContaining('Partner') as string },
      { id: 'criteria', name: expect.stringContaining('Client') as string },
      { id: 'endpoints', name: expect.stringContaining('Client') as string },
    ],
  });
  // What the other owner's partner and client have does not count.
  await harness.asMigrator(async (tx) => {
    await makePostingKey(tx, other.partnerKey, TEST_NOW);
    await makeEndpoint(tx, other);
  });
  await accept(other, '{"quality": {}}');
  expect(await lacking()).toEqual(['postingKeys', 'criteria', 'endpoints']);

  await harness.asMigrator((tx) => makePostingKey(tx, mine.partnerKey, TEST_NOW));
  expect(await lacking()).toEqual(['criteria', 'endpoints']);
  await accept(mine, '{"dedup": {}, "quality": {}}');
  expect(await lacking()).toEqual(['endpoints']);
  await harness.asMigrator((tx) => makeEndpoint(tx, mine));
  expect(await lacking()).toEqual([]);

  // A key that has ended and an endpoint that is paused are none.
  await harness.asMigrator(async (tx) => {
    await sql`update partner_posting_key set ends_at = ${TEST_NOW} where partner_key = ${mine.partnerKey}`.execute(tx);
    await sql`update delivery_endpoint set paused_at = now() where owner_key = ${mine.ownerKey}`.execute(tx);
  });
  expect(await lacking()).toEqual(['postingKeys', 'endpoints']);
});

test('a campaign without posted leads lacks none of them, and another owner’s is not found', async () => {
  const { campaignKey } = await harness.asMigrator((tx) => makePpcCampaign(tx, mine));
  expect((await read(campaignKey)).body.data).toEqual({ lacking: [] });
  expect((await read(other.campaignKey)).status).toBe(404);
});

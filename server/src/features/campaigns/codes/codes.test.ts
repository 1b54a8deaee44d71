import { ALL_PERMISSIONS, campaignClone, campaignIsUnique, campaignNextCode, campaignSave } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeClient, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp({ pool: 8 });
const DAY = 24 * 60 * 60 * 1000;
let mine: number;
let foreign: number;
let partnerKey: number;
let clientKey: number;
let agency: SignedIn;
let source: { campaignKey: number; goalKey: number };

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    partnerKey = await makePartner(tx);
    clientKey = await makeClient(tx, mine);
    source = await makeCampaign(tx, { ownerKey: mine, partnerKey, name: 'The original', code: 'ORIGINAL' });
    await makeCampaign(tx, { ownerKey: foreign, partnerKey, name: 'Canary', code: 'CANARY' });
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const save = (campaignCode: string, name = 'Saver', vendorKey = partnerKey) =>
  harness.call(campaignSave, agency, {
    params: { owner: mine },
    body: {
      name,
      vendorKey,
      clientGoalKey: source.goalKey,
      campaignCode,
      clientCampaignCode: 'CL',
      campaignReoccuring: true,
    },
  });
const clone = (campaignCode: string) =>
  harness.call(campaignClone, agency, { params: { key: source.campaignKey }, body: { campaignCode } });
const check = (body: object, key: number | string = 0) =>
  harness.call(campaignIsUnique, agency, { params: { key }, body: body });

describe('concurrent saves of one code', () => {
  test('of 25 saves and 25 clones exactly one wins, and the others see who has the code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? save(index % 4 === 0 ? 'RACE-1' : 'race-1', 'Racer') : clone('Race-1'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ name: string }>`select name from campaign where lower(code) = 'race-1'`.execute(tx),
    );
    expect(rows).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'DUPLICATE_CODE' });
      expect(body.message).toMatch(
        new RegExp(`^Campaign code race-1 is already used by ${rows[0]!.name.replace(/[()]/g, '\\$&')}\\.$`, 'i'),
      );
    }
  });

  test('another partner and another owner may use it too', async () => {
    const other = await harness.asMigrator(makePartner);
    expect((await save('ORIGINAL', 'Other partner', other)).status).toBe(200);
    expect((await save('CANARY')).status).toBe(200);
  });

  test('a campaign can keep its own code', async () => {
    const { body } = await save('OWN-CODE');
    const { campaignKey } = body.data as { campaignKey: number };
    expect((await check({ campaignCode: 'own-code', aggregatorKey: partnerKey, clientKey }, campaignKey)).status).toBe(
      200,
    );
    expect((await check({ campaignCode: 'own-code', aggregatorKey: partnerKey, clientKey })).status).toBe(409);
  });
});

describe('checked while typing', () => {
  test('a free code is available', async () => {
    const { status, body } = await check({ campaignCode: 'FREE-1', aggregatorKey: partnerKey, clientKey });
    expect({ status, answer: body.status }).toEqual({ status: 200, answer: 'success' });
  });

  test('a used code shows its campaign', async () => {
    const { status, body } = await check({ campaignCode: 'original', aggregatorKey: partnerKey, clientKey });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Campaign code original is already used by The original.',
    });
  });

  test('another owner’s code is available, and its client unknown', async () => {
    const { body } = await check({ campaignCode: 'CANARY-2', aggregatorKey: partnerKey, clientKey });
    expect(JSON.stringify(body)).not.toContain('Canary');
    const foreignClient = await harness.asMigrator((tx) => makeClient(tx, foreign));
    for (const key of [foreignClient, 999_999_999]) {
      const answer = await check({ campaignCode: 'CANARY', aggregatorKey: partnerKey, clientKey: key });
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
  });

  test.each(['campaignCode', 'aggregatorKey', 'clientKey'])('without %s the error says so', async (missing) => {
    const whole = { campaignCode: 'FREE-1', aggregatorKey: partnerKey, clientKey };
    const { status, body } = await check({ ...whole, [missing]: null });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'campaignCodeUniqueness rule has missing arguments',
    });
  });

  test.each(['ab', 'x'.repeat(31), 'with space', 'ümlaut', "a';drop"])(
    '%s is not a valid code',
    async (campaignCode) => {
      expect((await check({ campaignCode, aggregatorKey: partnerKey, clientKey })).status).toBe(422);
    },
  );
});

test('a deleted campaign’s code is reserved for 90 days', async () => {
  await harness.asMigrator(async (tx) => {
    const { campaignKey } = await makeCampaign(tx, { ownerKey: mine, partnerKey, name: 'Gone', code: 'GONE-1' });
    const deletedAt = new Date(TEST_NOW.getTime() - 89 * DAY);
    await sql`update campaign set deleted_at = ${deletedAt} where campaign_key = ${campaignKey}`.execute(tx);
  });
  expect((await save('gone-1')).body.message).toBe('Campaign code gone-1 is already used by Gone.');
  await harness.asMigrator((tx) =>
    sql`update campaign set deleted_at = ${new Date(TEST_NOW.getTime() - 91 * DAY)} where code = 'GONE-1'`.execute(tx),
  );
  expect((await check({ campaignCode: 'GONE-1', aggregatorKey: partnerKey, clientKey })).status).toBe(200);
  expect((await save('gone-1')).status).toBe(200);
  expect((await save('GONE-1')).status).toBe(409);
});

describe('the proposed code of a copy', () => {
  const propose = async (key: number, as = agency) => harness.call(campaignNextCode, as, { params: { key } });
  const codeOf = async (key: number) => ((await propose(key)).body.data as { campaignCode: string }).campaignCode;
  const cloneOf = (key: number, campaignCode: string) =>
    harness.call(campaignClone, agency, { params: { key }, body: { campaignCode } });

  test('is the next of its series that no campaign of the owner has, whatever the partner', async () => {
    const { campaignKey } = await harness.asMigrator(async (tx) => {
      await makeCampaign(tx, { ownerKey: mine, code: 'hti-ccp-ppl-039' });
      await makeCampaign(tx, { ownerKey: foreign, partnerKey, code: 'HTI-CCP-PPL-040' });
      return makeCampaign(tx, { ownerKey: mine, partnerKey, code: 'HTI-CCP-PPL-038' });
    });
    // Another owner's codes are its own.
    expect(await codeOf(campaignKey)).toBe('HTI-CCP-PPL-040');
    const both = await Promise.all([cloneOf(campaignKey, 'HTI-CCP-PPL-040'), cloneOf(campaignKey, 'HTI-CCP-PPL-040')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(
      /^Campaign code HTI-CCP-PPL-040 is already used by Campaign .+\.$/,
    );
    expect(await codeOf(campaignKey)).toBe('HTI-CCP-PPL-041');
  });

  test('is refused for another owner’s campaign and without the right to clone', async () => {
    const other = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign }));
    expect((await propose(other.campaignKey)).status).toBe(404);
    const without = await harness.signedIn('ag', { owner: mine, permissions: ['campaigns:View'] });
    expect((await propose(source.campaignKey, without)).status).toBe(403);
  });
});

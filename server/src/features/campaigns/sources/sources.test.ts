import { ALL_PERMISSIONS, type CampaignSource, campaignSourcesList, campaignSourcesSave } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeOwner, makePartner, makeSource, makeUser } from '../../../testing/factories/factories.ts';
import { isSourceAllowed } from '../../../shared/intake/checks/source.rules.ts';

const harness = useApp();
let mine: number;
let key: number;
let agency: SignedIn;
let client: SignedIn;
let partner: SignedIn;
let sources: { sourceKey: number; sourceTag: string }[];
let foreign: number;

beforeEach(async () => {
  const users = await harness.asMigrator(async (tx) => {
    await sql`delete from mail`.execute(tx);
    mine = (await makeOwner(tx)).ownerKey;
    const partnerKey = await makePartner(tx);
    sources = [await makeSource(tx, partnerKey), await makeSource(tx, partnerKey)];
    foreign = (await makeSource(tx, await makePartner(tx))).sourceKey;
    key = (await makeCampaign(tx, { ownerKey: mine, partnerKey, name: 'Nursing', code: 'NUR-1' })).campaignKey;
    for (const [email, notifications, active] of [
      ['quality@partner.example', ['SOURCE_BLOCKED'], true],
      ['money@partner.example', ['IO'], true],
      ['left@partner.example', ['SOURCE_BLOCKED'], false],
    ] as const) {
      await sql`
        insert into partner_contact (partner_key, name, email, notifications, active)
        values (${partnerKey}, 'Contact', ${email}, ${[...notifications]}, ${active})
      `.execute(tx);
    }
    const parts = { ownerKeys: [mine], permissions: ['campaigns:View'] } as const;
    return {
      client: await makeUser(tx, { group: 'cl', ...parts }),
      partner: await makeUser(tx, { group: 'mp', partnerKey, ...parts }),
    };
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
  client = await harness.sessionOf('cl', users.client.userKey);
  partner = await harness.sessionOf('mp', users.partner.userKey);
});

const save = (body: object) => harness.call(campaignSourcesSave, agency, { params: { key }, body: body as never });
const read = async (as = agency): Promise<{ mode: string; sources: CampaignSource[] }> => {
  const { body } = await harness.call(campaignSourcesList, as, { params: { key } });
  return body.data as { mode: string; sources: CampaignSource[] };
};
const mails = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ to: string; subject: string; body: string }>`
      select to_address as to, subject, body from mail order by mail_key
    `.execute(tx);
    return rows;
  });

test.each([
  ['ALL_APPROVED', 'APPROVED', null, true],
  ['ALL_APPROVED', 'PENDING', null, false],
  ['ALL_APPROVED', 'APPROVED', 'BLOCK', false],
  ['ONLY_LISTED', 'APPROVED', null, false],
  ['ONLY_LISTED', 'APPROVED', 'ALLOW', true],
  ['ONLY_LISTED', 'BLOCKED', 'ALLOW', false],
  ['ALL_EXCEPT_LISTED', 'APPROVED', 'BLOCK', false],
  ['ALL_EXCEPT_LISTED', 'APPROVED', null, true],
] as const)('%s, %s, %s', (mode, status, action, allowed) => {
  expect(isSourceAllowed(mode, { status, action })).toBe(allowed);
});

/** The first source is blocked, the second has its own price and cap. */
const listed = () =>
  [
    { publisherSourceKey: sources[0]!.sourceKey, action: 'BLOCK', note: 'Fraudulent phones' },
    { publisherSourceKey: sources[1]!.sourceKey, action: 'ALLOW', priceOverride: 21.5, monthlyCap: 9 },
  ] as const;

test('blocking notifies the partner at once, once, with the reason', async () => {
  const [first, second] = sources as [(typeof sources)[0], (typeof sources)[0]];
  const [blocked] = listed();
  const { status } = await save({ mode: 'ALL_EXCEPT_LISTED', sources: [blocked] });
  expect(status).toBe(200);
  expect(await mails()).toEqual([
    {
      to: 'quality@partner.example',
      subject: 'Sources blocked for campaign NUR-1',
      body: expect.stringContaining(`- ${first.sourceTag}: Fraudulent phones`),
    },
  ]);
  await save({ mode: 'ALL_EXCEPT_LISTED', sources: listed() });
  expect(await mails()).toHaveLength(1);
  expect(await read()).toMatchObject({
    mode: 'ALL_EXCEPT_LISTED',
    sources: [
      { sourceTag: second.sourceTag, action: 'ALLOW', priceOverride: 21.5, monthlyCap: 9, allowed: true },
      { sourceTag: first.sourceTag, action: 'BLOCK', note: 'Fraudulent phones', allowed: false },
    ],
  });
});

test('a client sees the tag, but no price and no publisher; a partner sees its own', async () => {
  await save({ mode: 'ALL_EXCEPT_LISTED', sources: listed() });
  const forClient = JSON.stringify(await read(client));
  expect(forClient).toContain('sourceTag');
  expect(forClient).not.toMatch(/publisherName|priceOverride|note|21\.5|Fraudulent/);
  expect((await read(partner)).sources).toHaveLength(2);
});

test('another partner’s source refuses the whole save', async () => {
  expect((await save({ mode: 'ALL_EXCEPT_LISTED', sources: listed() })).status).toBe(200);
  const before = await read();
  const { status } = await save({
    mode: 'ONLY_LISTED',
    sources: [
      { publisherSourceKey: sources[0]!.sourceKey, action: 'ALLOW' },
      { publisherSourceKey: foreign, action: 'ALLOW' },
    ],
  });
  expect(status).toBe(404);
  expect(await read()).toEqual(before);
});

test('a duplicate source, or a save of an old version, is refused', async () => {
  const one = { publisherSourceKey: sources[0]!.sourceKey, action: 'ALLOW' };
  expect((await save({ mode: 'ONLY_LISTED', sources: [one, one] })).status).toBe(422);
  expect((await save({ mode: 'ONLY_LISTED', sources: [one], rowVersion: 1 })).status).toBe(200);
  expect((await save({ mode: 'ONLY_LISTED', sources: [one], rowVersion: 1 })).status).toBe(409);
});

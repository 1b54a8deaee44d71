import {
  type PartnerClient,
  partnerClientMapList,
  partnerClientMapSave,
  type PausedCampaign,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeClient, makePartner } from '../../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['partners:View', 'partners:Update', 'campaigns:Status'];
let mine: { ownerKey: number; campaignKey: number; partnerKey: number; goalKey: number };
let other: { ownerKey: number; campaignKey: number; partnerKey: number };
let client: number;
let second: number;
let agency: SignedIn;

const read = async (as = agency, ownerKey = mine.ownerKey) =>
  (
    await harness.call(partnerClientMapList, as, {
      params: { key: mine.partnerKey },
      query: { ownerKey: String(ownerKey) },
    })
  ).body.data as PartnerClient[];
const row = async (clientKey: number) => (await read()).find((one) => one.clientKey === clientKey)!;
const save = (status: string, clients: object[], over: object = {}, as = agency) =>
  harness.call(partnerClientMapSave, as, {
    params: { key: mine.partnerKey },
    body: { ownerKey: mine.ownerKey, status, clients, ...over } as never,
  });
const change = async (status: string, keys: number[], over: object = {}, as = agency) => {
  const rows = await read();
  const clients = keys.map((clientKey) => ({
    clientKey,
    rowVersion: rows.find((one) => one.clientKey === clientKey)?.rowVersion ?? null,
  }));
  return save(status, clients, over, as);
};
const pausedOf = async (campaignKey: number): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ n: number }>`select count(*)::int as n from campaign_pause where campaign_key = ${campaignKey}`.execute(tx),
  );
  return rows[0]!.n;
};

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    mine = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
    second = await makeClient(tx, mine.ownerKey);
    const { rows } = await sql<{
      key: number;
    }>`select client_key as key from goal where goal_key = ${mine.goalKey}`.execute(tx);
    client = rows[0]!.key;
    // Another partner for the same client.
    other = await makeCampaign(tx, {
      ownerKey: mine.ownerKey,
      goalKey: mine.goalKey,
      partnerKey: await makePartner(tx),
    });
    for (const partnerKey of [mine.partnerKey, other.partnerKey])
      await sql`insert into partner_client (owner_key, partner_key, client_key, since) values (${mine.ownerKey}, ${partnerKey}, ${client}, '2026-01-01')`.execute(
        tx,
      );
  });
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: RIGHTS });
});

test('several clients at once; the start date changes with the status, not with the note', async () => {
  expect(await row(client)).toMatchObject({ status: 'ACTIVE', since: '2026-01-01', liveCampaigns: 1 });
  expect(await row(second)).toMatchObject({ status: null, since: null, rowVersion: null, liveCampaigns: 0 });
  expect((await change('PENDING', [client, second], { note: 'Contract is out' })).status).toBe(200);
  for (const key of [client, second])
    expect(await row(key)).toMatchObject({ status: 'PENDING', since: '2026-03-10', note: 'Contract is out' });
  harness.clock.set(new Date('2026-03-20T15:00:00Z'));
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: RIGHTS });
  await change('PENDING', [client], { note: 'Signed' });
  expect(await row(client)).toMatchObject({ since: '2026-03-10', note: 'Signed' });
  await change('ACTIVE', [client]);
  expect(await row(client)).toMatchObject({ status: 'ACTIVE', since: '2026-03-20', note: 'Signed' });
});

test('ending pauses the partner’s campaigns for that client only, and lists them beforehand', async () => {
  const draft = await harness.asMigrator((tx) =>
    makeCampaign(tx, { ownerKey: mine.ownerKey, goalKey: mine.goalKey, partnerKey: mine.partnerKey, activated: false }),
  );
  const preview = (await change('TERMINATED', [client], { preview: true })).body.data as {
    campaigns: PausedCampaign[];
  };
  expect(preview.campaigns).toMatchObject([{ campaignKey: mine.campaignKey, fromStatus: 'LIVE', refusal: '' }]);
  expect(await row(client)).toMatchObject({ status: 'ACTIVE', liveCampaigns: 1 });
  expect(await pausedOf(mine.campaignKey)).toBe(0);

  const done = (await change('TERMINATED', [client])).body.data as { campaigns: PausedCampaign[] };
  expect(done.campaigns).toEqual(preview.campaigns);
  expect(await row(client)).toMatchObject({ status: 'TERMINATED', liveCampaigns: 0 });
  expect([
    await pausedOf(mine.campaignKey),
    await pausedOf(other.campaignKey),
    await pausedOf(draft.campaignKey),
  ]).toEqual([1, 0, 0]);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string }>`
      select action from audit_log where owner_key = ${mine.ownerKey} and outcome = 'done' order by audit_key`.execute(
      tx,
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(['campaign.PAUSE', 'partner.clientStatus']);
});

test('ending needs the right to change campaigns if there are any', async () => {
  const keeper = await harness.signedIn('ag', {
    owners: [mine.ownerKey],
    permissions: ['partners:View', 'partners:Update'],
  });
  expect((await change('TERMINATED', [client], {}, keeper)).status).toBe(403);
  expect(await row(client)).toMatchObject({ status: 'ACTIVE' });
  expect((await change('TERMINATED', [second], {}, keeper)).status).toBe(200);
});

test('two editors of the same client: the second sees the current value, and nothing is saved', async () => {
  const { rowVersion } = await row(client);
  await change('PAUSED', [client]);
  const late = await save('TERMINATED', [
    { clientKey: client, rowVersion },
    { clientKey: second, rowVersion: null },
  ]);
  expect(late.status).toBe(409);
  expect(JSON.stringify(late.body.errors)).toContain('it is Paused now');
  expect([await row(client), await row(second)]).toMatchObject([{ status: 'PAUSED' }, { status: null }]);
});

test('another owner’s client, another owner and other groups are refused', async () => {
  const strange = await harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeCampaign(tx);
    return { ownerKey, clientKey: await makeClient(tx, ownerKey) };
  });
  expect((await save('PAUSED', [{ clientKey: strange.clientKey, rowVersion: null }])).status).toBe(404);
  expect((await save('PAUSED', [{ clientKey: client, rowVersion: 1 }], { ownerKey: strange.ownerKey })).status).toBe(
    404,
  );
  for (const group of ['mp', 'cl'] as const) {
    const as = await harness.signedIn(group, {
      owners: [mine.ownerKey],
      permissions: RIGHTS,
      ...(group === 'mp' && { partnerKey: mine.partnerKey }),
    });
    const answer = await harness.call(partnerClientMapList, as, {
      params: { key: mine.partnerKey },
      query: { ownerKey: String(mine.ownerKey) },
      group: 'ag',
    });
    expect(answer.status).toBe(403);
  }
});

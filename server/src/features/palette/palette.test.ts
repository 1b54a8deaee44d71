import { type CallResponse, PALETTE_ROWS, paletteSearch, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeGoal, makeOwner, makePartner } from '../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let second: number;
let partnerKey: number;

beforeAll(() =>
  harness.asMigrator(async (tx) => {
    [mine, second] = [(await makeOwner(tx)).ownerKey, (await makeOwner(tx)).ownerKey];
    const { ownerKey: foreign } = await makeOwner(tx);
    partnerKey = await makePartner(tx);
    for (const ownerKey of [mine, foreign]) {
      const goalKey = await makeGoal(tx, ownerKey);
      await sql`update goal set name = 'Zircon line item' where goal_key = ${goalKey}`.execute(tx);
    }
    const rival = await makePartner(tx);
    for (const [ownerKey, partner] of [
      [mine, partnerKey],
      [mine, rival],
      [second, partnerKey],
      [foreign, partnerKey],
    ] as const) {
      const { goalKey } = await makeCampaign(tx, { ownerKey, partnerKey: partner });
      await sql`
        insert into insertion_order (owner_key, partner_key, client_key, month, status, number, sent_at)
        select ${ownerKey}, ${partner}, client_key, '2026-12-01', 'SENT', ${`IO-2026-12-${partner === rival ? 'Rival' : 'Own'}-1`}, now()
        from goal where goal_key = ${goalKey}`.execute(tx);
    }
    await makeCampaign(tx, { ownerKey: mine, name: 'Spring Zircon 100%', code: 'ABC-1', partnerKey });
    await makeCampaign(tx, { ownerKey: second, name: 'Zircon elsewhere', code: 'ABC-2' });
    await makeCampaign(tx, { ownerKey: foreign, name: 'Zircon of strangers', code: 'ABC-3' });
    const { campaignKey } = await makeCampaign(tx, { ownerKey: mine, name: 'Zircon deleted', code: 'ABC-4' });
    await sql`update campaign set deleted_at = now() where campaign_key = ${campaignKey}`.execute(tx);
    for (let count = 0; count <= PALETTE_ROWS; count += 1)
      await makeCampaign(tx, { ownerKey: mine, name: `Many ${count}` });
  }),
);

const find = async (as: SignedIn, term: string, first?: number) => {
  const { status, body } = await harness.call(paletteSearch, as, {
    query: { term, ...(first !== undefined && { first }) },
  });
  expect(status).toBe(200);
  const { campaigns, lineItems } = body.data as Record<string, { name: string; ownerKey: number }[]>;
  return { campaigns: campaigns?.map(({ name }) => name), lineItems: lineItems?.map(({ ownerKey }) => ownerKey) };
};
const buyer = () => harness.signedIn('ag', { owners: [mine, second], permissions: ['campaigns:View', 'goals:View'] });

test('finds by words of the name and by code, the current owner’s first, nothing of others or deleted', async () => {
  const agency = await buyer();
  expect(await find(agency, 'zircon', second)).toEqual({
    campaigns: ['Zircon elsewhere', 'Spring Zircon 100%'],
    lineItems: [mine],
  });
  expect((await find(agency, 'zircon', mine)).campaigns).toEqual(['Spring Zircon 100%', 'Zircon elsewhere']);
  expect((await find(agency, 'zircon spring')).campaigns).toEqual(['Spring Zircon 100%']);
  expect((await find(agency, 'abc-2')).campaigns).toEqual(['Zircon elsewhere']);
  expect((await find(agency, '0%')).campaigns).toEqual(['Spring Zircon 100%']);
});

test('limits the results to what the user may open', async () => {
  expect((await find(await buyer(), 'many')).campaigns).toHaveLength(PALETTE_ROWS);
  const leads = await harness.signedIn('ag', { owners: [mine, second], permissions: ['leadanalyzer:View'] });
  expect(await find(leads, 'zircon')).toEqual({ campaigns: [], lineItems: [] });
  const client = await harness.signedIn('cl', { owners: [mine], permissions: ['campaigns:View', 'goals:View'] });
  expect(await find(client, 'zircon')).toEqual({ campaigns: ['Spring Zircon 100%'], lineItems: [] });
  const partner = await harness.signedIn('mp', { owners: [mine, second], partnerKey, permissions: ['campaigns:View'] });
  expect(await find(partner, 'zircon')).toEqual({ campaigns: ['Spring Zircon 100%'], lineItems: [] });
  expect((await harness.call(paletteSearch, partner, { query: { term: 'z' } })).status).toBe(400);
});

test('finds sent insertion orders by number: a partner its own, at its owners, a client none', async () => {
  const ordersFor = async (as: SignedIn, term: string) => {
    const { body } = await harness.call(paletteSearch, as, { query: { term, first: second } });
    return (body.data as CallResponse<typeof paletteSearch>).orders.map(({ ownerKey, name }) => ({ ownerKey, name }));
  };
  const who = { owners: [mine, second], permissions: ['allocations:View'] as Permission[] };
  const [own, rival] = ['IO-2026-12-Own-1', 'IO-2026-12-Rival-1'];
  expect(await ordersFor(await harness.signedIn('ag', who), 'io-2026-12')).toEqual([
    { ownerKey: second, name: own },
    { ownerKey: mine, name: own },
    { ownerKey: mine, name: rival },
  ]);
  const partner = await harness.signedIn('mp', { ...who, partnerKey });
  expect(await ordersFor(partner, '12 own-1')).toEqual([
    { ownerKey: second, name: own },
    { ownerKey: mine, name: own },
  ]);
  expect(await ordersFor(partner, 'rival')).toEqual([]);
  expect(await ordersFor(await harness.signedIn('cl', who), 'io-2026-12')).toEqual([]);
  expect(await ordersFor(await buyer(), 'io-2026-12')).toEqual([]);
});

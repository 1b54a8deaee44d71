import {
  allocationHistory,
  allocationsPulse,
  allocationsSave,
  capacitySave,
  type SheetPulse,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeTwoOwners, makeUser } from '../../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS = ['allocations:View', 'allocations:Update'] as const;

let owner: number;
let foreign: number;
let ours: Awaited<ReturnType<typeof makeCampaign>>;
let others: Awaited<ReturnType<typeof makeCampaign>>;
let agency: SignedIn;
let buyer: SignedIn;
let client: SignedIn;
let partner: SignedIn;
let rival: SignedIn;

const partnerUser = async (partnerKey: number) => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group: 'mp', ownerKeys: [owner, foreign], partnerKey, permissions: RIGHTS }),
  );
  return harness.sessionOf('mp', userKey);
};

beforeEach(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  [owner, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
  // Each campaign has a partner of its own.
  [ours, others] = await harness.asMigrator(
    async (tx) => [await makeCampaign(tx, { ownerKey: owner }), await makeCampaign(tx, { ownerKey: owner })] as const,
  );
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  buyer = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
  partner = await partnerUser(ours.partnerKey ?? 0);
  rival = await partnerUser(others.partnerKey ?? 0);
  harness.clock.set(new Date(harness.clock.now().getTime() + 600_000));
});

const later = (seconds: number) => harness.clock.set(new Date(harness.clock.now().getTime() + seconds * 1000));

const pulse = async (as: SignedIn, { of = owner, month = 'current', since = null as string | null } = {}) => {
  const { status, body } = await harness.call(allocationsPulse, as, {
    params: { month },
    query: as.group === 'mp' ? {} : { ownerKey: String(of) },
    body: { since },
  });
  expect(status).toBe(200);
  return body.data as SheetPulse;
};
const people = async (as: SignedIn, more = {}) => (await pulse(as, more)).people.map(({ userKey }) => userKey);

const save = (as: SignedIn, campaignKey: number, value: number) =>
  harness.call(allocationsSave, as, {
    params: { owner, month: 'current' },
    body: { rows: [{ campaignKey, changes: { userDefinedMonthlyAllocation: value } }] },
  });

describe('who has the sheet open', () => {
  test('is shown to the agency whole, to others by the agency’s people and their own', async () => {
    for (const as of [agency, buyer, client, partner, rival]) await pulse(as);
    const keys = (list: SignedIn[]) => list.map(({ userKey }) => userKey).toSorted((a, b) => a - b);
    const seen = async (as: SignedIn) => (await people(as)).toSorted((a, b) => a - b);
    expect(await seen(agency)).toEqual(keys([buyer, client, partner, rival]));
    expect(await seen(client)).toEqual(keys([agency, buyer]));
    expect(await seen(partner)).toEqual(keys([agency, buyer]));
    expect(await seen(rival)).toEqual(keys([agency, buyer]));
    const colleague = await partnerUser(ours.partnerKey ?? 0);
    expect(await seen(colleague)).toEqual(keys([agency, buyer, partner]));
  });

  test('is of one owner and one month, and ends when its page is closed', async () => {
    await pulse(buyer);
    expect(await people(agency)).toEqual([buyer.userKey]);
    expect(await people(agency, { month: 'next' })).toEqual([]);
    const elsewhere = await harness.signedIn('ag', { owner: foreign, permissions: RIGHTS });
    expect(await people(elsewhere, { of: foreign })).toEqual([]);
    later(20);
    expect(await people(agency)).toEqual([buyer.userKey]);
    later(10);
    expect(await people(agency)).toEqual([]);
  });

  test('is hidden from partners by the database too', async () => {
    for (const as of [client, rival]) await pulse(as);
    const scoped = async (as: SignedIn, partnerKey: number) => {
      const rows = await harness.asMigrator(async (tx) => {
        await sql`set local role paceline_app`.execute(tx);
        await sql`select set_config('app.owner_keys', ${`{${owner}}`}, true), set_config('app.partner_key', ${String(partnerKey)}, true),
                         set_config('app.user_group', ${as.group}, true)`.execute(tx);
        return sql<{ key: number }>`select user_key as key from sheet_viewer where owner_key = ${owner}`.execute(tx);
      });
      return rows.rows.map(({ key }) => key);
    };
    expect(await scoped(partner, ours.partnerKey ?? 0)).toEqual([]);
    expect(await scoped(rival, others.partnerKey ?? 0)).toEqual([rival.userKey]);
  });

  test('another owner’s sheet is not found', async () => {
    const { status } = await harness.call(allocationsPulse, agency, {
      params: { month: 'current' },
      query: { ownerKey: String(foreign) },
      body: { since: null },
    });
    expect(status).toBe(404);
  });
});

describe('what was saved since', () => {
  test('has the cell, who saved it and the row’s version, for those who see the campaign', async () => {
    const { at: since } = await pulse(agency);
    later(20);
    expect((await save(buyer, ours.campaignKey, 75)).status).toBe(200);
    const change = {
      campaignKey: ours.campaignKey,
      field: 'userDefinedMonthlyAllocation',
      before: null,
      after: 75,
      rowVersion: 2,
    };
    expect((await pulse(agency, { since })).changes).toMatchObject([{ ...change, isOwn: false }]);
    expect((await pulse(buyer, { since })).changes).toMatchObject([{ ...change, isOwn: true }]);
    // The client's table has no such column.
    expect((await pulse(client, { since })).changes).toEqual([]);
    expect((await pulse(partner, { since })).changes).toMatchObject([change]);
    expect((await pulse(rival, { since })).changes).toEqual([]);
    expect((await pulse(agency, { since, month: 'next' })).changes).toEqual([]);
    // Told again for some seconds, then no more.
    const { at: next } = await pulse(agency, { since });
    expect((await pulse(agency, { since: next })).changes).toHaveLength(1);
    later(20);
    const { at: last } = await pulse(agency, { since: next });
    expect((await pulse(agency, { since: last })).changes).toEqual([]);
  });

  test('leaves out columns that the viewer may not see', async () => {
    await harness.call(allocationsSave, buyer, {
      params: { owner, month: 'next' },
      body: { rows: [{ campaignKey: ours.campaignKey, changes: { clientBidPrice: 61, monthlyCapacity: 9 } }] },
    });
    const fields = async (as: SignedIn) =>
      (await pulse(as, { month: 'next' })).changes.map(({ field }) => field).toSorted((a, b) => a.localeCompare(b));
    expect(await fields(agency)).toEqual(expect.arrayContaining(['clientBidPrice', 'monthlyCapacity']));
    expect(await fields(partner)).not.toContain('clientBidPrice');
    expect(await fields(partner)).toContain('monthlyCapacity');
  });

  test('and the history never name another partner’s people to a partner', async () => {
    await harness.call(capacitySave, rival, {
      params: { month: 'current' },
      body: { rows: [{ campaignKey: others.campaignKey, changes: { incrementalCapacity: 5 } }] },
    });
    await harness.asMigrator((tx) =>
      sql`update campaign set partner_key = ${ours.partnerKey} where owner_key = ${owner} and campaign_key = ${others.campaignKey}`.execute(
        tx,
      ),
    );
    const names = async (as: SignedIn) => {
      const { body } = await harness.call(allocationHistory, as, {
        params: { campaignKey: others.campaignKey, month: 'current' },
      });
      const history = (body.data as { by: string }[]).map(({ by }) => by);
      return [...history, ...(await pulse(as)).changes.map(({ by }) => by)];
    };
    expect(await names(partner)).toEqual(['Another media partner', 'Another media partner']);
    expect(await names(agency)).not.toContain('Another media partner');
  });
});

import {
  allocationHistory,
  allocationsSave,
  allocationSheetAt,
  capacitySave,
  type FieldError,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeTwoOwners, makeUser } from '../../../testing/factories/factories.ts';

const harness = useApp({ pool: 8 });
const RIGHTS = ['allocations:View', 'allocations:Update', 'allocations:Import', 'allocations:Approve'] as const;

let owner: number;
let foreign: number;
let agency: SignedIn;
let client: SignedIn;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
});

const campaign = (ownerKey = owner) => harness.asMigrator((tx) => makeCampaign(tx, { ownerKey }));

interface Edit {
  campaignKey: number;
  rowVersion?: number;
  changes: Record<string, number | null>;
}
const save = (rows: Edit[], { as = agency, month = 'current' }: { as?: SignedIn; month?: string } = {}) =>
  harness.call(allocationsSave, as, { params: { owner, month }, body: { rows } });

const stored = (campaignKey: number, month = '2026-03-01') =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, number | null>>`
      select monthly_allocation as monthly, user_defined_monthly_allocation as adjusted, monthly_capacity as capacity,
             client_bid_price::float8 as price, row_version as version
      from campaign_month where campaign_key = ${campaignKey} and month = ${month}
    `.execute(tx);
    return rows[0];
  });
const errorsOf = (body: { errors?: unknown[] }): FieldError[] => (body.errors ?? []) as FieldError[];

describe('a save', () => {
  test('writes the named cells of all rows and raises their versions', async () => {
    const [a, b] = [await campaign(), await campaign()];
    const { status, body } = await save([
      {
        campaignKey: a.campaignKey,
        rowVersion: 1,
        changes: { userDefinedMonthlyAllocation: 120, monthlyCapacity: 150 },
      },
      { campaignKey: b.campaignKey, rowVersion: 1, changes: { userDefinedMonthlyAllocation: 0 } },
    ]);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      saved: 2,
      rows: [
        { campaignKey: a.campaignKey, rowVersion: 2 },
        { campaignKey: b.campaignKey, rowVersion: 2 },
      ],
    });
    expect(await stored(a.campaignKey)).toMatchObject({ monthly: 100, adjusted: 120, capacity: 150, version: 2 });
    expect(await stored(b.campaignKey)).toMatchObject({ monthly: 100, adjusted: 0, version: 2 });
  });

  test('of unchanged values changes nothing, including versions', async () => {
    const { campaignKey } = await campaign();
    await save([{ campaignKey, changes: { monthlyCapacity: 80 } }]);
    const { body } = await save([{ campaignKey, rowVersion: 2, changes: { monthlyCapacity: 80 } }]);
    expect(body.data).toEqual({ saved: 0, rows: [] });
    expect(await stored(campaignKey)).toMatchObject({ capacity: 80, version: 2 });
  });

  test('creates a row of the next month if there is none', async () => {
    const { campaignKey } = await campaign();
    const { status } = await save(
      [{ campaignKey, rowVersion: 0, changes: { monthlyAllocation: 70, clientBidPrice: 55.5 } }],
      { month: 'next' },
    );
    expect(status).toBe(200);
    expect(await stored(campaignKey, '2026-04-01')).toMatchObject({ monthly: 70, price: 55.5, version: 1 });
  });

  test('on an old version is refused as a whole, with both values, user and time', async () => {
    const [a, b] = [await campaign(), await campaign()];
    await save([{ campaignKey: a.campaignKey, rowVersion: 1, changes: { userDefinedMonthlyAllocation: 90 } }]);
    const { status, body } = await save([
      { campaignKey: b.campaignKey, rowVersion: 1, changes: { userDefinedMonthlyAllocation: 10 } },
      { campaignKey: a.campaignKey, rowVersion: 1, changes: { userDefinedMonthlyAllocation: 60 } },
    ]);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'STALE_ROW' });
    expect(errorsOf(body)).toEqual([
      {
        field: 'rows.1.changes.userDefinedMonthlyAllocation',
        code: 'conflict',
        message: 'Test User changed this row.',
        conflict: { theirs: 90, mine: 60, by: 'Test User', at: TEST_NOW.toISOString(), rowVersion: 2 },
      },
    ]);
    expect(await stored(a.campaignKey)).toMatchObject({ adjusted: 90, version: 2 });
    expect(await stored(b.campaignKey)).toMatchObject({ adjusted: null, version: 1 });
  });

  test('without a version is merged field by field', async () => {
    const { campaignKey } = await campaign();
    await save([{ campaignKey, changes: { monthlyCapacity: 80 } }]);
    await save([{ campaignKey, changes: { incrementalCapacity: 5 } }]);
    expect(await stored(campaignKey)).toMatchObject({ capacity: 80, version: 3 });
  });

  test('names each invalid cell and writes none', async () => {
    const { campaignKey } = await campaign();
    const { status, body } = await save([
      { campaignKey, changes: { monthlyCapacity: -1, userDefinedMonthlyAllocation: 1.5, aggregatorBidPrice: 3 } },
    ]);
    expect(status).toBe(422);
    expect(errorsOf(body).map(({ field, message }) => [field, message])).toEqual([
      ['rows.0.changes.monthlyCapacity', 'must be a whole number 0 or more.'],
      ['rows.0.changes.userDefinedMonthlyAllocation', 'must be a whole number 0 or more.'],
      ['rows.0.changes.aggregatorBidPrice', 'cannot be changed in the current month.'],
    ]);
    const soft = await save([{ campaignKey, changes: { userDefinedMonthlySoftAllocation: 101 } }]);
    expect(errorsOf(soft.body).map(({ code }) => code)).toEqual(['softAboveHard']);
    expect(await stored(campaignKey)).toMatchObject({ version: 1 });
  });

  test('of another tenant’s campaign is refused as unknown', async () => {
    const { campaignKey } = await campaign(foreign);
    const { status, body } = await save([{ campaignKey, changes: { monthlyCapacity: 1 } }]);
    expect(status).toBe(422);
    expect(errorsOf(body)[0]?.message).toBe(`Campaign Key ${campaignKey} does not belong to this owner.`);
    expect(await stored(campaignKey)).toMatchObject({ version: 1 });
  });

  test('by a client is for the next month only, and for its own columns', async () => {
    const { campaignKey } = await campaign();
    const rows = [{ campaignKey, changes: { monthlyCapacity: 5 } }];
    const current = await save(rows, { as: client });
    expect({ status: current.status, message: current.body.message }).toEqual({
      status: 403,
      message: 'The current month is read-only.',
    });
    expect((await save(rows, { as: client, month: 'next' })).status).toBe(200);
    const price = await save([{ campaignKey, changes: { clientBidPrice: 5 } }], { as: client, month: 'next' });
    expect(errorsOf(price.body).map(({ code }) => code)).toEqual(['readOnly']);
  });

  test('of the same row by two users at once loses no change: one gets a conflict', async () => {
    const keys = await harness.asMigrator(async (tx) => {
      const campaignKeys: number[] = [];
      for (let index = 0; index < 25; index += 1)
        campaignKeys.push((await makeCampaign(tx, { ownerKey: owner })).campaignKey);
      return campaignKeys;
    });
    const outcomes = await Promise.all(
      keys.flatMap((campaignKey) => [
        save([{ campaignKey, rowVersion: 1, changes: { monthlyCapacity: 11 } }]),
        save([{ campaignKey, rowVersion: 1, changes: { incrementalCapacity: 7 } }]),
      ]),
    );
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from(keys, () => 200),
      ...Array.from(keys, () => 409),
    ]);
    for (const key of keys) expect(await stored(key)).toMatchObject({ version: 2 });
  });
});

describe('a partner', () => {
  test('states its capacity, for its own campaigns only', async () => {
    const [mine, other] = [await campaign(), await campaign()];
    const partner = await harness.asMigrator((tx) =>
      makeUser(tx, { group: 'mp', ownerKeys: [owner], partnerKey: mine.partnerKey, permissions: RIGHTS }),
    );
    const as = await harness.sessionOf('mp', partner.userKey);
    const call = (campaignKey: number) =>
      harness.call(capacitySave, as, {
        params: { month: 'next' },
        body: { rows: [{ campaignKey, changes: { monthlyCapacity: 33, requestedAllocation: 30 } }] },
      });
    expect((await call(mine.campaignKey)).status).toBe(200);
    expect(await stored(mine.campaignKey, '2026-04-01')).toMatchObject({ capacity: 33, monthly: null });
    expect((await call(other.campaignKey)).status).toBe(422);
  });
});

describe('the history', () => {
  test('has each cell’s changes, newest first, and the sheet at any past time', async () => {
    const { campaignKey } = await campaign();
    const before = new Date(TEST_NOW.getTime() - 1000);
    await save([{ campaignKey, changes: { monthlyCapacity: 10, userDefinedMonthlyAllocation: 50 } }]);
    await save([{ campaignKey, changes: { monthlyCapacity: 20 } }]);
    const { body } = await harness.call(allocationHistory, agency, {
      params: { campaignKey, month: 'current' },
      query: { field: 'monthlyCapacity' },
    });
    expect(body.data).toMatchObject([
      { by: 'Test User', via: 'screen', field: 'monthlyCapacity', before: 10, after: 20 },
      { by: 'Test User', via: 'screen', field: 'monthlyCapacity', before: null, after: 10 },
    ]);
    const sheet = await harness.call(allocationSheetAt, agency, {
      params: { owner, month: 'current', moment: before.toISOString() },
    });
    const { rows } = sheet.body.data as { rows: { campaignKey: number; values: object }[] };
    expect(rows.find((row) => row.campaignKey === campaignKey)?.values).toEqual({
      monthlyCapacity: null,
      userDefinedMonthlyAllocation: null,
    });
  });

  test('of a price is as restricted as the price', async () => {
    const { campaignKey } = await campaign();
    await save([{ campaignKey, changes: { aggregatorBidPrice: 41, clientBidPrice: 51 } }], { month: 'next' });
    const { body } = await harness.call(allocationHistory, client, { params: { campaignKey, month: 'next' } });
    expect((body.data as { field: string }[]).map(({ field }) => field)).toEqual(['clientBidPrice']);
  });
});

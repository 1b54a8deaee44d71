import {
  ALL_PERMISSIONS,
  allocationsSave,
  type BulkAction,
  bulkActionList,
  bulkActionUndo,
  campaignGet,
  campaignStatusBulk,
  campaignStatusSave,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeCampaign, makeTwoOwners } from '../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['campaigns:View', 'campaigns:Status', 'allocations:View', 'allocations:Update'];

let owner: number;
let foreign: number;
let buyer: SignedIn;
let keys: number[];

beforeEach(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  buyer = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  keys = [];
  for (let one = 0; one < 3; one += 1) {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: owner, activated: true }));
    keys.push(campaignKey);
  }
});
afterEach(() => harness.clock.set(TEST_NOW));

const bulk = async (body: object): Promise<string> => {
  const answer = await harness.call(campaignStatusBulk, buyer, {
    params: { owner },
    body: { campaignKeys: keys, ...body } as never,
  });
  expect(answer.body.message).toBeUndefined();
  return (answer.body.data as { actionId: string }).actionId;
};
const list = async (as = buyer, of = owner): Promise<BulkAction[]> =>
  (await harness.call(bulkActionList, as, { params: { owner: of } })).body.data as BulkAction[];
const undo = (actionId: string, as = buyer, of = owner) =>
  harness.call(bulkActionUndo, as, { params: { owner: of, actionId } });
const stateOf = async (key: number) => {
  const { body } = await harness.call(campaignGet, buyer, { params: { key } });
  const { subStatus, endDate, pause } = body.data as { subStatus: string; endDate: string | null; pause: unknown };
  return { subStatus, endDate, pause };
};
const statesOf = () => Promise.all(keys.map(stateOf));

describe('statuses', () => {
  test.each([
    ['a pause', { action: 'PAUSE', reason: 'budget' }],
    ['a pause of some days', { action: 'PAUSE', startDate: '2026-03-12', endDate: '2026-03-14' }],
    ['an end', { action: 'END', endDate: '2026-03-10' }],
  ])('%s is undone to what was before, hours later', async (_, body) => {
    const before = await statesOf();
    const actionId = await bulk(body);
    expect(await statesOf()).not.toEqual(before);
    harness.clock.set(new Date('2026-03-11T01:00:00Z'));
    buyer = await harness.sessionOf('ag', buyer.userKey);
    expect(await list()).toMatchObject([
      { actionId, kind: 'campaignStatus', campaigns: 3, whyNot: null, undone: null },
    ]);
    expect((await undo(actionId)).body).toMatchObject({ status: 'success', data: { actionId, campaigns: 3 } });
    expect(await statesOf()).toEqual(before);
    expect(await list()).toMatchObject([{ actionId, undone: { by: 'Test User' }, whyNot: 'It is undone already.' }]);
    expect((await undo(actionId)).status).toBe(409);
  });

  test('a resumption gives each its own pause back', async () => {
    const [first, second] = keys as [number, number];
    for (const [key, endDate] of [
      [first, '2026-03-20'],
      [second, '2026-03-31'],
    ] as const)
      await harness.call(campaignStatusSave, buyer, {
        params: { key },
        body: { isPaused: true, endDate, reason: 'own' },
      });
    keys = [first, second];
    const before = await statesOf();
    const actionId = await bulk({ action: 'RESUME' });
    expect((await statesOf()).map(({ pause }) => pause)).toEqual([null, null]);
    await undo(actionId);
    expect(await statesOf()).toEqual(before);
  });

  test('nothing is undone once one of them was changed, and it says which', async () => {
    const actionId = await bulk({ action: 'PAUSE' });
    await harness.call(campaignStatusSave, buyer, { params: { key: keys[1]! }, body: { isPaused: false } });
    const { status, body } = await undo(actionId);
    expect(status).toBe(409);
    expect(body.message).toMatch(/^1 of 3 campaigns was changed since: .+\. Nothing was undone\.$/);
    expect((await statesOf()).map(({ subStatus }) => subStatus)).toEqual(['PAUSED', 'LIVE', 'PAUSED']);
  });

  test('of one campaign alone are not listed, and can be undone from their message', async () => {
    keys = keys.slice(0, 1);
    const before = await statesOf();
    const actionId = await bulk({ action: 'PAUSE' });
    expect(await list()).toEqual([]);
    expect((await undo(actionId)).status).toBe(200);
    expect(await statesOf()).toEqual(before);
  });
});

describe('allocations', () => {
  const save = (month: 'current' | 'next', changes: object) =>
    harness.call(allocationsSave, buyer, {
      params: { owner, month },
      body: { rows: keys.map((campaignKey) => ({ campaignKey, changes })) },
    });
  const caps = async (month: string) =>
    (
      await harness.asMigrator((tx) =>
        sql<{ cap: number | null }>`
          select coalesce(user_defined_monthly_allocation, monthly_allocation) as cap from campaign_month
          where campaign_key = any (${keys}::int[]) and month = ${month} order by campaign_key
        `.execute(tx),
      )
    ).rows.map(({ cap }) => cap);

  test.each([
    ['current', '2026-03-01', 'userDefinedMonthlyAllocation'],
    ['next', '2026-04-01', 'monthlyAllocation'],
  ] as const)('of the %s month go back', async (month, day, field) => {
    await save(month, { [field]: 50 });
    harness.clock.set(new Date(TEST_NOW.getTime() + 60_000));
    await save(month, { [field]: 80 });
    const [last, first] = await list();
    expect(last).toMatchObject({ kind: 'allocations', campaigns: 3 });
    expect((await undo(last!.actionId)).status).toBe(200);
    expect(await caps(day)).toEqual([50, 50, 50]);
    // Then the one before.
    expect((await undo(first!.actionId)).status).toBe(200);
    expect(await caps(day)).not.toContain(50);
  });

  test('stay where a cell was changed since', async () => {
    await save('current', { userDefinedMonthlyAllocation: 50 });
    const [action] = await list();
    await harness.call(allocationsSave, buyer, {
      params: { owner, month: 'current' },
      body: { rows: [{ campaignKey: keys[2]!, changes: { userDefinedMonthlyAllocation: 51 } }] },
    });
    expect((await undo(action!.actionId)).body.message).toMatch(/1 of 3 campaigns was changed since/);
    expect(await caps('2026-03-01')).toEqual([50, 50, 51]);
  });
});

describe('who and when', () => {
  test('the one who did it, or somebody who may approve allocations; nobody else', async () => {
    const actionId = await bulk({ action: 'PAUSE' });
    const colleague = await harness.signedIn('ag', { owner, permissions: RIGHTS });
    expect(await list(colleague)).toMatchObject([
      { whyNot: expect.stringContaining('may approve allocations') as string },
    ]);
    const refused = await undo(actionId, colleague);
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 403,
      message: 'Only Test User, or somebody who may approve allocations, can undo it.',
    });
    const manager = await harness.signedIn('ag', { owner, permissions: [...RIGHTS, 'allocations:Approve'] });
    expect((await undo(actionId, manager)).status).toBe(200);
  });

  test('with the right to change what it changed', async () => {
    const actionId = await bulk({ action: 'PAUSE' });
    const other = await harness.signedIn('ag', { owner, permissions: ['allocations:Update', 'allocations:Approve'] });
    expect((await undo(actionId, other)).status).toBe(403);
  });

  test('not after a day', async () => {
    const actionId = await bulk({ action: 'PAUSE' });
    harness.clock.set(new Date(TEST_NOW.getTime() + 24 * 3_600_000));
    buyer = await harness.sessionOf('ag', buyer.userKey);
    expect(await list()).toEqual([]);
    expect((await undo(actionId)).status).toBe(404);
  });

  test('not another owner’s', async () => {
    const actionId = await bulk({ action: 'PAUSE' });
    const stranger = await harness.signedIn('ag', { owners: [foreign], permissions: ALL_PERMISSIONS });
    expect(await list(stranger, foreign)).toEqual([]);
    expect((await undo(actionId, stranger, foreign)).status).toBe(404);
    expect((await undo(actionId, stranger)).status).toBe(404);
  });
});

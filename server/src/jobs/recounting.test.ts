import { ownerRecount, type Recount } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Facts, openFacts } from '../db/facts/facts.ts';
import { TEST_NOW, useApp } from '../testing/app.ts';
import { makeCampaign, makeLead } from '../testing/factories/factories.ts';
import { recountNow } from './recounting.ts';

const harness = useApp();
const RIGHTS = { permissions: ['reports:View'] } as const;
let facts: Facts;
let mine: number;
let other: number;

beforeAll(() => {
  facts = openFacts(harness.ownerUrl);
});
afterAll(() => facts.close());
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  [mine, other] = await harness.asMigrator(async (tx) => {
    const owners: number[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { ownerKey, campaignKey, partnerKey } = await makeCampaign(tx);
      await makeLead(tx, { ownerKey, campaignKey, partnerKey, day: '2026-03-03' });
      owners.push(ownerKey);
    }
    return owners as [number, number];
  });
});

const read = async (owner: number): Promise<Recount | null> => {
  const agency = await harness.signedIn('ag', { ...RIGHTS, owners: [mine, other] });
  const { status, body } = await harness.call(ownerRecount, agency, { params: { owner } });
  expect(status).toBe(200);
  return body.data as Recount | null;
};

test('before the first recount there is no result', async () => {
  expect(await read(mine)).toBeNull();
});

test('a recount without differences is reported with its time, for every owner', async () => {
  expect(await recountNow(facts, harness.clock)).toBe(0);
  for (const owner of [mine, other])
    expect(await read(owner)).toEqual({ at: TEST_NOW.toISOString(), differences: 0, found: [] });
});

test('a wrong figure is reported to its owner, and the newest recount counts', async () => {
  expect(await recountNow(facts, harness.clock)).toBe(0);
  onTestFinished(async () => void (await facts.rebuild()));
  await harness.asMigrator((tx) =>
    sql`update campaign_day set valid = valid + 4 where owner_key = ${mine} and valid > 0`.execute(tx),
  );
  harness.clock.advance(60_000);
  expect(await recountNow(facts, harness.clock)).toBe(2);
  const { differences, found } = (await read(mine))!;
  expect(differences).toBe(2);
  expect(found).toContainEqual(
    expect.objectContaining({ day: '2026-03-03', counter: 'valid', rolled: '5', recounted: '1' }),
  );
  expect(await read(other)).toMatchObject({ differences: 0 });
});

test.each(['cl', 'mp'] as const)('the result is not shown to %s', async (group) => {
  const stranger = await harness.signedIn(group, { ...RIGHTS, owners: [mine] });
  const { status } = await harness.call(ownerRecount, stranger, { params: { owner: mine }, group: 'ag' });
  expect(status).toBe(403);
});

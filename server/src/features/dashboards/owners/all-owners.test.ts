import {
  type AllOwners,
  allOwners,
  type OwnerMonth,
  OWNER_TOTALS,
  ownerVerdict,
  judgedTotals,
  pacingSummary,
  type PacingSummary,
  pacingVerdict,
  totalOfOwners,
  type UserGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { makeScope } from '../../../db/scope/make-scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { systemScope } from '../../../jobs/system-scope.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import {
  makeCampaign,
  makeGoal,
  makeLead,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../../testing/factories/factories.ts';
import { textOfFile } from '../../../testing/file-text.ts';
import { refreshOwnerMonths } from './all-owners.service.ts';

const byNumber = (a: number, b: number): number => a - b;
const harness = useApp();

const DAYS = Array.from({ length: 9 }, (_, day) => `2026-03-0${day + 1}`);

const setBudget = (tx: Tx, ownerKey: number, goalKey: number, budget: number | null) =>
  sql`update goal_month set spend_goal = ${budget} where owner_key = ${ownerKey} and goal_key = ${goalKey}`.execute(tx);

/** A campaign far below its budget, one that stops at its cap, and a line item without a campaign. */
const makeBusy = async (tx: Tx, factor: number, timeZone?: string): Promise<number> => {
  const { ownerKey } = await makeOwner(tx, timeZone === undefined ? {} : { timeZone });
  for (const [budget, cap] of [
    [4_000 * factor, 80],
    [600, 12],
  ] as const) {
    const { goalKey, campaignKey, partnerKey } = await makeCampaign(tx, { ownerKey });
    await setBudget(tx, ownerKey, goalKey, budget);
    await sql`update campaign_month set monthly_allocation = ${cap} where campaign_key = ${campaignKey}`.execute(tx);
    for (const day of DAYS) await makeLead(tx, { ownerKey, campaignKey, partnerKey, day });
  }
  await setBudget(tx, ownerKey, await makeGoal(tx, ownerKey), 1_000 * factor);
  return ownerKey;
};

const makeUnplanned = async (tx: Tx): Promise<number> => {
  const { ownerKey, goalKey, campaignKey, partnerKey } = await makeCampaign(tx);
  await sql`delete from goal_month where owner_key = ${ownerKey} and goal_key = ${goalKey}`.execute(tx);
  for (const day of DAYS) await makeLead(tx, { ownerKey, campaignKey, partnerKey, day });
  return ownerKey;
};

/** Its ad account is three days behind. */
const makeLate = async (tx: Tx): Promise<number> => {
  const { ownerKey } = await makeOwner(tx);
  const goalKey = await makeGoal(tx, ownerKey);
  const { platformCampaignKey, adGroupKey, accountKey } = await makePpcCampaign(tx, { ownerKey, goalKey });
  for (const day of DAYS.slice(0, 6))
    await makePlatformDay(tx, { ownerKey, platformCampaignKey, adGroupKey, day, cost: 100, clientCost: 110 });
  await sql`update platform_account set last_sync_at = '2026-03-07T12:00:00Z' where account_key = ${accountKey}`.execute(
    tx,
  );
  return ownerKey;
};

type Name = 'first' | 'second' | 'unplanned' | 'late' | 'far';
let owners: Record<Name, number>;
let foreign: number;

beforeAll(async () => {
  owners = await harness.asMigrator(async (tx) => ({
    first: await makeBusy(tx, 1),
    second: await makeBusy(tx, 2),
    unplanned: await makeUnplanned(tx),
    late: await makeLate(tx),
    far: await makeBusy(tx, 3, 'Pacific/Auckland'),
  }));
  foreign = await harness.asMigrator((tx) => makeBusy(tx, 5));
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
});
beforeEach(() => harness.clock.set(TEST_NOW));

const signIn = (group: UserGroup = 'ag', ownerKeys = Object.values(owners)): Promise<SignedIn> =>
  harness.signedIn(group, { owners: ownerKeys, permissions: ['reports:View'] });
const ask = async (as: SignedIn): Promise<AllOwners> => (await harness.call(allOwners, as)).body.data as AllOwners;
const pageOf = async (as: SignedIn, ownerKey: number): Promise<PacingSummary> =>
  (await harness.call(pacingSummary, as, { body: { ownerKey } })).body.data as PacingSummary;
const monthsOf = ({ rows }: AllOwners): OwnerMonth[] => rows.flatMap(({ figures }) => figures ?? []);
const monthOf = ({ rows }: AllOwners, ownerKey: number): OwnerMonth => {
  const month = rows.find((row) => row.ownerKey === ownerKey)?.figures ?? null;
  if (month === null) throw new Error(`No figures of owner ${ownerKey}`);
  return month;
};

/** Every value of a row against the owner's own page. */
const expectTied = async (answer: AllOwners, as: SignedIn): Promise<void> => {
  for (const ownerKey of Object.values(owners)) {
    const month = monthOf(answer, ownerKey);
    const page = await pageOf(as, ownerKey);
    expect(month.totals).toEqual(Object.fromEntries(OWNER_TOTALS.map((name) => [name, page.totals[name] ?? null])));
    expect(month).toMatchObject({
      month: page.month,
      early: page.early,
      band: page.band,
      spendThrough: page.spendThrough,
      leadsThrough: page.leadsThrough,
      attention: page.exceptionCount,
      attentionCampaigns: page.exceptionCampaigns,
      atStake: page.atStake,
    });
    expect(month.atStake).toBeCloseTo(
      page.exceptions.reduce((sum, { dollars }) => sum + dollars, 0),
      4,
    );
    for (const kind of ['dollar', 'count'] as const)
      expect(ownerVerdict(kind, month)).toEqual(pacingVerdict({ ...page, ...judgedTotals(kind, page.totals, page) }));
  }
};

test.each([
  ['in the middle of a month', '2026-03-10T15:00:00Z', '2026-03-01', '2026-03-01'],
  ['when it is the 1st already far away', '2026-03-31T13:00:00Z', '2026-03-01', '2026-04-01'],
  ['on the 1st', '2026-04-01T15:00:00Z', '2026-04-01', '2026-04-01'],
])('each row is what the owner’s own pacing page says, %s', async (_when, now, month, farMonth) => {
  harness.clock.set(new Date(now));
  const as = await signIn();
  const answer = await ask(as);
  expect(answer.due).toBe(0);
  expect(monthOf(answer, owners.first).month).toBe(month);
  expect(monthOf(answer, owners.far).month).toBe(farMonth);
  await expectTied(answer, as);
});

test('rows tell what is to be seen: amounts at stake, no budget, late data', async () => {
  const answer = await ask(await signIn());
  const [first, second] = [monthOf(answer, owners.first), monthOf(answer, owners.second)];
  expect(first).toMatchObject({ attention: 3, attentionCampaigns: 2, lateAccounts: 0 });
  expect(second.atStake).toBeGreaterThan(first.atStake);
  expect(monthOf(answer, owners.unplanned).totals).toMatchObject({ budget: null, projectionToBudget: null });
  expect(ownerVerdict('dollar', monthOf(answer, owners.unplanned)).words).toBe('No budget: $450 spent');
  expect(monthOf(answer, owners.late)).toMatchObject({
    lateAccounts: 1,
    spendThrough: '2026-03-06',
    leadsThrough: '2026-03-09',
  });
});

test('the total is the sum of the rows, and its ratios leave out what has no budget', async () => {
  const months = monthsOf(await ask(await signIn()));
  const { totals, ...rest } = totalOfOwners(months);
  const sum = (pick: (month: OwnerMonth) => number | null): number =>
    months.reduce((all, month) => all + (pick(month) ?? 0), 0);
  for (const name of [
    'budget',
    'mtdSpent',
    'spendProjection',
    'mtdInquiries',
    'leadProjection',
    'inquiryGoal',
  ] as const)
    expect(totals[name]).toBeCloseTo(
      sum((month) => month.totals[name]),
      6,
    );
  expect(rest).toEqual({
    attention: sum(({ attention }) => attention),
    attentionCampaigns: sum(({ attentionCampaigns }) => attentionCampaigns),
    atStake: expect.closeTo(
      sum(({ atStake }) => atStake),
      6,
    ) as number,
    lateAccounts: 1,
  });
  const planned = months.filter((month) => month.totals.budget !== null);
  const projected = planned.reduce((all, month) => all + (month.totals.budgetedProjection ?? 0), 0);
  expect(totals.projectionToBudget).toBeCloseTo((projected * 100) / sum((month) => month.totals.budget), 6);
  expect(totals.spendProjection).toBeGreaterThan(projected);
});

test('only the user’s owners are there, and only for the agency', async () => {
  const answer = await ask(await signIn('ag', [owners.first, owners.late]));
  expect(answer.rows.map(({ ownerKey }) => ownerKey).toSorted(byNumber)).toEqual(
    [owners.first, owners.late].toSorted(byNumber),
  );
  expect((await harness.call(allOwners, await signIn('cl'), { group: 'cl' } as never)).status).toBe(403);
  const read = async (group: UserGroup) => {
    const scope = makeScope({ userKey: null, group, ownerKeys: Object.values(owners), partnerKey: null });
    return harness.db.readScope(scope, async (tx) => {
      const { rows } = await sql<{ ownerKey: number }>`select owner_key as "ownerKey" from owner_pacing`.execute(tx);
      return rows.length;
    });
  };
  expect(await read('ag')).toBeGreaterThan(0);
  expect(await read('cl')).toBe(0);
  expect(await read('mp')).toBe(0);
  expect(answer.rows.some(({ ownerKey }) => ownerKey === foreign)).toBe(false);
});

const madeAt = ({ rows }: AllOwners, ownerKey: number): string =>
  rows.find((row) => row.ownerKey === ownerKey)?.madeAt ?? '';

test('figures are made once until something changes, and then at the next reading', async () => {
  const as = await signIn();
  const before = await ask(as);
  harness.clock.set(new Date(TEST_NOW.getTime() + 5_000));
  expect(await ask(as)).toEqual(before);
  await harness.asMigrator((tx) =>
    sql`update goal_month set spend_goal = spend_goal + 500 where owner_key = ${owners.second}`.execute(tx),
  );
  const after = await ask(as);
  expect(madeAt(after, owners.first)).toBe(madeAt(before, owners.first));
  expect(monthOf(after, owners.second).totals.budget).toBe(
    (monthOf(before, owners.second).totals.budget ?? 0) + 3 * 500,
  );
  await expectTied(after, as);
});

test('the worker makes the same figures', async () => {
  const answer = await ask(await signIn());
  await harness.asMigrator((tx) => sql`delete from owner_pacing`.execute(tx));
  for (const ownerKey of Object.values(owners))
    expect(await refreshOwnerMonths(harness, systemScope(ownerKey))).toBe(1);
  expect(await refreshOwnerMonths(harness, systemScope(owners.first))).toBe(0);
  expect(monthsOf(await ask(await signIn()))).toEqual(monthsOf(answer));
});

test('of many owners each call makes some, until none is due', async () => {
  const many = await harness.asMigrator(async (tx) => {
    const keys: number[] = [];
    for (let owner = 0; owner < 30; owner += 1) keys.push((await makeOwner(tx)).ownerKey);
    return keys;
  });
  const as = await signIn('ag', many);
  const due: number[] = [];
  do due.push((await ask(as)).due);
  while ((due.at(-1) ?? 0) > 0 && due.length < 10);
  expect(due).toEqual([18, 6, 0]);
  expect(monthsOf(await ask(as))).toHaveLength(30);
});

test('a row names the owner’s account manager, where it has one', async () => {
  await harness.asMigrator((tx) =>
    sql`
      insert into owner_setting (owner_key, name, value, changed_at) values
        (${owners.first}, 'accountManager', '"Dana Field"', now()), (${foreign}, 'accountManager', '"Someone else"', now())`.execute(
      tx,
    ),
  );
  const { rows } = await ask(await signIn());
  expect(rows.filter(({ manager }) => manager !== '').map(({ ownerKey, manager }) => [ownerKey, manager])).toEqual([
    [owners.first, 'Dana Field'],
  ]);
});

const fileOf = (as: SignedIn, ownerKeys: readonly number[], format = 'csv') =>
  harness.app.inject({
    method: 'POST',
    url: '/api/ag/reporting/owners/file',
    headers: as.headers,
    payload: { ownerKeys, format },
  });

test('the file has the rows of the table in its order, and their total', async () => {
  const as = await signIn();
  const wanted = [owners.late, owners.first];
  const months = wanted.map((ownerKey) => ask(as).then((answer) => monthOf(answer, ownerKey)));
  const { totals, atStake } = totalOfOwners(await Promise.all(months));
  const { statusCode, payload } = await fileOf(as, wanted);
  expect(statusCode).toBe(200);
  const [head = '', ...lines] = payload
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  expect(head).toMatch(/^Owner,Pacing,At stake,Campaigns to act on,Spent,Budget,Projected,/);
  expect(lines).toHaveLength(3);
  const { rows } = await ask(as);
  const names = wanted.map((ownerKey) => rows.find((row) => row.ownerKey === ownerKey)?.name);
  expect(lines.map((line) => line.split(',')[0])).toEqual([...names, 'Total']);
  expect(lines[0]).toContain('2026-03-06');
  const total = lines[2]?.split(',') ?? [];
  const columns = head.split(',');
  const at = (label: string): number => Number(total[columns.indexOf(label)]);
  expect([at('Spent'), at('Budget')]).toEqual([totals.mtdSpent, totals.budget]);
  expect(at('At stake')).toBeCloseTo(atStake, 1);
  // Of another owner there is no file, also not beside one's own.
  expect((await fileOf(as, [owners.first, foreign])).statusCode).toBe(404);
});

test('the file is dated by its owners’ calendars, not by UTC', async () => {
  const nameOf = async (keys: readonly number[]) =>
    String((await fileOf(await signIn(), keys)).headers['content-disposition']);
  // The evening of the 10th in Chicago, the 11th in Auckland.
  harness.clock.set(new Date('2026-03-11T02:00:00Z'));
  expect(await nameOf([owners.first])).toContain('all-owners-2026-03-10.csv');
  expect(await nameOf([owners.far])).toContain('all-owners-2026-03-11.csv');
  expect(await nameOf([owners.far, owners.first])).toContain('all-owners-2026-03-10.csv');
});

test('the file counts which of its own owners are still being updated', async () => {
  const many = await harness.asMigrator(async (tx) => {
    const keys: number[] = [];
    for (let owner = 0; owner < 30; owner += 1) keys.push((await makeOwner(tx)).ownerKey);
    return keys;
  });
  const as = await signIn('ag', many);
  const textOf = async (keys: readonly number[]) => textOfFile((await fileOf(as, keys, 'xlsx')).rawPayload);
  expect(await textOf(many)).toContain('Figures of 18 owners were still being updated.');
  const current = (await ask(as)).rows.filter(({ figures }) => figures !== null).map(({ ownerKey }) => ownerKey);
  await harness.asMigrator((tx) =>
    sql`delete from owner_pacing where owner_key = any (${many}::int[]) and owner_key <> all (${current.slice(0, 2)}::int[])`.execute(
      tx,
    ),
  );
  expect(await textOf(current.slice(0, 2))).not.toContain('still being updated');
});

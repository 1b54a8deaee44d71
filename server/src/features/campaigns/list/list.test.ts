import {
  ALL_PERMISSIONS,
  campaignList,
  type CampaignListRow,
  campaignsAllPartners,
  campaignsByPartner,
  campaignSearch,
  type CallInput,
  partnerCampaignSearch,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeClient,
  makeGoal,
  makeLead,
  makePartner,
  makeTwoOwners,
  makeUser,
} from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let edu: number;
let other: number;
let agency: SignedIn;
const keys: Record<string, number> = {};
let nursingGoal: number;
let nursingClient: number;
let campusKey: number;

/** Eight campaigns: six of one partner, of which one is a draft and one deleted; one of another; one of another owner. */
beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    [edu, other] = [await makePartner(tx), await makePartner(tx)];
    await sql`update media_partner set name = 'EduReach', code = 'EDUREACH' where partner_key = ${edu}`.execute(tx);
    nursingClient = await makeClient(tx, mine);
    nursingGoal = await makeGoal(tx, mine);
    await sql`update goal set client_key = ${nursingClient}, name = 'Nursing Ground' where goal_key = ${nursingGoal}`.execute(
      tx,
    );
    campusKey = (await makeCampus(tx, { ownerKey: mine, clientKey: nursingClient })).campusKey;
    await sql`insert into goal_campus (owner_key, goal_key, campus_key) values (${mine}, ${nursingGoal}, ${campusKey})`.execute(
      tx,
    );
    const add = async (name: string, code: string, parts: Parameters<typeof makeCampaign>[1] = {}) => {
      keys[name] = (await makeCampaign(tx, { ownerKey: mine, partnerKey: edu, name, code, ...parts })).campaignKey;
    };
    await add('alpha Nursing', 'NUR-1', { goalKey: nursingGoal });
    await add('Bravo 100% off', 'BRA-1');
    await add('charlie', 'NUR-2');
    await add('Delta draft', 'DEL-1', { activated: false });
    await add('Echo gone', 'ECH-1');
    await add('Foxtrot full', 'FOX-1');
    await add('Golf of another', 'GOL-1', { partnerKey: other });
    await add('Hotel abroad', 'HOT-1', { ownerKey: foreign });
    await sql`update campaign set deleted_at = '2026-03-09' where campaign_key = ${keys['Echo gone']!}`.execute(tx);
    await sql`update campaign_month set monthly_allocation = 2 where campaign_key = ${keys['Foxtrot full']!}`.execute(
      tx,
    );
    for (const day of ['2026-03-02', '2026-03-03']) {
      await makeLead(tx, { ownerKey: mine, campaignKey: keys['Foxtrot full']!, partnerKey: edu, day });
    }
    await sql`insert into campaign_pause (owner_key, campaign_key, starts_on, set_at) values (${mine}, ${keys['charlie']!}, '2026-03-09', now())`.execute(
      tx,
    );
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
  agency = await harness.signedIn('ag', { owners: [mine, foreign], permissions: ALL_PERMISSIONS });
});

const list = async (query: object = {}, as = agency): Promise<CampaignListRow[]> => {
  const { status, rows, end } = await harness.readStream(campaignList, as, {
    params: { owner: mine },
    query: query,
  });
  expect(status).toBe(200);
  expect(end).toMatchObject({ __end: true, count: rows.length });
  return rows as unknown as CampaignListRow[];
};
const names = async (query: object = {}, as = agency): Promise<string[]> =>
  (await list(query, as)).map(({ name }) => name);
const ALL = ['alpha Nursing', 'Bravo 100% off', 'charlie', 'Delta draft', 'Foxtrot full', 'Golf of another'];

describe('content', () => {
  test('the owner’s campaigns by name, ignoring case, without deleted ones', async () => {
    expect(await names()).toEqual(ALL);
  });

  test('each with status, reason, counters and names', async () => {
    const [first, , , , full] = await list();
    expect(first).toMatchObject({
      vendor: 'EduReach',
      campaignCode: 'NUR-1',
      goalName: 'Nursing Ground',
      subStatus: 'LIVE',
      clientDesktopBidPrice: 50,
      aggDesktopBidPrice: 40,
      month: { count: 0, cap: 100 },
    });
    expect(full).toMatchObject({
      subStatus: 'CAP_MONTH',
      statusReasons: [{ message: 'Monthly cap reached: 2/2. Resets Apr 1, 2026, 12:00 AM CDT.' }],
      nextChangeAt: '2026-04-01T05:00:00.000Z',
      month: { count: 2, cap: 2 },
    });
  });

  test('a partner sees its own campaigns at its own price, a client all at its price, neither a draft', async () => {
    const session = async (group: 'mp' | 'cl', partnerKey?: number) => {
      const { userKey } = await harness.asMigrator((tx) =>
        makeUser(tx, { group, ownerKeys: [mine], permissions: ['campaigns:View'], ...(partnerKey && { partnerKey }) }),
      );
      return harness.sessionOf(group, userKey);
    };
    const partner = await session('mp', edu);
    const shown = ALL.filter((name) => name !== 'Delta draft');
    expect(await names({}, partner)).toEqual(shown.slice(0, 4));
    const toPartner = JSON.stringify(await list({}, partner));
    expect(toPartner).not.toMatch(/clientDesktopBidPrice|monthlyBudget|:50\b/);
    expect(toPartner).toContain('"aggDesktopBidPrice":40');
    expect(await names({ text: 'golf' }, partner)).toEqual([]);
    const client = await session('cl');
    expect(await names({}, client)).toEqual(shown);
    expect(JSON.stringify(await list({}, client))).not.toMatch(/aggDesktopBidPrice|:40\b/);
    // Deleted campaigns are only for those who can restore them.
    expect(await names({ statusGroup: 'finished' }, client)).toEqual([]);
  });
});

describe('filters', () => {
  test.each([
    [{ text: 'NURS' }, ['alpha Nursing']],
    [{ text: 'nur-2' }, ['charlie']],
    [{ text: '100%' }, ['Bravo 100% off']],
    [{ text: 'edureach full' }, ['Foxtrot full']],
    [{ text: 'ground' }, ['alpha Nursing']],
    [{ text: '   ' }, ALL],
    [{ text: 'nothing like it' }, []],
    [{ code: 'nur' }, ['alpha Nursing', 'charlie']],
    [{ channel: 'ppc' }, []],
    [{ statusGroup: 'active' }, ['alpha Nursing', 'Bravo 100% off', 'Golf of another']],
    [{ statusGroup: 'stoppedByCap' }, ['Foxtrot full']],
    [{ statusGroup: 'notRunning' }, ['charlie']],
    [{ statusGroup: 'finished' }, ['Delta draft', 'Echo gone']],
    [{ subStatus: 'DRAFT' }, ['Delta draft']],
    [{ subStatus: 'PAUSED', text: 'alpha' }, []],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('by partner, line item, client and campus', async () => {
    expect(await names({ aggregatorKey: String(other) })).toEqual(['Golf of another']);
    expect(await names({ aggregatorKey: `${other},${edu}` })).toEqual(ALL);
    for (const query of [
      { goalKey: String(nursingGoal) },
      { clientKey: String(nursingClient) },
      { campusKey: String(campusKey) },
    ]) {
      expect(await names(query)).toEqual(['alpha Nursing']);
    }
  });
});

describe('paging', () => {
  test('continues after the last row, whatever happened to earlier rows', async () => {
    const first = await list({ limit: '2' });
    expect(first.map(({ name }) => name)).toEqual(ALL.slice(0, 2));
    const second = await list({ limit: '3', after: String(first[1]!.campaignKey) });
    expect(second.map(({ name }) => name)).toEqual(ALL.slice(2, 5));
    expect(await names({ after: String(second[2]!.campaignKey) })).toEqual(ALL.slice(5));
  });

  test('a status filter leaves gaps, which the page fills', async () => {
    expect(await names({ statusGroup: 'active', limit: '2', after: String(keys['alpha Nursing']) })).toEqual([
      'Bravo 100% off',
      'Golf of another',
    ]);
  });

  test('after a missing campaign is not found', async () => {
    for (const after of [keys['Hotel abroad'], 999_999_999]) {
      const { status } = await harness.readStream(campaignList, agency, {
        params: { owner: mine },
        query: { after: String(after) },
      });
      expect(status).toBe(404);
    }
  });

  test.each([
    { limit: '0' },
    { limit: '1001' },
    { after: 'x' },
    { goalKey: '1,' },
    { statusGroup: 'odd' },
    { sort: 'name' },
  ])('%j is refused', async (query) => {
    const { status } = await harness.readStream(campaignList, agency, {
      params: { owner: mine },
      query: query as never,
    });
    expect(status).toBe(400);
  });
});

describe('other lists', () => {
  test('of all partners, and of one partner at every owner', async () => {
    const all = await harness.readStream(campaignsAllPartners, agency, { params: { owner: mine } });
    expect(all.rows).toHaveLength(6);
    const one = await harness.readStream(campaignsByPartner, agency, { params: { aggregatorKey: edu } });
    expect(one.rows.map(({ name }) => name)).toEqual([...ALL.slice(0, 5), 'Hotel abroad']);
  });

  test('a partner finds only itself', async () => {
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, { group: 'mp', ownerKeys: [mine], permissions: ['campaigns:View'], partnerKey: edu }),
    );
    const partner = await harness.sessionOf('mp', userKey);
    const own = await harness.readStream(campaignsByPartner, partner, { params: { aggregatorKey: edu } });
    expect(own.rows).toHaveLength(4);
    for (const aggregatorKey of [other, 999_999_999]) {
      const { status } = await harness.readStream(campaignsByPartner, partner, { params: { aggregatorKey } });
      expect(status).toBe(404);
    }
  });

  test('chosen campaigns as a workbook; another owner’s among them is refused', async () => {
    const chosen = [keys['charlie']!, keys['alpha Nursing']!];
    const answer = await harness.call(campaignSearch.export!, agency, {
      params: { owner: mine },
      body: { keys: chosen },
    });
    expect(answer.status).toBe(200);
    const mixed = await harness.call(campaignSearch.export!, agency, {
      params: { owner: mine },
      body: { keys: [...chosen, keys['Hotel abroad']!] },
    });
    expect(mixed.status).toBe(404);
  });
});

describe('by page', () => {
  interface Page {
    rows: CampaignListRow[];
    total: number | null;
    next: string | null;
  }
  const ask = async (body: CallInput<typeof campaignSearch>['body'], as = agency) =>
    (await harness.call(campaignSearch, as, { params: { owner: mine }, body })).body.data as Page;
  const namesBy = async (sort: CallInput<typeof campaignSearch>['body']['sort'], as = agency): Promise<string[]> => {
    const rowNames: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await ask({ sort, limit: 2, ...(after !== null && { after }) }, as);
      rowNames.push(...page.rows.map(({ name }) => name));
      after = page.next;
    } while (after !== null);
    return rowNames;
  };

  test('the same rows as the stream, in any offered order', async () => {
    expect(await namesBy('name')).toEqual(ALL);
    expect(await namesBy('-name')).toEqual(ALL.toReversed());
    expect((await namesBy('-month'))[0]).toBe('Foxtrot full');
    expect((await namesBy('vendor')).slice(0, 5).toSorted()).toEqual(ALL.slice(0, 5).toSorted());
    expect((await namesBy('-vendor'))[0]).toBe('Golf of another');
    for (const by of campaignSearch.list.sortBy) {
      expect((await namesBy(by)).toSorted()).toEqual(ALL.toSorted());
      expect((await namesBy(`-${by}`)).toSorted()).toEqual(ALL.toSorted());
    }
  });

  test('with the filters of the stream; computed columns are counted only if the list is complete', async () => {
    expect(await ask({ limit: 2 })).toMatchObject({ total: 6 });
    expect(await ask({ status: 'active', limit: 2 })).toMatchObject({ total: null, rows: [{}, {}] });
    expect(await ask({ status: 'active' })).toMatchObject({ total: 3, next: null });
    expect(await ask({ status: 'DRAFT' })).toMatchObject({ total: 1, rows: [{ name: 'Delta draft' }] });
    expect(await ask({ status: 'finished', limit: 1 })).toMatchObject({ total: 2 });
    expect(await ask({ partner: [other] })).toMatchObject({ rows: [{ name: 'Golf of another' }] });
    expect(await ask({ campus: [campusKey], client: [nursingClient], lineItem: [nursingGoal] })).toMatchObject({
      total: 1,
    });
    expect(await ask({ q: 'edureach full', code: 'fox', channel: ['ppl'] })).toMatchObject({ total: 1 });
  });

  test('a partner’s are of all owners, at its own price, and cannot be sorted by hidden columns', async () => {
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, { group: 'mp', ownerKeys: [mine, foreign], permissions: ['campaigns:View'], partnerKey: edu }),
    );
    const partner = await harness.sessionOf('mp', userKey);
    const params = { aggregatorKey: edu };
    const { body } = await harness.call(partnerCampaignSearch, partner, { params, body: { sort: '-name', limit: 3 } });
    const page = body.data as Page;
    expect(page).toMatchObject({ total: 5, rows: [{ name: 'Hotel abroad', ownerKey: foreign }, {}, {}] });
    expect(JSON.stringify(page)).not.toMatch(/clientDesktopBidPrice|monthlyBudget/);
    const one = await harness.call(partnerCampaignSearch, partner, {
      params,
      body: { owner: [foreign], status: 'active' },
    });
    expect(one.body.data).toMatchObject({ total: 1, rows: [{ name: 'Hotel abroad' }] });
    const unknown = await harness.call(partnerCampaignSearch, partner, { params: { aggregatorKey: other } });
    expect(unknown.status).toBe(404);
    for (const sort of ['monthlyBudget', '-monthlyBudget', 'vendor'] as const) {
      expect((await harness.call(partnerCampaignSearch, partner, { params, body: { sort } })).status).toBe(400);
    }
  });
});

test('a line item at its budget stops its campaigns, shown to the partner too, without amounts', async () => {
  const setBudget = (spendGoal: number, hardCap: boolean) =>
    harness.asMigrator(async (tx) => {
      const goalKey = sql`(select goal_key from campaign where campaign_key = ${keys['Foxtrot full']!})`;
      await sql`update goal set hard_cap = ${hardCap} where goal_key = ${goalKey}`.execute(tx);
      await sql`update goal_month set spend_goal = ${spendGoal} where goal_key = ${goalKey}`.execute(tx);
    });
  onTestFinished(() => setBudget(10_000, false));
  await setBudget(100, true);
  const forAgency = await list({ statusGroup: 'stoppedByCap' });
  expect(forAgency[0]).toMatchObject({ name: 'Foxtrot full', subStatus: 'GOAL_CAP' });
  expect(forAgency[0]?.statusReasons[0]?.message).toContain('$100.00/$100.00');
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group: 'mp', ownerKeys: [mine], permissions: ['campaigns:View'], partnerKey: edu }),
  );
  const forPartner = await list({ statusGroup: 'stoppedByCap' }, await harness.sessionOf('mp', userKey));
  expect(forPartner[0]).toMatchObject({ name: 'Foxtrot full', subStatus: 'GOAL_CAP' });
  expect(JSON.stringify(forPartner)).not.toContain('$');
});

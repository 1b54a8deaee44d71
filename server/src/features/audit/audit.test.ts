import {
  allocationsSave,
  type AuditLine,
  auditGet,
  auditHistory,
  type AuditRow,
  auditSearch,
  auditValuesView,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeAccount, makeCampaign, makeCampus, makePartner, makeUser } from '../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS: Permission[] = [
  'audit:View',
  'reports:Margin',
  'campaigns:View',
  'users:View',
  'allocations:Update',
  'allocations:View',
];
const CANARIES = {
  email: 'canary.person@birdhouse.example',
  phone: '3125550142',
  firstName: 'Canaria',
  note: 'call canary.person@birdhouse.example or (312) 555-0142',
  password: 'canary-password',
  passwordHash: 'canary-hash',
  secret: 'canary-secret',
  url: 'https://canary:pw@host.example/in?api_key=canary-key&x=1',
  deep: { person: { email: 'canary.person@birdhouse.example' }, credential: 'canary-credential' },
};
const PERSONAL = ['canary.person', '5550142', '555-0142', 'Canaria'];
const SECRETS = ['canary-password', 'canary-hash', 'canary-secret', 'canary:pw', 'canary-key', 'canary-credential'];

let mine: { ownerKey: number; campaignKey: number; partnerKey: number };
let foreign: { ownerKey: number; campaignKey: number };
let agency: SignedIn;

interface Line {
  owner?: number | null;
  user?: number | null;
  type?: string;
  entity?: string;
  key?: number | string;
  action?: string;
  after?: object;
  before?: object;
  request?: string;
  way?: string | null;
  at?: string;
}
const write = async (line: Line): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`
      insert into audit_log (at, owner_key, user_key, user_type, route, action, entity, entity_key, outcome, before, after, ip, request_id, way)
      values (${line.at ?? TEST_NOW.toISOString()}, ${line.owner === undefined ? mine.ownerKey : line.owner}, ${line.user ?? null}, ${line.type ?? 'ag'},
              'test', ${line.action ?? 'changeCampaign'}, ${line.entity ?? 'campaign'}, ${String(line.key ?? mine.campaignKey)}, 'done',
              ${line.before ? JSON.stringify(line.before) : null}, ${line.after ? JSON.stringify(line.after) : null}, '192.0.2.1',
              ${line.request ?? 'r-1'}, ${line.way ?? null})
      returning audit_key::int as key
    `.execute(tx),
  );
  return rows[0]!.key;
};
const find = async (filters: object = {}, as = agency): Promise<AuditRow[]> => {
  const { status, body } = await harness.call(auditSearch, as, {
    body: { ownerKey: mine.ownerKey, ...filters },
  });
  expect(status).toBe(200);
  return (body.data as { rows: AuditRow[] }).rows;
};
const keys = (rows: readonly { auditKey: number }[]): number[] => rows.map(({ auditKey }) => auditKey);

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    mine = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
    foreign = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
  });
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: RIGHTS });
});

test('a saved allocation shows campaign, field, former and new value, and the way "screen"', async () => {
  const saved = await harness.call(allocationsSave, agency, {
    params: { owner: mine.ownerKey, month: 'next' },
    body: {
      rows: [{ campaignKey: mine.campaignKey, changes: { monthlyAllocation: 150 } }],
    },
  });
  expect(saved.status).toBe(200);
  const [row] = await find({ action: 'allocationsSaved' });
  expect(row).toMatchObject({ action: 'Allocation changed', way: 'screen', outcome: 'done', who: 'Test User' });
  expect(row?.subject).toMatch(/^Campaign /);
  expect(row?.changes).toContainEqual(expect.stringMatching(/^BOM Allocation: .*150$/));
  expect(row?.changes).toContain('Month: April 2026');
  expect(row?.requestId).toMatch(/./);
});

test('a setting shows as on its page and is found by its label, a fee shows as a share, records show names', async () => {
  const { campus, account } = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ clientKey: number }>`
      select g.client_key as "clientKey" from campaign c join goal g using (owner_key, goal_key)
      where c.campaign_key = ${mine.campaignKey}`.execute(tx);
    const of = { ownerKey: mine.ownerKey, clientKey: rows[0]!.clientKey };
    return {
      campus: (await makeCampus(tx, { ...of, subjects: ['Nursing'] })).campusKey,
      account: await makeAccount(tx, of),
    };
  });
  const setting = await write({
    entity: 'owner_setting',
    key: 'dedupDays',
    action: 'ownerSettingSaved',
    before: { value: 90 },
    after: { value: 45 },
  });
  const area = await write({ entity: 'campus', key: campus, action: 'saveServiceArea', after: { area: null } });
  const fee = await write({
    entity: 'platform_account',
    key: account,
    action: 'tradingPlatformChanged',
    before: { feePercent: 10 },
    after: { feePercent: 12.5 },
  });
  const rows = await find({ term: 'dedup per', entity: 'owner_setting', action: 'ownerSettingSaved' });
  expect(rows).toMatchObject([
    { auditKey: setting, subject: 'Owner setting Dedup period', changes: ['Value: 90 days → 45 days'] },
  ]);
  const { body } = await harness.call(auditGet, agency, { params: { key: setting } });
  expect((body.data as AuditLine).changes).toEqual([{ field: 'Value', before: '90 days', after: '45 days' }]);
  const [campusLine] = await find({ entity: 'campus' });
  expect(campusLine).toMatchObject({ auditKey: area, subject: expect.not.stringMatching(`Campus ${campus}$`) });
  expect(keys(await find({ term: campusLine!.subject.replace('Campus ', '') }))).toContain(area);
  expect(await find({ entity: 'platform_account' })).toMatchObject([
    { auditKey: fee, changes: ['Fee: 10 % → 12.5 %'] },
  ]);
});

describe('visibility of lines', () => {
  test('lines of another owner are in no page, line, history or file', async () => {
    const theirs = await write({ owner: foreign.ownerKey, key: foreign.campaignKey, after: { note: 'theirs' } });
    expect(keys(await find())).not.toContain(theirs);
    expect(keys(await find({ of: 'none' }))).not.toContain(theirs);
    expect((await harness.call(auditGet, agency, { params: { key: theirs } })).status).toBe(404);
    const { body } = await harness.call(auditHistory, agency, {
      params: { entity: 'campaign', key: foreign.campaignKey },
      query: {},
    });
    expect((body.data as { lines: AuditLine[] }).lines).toEqual([]);
    const answer = await harness.call(auditSearch, agency, { body: { ownerKey: foreign.ownerKey } });
    expect(answer.status).toBe(404);
  });

  test('sign-ins and users are visible as far as the users are', async () => {
    const [near, far] = await harness.asMigrator(async (tx) => [
      (await makeUser(tx, { group: 'cl', ownerKeys: [mine.ownerKey] })).userKey,
      (await makeUser(tx, { group: 'cl', ownerKeys: [foreign.ownerKey] })).userKey,
    ]);
    const signIn = { owner: null, type: 'public', entity: 'user', action: 'signIn' };
    const shown = await write({ ...signIn, key: near });
    const hidden = await write({ ...signIn, key: far });
    const done = await write({ owner: null, user: far, entity: 'session', key: 7, action: 'signOut' });
    const nobody = await write({ owner: null, type: 'public', entity: 'session', key: 8, action: 'refreshReuse' });
    const matches = keys(await find({ of: 'none' }));
    expect(matches).toContain(shown);
    for (const key of [hidden, done, nobody]) {
      expect(matches).not.toContain(key);
      expect((await harness.call(auditGet, agency, { params: { key } })).status).toBe(404);
    }
    const history = await harness.call(auditHistory, agency, {
      params: { entity: 'user', key: far },
      query: {},
    });
    expect((history.body.data as { lines: AuditLine[] }).lines).toEqual([]);
  });

  test.each(['cl', 'mp'] as const)('%s: no page, no line, no history', async (group) => {
    const line = await write({});
    const as = await harness.signedIn(group, { owners: [mine.ownerKey] });
    expect((await harness.call(auditSearch, as, { body: { ownerKey: mine.ownerKey } })).status).toBe(403);
    expect((await harness.call(auditGet, as, { params: { key: line } })).status).toBe(403);
    const question = { params: { entity: 'campaign', key: mine.campaignKey } as never, query: {} };
    expect((await harness.call(auditHistory, as, question)).status).toBe(403);
  });

  test('a history needs the right of its record', async () => {
    const as = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['goals:View'] });
    const question = { params: { entity: 'campaign', key: mine.campaignKey } as never, query: {} };
    expect((await harness.call(auditHistory, as, question)).status).toBe(403);
  });
});

describe('personal data and secrets', () => {
  test('personal values are masked, and secrets are not stored', async () => {
    const key = await write({ before: CANARIES, after: { ...CANARIES, name: 'x' } });
    const creationKey = await write({ after: CANARIES });
    const line = async (one: number) => (await harness.call(auditGet, agency, { params: { key: one } })).body;
    const history = await harness.call(auditHistory, agency, {
      params: { entity: 'campaign', key: mine.campaignKey },
      query: {},
    });
    const file = await harness.call(auditSearch.export!, agency, { body: { ownerKey: mine.ownerKey } });
    const all = JSON.stringify([await find(), await line(key), await line(creationKey), history.body, file.body]);
    expect(all).toContain('c•••@b•••.example');
    expect(all).toContain('not recorded: secret');
    for (const canary of [...PERSONAL, ...SECRETS]) expect(all).not.toContain(canary);
  });

  test('whole values need the right to see people, are audited, and never contain a secret', async () => {
    const key = await write({ after: CANARIES });
    expect((await harness.call(auditValuesView, agency, { body: { auditKey: key } })).status).toBe(403);
    const as = await harness.signedIn('ag', {
      owners: [mine.ownerKey],
      permissions: ['audit:View', 'leadanalyzer:ViewPII'],
    });
    const shown = JSON.stringify((await harness.call(auditValuesView, as, { body: { auditKey: key } })).body);
    expect(shown).toContain('canary.person@birdhouse.example');
    for (const canary of SECRETS) expect(shown).not.toContain(canary);
    expect(await find({ action: 'auditValuesViewed' })).toHaveLength(1);
  });
});

test('orders, statements and months are named, their states are words, and a number finds its lines', async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ ioKey: number }>`
      insert into insertion_order (owner_key, partner_key, client_key, month, status, number, sent_at)
      select c.owner_key, c.partner_key, g.client_key, '2026-12-01', 'SENT', 'IO-2026-12-Sparrow-1', now()
      from campaign c join goal g using (owner_key, goal_key) where c.campaign_key = ${mine.campaignKey}
      returning io_key as "ioKey"`.execute(tx),
  );
  const order = await write({
    entity: 'insertion_order',
    key: rows[0]!.ioKey,
    action: 'ioAnswered',
    before: { state: 'SENT' },
    after: { state: 'ACCEPTED' },
  });
  await write({
    entity: 'billingMonth',
    key: '2026-02-01',
    action: 'billingMonthClosed',
    before: { status: 'REOPENED' },
    after: { status: 'CLOSED' },
  });
  const [line, ...others] = await find({ term: 'io-2026-12-sparrow' });
  expect(others).toEqual([]);
  expect(line).toMatchObject({ auditKey: order, subject: 'Insertion order IO-2026-12-Sparrow-1' });
  expect(line!.changes.join()).toMatch(/Sent → Accepted/);
  const [month] = await find({ entity: 'billingMonth' });
  expect(month).toMatchObject({ subject: 'Billing month February 2026' });
  expect(month!.changes.join()).toMatch(/Reopened → Closed/);
});

test('filters, search and pages', async () => {
  const lines = {
    old: await write({ at: '2026-01-02T12:00:00Z', way: 'job', request: 'r-old' }),
    goal: await write({ entity: 'goal', key: 99, action: 'changeGoal', way: 'file' }),
    none: await write({ way: null, request: 'r-none' }),
  };
  expect(keys(await find({ days: { from: '2026-01-01', to: '2026-01-31' } }))).toEqual([lines.old]);
  expect(keys(await find({ way: 'file' }))).toEqual([lines.goal]);
  expect(keys(await find({ way: 'unknown', entity: 'campaign' }))).toContain(lines.none);
  expect(keys(await find({ requestId: 'r-none' }))).toEqual([lines.none]);
  expect(keys(await find({ term: 'r-old' }))).toEqual([lines.old]);
  expect(keys(await find({ entity: 'goal', entityKey: '99' }))).toEqual([lines.goal]);
  expect(keys(await find({ person: 'nobody of that name' }))).toEqual([]);
  const byCode = await find({ term: (await find())[0]!.subject.replace('Campaign ', '') });
  expect(keys(byCode)).toEqual(expect.arrayContaining([lines.none, lines.old]));
  const auditKeys: number[] = [];
  let after: string | undefined;
  do {
    const { body } = await harness.call(auditSearch, agency, {
      body: { ownerKey: mine.ownerKey, limit: 1, ...(after !== undefined && { after }) },
    });
    const page = body.data as { rows: AuditRow[]; next: string | null; total: number | null };
    expect(page.total === null || page.total <= 1).toBe(true);
    auditKeys.push(...keys(page.rows));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(auditKeys).toEqual(keys(await find()));
});

test('an account’s fee is visible to users who may see media cost only', async () => {
  const line = { entity: 'platform_account', key: 1, before: { feePercent: 8 }, after: { feePercent: 12.5 } };
  const key = await write({ ...line, action: 'tradingPlatformChanged' });
  const auditor = await harness.asMigrator((tx) =>
    makeUser(tx, { group: 'ag', ownerKeys: [mine.ownerKey], permissions: ['audit:View'] }),
  );
  const without = await harness.sessionOf('ag', auditor.userKey);
  const wordsOf = async (as: SignedIn): Promise<string> => {
    const one = await harness.call(auditGet, as, { params: { key } });
    return JSON.stringify([await find({ entity: 'platform_account' }, as), one.body.data]);
  };
  expect(await wordsOf(agency)).toContain('12.5 %');
  const hidden = await wordsOf(without);
  expect(hidden).toContain('not shown');
  expect(hidden).not.toMatch(/12\.5|8 %/);
});

import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { listFactDifferences } from '../../db/facts/facts.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeLead, makePartner, makeSource } from '../../testing/factories/factories.ts';
import { blindIndex } from '../../lib/secrets/seal.ts';
import { type LeadFields } from './lead-fields.ts';
import { loadCampaignRules } from './load-rules.queries.ts';
import { loadStatusInput, lookForLead, lookUp } from './lookups.queries.ts';

const database = useDatabase();
const SECRET = Buffer.from('a secret of this test file only');
/** A Tuesday, 10:00 in Chicago. */
const NOW = new Date('2026-03-10T15:00:00Z');

let mine: { ownerKey: number; partnerKey: number; goalKey: number; campaignKey: number };
let beside: typeof mine;
let foreign: typeof mine;

beforeAll(() =>
  database.asMigrator(async (tx) => {
    for (const table of ['lead', 'lead_person'])
      await sql`call app.ensure_months(${table}::regclass, '2025-11-01', '2026-04-01')`.execute(tx);
  }),
);
beforeEach(() =>
  database.asMigrator(async (tx) => {
    mine = await makeCampaign(tx);
    beside = await makeCampaign(tx, {
      ownerKey: mine.ownerKey,
      partnerKey: await makePartner(tx),
      goalKey: mine.goalKey,
    });
    foreign = await makeCampaign(tx, { partnerKey: mine.partnerKey });
  }),
);

const FIELDS = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@mail.test',
  phone: '2125550187',
  zip: '10001',
  programCode: null,
  campusCode: null,
  publisherSource: 'nobody',
  ipAddress: null,
  clickId: null,
} as LeadFields;

const look = (over: Partial<LeadFields> = {}, now = NOW, { ownerKey, campaignKey } = mine) => {
  const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
  return database.db.readScope(scope, async (tx) => {
    const rules = await loadCampaignRules(tx, ownerKey, campaignKey);
    if (rules === null) throw new Error('no rules');
    return lookForLead(tx, SECRET, rules, { ...FIELDS, ...over }, now);
  });
};

test('only the product and the agency bypass the policies, and never for another owner’s leads', async () => {
  const [rules, status] = await database.asMigrator(async (tx) => [
    await loadCampaignRules(tx, mine.ownerKey, mine.campaignKey),
    await loadStatusInput(tx, mine.ownerKey, mine.campaignKey, NOW),
  ]);
  if (rules === null || status === null) throw new Error('no rules');
  const lookAs = (group: 'ag' | 'mp' | 'cl' | 'system', ownerKey: number) =>
    database.db.readScope(
      makeScope({ userKey: null, group, ownerKeys: [ownerKey], partnerKey: group === 'mp' ? mine.partnerKey : null }),
      (tx) =>
        lookUp(tx, {
          rules,
          status,
          lead: FIELDS,
          now: NOW,
          hashes: { email: null, phone: null, nameZip: null },
          suppressed: [],
        }),
    );
  for (const group of ['system', 'ag'] as const)
    await expect(lookAs(group, mine.ownerKey)).resolves.toMatchObject({ earlier: null });
  for (const [group, ownerKey] of [
    ['cl', mine.ownerKey],
    ['mp', mine.ownerKey],
    ['ag', foreign.ownerKey],
    ['system', foreign.ownerKey],
  ] as const)
    await expect(lookAs(group, ownerKey)).rejects.toThrow('only the product itself');
});

const counted = async (over: Partial<LeadFields> = {}, now = NOW) =>
  Object.fromEntries(
    (await look(over, now))?.counters.map(({ reason, used, cap }) => [reason, `${used}/${cap}`]) ?? [],
  );

/** Creates a lead of a person, hashed like a post. */
const makePerson = (over: { status?: string; at?: Date; of?: typeof mine; email?: string; phone?: string } = {}) =>
  database.asMigrator(async (tx) => {
    const { ownerKey, campaignKey, partnerKey } = over.of ?? mine;
    const leadKey = await makeLead(tx, {
      ownerKey,
      campaignKey,
      partnerKey,
      at: over.at ?? NOW,
      status: over.status ?? 'VAL',
    });
    await sql`
      insert into lead_person (owner_key, captured_date, lead_key, key_id, email_hash, phone_hash)
      select owner_key, captured_date, lead_key, 1, ${blindIndex(SECRET, ownerKey, 'email', over.email ?? 'none')}::bytea,
             ${blindIndex(SECRET, ownerKey, 'phone', over.phone ?? 'none')}::bytea
      from lead where lead_key = ${leadKey}
    `.execute(tx);
    return leadKey;
  });

const asMigrator = (statement: ReturnType<typeof sql>) => database.asMigrator((tx) => statement.execute(tx));

let criteriaVersion = 0;
/** Sets the criteria of the client of both campaigns. */
const criteria = (body: object) =>
  database.asMigrator((tx) =>
    sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      select g.owner_key, g.client_key, ${(criteriaVersion += 1)}, ${JSON.stringify(body)}::jsonb, now()
      from goal g where g.owner_key = ${mine.ownerKey} and g.goal_key = ${mine.goalKey}
    `.execute(tx),
  );

const capWeekAndDay = () =>
  asMigrator(sql`
    update campaign_month set weekly_allocation = 70, daily_allocation = 25
    where owner_key = ${mine.ownerKey} and campaign_key = ${mine.campaignKey}`);
/** Creates leads of today, earlier days, weeks and months, one that does not count, and one of another campaign; returns today's key. */
const makeLeadsOfCaps = async (): Promise<number> => {
  const today = await makePerson();
  await makePerson({ at: new Date('2026-03-09T15:00:00Z') });
  await makePerson({ at: new Date('2026-03-06T15:00:00Z') });
  await makePerson({ at: new Date('2026-02-27T15:00:00Z') });
  await makePerson({ status: 'DUP' });
  await makePerson({ of: beside });
  return today;
};

test('caps are counted as leads arrive, are returned or are paid for, and a recount agrees', async () => {
  await capWeekAndDay();
  expect(await counted()).toEqual({ CAP_MONTHLY: '0/100', CAP_WEEKLY: '0/70', CAP_DAILY: '0/25' });

  const today = await makeLeadsOfCaps();
  expect(await counted()).toEqual({ CAP_MONTHLY: '3/100', CAP_WEEKLY: '2/70', CAP_DAILY: '1/25' });

  await asMigrator(sql`update lead set status = 'RTN' where lead_key = ${today}`);
  expect(await counted()).toMatchObject({ CAP_MONTHLY: '2/100', CAP_DAILY: '0/25' });
  await asMigrator(sql`update lead set status = 'VAL', unpaid = true where lead_key = ${today}`);
  expect(await counted()).toMatchObject({ CAP_MONTHLY: '2/100', CAP_DAILY: '0/25' });
  await asMigrator(sql`update lead set unpaid = false where lead_key = ${today}`);
  expect(await counted()).toMatchObject({ CAP_MONTHLY: '3/100', CAP_DAILY: '1/25' });

  const differences = () => database.asMigrator(listFactDifferences);
  const ofCaps = async () => (await differences()).filter(({ counter }) => counter.startsWith('cap of'));
  expect(await ofCaps()).toEqual([]);
  await asMigrator(
    sql`update cap_count set units = units + 1 where kind = 'day' and from_day = '2026-03-10' and owner_key = ${mine.ownerKey}`,
  );
  expect(await ofCaps()).toMatchObject([
    { ownerKey: mine.ownerKey, counter: 'cap of day, leads', rolled: '2', recounted: '1' },
    { counter: 'cap of day, leads' },
  ]);
  await asMigrator(sql`call app.rebuild_facts()`);
  expect(await ofCaps()).toEqual([]);
});

test('a returned lead frees its unit if the client has it replaced and the month is still open', async () => {
  const month = async () => {
    const { rows } = await database.asMigrator((tx) =>
      sql<{ used: string }>`
        select units || ' ' || client_cost as used from cap_count
        where campaign_key = ${beside.campaignKey} and kind = 'month' and from_day = '2026-02-01'
      `.execute(tx),
    );
    return rows[0]?.used;
  };
  const lead = await makePerson({ of: beside, status: 'DLV', at: new Date('2026-02-20T15:00:00Z') });
  await makePerson({ of: beside, status: 'DLV', at: new Date('2026-02-21T15:00:00Z') });
  const move = (status: string, at: string | null = null) =>
    asMigrator(sql`update lead set status = ${status}, returned_at = ${at}::timestamptz where lead_key = ${lead}`);
  const unitsOfDay = async (day: string) => {
    const { rows } = await database.asMigrator((tx) =>
      sql<{ units: number }>`
        select units from app.units_since(${beside.ownerKey}::int, ${beside.campaignKey}::int, ${day}::date, ${day}::timestamptz - interval '1 day')
      `.execute(tx),
    );
    return rows[0]?.units;
  };
  expect(await month()).toBe('2 100.00');
  // The last evening of February in Chicago, already March by the server's clock.
  await move('RTN', '2026-03-01T04:00:00Z');
  expect(await month()).toBe('1 50.00');
  await move('DLV');
  expect(await month()).toBe('2 100.00');
  await move('RTN', '2026-03-01T07:00:00Z');
  expect(await month()).toBe('2 50.00');
  // It keeps its unit when the counters are rebuilt, and in the hours counted from the leads.
  await asMigrator(sql`call app.rebuild_facts()`);
  expect(await month()).toBe('2 50.00');
  await asMigrator(sql`update cap_count set units = 0 where campaign_key = ${beside.campaignKey}`);
  await database.asMigrator(async (tx) => {
    await sql`call app.find_corrections(${beside.ownerKey}::int, ${beside.campaignKey}::int, ${beside.campaignKey}::int, 1)`.execute(
      tx,
    );
    await sql`select app.apply_corrections(${beside.ownerKey}::int)`.execute(tx);
  });
  expect(await month()).toBe('2 50.00');
  expect(await unitsOfDay('2026-02-20')).toBe(1);
  await move('DLV');
  await criteria({ returns: { replaceReturned: false } });
  await move('RTN', '2026-02-21T15:00:00Z');
  expect(await month()).toBe('2 50.00');
  const recount = await database.asMigrator(listFactDifferences);
  expect(recount.filter(({ counter }) => counter.startsWith('cap of'))).toEqual([]);
  await move('DLV');
  expect(await month()).toBe('2 100.00');
});

test('hours, source, program and line item budget have separate caps', async () => {
  await capWeekAndDay();
  await makeLeadsOfCaps();
  const { sourceKey, sourceTag } = await database.asMigrator((tx) => makeSource(tx, mine.partnerKey));
  await asMigrator(sql`
    insert into campaign_source (owner_key, campaign_key, partner_key, publisher_source_key, action, monthly_cap)
    values (${mine.ownerKey}, ${mine.campaignKey}, ${mine.partnerKey}, ${sourceKey}, 'ALLOW', 9)`);
  const hours = { days: [{ day: 'TUE', intervals: [{ start: '08:00', end: '12:00', cap: 7 }] }] };
  await asMigrator(sql`
    update campaign_targeting set day_parting = ${JSON.stringify(hours)}::jsonb
    where owner_key = ${mine.ownerKey} and campaign_key = ${mine.campaignKey}`);
  await asMigrator(
    sql`update goal set hard_cap = true where owner_key = ${mine.ownerKey} and goal_key = ${mine.goalKey}`,
  );
  const early = await makePerson({ at: new Date('2026-03-10T12:59:00Z') });
  await asMigrator(sql`update lead set publisher_source_key = ${sourceKey} where lead_key = ${early}`);

  const { counters } = (await look({ publisherSource: sourceTag.toUpperCase() }))!;
  expect(counters.map(({ reason, used, cap }) => [reason, used, cap])).toEqual([
    // Four of this campaign and one of the other, at 50 each.
    ['CAP_GOAL_DOLLAR', 250, 10_000],
    ['CAP_MONTHLY', 4, 100],
    ['CAP_WEEKLY', 3, 70],
    ['CAP_DAILY', 2, 25],
    // The one at 7:59 came before these hours.
    ['CAP_INTERVAL', 1, 7],
    ['CAP_SOURCE', 1, 9],
  ]);
  expect(counters.find(({ reason }) => reason === 'CAP_INTERVAL')?.resetsAt).toEqual(new Date('2026-03-10T17:00:00Z'));
  expect(counters.find(({ reason }) => reason === 'CAP_WEEKLY')?.resetsAt).toEqual(new Date('2026-03-16T05:00:00Z'));
});

test('a duplicate person is found in the client’s scope and window, a returned one by its own partner', async () => {
  const email = 'twice@mail.test';
  expect((await look({ email }))?.earlier).toBeNull();
  const refused = await makePerson({ email, status: 'DUP' });
  expect((await look({ email }))?.earlier).toBeNull();
  const first = await makePerson({ email, at: new Date('2026-01-02T15:00:00Z') });
  await makePerson({ email });
  expect((await look({ email: 'Twice+tag@mail.test' }))?.earlier).toEqual({ leadKey: first, reason: 'DUP_EMAIL' });
  // Exactly ninety days later.
  expect((await look({ email }, new Date('2026-04-02T15:00:00Z')))?.earlier?.leadKey).toBe(first);
  expect((await look({ email }, new Date('2026-04-02T15:00:01Z')))?.earlier?.leadKey).not.toBe(first);
  expect((await look({ email }, NOW, foreign))?.earlier).toBeNull();

  await makePerson({ phone: '2125550199' });
  expect((await look({ phone: '+1 (212) 555-0199' }))?.earlier?.reason).toBe('DUP_PHONE');

  const returned = await makePerson({ email: 'back@mail.test', status: 'RTN' });
  expect((await look({ email: 'back@mail.test' }))?.earlier?.leadKey).toBe(returned);
  expect((await look({ email: 'back@mail.test' }, NOW, beside))?.earlier).toBeNull();
  // Allowed for other partners even where all leads are compared, although a refused one is not.
  await makePerson({ email: 'refused@mail.test', status: 'SCR' });
  await criteria({ dedup: { compareWith: 'ALL_BUT_TEST' } });
  expect((await look({ email: 'refused@mail.test' }, NOW, beside))?.earlier?.reason).toBe('DUP_EMAIL');
  expect((await look({ email: 'back@mail.test' }, NOW, beside))?.earlier).toBeNull();
  expect((await look({ email: 'back@mail.test' }))?.earlier?.leadKey).toBe(returned);
  expect(refused).not.toBe(first);
});

test('a changed rule raises its owner’s version, a lead does not', async () => {
  const version = async (ownerKey: number) => {
    const { rows } = await database.asMigrator((tx) =>
      sql<{
        version: number;
      }>`select sum(version)::int as version from rules_version where owner_key = ${ownerKey}`.execute(tx),
    );
    return rows[0]?.version ?? 0;
  };
  const before = await Promise.all([version(mine.ownerKey), version(foreign.ownerKey)]);
  await makePerson();
  expect(await Promise.all([version(mine.ownerKey), version(foreign.ownerKey)])).toEqual(before);
  await asMigrator(sql`update campaign_month set daily_allocation = 24 where owner_key = ${mine.ownerKey}`);
  expect(await Promise.all([version(mine.ownerKey), version(foreign.ownerKey)])).toEqual([before[0] + 1, before[1]]);
  // A source belongs to the partner, which works for both owners.
  await database.asMigrator((tx) => makeSource(tx, mine.partnerKey));
  expect(await Promise.all([version(mine.ownerKey), version(foreign.ownerKey)])).toEqual([
    before[0] + 2,
    before[1] + 1,
  ]);
});

test('a server of the previous version, which uses positional parameters, gets the same answer', async () => {
  const leadKey = await makePerson({ email: 'ada@mail.test' });
  const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [mine.ownerKey], partnerKey: null });
  const email = blindIndex(SECRET, mine.ownerKey, 'email', 'ada@mail.test');
  const caps = [
    mine.ownerKey,
    mine.campaignKey,
    '2026-03-01',
    '2026-03-09',
    '2026-03-10',
    null,
    null,
    null,
    mine.goalKey,
  ];
  const person = [
    new Date('2025-12-10'),
    'EMAIL',
    'GOOD',
    'CAMPAIGN',
    mine.campaignKey,
    mine.partnerKey,
    email,
    null,
    null,
  ];
  const others = [sql`${[email]}::bytea[]`, 1, null, null, NOW, '8.8.8.8', 4, null];
  const positions = sql.join([caps, person, others].flat());
  const rows = await database.db.withScope(scope, async (tx) => [
    ...(await sql`select * from app.look_for_post(${positions})`.execute(tx)).rows,
    ...(
      await sql`select * from app.hold_and_look('{1,2}', ${mine.campaignKey}, ${mine.goalKey}, ${positions})`.execute(
        tx,
      )
    ).rows,
  ]);
  expect(rows).toEqual([
    expect.objectContaining({ earlier_lead: leadKey, earlier_reason: 'DUP_EMAIL', month_units: 1, goal_spent: 50 }),
    expect.objectContaining({ earlier_lead: leadKey, earlier_reason: 'DUP_EMAIL', new_lead: expect.any(Number) }),
  ]);
});

import { createHash, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { type LeadAnswer } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readIpCountries, setIpCountries } from '../../lib/ip-countries.ts';
import { openPerson } from '../../lib/seal.ts';
import { TEST_NOW, TEST_SECRET, useApp } from '../../testing/app.ts';
import { makeCampaign, makePartner } from '../../testing/factories.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from '../../testing/posting.ts';

const logged: string[] = [];
const log = new Writable({
  write: (chunk: Buffer, _, done) => {
    logged.push(chunk.toString());
    done();
  },
});
const harness = useApp({ pool: 12, log });

interface Place {
  ownerKey: number;
  partnerKey: number;
  goalKey: number;
  campaignKey: number;
  key: string;
  clientName: string;
}
let one: Place;
let number = 0;

/** A campaign with a posting key; of a partner of its own unless told. */
const makePlace = (over: { partnerKey?: number; key?: string; ownerKey?: number; goalKey?: number } = {}) =>
  harness.asMigrator(async (tx): Promise<Place> => {
    const partnerKey = over.partnerKey ?? (await makePartner(tx));
    const campaign = await makeCampaign(tx, { ...over, partnerKey });
    const key = over.key ?? (await makePostingKey(tx, partnerKey, TEST_NOW));
    await allowFastPosts(tx, partnerKey);
    return { ...campaign, key, clientName: await clientNameOf(tx, campaign.campaignKey) };
  });

beforeAll(() => harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01')));
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  one = await makePlace();
});

type Body = Record<string, unknown>;
const bodyOf = (over: Body = {}, place = one): Body => ({ ...postBody((number += 1), place), ...over });

const send = (body: Body, headers: Record<string, string> = { 'x-partner-key': one.key }, url = '/lead/v1/post') =>
  harness.app.inject({ method: 'POST', url, headers, payload: body });
const post = async (body: Body, place = one): Promise<LeadAnswer> => {
  const { statusCode, payload } = await send(body, { 'x-partner-key': place.key });
  if (statusCode !== 200) throw new Error(`${statusCode} ${payload}`);
  return JSON.parse(payload) as LeadAnswer;
};
const statuses = (answers: readonly LeadAnswer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const word = answer.outcome === 'error' ? 'error' : answer.status;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
};
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const plan = (month: Record<string, number>, { ownerKey, campaignKey } = one) =>
  harness.asMigrator(async (tx) => {
    for (const [column, value] of Object.entries(month))
      await sql`update campaign_month set ${sql.ref(column)} = ${value} where owner_key = ${ownerKey} and campaign_key = ${campaignKey}`.execute(
        tx,
      );
  });
const many = (count: number, place = one): Promise<LeadAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => post(bodyOf({}, place), place)));
const leads = async (campaignKey = one.campaignKey) =>
  (
    await harness.asMigrator((tx) =>
      sql<Record<string, unknown> & { status: string; lead_key: number }>`
        select * from lead where campaign_key = ${campaignKey} order by lead_key
      `.execute(tx),
    )
  ).rows;
const codes = (answer: LeadAnswer): string[] =>
  'reasons' in answer ? (answer.reasons ?? []).map(({ code }) => code) : [];

describe('a post', () => {
  test('is stored with its person sealed, its consent, its history and its reservation, and answered with the price', async () => {
    const answer = await post(bodyOf({ sub1: 'banner-7', deviceType: 'mobile' }));
    expect(answer).toMatchObject({ outcome: 'success', status: 'VAL', price: 40 });
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      public_id: answer.outcome === 'success' ? answer.leadId : '',
      status: 'VAL',
      captured_date: '2026-03-10',
      sub_source: 'banner-7',
      device: 'mobile',
      client_price: '50.00',
      media_price: '40.00',
      partner_key: one.partnerKey,
    });
    expect(lead?.['public_id']).toMatch(/^L-[0-9A-HJKMNP-TV-Z]{26}$/);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ sealed: Buffer; page: string; reserved: number; changes: string[]; tasks: number }>`
        select p.sealed, c.page_url as page, (select count(*) from lead_dedup d where d.lead_key = l.lead_key)::int as reserved,
               array(select to_status from lead_status_change s where s.lead_key = l.lead_key) as changes,
               (select count(*) from delivery_task t where t.lead_key = l.lead_key)::int as tasks
        from lead l join lead_person p using (owner_key, captured_date, lead_key) join lead_consent c using (owner_key, captured_date, lead_key)
        where l.lead_key = ${lead?.lead_key}
      `.execute(tx),
    );
    expect(rows[0]).toMatchObject({
      page: 'https://apply.partner.example/form',
      reserved: 2,
      changes: ['VAL'],
      tasks: 1,
    });
    const row = { ownerKey: one.ownerKey, leadKey: lead?.lead_key ?? 0 };
    expect(openPerson(TEST_SECRET, row, rows[0]!.sealed)).toMatchObject({
      email: `person${number}@posted.net`,
      post: { landingPageUrl: 'https://apply.partner.example/form?step=2' },
    });
  });

  test('comes as JSON or a form, at the root or under the API, with the key in the header or the field, and is answered in XML on demand', async () => {
    const form = new URLSearchParams(bodyOf({ key: one.key }) as Record<string, string>).toString();
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/api/lead/v1/post',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/xml' },
      payload: form,
    });
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(answer.payload).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?><response><outcome>success<\/outcome><leadId>L-\w{26}<\/leadId><status>VAL<\/status><price>40<\/price><requestId>/,
    );
    const refused = await send({ key: 'no & key' }, { accept: 'text/xml' });
    expect([refused.statusCode, refused.payload]).toEqual([401, expect.stringContaining('<code>POSTING_KEY</code>')]);
  });

  test('is refused without a key, with a wrong, shut or ended one, and with another’s campaign', async () => {
    const other = await makePlace();
    expect((await send(bodyOf(), {})).statusCode).toBe(401);
    expect((await send(bodyOf(), { 'x-partner-key': 'x'.repeat(43) })).statusCode).toBe(401);
    expect(await post(bodyOf({ cck: other.campaignKey }))).toMatchObject({
      outcome: 'error',
      reasons: [{ field: 'cck', message: 'Campaign is not recognized.' }],
    });
    await write(
      sql`update partner_posting_key set ends_at = ${new Date(TEST_NOW.getTime() + 1)} where partner_key = ${one.partnerKey}`,
    );
    expect((await send(bodyOf())).statusCode).toBe(200);
    harness.clock.advance(1);
    expect((await send(bodyOf())).statusCode).toBe(401);
    await write(
      sql`update partner_posting_key set ends_at = null, shut_at = now() where partner_key = ${one.partnerKey}`,
    );
    expect((await send(bodyOf())).statusCode).toBe(401);
    expect(await leads(other.campaignKey)).toEqual([]);
  });

  test('over 64 KB is 413, and a field that is wrong is an error that stores nothing', async () => {
    expect((await send(bodyOf({ userAgent: 'x'.repeat(65_536) }))).statusCode).toBe(413);
    const answer = await post(bodyOf({ zip: '', phone: '123' }));
    expect(answer).toMatchObject({ outcome: 'error' });
    expect(codes(answer).toSorted()).toEqual(['FMT_PHONE', 'REQ_MISSING']);
    expect(await leads()).toEqual([]);
  });

  test('may skip checks only with a token of the agency, and that is on record', async () => {
    const person = bodyOf();
    await post(person);
    const again = { ...person, transactionId: 'T-again', skipDedup: 'Y' };
    const refused = await send(again);
    expect([refused.statusCode, JSON.parse(refused.payload)]).toMatchObject([
      403,
      { message: 'Not allowed to skip checks.' },
    ]);
    const { headers } = await harness.signedIn('ag', { owner: one.ownerKey, permissions: ['leadanalyzer:Update'] });
    const taken = await send(again, headers);
    expect(JSON.parse(taken.payload)).toMatchObject({ outcome: 'success', status: 'VAL' });
    const { rows } = await harness.asMigrator((tx) =>
      sql`select after from audit_log where route = 'leadPost' and owner_key = ${one.ownerKey}`.execute(tx),
    );
    expect(rows).toEqual([{ after: { status: 'VAL', skips: ['dedup'] } }]);
  });

  test('beyond the partner’s limit is 429, exactly from the first one more', async () => {
    await write(sql`update media_partner set posts_per_second = 5 where partner_key = ${one.partnerKey}`);
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(bodyOf())));
    expect(sent.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ]);
    expect(sent.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('1');
    harness.clock.advance(1000);
    expect((await send(bodyOf())).statusCode).toBe(200);
  });
});

describe('sent again', () => {
  test('the same gets the same answer, other content under the same id is refused, and a correction of an error is taken', async () => {
    const body = bodyOf();
    const first = await post(body);
    harness.clock.advance(24 * 3_600_000);
    expect(await post(body)).toEqual(first);
    const changed = await send({ ...body, zip: '60602' });
    expect([changed.statusCode, JSON.parse(changed.payload)]).toMatchObject([422, { code: 'POST_CHANGED' }]);
    expect(await leads()).toHaveLength(1);

    const wrong = bodyOf({ phone: '1' });
    expect(await post(wrong)).toMatchObject({ outcome: 'error' });
    expect(await post({ ...wrong, phone: '3125558899' })).toMatchObject({ outcome: 'success' });
    // Another partner's ids are its own.
    const other = await makePlace();
    expect(await post(bodyOf({ transactionId: body['transactionId'] }, other), other)).toMatchObject({
      outcome: 'success',
    });
  });

  test('at the same moment there is one lead, and all hear of it', async () => {
    const body = bodyOf();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await leads()).toHaveLength(1);
  });

  test('without an id the same content is the same post for five minutes', async () => {
    const body = bodyOf({ transactionId: '' });
    const first = await post(body);
    harness.clock.advance(299_000);
    expect(await post(body)).toEqual(first);
    harness.clock.advance(1_000);
    expect(await post(body)).toMatchObject({ outcome: 'failure', status: 'DUP' });
    expect(await leads()).toHaveLength(2);
  });
});

describe('of one person', () => {
  test('many at once leave one valid lead, and say nothing of the first', async () => {
    const person = bodyOf();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post({ ...person, transactionId: `same-${n}`, email: n % 2 ? person['email'] : `x${n}@posted.net` }),
      ),
    );
    expect(statuses(answers)).toEqual({ VAL: 1, DUP: 19 });
    const refused = answers.find(({ outcome }) => outcome === 'failure');
    expect(refused).toMatchObject({ reasons: [{ message: 'Duplicate lead.' }] });
    const stored = await leads();
    const valid = stored.find(({ status }) => status === 'VAL');
    expect(stored.filter((lead) => lead['duplicate_of'] === valid?.lead_key)).toHaveLength(19);
  });

  test('on a test nothing is reserved and no cap used', async () => {
    await plan({ daily_allocation: 1 });
    const body = bodyOf();
    expect(await post({ ...body, isTest: 'Y' })).toMatchObject({
      outcome: 'success',
      status: 'TST',
      wouldBe: 'VAL',
      price: 0,
    });
    expect(await post({ ...body, transactionId: 'real' })).toMatchObject({ outcome: 'success', status: 'VAL' });
  });
});

describe('against a cap', () => {
  test('many at once leave exactly as many as it has, and the others are told when it opens', async () => {
    await plan({ daily_allocation: 10 });
    const answers = await many(40);
    expect(statuses(answers)).toEqual({ VAL: 10, CAP: 30 });
    const refused = answers.find(({ outcome }) => outcome === 'failure');
    expect(refused).toMatchObject({
      reasons: [{ code: 'CAP_DAILY', message: 'Daily cap 10 of 10, opens Mar 11, 12:00 AM CDT.' }],
    });
    harness.clock.advance(24 * 3_600_000);
    expect(statuses(await many(1))).toEqual({ VAL: 1 });
  });

  test('of a week, a month, the hours, a source and a line item’s budget', async () => {
    await plan({ weekly_allocation: 3 });
    expect(statuses(await many(5))).toEqual({ VAL: 3, CAP: 2 });
    await plan({ weekly_allocation: 100, monthly_allocation: 4 });
    const [first, second] = [await post(bodyOf()), await post(bodyOf())];
    expect([statuses([first, second]), codes(second)]).toEqual([{ VAL: 1, CAP: 1 }, ['CAP_MONTHLY']]);

    await plan({ monthly_allocation: 100 });
    const hours = { days: [{ day: 'TUE', intervals: [{ start: '08:00', end: '12:00', cap: 5 }] }] };
    await write(
      sql`update campaign_targeting set day_parting = ${JSON.stringify(hours)}::jsonb where campaign_key = ${one.campaignKey}`,
    );
    expect(codes((await many(2)).find(({ outcome }) => outcome === 'failure')!)).toEqual(['CAP_INTERVAL']);
    await write(sql`update campaign_targeting set day_parting = '{"days":[]}' where campaign_key = ${one.campaignKey}`);

    await write(sql`
      insert into campaign_source (owner_key, campaign_key, partner_key, publisher_source_key, action, monthly_cap, price_override)
      select ${one.ownerKey}, ${one.campaignKey}, partner_key, publisher_source_key, 'ALLOW', 6, 33.5 from publisher_source
      where partner_key = ${one.partnerKey}`);
    const last = await post(bodyOf());
    expect(last).toMatchObject({ status: 'VAL', price: 33.5 });
    expect(codes(await post(bodyOf()))).toEqual(['CAP_SOURCE']);

    await write(sql`delete from campaign_source where campaign_key = ${one.campaignKey}`);
    await write(sql`update goal set hard_cap = true where goal_key = ${one.goalKey}`);
    await write(sql`update goal_month set spend_goal = 500 where goal_key = ${one.goalKey}`);
    // Six leads cost 300 so far, the campaign beside it takes the other four.
    const beside = await makePlace(one);
    expect(statuses(await many(10, beside))).toEqual({ VAL: 4, CAP: 6 });
    const refused = await post(bodyOf());
    // The budget itself is nobody's business.
    expect(refused).toMatchObject({
      reasons: [{ code: 'CAP_GOAL_DOLLAR', message: 'Goal budget reached, opens Apr 1, 12:00 AM CDT.' }],
    });
  });

  test('that is lowered on the way nobody comes in any more who came after', async () => {
    await many(10);
    const running = many(30);
    await plan({ monthly_allocation: 12 });
    // Whenever the change came, twelve are in: from now on nobody is.
    expect(statuses(await many(5))['VAL'] ?? 0).toBeLessThanOrEqual(2);
    await running;
    expect(statuses(await many(5))).toEqual({ CAP: 5 });
  });

  test('is released by a return, and over it leads are held or taken unpaid where the campaign says so', async () => {
    await plan({ daily_allocation: 1 });
    expect(statuses(await many(2))).toEqual({ VAL: 1, CAP: 1 });
    await write(sql`update lead set status = 'RTN' where campaign_key = ${one.campaignKey} and status = 'VAL'`);
    expect(statuses(await many(2))).toEqual({ VAL: 1, CAP: 1 });
    await write(sql`update campaign set over_delivery = 'ACCEPT_UNPAID' where campaign_key = ${one.campaignKey}`);
    expect(await post(bodyOf())).toMatchObject({ outcome: 'success', status: 'VAL', price: 0 });
    expect((await leads()).at(-1)).toMatchObject({ unpaid: true, flags: ['CAP_DAILY'] });
    await write(sql`update campaign set over_delivery = 'HOLD' where campaign_key = ${one.campaignKey}`);
    expect(await post(bodyOf())).toMatchObject({ outcome: 'success', status: 'HLD', price: null });
    const { rows } = await harness.asMigrator((tx) =>
      sql`select next_at from lead_hold where owner_key = ${one.ownerKey}`.execute(tx),
    );
    expect(rows).toEqual([{ next_at: new Date('2026-03-11T05:00:00Z') }]);
  });

  test('two owners of the same partner and two partners of one owner have caps of their own', async () => {
    const elsewhere = await makePlace({ partnerKey: one.partnerKey, key: one.key });
    const beside = await makePlace({ ownerKey: one.ownerKey });
    for (const place of [one, elsewhere, beside]) await plan({ daily_allocation: 2 }, place);
    const answers = await Promise.all([one, elsewhere, beside].map((place) => many(4, place)));
    expect(answers.map(statuses)).toEqual(answers.map(() => ({ VAL: 2, CAP: 2 })));
  });
});

describe('where a lead comes from', () => {
  const criteria = (body: object) =>
    write(sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      select owner_key, client_key, coalesce((select max(version) from client_criteria c where c.client_key = g.client_key), 0) + 1,
             ${JSON.stringify(body)}::jsonb, now()
      from goal g where goal_key = ${one.goalKey}`);

  test('many leads of one address in a day are marked, or refused where the client says so; a call center is not asked', async () => {
    const ipAddress = '12.200.3.4';
    await criteria({ quality: { leadsPerAddress: 2 } });
    for (let n = 0; n < 3; n += 1) await post(bodyOf({ ipAddress }));
    expect((await leads()).map((lead) => lead['flags'])).toEqual([[], [], ['VELOCITY']]);
    await criteria({ quality: { leadsPerAddress: 2, velocity: 'REJECT' } });
    expect(await post(bodyOf({ ipAddress }))).toMatchObject({ status: 'SCR', reasons: [{ code: 'VELOCITY' }] });
    // Another owner's leads are its own, another address too, and a day later it is another day.
    const other = await makePlace();
    expect(await post(bodyOf({ ipAddress }, other), other)).toMatchObject({ status: 'VAL' });
    expect(await post(bodyOf())).toMatchObject({ status: 'VAL' });
    const called = { leadSourceType: 'Call Center', agentId: 'A-1', callRecordingUrl: 'https://rec.example.org/1' };
    expect(await post(bodyOf({ ipAddress, ...called }))).toMatchObject({ status: 'VAL' });
    harness.clock.advance(24 * 3_600_000);
    expect(await post(bodyOf({ ipAddress }))).toMatchObject({ status: 'VAL' });
  });

  test('an address abroad is refused once there is a table of countries', async () => {
    const abroad = () => post(bodyOf({ ipAddress: '5.9.1.1' }));
    expect(await abroad()).toMatchObject({ status: 'VAL' });
    setIpCountries(await readIpCountries(['5.9.0.0,5.9.255.255,DE']));
    try {
      expect(await abroad()).toMatchObject({ status: 'SCR', reasons: [{ code: 'IP_COUNTRY' }] });
      expect(await post(bodyOf())).toMatchObject({ status: 'VAL' });
    } finally {
      setIpCountries(null);
    }
  });

  test('a click of the partner’s leads to its lead; one that is unknown or another’s is left out, and the lead marked', async () => {
    const other = await makePlace({ ownerKey: one.ownerKey });
    const makeClick = async ({ campaignKey, partnerKey }: Place, day: string): Promise<string> => {
      const id = randomUUID();
      await write(sql`
        insert into click (owner_key, clicked_date, click_id, clicked_at, campaign_key, partner_key, status, device)
        values (${one.ownerKey}, ${day}, ${id}, ${`${day}T12:00:00Z`}, ${campaignKey}, ${partnerKey}, 0, 'mobile')`);
      return id;
    };
    const [mine, theirs] = [await makeClick(one, '2026-03-09'), await makeClick(other, '2026-03-09')];
    for (const clickId of [mine, theirs, randomUUID(), 'nonsense', mine]) await post(bodyOf({ clickId }));
    const stored = await leads();
    expect(stored.map((lead) => [lead['click_id'], lead['flags']])).toEqual([
      [mine, []],
      [null, ['CLICK_UNKNOWN']],
      [null, ['CLICK_UNKNOWN']],
      [null, ['CLICK_UNKNOWN']],
      [mine, []],
    ]);
    const { rows } = await harness.asMigrator((tx) =>
      sql`select click_id as id, lead_key as lead from click where owner_key = ${one.ownerKey}`.execute(tx),
    );
    // The first lead that names it has it.
    expect(new Map(rows.map((row) => [(row as { id: string }).id, (row as { lead: number | null }).lead]))).toEqual(
      new Map([
        [mine, stored[0]?.lead_key],
        [theirs, null],
      ]),
    );
  });
});

test('a rule that changes while a post waits decides about it', async () => {
  await many(1);
  // Somebody holds the campaign's counters; the post has been admitted and read by the old rules when it comes to wait here.
  let waiting: Promise<LeadAnswer> | undefined;
  await harness.asMigrator(async (tx) => {
    await sql`select from cap_count where campaign_key = ${one.campaignKey} for update`.execute(tx);
    waiting = post(bodyOf());
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_locks where not granted and transactionid = pg_current_xact_id()::xid
        `.execute(tx);
        return rows[0]?.n;
      })
      .toBe(1);
    await sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      select owner_key, client_key, 1, '{"eligibility": {"statesNotServed": ["US-IL"]}}', now() from goal where goal_key = ${one.goalKey}
    `.execute(tx);
  });
  expect(await waiting).toMatchObject({ status: 'SCR', reasons: [{ message: 'State is not served.' }] });
});

test('many posts at once of many sources that nobody has seen make each of them once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => post(bodyOf({ publisherSource: `unseen-${n % 6}` }))),
  );
  expect(statuses(answers)).toEqual({ VAL: 24 });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ tag: string; leads: number }>`
      select s.source_tag as tag, count(*)::int as leads from publisher_source s
      join lead l on l.publisher_source_key = s.publisher_source_key
      where s.partner_key = ${one.partnerKey} group by s.publisher_source_key, 1 order by 1
    `.execute(tx),
  );
  expect(rows).toEqual([0, 1, 2, 3, 4, 5].map((n) => ({ tag: `unseen-${n}`, leads: 4 })));
});

test('a source that was never seen is made by the owner’s policy', async () => {
  const tag = `brand-new-${number}`;
  await many(1);
  expect(statuses(await Promise.all([1, 2, 3].map(() => post(bodyOf({ publisherSource: tag })))))).toEqual({ VAL: 3 });
  await write(sql`update owner set unknown_sources = 'AUTO_CREATE_HOLD' where owner_key = ${one.ownerKey}`);
  expect(await post(bodyOf({ publisherSource: `${tag}-held` }))).toMatchObject({ status: 'HLD' });
  await write(sql`update owner set unknown_sources = 'REJECT' where owner_key = ${one.ownerKey}`);
  expect(await post(bodyOf({ publisherSource: `${tag}-no` }))).toMatchObject({ outcome: 'failure', status: 'CLS' });
  const { rows } = await harness.asMigrator((tx) =>
    sql`select source_tag as tag, status from publisher_source where partner_key = ${one.partnerKey} order by 1`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([
    { tag, status: 'APPROVED' },
    { tag: `${tag}-held`, status: 'PENDING' },
    { tag: 'site-one', status: 'APPROVED' },
  ]);
});

test('asked before it is posted, a lead is judged by hashes, place and caps, and nothing is stored', async () => {
  const ask = async (over: Body = {}) => {
    const body = { cck: one.campaignKey, zip: '60601', ...over };
    const { statusCode, payload } = await send(body, { 'x-partner-key': one.key }, '/lead/v1/precheck');
    return statusCode === 200 ? (JSON.parse(payload) as { result: string }).result : statusCode;
  };
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const phoneSha256 = sha('3125557788');
  expect(await ask({ phoneSha256 })).toBe('accept');
  await post(bodyOf({ phone: '(312) 555-7788' }));
  expect(await ask({ phoneSha256 })).toBe('duplicate');
  expect(await ask({ emailSha256: sha(`person${number}@posted.net`).toUpperCase() })).toBe('duplicate');
  expect(await ask({ emailSha256: sha('nobody@posted.net') })).toBe('accept');
  expect(await ask({ emailSha256: 'person@posted.net' })).toBe(422);
  expect(await ask({ cck: 'nobody' })).toBe(422);
  await plan({ daily_allocation: 1 });
  expect(await ask()).toBe('over_cap');
  await write(sql`update campaign set end_date = '2026-03-09' where campaign_key = ${one.campaignKey}`);
  expect(await ask()).toBe('closed');
  expect(await leads()).toHaveLength(1);
});

test('of a person nothing is in the clear, in no table and not in the log', async () => {
  const person = {
    firstName: 'Wilhelmina',
    lastName: 'Quackenbush',
    email: 'w.quack@hidden-post.net',
    phone: '3127654319',
  };
  await post(
    bodyOf({
      ...person,
      landingPageUrl: 'https://a.example/?email=w.quack@hidden-post.net',
      addressLine1: '17 Zinnia Way',
    }),
  );
  await post(bodyOf({ ...person, phone: '1' }));
  await plan({ daily_allocation: 1 });
  await post(bodyOf({ ...person, email: 'other@hidden-post.net', phone: '3127654320' }));
  const words = ['wilhelmina', 'quackenbush', 'hidden-post', '3127654319', '3127654320', 'zinnia'];
  const found: string[] = [];
  await harness.asMigrator(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'graphile_worker')
    `.execute(tx);
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t where lower(t::text) ~ ${words.join('|')}
      `.execute(tx);
      if (rows.length > 0) found.push(name);
    }
  });
  expect(found).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);
  expect(words.filter((word) => logged.join('').toLowerCase().includes(word))).toEqual([]);
});

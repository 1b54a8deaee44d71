import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPerson } from '../../lib/secrets/seal.ts';
import { TEST_NOW, TEST_SECRET } from '../../testing/app.ts';
import { type PostedFields, type PostPlace, usePosts } from '../../testing/factories/partner-posts.ts';

const posts = usePosts();
const { harness, logged, makePlace, bodyOf, send, post, statuses, write, plan, leads, codes } = posts;
let one: PostPlace;
beforeEach(() => {
  one = posts.one();
});

describe('a post', () => {
  test('is stored with its person sealed, its consent, history and cap unit, and answered with the price', async () => {
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
      email: `person${posts.count()}@posted.net`,
      post: { landingPageUrl: 'https://apply.partner.example/form?step=2' },
    });
  });

  test('is accepted as JSON or a form, at the root or under the API, with the key in header or field, and answered in XML on request', async () => {
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

  test('is refused without a key, with a wrong, disabled or expired one, and with another partner’s campaign', async () => {
    const other = await makePlace();
    const keyless = await send(bodyOf(), {});
    expect([keyless.statusCode, keyless.payload]).toEqual([401, expect.stringContaining('Posting key missing')]);
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

  test('over 64 KB gives 413, and an invalid field gives an error and stores nothing', async () => {
    expect((await send(bodyOf({ userAgent: 'x'.repeat(65_536) }))).statusCode).toBe(413);
    const answer = await post(bodyOf({ zip: '', phone: '123' }));
    expect(answer).toMatchObject({ outcome: 'error' });
    expect(codes(answer).toSorted()).toEqual(['FMT_PHONE', 'REQ_MISSING']);
    expect(await leads()).toEqual([]);
  });

  test('skips checks only with an agency token, which is audited', async () => {
    const person = bodyOf();
    await post(person);
    const again = { ...person, transactionId: 'T-again', skipDedup: 'Y' };
    const refused = await send(again);
    expect([refused.statusCode, JSON.parse(refused.payload)]).toMatchObject([
      403,
      { message: 'Not allowed to skip checks.' },
    ]);
    const { headers } = await harness.signedIn('ag', { owner: one.ownerKey, permissions: ['leadanalyzer:Update'] });
    const response = await send(again, headers);
    expect(JSON.parse(response.payload)).toMatchObject({ outcome: 'success', status: 'VAL' });
    const { rows } = await harness.asMigrator((tx) =>
      sql`select after from audit_log where route = 'leadPost' and owner_key = ${one.ownerKey}`.execute(tx),
    );
    expect(rows).toEqual([{ after: { status: 'VAL', skips: ['dedup'] } }]);
  });

  test('beyond the partner’s rate limit gives 429, exactly from the first excess post', async () => {
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

describe('a repeated post', () => {
  test('gets the same answer; other content under the same id is refused, and a corrected post after an error is accepted', async () => {
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
    // Another partner's ids are separate.
    const other = await makePlace();
    expect(await post(bodyOf({ transactionId: body['transactionId'] }, other), other)).toMatchObject({
      outcome: 'success',
    });
  });

  test('at the same moment creates one lead, and all get its answer', async () => {
    const body = bodyOf();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await leads()).toHaveLength(1);
  });

  test('without an id is recognised by its content for five minutes', async () => {
    const body = bodyOf({ transactionId: '' });
    const first = await post(body);
    harness.clock.advance(299_000);
    expect(await post(body)).toEqual(first);
    harness.clock.advance(1_000);
    expect(await post(body)).toMatchObject({ outcome: 'failure', status: 'DUP' });
    expect(await leads()).toHaveLength(2);
  });
});

describe('posts of one person', () => {
  test(
    'sent concurrently give one valid lead, and the answers reveal nothing about the first',
    { tags: ['long'] },
    async () => {
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
    },
  );

  test('as tests reserve nothing and use no cap', async () => {
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

test('a ping is judged by hashes, location and caps, and nothing is stored', async () => {
  const ask = async (over: PostedFields = {}) => {
    const body = { cck: one.campaignKey, zip: '60601', ...over };
    const { statusCode, payload } = await send(body, { 'x-partner-key': one.key }, '/lead/v1/precheck');
    return statusCode === 200 ? (JSON.parse(payload) as { result: string }).result : statusCode;
  };
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  const phoneSha256 = sha('3125557788');
  expect(await ask({ phoneSha256 })).toBe('accept');
  await post(bodyOf({ phone: '(312) 555-7788' }));
  expect(await ask({ phoneSha256 })).toBe('duplicate');
  expect(await ask({ emailSha256: sha(`person${posts.count()}@posted.net`).toUpperCase() })).toBe('duplicate');
  expect(await ask({ emailSha256: sha('nobody@posted.net') })).toBe('accept');
  expect(await ask({ emailSha256: 'person@posted.net' })).toBe(422);
  expect(await ask({ cck: 'nobody' })).toBe(422);
  await plan({ daily_allocation: 1 });
  expect(await ask()).toBe('over_cap');
  await write(sql`update campaign set end_date = '2026-03-09' where campaign_key = ${one.campaignKey}`);
  expect(await ask()).toBe('closed');
  expect(await leads()).toHaveLength(1);
});

test('personal data is in no table and no log in the clear', async () => {
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
  const statements: string[] = [];
  await harness.asMigrator(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'graphile_worker')
    `.execute(tx);
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t where lower(t::text) ~ ${words.join('|')}
      `.execute(tx);
      if (rows.length > 0) statements.push(name);
    }
  });
  expect(statements).toEqual([]);
  expect(logged.length).toBeGreaterThan(0);
  expect(words.filter((word) => logged.join('').toLowerCase().includes(word))).toEqual([]);
});

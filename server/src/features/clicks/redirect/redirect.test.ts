import {
  campaignTrackingGet,
  CLICK_STATUSES,
  type ClickStatus,
  clickStatusOf,
  type LeadAnswer,
  RATE_LIMITS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts.ts';
import { readIpCountries, setIpCountries } from '../../../lib/ip-countries.ts';
import { TEST_NOW, useApp } from '../../../testing/app.ts';
import { CHROME, codeOf, IPHONE, LANDING, makeClickUrl } from '../../../testing/clicks.ts';
import { makeCampaign, makeLead, makePartner, makeSource } from '../../../testing/factories.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from '../../../testing/posting.ts';

const harness = useApp({ pool: 12 });

interface Place {
  ownerKey: number;
  partnerKey: number;
  goalKey: number;
  campaignKey: number;
  code: string;
}
const makePlace = (over: { partnerKey?: number; ownerKey?: number; code?: string } = {}, url?: string) =>
  harness.asMigrator(async (tx): Promise<Place> => {
    const campaign = await makeCampaign(tx, over);
    await makeClickUrl(tx, campaign, url === undefined ? {} : { url });
    return { ...campaign, code: await codeOf(tx, campaign.campaignKey) };
  });
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

let one: Place;
let visitor = 0;
beforeAll(() => harness.asMigrator((tx) => makeMonths(tx, '2025-12-01', '2026-05-01')));
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  one = await makePlace();
});

interface Opening {
  agent?: string;
  ip?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD';
}
/** Somebody else each time, unless told. */
const open = async (link: string, { agent = CHROME, ip, headers = {}, method = 'GET' }: Opening = {}) => {
  visitor += 1;
  const remoteAddress = ip ?? `12.0.${visitor >> 8}.${visitor & 255}`;
  const answer = await harness.app.inject({
    method,
    url: `/c/${link}`,
    remoteAddress,
    headers: { 'user-agent': agent, ...headers },
  });
  const { location } = answer.headers;
  return { status: answer.statusCode, location: location ?? null, answer };
};
interface StoredRow {
  clickId: string;
  status: ClickStatus;
  row: Record<string, unknown>;
}
const clicks = async (campaignKey = one.campaignKey): Promise<StoredRow[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<Record<string, unknown> & { status: number; click_id: string }>`
      select * from click where campaign_key = ${campaignKey} order by click_key
    `.execute(tx),
  );
  return rows.map((row) => ({ clickId: row.click_id, status: clickStatusOf(row.status), row }));
};
const statuses = async (campaignKey?: number) => (await clicks(campaignKey)).map(({ status }) => status);

describe('a click', () => {
  test('is stored before its visitor is sent on, with its id in the address and nothing that tells who it was', async () => {
    const { status, location, answer } = await open(`${one.code}?src=site-9&s1=banner&s3=c%20d&txn=T-1&gclid=G1`, {
      agent: IPHONE,
      ip: '12.99.1.2',
      headers: { referer: 'https://blog.example/nursing?email=maria@post.example#top' },
    });
    expect([status, answer.headers['cache-control']]).toEqual([302, 'no-store']);
    const [click, ...others] = await clicks();
    expect(others).toEqual([]);
    expect(location).toBe(`${LANDING}?cid=${click!.clickId}`);
    expect(click).toMatchObject({
      status: 'VALID',
      row: {
        owner_key: one.ownerKey,
        partner_key: one.partnerKey,
        clicked_date: '2026-03-10',
        clicked_at: TEST_NOW,
        device: 'mobile',
        source_tag: 'site-9',
        sub_source: 'banner',
        sub_2: null,
        sub_3: 'c d',
        transaction_id: 'T-1',
        platform_click: 'gclid=G1',
        referrer: 'https://blog.example/nursing',
        sent_to: location,
        is_unique: true,
      },
    });
    const kept = JSON.stringify(click!.row);
    for (const secret of ['12.99.1.2', 'iPhone', 'maria']) expect(kept).not.toContain(secret);
  });

  test('is of the day that it is at its owner’s', async () => {
    harness.clock.set(new Date('2026-03-02T05:30:00Z'));
    await open(one.code);
    expect((await clicks()).map(({ row }) => row['clicked_date'])).toEqual(['2026-03-01']);
  });

  test('goes by code, whatever its case, and by key; a code of two campaigns means the older one for good', async () => {
    const younger = await makePlace({ code: one.code });
    expect((await open(one.code.toLowerCase())).status).toBe(302);
    expect((await open(String(younger.campaignKey))).status).toBe(302);
    expect(await statuses()).toEqual(['VALID']);
    expect(await statuses(younger.campaignKey)).toEqual(['VALID']);
    // The link that people are shown is the one that leads there.
    const reader = await harness.signedIn('ag', {
      owners: [one.ownerKey, younger.ownerKey],
      permissions: ['campaigns:View'],
    });
    const linkOf = async ({ campaignKey }: Place) => {
      const { body } = await harness.call(campaignTrackingGet, reader, { params: { key: campaignKey } });
      return (body.data as { clickLink: string }).clickLink;
    };
    expect([await linkOf(one), await linkOf(younger)]).toEqual([`/c/${one.code}`, `/c/${younger.campaignKey}`]);
    await write(sql`update campaign set code_released_at = ${TEST_NOW} where campaign_key = ${one.campaignKey}`);
    await open(one.code);
    expect(await statuses()).toHaveLength(1);
    expect(await statuses(younger.campaignKey)).toHaveLength(2);
  });

  test('of a link that nobody knows is a plain page, the same as for one that leads nowhere', async () => {
    const unknown = await open('no-such-code');
    await write(sql`delete from tracking_url where campaign_key = ${one.campaignKey}`);
    const empty = await open(one.code);
    expect([unknown.status, empty.status]).toEqual([404, 404]);
    expect(await statuses()).toEqual(['PAUSED']);
    expect(unknown.answer.payload).toContain('This offer is not available');
    expect(unknown.answer.payload).toBe(empty.answer.payload);
    for (const odd of ['%00', 'a'.repeat(2_000), '%2e%2e%2f', '0', "'--"]) expect((await open(odd)).status).toBe(404);
  });

  test('is not counted for a HEAD or a browser that only looks ahead', async () => {
    expect((await open(one.code, { method: 'HEAD' })).status).toBe(204);
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ] as Record<string, string>[])
      expect((await open(one.code, { headers })).status).toBe(503);
    expect(await statuses()).toEqual([]);
  });

  test('changes with the campaign’s addresses at once, and takes the one for its device', async () => {
    await open(one.code);
    await write(sql`update tracking_url set url = 'https://two.example/' where campaign_key = ${one.campaignKey}`);
    expect((await open(one.code)).location).toBe('https://two.example/');
    await harness.asMigrator((tx) => makeClickUrl(tx, one, { url: 'https://m.example/', device: 'mobile' }));
    expect((await open(one.code, { agent: IPHONE })).location).toBe('https://m.example/');
    expect((await open(one.code)).location).toBe('https://two.example/');
  });
});

describe('its status', () => {
  test.each([
    [
      'PAUSED',
      sql`insert into campaign_pause (owner_key, campaign_key, starts_on, set_at) select owner_key, campaign_key, '2026-03-01', now() from campaign`,
    ],
    ['EXPIRED', sql`update campaign set end_date = '2026-03-09'`],
    ['PAUSED', sql`update campaign set start_date = '2026-03-11'`],
    ['PAUSED', sql`update campaign_month set monthly_allocation = 0`],
    [
      'DAY_PART',
      sql`update campaign_targeting set day_parting = '{"days":[{"day":"MON","intervals":[{"start":"08:00","end":"09:00","cap":null}]}],"outsideHours":"REJECT"}'`,
    ],
    ['SOURCE_BLOCKED', sql`update campaign_targeting set source_mode = 'ONLY_LISTED'`],
    [
      'DEVICE',
      sql`update campaign_targeting set audience = '{"match":"ALL","rules":[{"attribute":"deviceType","operator":"IS","values":["mobile"],"onMissing":"ACCEPT"}]}'`,
    ],
  ] as const)('%s is stored, and its visitor goes to the line item’s page or none', async (expected, change) => {
    await open(one.code);
    const other = await makePlace();
    await write(sql`${change} where campaign_key = ${one.campaignKey}`);
    const refused = await open(`${one.code}?src=unlisted`);
    expect([refused.status, refused.location]).toEqual([404, null]);
    await write(sql`update goal set fallback_url = 'https://www.school.example/' where goal_key = ${one.goalKey}`);
    expect((await open(`${one.code}?src=unlisted`)).location).toBe('https://www.school.example/');
    expect(await statuses()).toEqual(['VALID', expected, expected]);
    // Another owner's campaign goes on.
    expect((await open(`${other.code}?src=unlisted`)).status).toBe(302);
  });

  test('is valid on a device of the campaign’s audience, whatever else that asks about the person', async () => {
    const rules = [
      { attribute: 'deviceType', operator: 'NOT_IN', values: ['desktop', 'tablet'], onMissing: 'REJECT' },
      { attribute: 'age', operator: 'BETWEEN', values: [18, 55], onMissing: 'REJECT' },
    ];
    await write(sql`
      update campaign_targeting set audience = ${JSON.stringify({ match: 'ALL', rules })} where campaign_key = ${one.campaignKey}`);
    for (const agent of [IPHONE, CHROME]) await open(one.code, { agent });
    expect(await statuses()).toEqual(['VALID', 'DEVICE']);
  });

  test('is a bot’s for programs, and for browsers that say nothing', async () => {
    for (const agent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
      'facebookexternalhit/1.1',
      'curl/8.0',
      'python-requests/2',
      '',
    ])
      expect((await open(one.code, { agent })).status).toBe(404);
    await open(one.code, {
      agent: 'Mozilla/5.0 (Linux; Android 13; CUBOT X70) AppleWebKit/537.36 Mobile Safari/537.36',
    });
    expect(await statuses()).toEqual([...Array.from({ length: 5 }, () => 'PROXY_BOT'), 'VALID']);
  });

  test('is a repeat within 30 seconds on the same campaign: sent on with the first click; the day’s first is marked', async () => {
    const other = await makePlace({ ownerKey: one.ownerKey });
    const me = { ip: '12.50.0.1' };
    const later = (seconds: number) => harness.clock.set(new Date(TEST_NOW.getTime() + seconds * 1000));
    const first = await open(one.code, me);
    later(10);
    const repeat = await open(one.code, me);
    expect(repeat.location).toBe(first.location);
    expect((await open(one.code, { ...me, agent: IPHONE })).location).not.toBe(first.location);
    expect((await open(other.code, me)).status).toBe(302);
    later(31);
    expect((await open(one.code, me)).location).not.toBe(first.location);
    expect(await statuses(other.campaignKey)).toEqual(['VALID']);
    const stored = await clicks();
    expect(stored.map(({ status, row }) => [status, row['is_unique'], row['repeat_of']])).toEqual([
      ['VALID', true, null],
      ['DUPLICATE', false, stored[0]!.clickId],
      ['VALID', true, null],
      ['VALID', false, null],
    ]);
  });

  test('is valid once of many requests of one visitor at the same moment', async () => {
    // The link is not loaded yet: each of them decides twice, and nothing but the visitor is held the second time.
    const all = await Promise.all(Array.from({ length: 20 }, () => open(one.code, { ip: '12.51.0.1' })));
    expect(new Set(all.map(({ location }) => location)).size).toBe(1);
    expect((await statuses()).filter((status) => status === 'VALID')).toHaveLength(1);
  });

  test('is over the cap when a cap is full, unless the campaign takes leads beyond it', async () => {
    await write(sql`update campaign_month set daily_allocation = 1 where campaign_key = ${one.campaignKey}`);
    await open(one.code);
    await harness.asMigrator((tx) => makeLead(tx, { ...one, at: TEST_NOW }));
    await open(one.code);
    await write(sql`update campaign set over_delivery = 'HOLD' where campaign_key = ${one.campaignKey}`);
    await open(one.code);
    expect(await statuses()).toEqual(['VALID', 'OVER_CAP', 'VALID']);
  });

  test('is over the cap when the line item stops at its budget', async () => {
    await harness.asMigrator((tx) => makeLead(tx, { ...one, at: TEST_NOW, clientPrice: 10_000 }));
    await open(one.code);
    await write(sql`update goal set hard_cap = true where goal_key = ${one.goalKey}`);
    await open(one.code);
    expect(await statuses()).toEqual(['VALID', 'OVER_CAP']);
  });

  test('looks at a source that is blocked, and at the country where there is a table', async () => {
    const { sourceKey, sourceTag } = await harness.asMigrator((tx) => makeSource(tx, one.partnerKey));
    await open(`${one.code}?src=${sourceTag.toUpperCase()}`);
    await write(sql`update publisher_source set status = 'BLOCKED' where publisher_source_key = ${sourceKey}`);
    await open(`${one.code}?src=${sourceTag}`);
    setIpCountries(await readIpCountries(['5.0.0.0,5.255.255.255,DE', '12.0.0.0,12.255.255.255,US']));
    try {
      await open(one.code, { ip: '5.1.1.1' });
      await open(one.code, { ip: '9.1.1.1' });
    } finally {
      setIpCountries(null);
    }
    expect((await clicks()).map(({ status, row }) => [status, row['publisher_source_key'], row['country']])).toEqual([
      ['VALID', sourceKey, null],
      ['SOURCE_BLOCKED', sourceKey, null],
      ['COUNTRY', null, 'DE'],
      ['VALID', null, null],
    ]);
    const { rows } = await write(sql`select from publisher_source where partner_key = ${one.partnerKey}`);
    expect(rows).toHaveLength(1);
  });

  test('is a test for somebody signed in who works on the campaign, and for nobody else', async () => {
    const [tester, stranger] = [
      await harness.signedIn('ag', { owners: [one.ownerKey] }),
      await harness.signedIn('mp', { owners: [one.ownerKey], partnerKey: await harness.asMigrator(makePartner) }),
    ];
    expect((await open(`${one.code}?test=1`, { headers: tester.headers })).status).toBe(302);
    await open(`${one.code}?test=1`, { headers: stranger.headers });
    await open(`${one.code}?test=1`, { headers: { authorization: 'Bearer nonsense' } });
    await open(one.code, { headers: tester.headers });
    expect(await statuses()).toEqual(['TEST', 'VALID', 'VALID', 'VALID']);
    expect((await clicks())[0]!.row['visitor_hash']).toBeNull();
  });
});

describe('no link leads elsewhere', () => {
  const HOSTILE = [
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'a\r\nSet-Cookie: x=1',
    '@evil.example',
    String.raw`\\evil.example`,
    '..',
    '/../../admin',
    '?x=1#y',
    '&cid=other',
    '{cid}',
    'é漢字🎓\u202e\u2028',
    '\0',
    'a'.repeat(5_000),
  ];

  test('whatever it carries: only the stored address, one line, its own parameters', async () => {
    const url = `${LANDING}/{s1}/x?cid={cid}&src={source}&txn={txn}&two={s2}#{s3}`;
    const place = await makePlace({}, url);
    for (const value of HOSTILE) {
      const query = new URLSearchParams({
        src: 'site',
        s1: value,
        s2: value,
        s3: value,
        txn: value,
        url: value,
        to: value,
      });
      const { status, location } = await open(`${place.code}?${query.toString()}`);
      expect([value, status]).toEqual([value, 302]);
      expect(location).toMatch(/^https:\/\/www\.school\.example\/request-info\/[!-~]*x\?cid=[\da-f-]{36}&[!-~]*$/);
      const to = new URL(String(location));
      expect([...to.searchParams.keys()]).toEqual(['cid', 'src', 'txn', 'two']);
      expect(to.searchParams.getAll('cid')).toHaveLength(1);
    }
    expect((await statuses(place.campaignKey)).every((status) => status === 'VALID')).toBe(true);
    // As a source none of them is one that a lead could name.
    for (const src of HOSTILE) {
      const { location } = await open(`${place.code}?${new URLSearchParams({ src }).toString()}`);
      expect(location ?? LANDING).toMatch(/^https:\/\/www\.school\.example\/request-info/);
    }
  });

  test('a stored address whose host a visitor could fill, or that is a link of ours, leads nowhere', async () => {
    for (const url of [
      'https://{s1}/x',
      'https://a.{txn}.example/',
      'https://localhost/c/other',
      'https://u:p@school.example/',
    ]) {
      const place = await makePlace({}, url);
      const { status, location } = await open(`${place.code}?s1=evil.example&txn=evil`, {
        headers: { host: 'localhost' },
      });
      expect([url, status, location]).toEqual([url, 404, null]);
    }
  });

  test('an email address in a link is neither kept nor passed on', async () => {
    const place = await makePlace({}, `${LANDING}?a={s1}&b={txn}`);
    const { location } = await open(`${place.code}?s1=maria%40post.example&txn=T-1`);
    expect(location).toBe(`${LANDING}?a=&b=T-1`);
    expect(JSON.stringify(await clicks(place.campaignKey))).not.toContain('maria');
  });

  test('every macro is filled', async () => {
    const names = [
      'campaign_code',
      'client_campaign_code',
      'partner_code',
      'channel',
      'source',
      's5',
      'txn',
      'device',
      'campus_code',
      'program_code',
      'ts',
    ];
    const place = await makePlace({}, `${LANDING}?${names.map((name) => `${name}={${name}}`).join('&')}`);
    await write(sql`update campaign set client_code = 'CL 7' where campaign_key = ${place.campaignKey}`);
    const { location } = await open(`${place.code}?src=Site&s5=five&txn=T`);
    expect(Object.fromEntries(new URL(String(location)).searchParams)).toEqual({
      campaign_code: place.code,
      client_campaign_code: 'CL 7',
      partner_code: expect.stringMatching(/^P /) as string,
      channel: 'ppl',
      source: 'Site',
      s5: 'five',
      txn: 'T',
      device: 'desktop',
      campus_code: '',
      program_code: '',
      ts: String(TEST_NOW.getTime() / 1000),
    });
  });
});

test('one address can open links only so often, known ones and guesses alike', async () => {
  const me = { ip: '12.77.0.1' };
  await open(one.code, me);
  await write(sql`update rate_limit set points = ${RATE_LIMITS.click.points - 1} where key = 'click:ip:12.77.0.1'`);
  expect((await open('a-guess', me)).status).toBe(404);
  const late = await open(one.code, me);
  expect([late.status, late.answer.headers['retry-after']]).toEqual([429, '60']);
  expect((await open(one.code)).status).toBe(302);
  harness.clock.set(new Date(TEST_NOW.getTime() + 61_000));
  expect((await open(one.code, me)).status).toBe(302);
  expect(await statuses()).toHaveLength(3);
});

describe('the lead of a click', () => {
  const post = async (place: Place, clickId: string): Promise<LeadAnswer> => {
    const { key, clientName } = await harness.asMigrator(async (tx) => {
      await allowFastPosts(tx, place.partnerKey);
      return {
        key: await makePostingKey(tx, place.partnerKey, TEST_NOW),
        clientName: await clientNameOf(tx, place.campaignKey),
      };
    });
    visitor += 1;
    const body = { ...postBody(visitor, { ...place, clientName }), clickId };
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/lead/v1/post',
      headers: { 'x-partner-key': key },
      payload: body,
    });
    return JSON.parse(answer.payload) as LeadAnswer;
  };
  const leadOf = async (campaignKey: number) =>
    (
      await harness.asMigrator((tx) =>
        sql<{ key: number; clickId: string | null; flags: string[] }>`
        select lead_key::int as key, click_id::text as "clickId", flags from lead where campaign_key = ${campaignKey}
      `.execute(tx),
      )
    ).rows[0]!;

  test('finds it by the id that the redirect made, and the click its lead; another partner’s click is none', async () => {
    const rival = await makePlace({ ownerKey: one.ownerKey });
    const { location } = await open(one.code);
    const cid = new URL(String(location)).searchParams.get('cid') ?? '';
    expect(await post(one, cid)).toMatchObject({ outcome: 'success', status: 'VAL' });
    const lead = await leadOf(one.campaignKey);
    expect(lead).toMatchObject({ clickId: cid, flags: [] });
    expect((await clicks())[0]!.row['lead_key']).toBe(lead.key);
    await post(rival, cid);
    expect(await leadOf(rival.campaignKey)).toMatchObject({ clickId: null, flags: ['CLICK_UNKNOWN'] });
    expect((await clicks())[0]!.row['lead_key']).toBe(lead.key);
  });
});

test('valid clicks are in the numbers of their owner’s day, others are not, and a recount finds no difference', async () => {
  const facts = openFacts(harness.ownerUrl);
  try {
    const other = await makePlace();
    harness.clock.set(new Date('2026-04-01T04:30:00Z'));
    await write(sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation)
      select owner_key, campaign_key, '2026-04-01', 50 from campaign where campaign_key = any (${[one.campaignKey, other.campaignKey]})`);
    const first = await open(one.code, { ip: '12.60.0.1' });
    await open(one.code, { ip: '12.60.0.1' });
    await open(one.code, { agent: 'curl/8' });
    await open(other.code);
    expect(first.status).toBe(302);
    while ((await facts.fold()) > 0);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ campaign: number; day: string; clicks: number }>`
        select campaign_key as campaign, day::text, clicks from campaign_day
        where campaign_key = any (${[one.campaignKey, other.campaignKey]}) and clicks > 0 order by 1
      `.execute(tx),
    );
    expect(rows).toEqual([
      { campaign: one.campaignKey, day: '2026-03-31', clicks: 1 },
      { campaign: other.campaignKey, day: '2026-03-31', clicks: 1 },
    ]);
    expect(await facts.differences()).toEqual([]);
  } finally {
    await facts.close();
  }
});

test('the codes of the rows are those of the contract', async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ rule: string }>`
      select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = 'click'::regclass and conname like '%status%'
    `.execute(tx),
  );
  const stored = [...rows[0]!.rule.matchAll(/\d+/g)].map(([code]) => Number(code));
  expect(stored).toEqual(Object.values(CLICK_STATUSES).map(({ code }) => code));
});

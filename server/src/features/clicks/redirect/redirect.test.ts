import { campaignTrackingGet, CLICK_STATUSES, type LeadAnswer, RATE_LIMITS } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { TEST_NOW } from '../../../testing/app.ts';
import { IPHONE, LANDING, makeClickUrl } from '../../../testing/factories/clicks.ts';
import { type LinkPlace, useLinks } from '../../../testing/servers/link-visits.ts';
import { allowFastPosts, clientNameOf, makePostingKey, postBody } from '../../../testing/factories/posting.ts';

const links = useLinks();
const { harness, makePlace, write, open, clicks, statuses } = links;
let one: LinkPlace;
beforeEach(() => {
  one = links.one();
});

describe('a click', () => {
  test('is stored before the redirect, which has its id and no personal data', async () => {
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
    const storedText = JSON.stringify(click!.row);
    for (const secret of ['12.99.1.2', 'iPhone', 'maria']) expect(storedText).not.toContain(secret);
  });

  test('counts on its owner’s local day', async () => {
    harness.clock.set(new Date('2026-03-02T05:30:00Z'));
    await open(one.code);
    expect((await clicks()).map(({ row }) => row['clicked_date'])).toEqual(['2026-03-01']);
  });

  test('is found by code in any case, or by key; a code of two campaigns means the older one permanently', async () => {
    const younger = await makePlace({ code: one.code });
    expect((await open(one.code.toLowerCase())).status).toBe(302);
    expect((await open(String(younger.campaignKey))).status).toBe(302);
    expect(await statuses()).toEqual(['VALID']);
    expect(await statuses(younger.campaignKey)).toEqual(['VALID']);
    // The link shown to users is the one that leads there.
    const reader = await harness.signedIn('ag', {
      owners: [one.ownerKey, younger.ownerKey],
      permissions: ['campaigns:View'],
    });
    const linkOf = async ({ campaignKey }: LinkPlace) => {
      const { body } = await harness.call(campaignTrackingGet, reader, { params: { key: campaignKey } });
      return (body.data as { clickLink: string }).clickLink;
    };
    expect([await linkOf(one), await linkOf(younger)]).toEqual([`/c/${one.code}`, `/c/${younger.campaignKey}`]);
    await write(sql`update campaign set code_released_at = ${TEST_NOW} where campaign_key = ${one.campaignKey}`);
    await open(one.code);
    expect(await statuses()).toHaveLength(1);
    expect(await statuses(younger.campaignKey)).toHaveLength(2);
  });

  test('of an unknown link shows the same plain page as one without a target', async () => {
    const unknown = await open('no-such-code');
    await write(sql`delete from tracking_url where campaign_key = ${one.campaignKey}`);
    const empty = await open(one.code);
    expect([unknown.status, empty.status]).toEqual([404, 404]);
    expect(await statuses()).toEqual(['PAUSED']);
    expect(unknown.answer.payload).toContain('This offer is not available');
    expect(unknown.answer.payload).toBe(empty.answer.payload);
    for (const odd of ['%00', 'a'.repeat(2_000), '%2e%2e%2f', '0', "'--"]) expect((await open(odd)).status).toBe(404);
  });

  test('is not counted for HEAD or prefetching', async () => {
    expect((await open(one.code, { method: 'HEAD' })).status).toBe(204);
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
    ] as Record<string, string>[])
      expect((await open(one.code, { headers })).status).toBe(503);
    expect(await statuses()).toEqual([]);
  });

  test('follows changed tracking URLs at once, and uses the one for its device', async () => {
    await open(one.code);
    await write(sql`update tracking_url set url = 'https://two.example/' where campaign_key = ${one.campaignKey}`);
    expect((await open(one.code)).location).toBe('https://two.example/');
    await harness.asMigrator((tx) => makeClickUrl(tx, one, { url: 'https://m.example/', device: 'mobile' }));
    expect((await open(one.code, { agent: IPHONE })).location).toBe('https://m.example/');
    expect((await open(one.code)).location).toBe('https://two.example/');
  });
});

test('are rate-limited per IP address, for known and guessed links alike', async () => {
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
  const post = async (place: LinkPlace, clickId: string): Promise<LeadAnswer> => {
    const { key, clientName } = await harness.asMigrator(async (tx) => {
      await allowFastPosts(tx, place.partnerKey);
      return {
        key: await makePostingKey(tx, place.partnerKey, TEST_NOW),
        clientName: await clientNameOf(tx, place.campaignKey),
      };
    });
    const body = { ...postBody(place.campaignKey, { ...place, clientName }), clickId };
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

  test('refers to it by the redirect’s id, and the click to the lead; another partner’s click is not found', async () => {
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

test('valid clicks count on their owner’s day, others do not, and a recount finds no difference', async () => {
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

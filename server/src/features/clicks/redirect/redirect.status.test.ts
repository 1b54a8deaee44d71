import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readIpCountries, setIpCountries } from '../../../lib/zips/ip-countries.ts';
import { TEST_NOW } from '../../../testing/app.ts';
import { CHROME, IPHONE } from '../../../testing/factories/clicks.ts';
import { makeCampus, makeLead, makePartner, makeSource } from '../../../testing/factories/factories.ts';
import { type LinkPlace, useLinks } from '../../../testing/servers/link-visits.ts';

const links = useLinks();
const { harness, makePlace, write, open, clicks, statuses } = links;
let one: LinkPlace;
beforeEach(() => {
  one = links.one();
});

describe('a click’s status', () => {
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
  ] as const)(
    '%s is stored, and its visitor goes to the line item’s fallback page or sees the plain page',
    async (expected, change) => {
      await open(one.code);
      const other = await makePlace();
      await write(sql`${change} where campaign_key = ${one.campaignKey}`);
      const refused = await open(`${one.code}?src=unlisted`);
      expect([refused.status, refused.location]).toEqual([404, null]);
      await write(sql`update goal set fallback_url = 'https://www.school.example/' where goal_key = ${one.goalKey}`);
      expect((await open(`${one.code}?src=unlisted`)).location).toBe('https://www.school.example/');
      expect(await statuses()).toEqual(['VALID', expected, expected]);
      // Another owner's campaign is not affected.
      expect((await open(`${other.code}?src=unlisted`)).status).toBe(302);
    },
  );

  test('is valid on a targeted device; other audience rules do not apply to clicks', async () => {
    const rules = [
      { attribute: 'deviceType', operator: 'NOT_IN', values: ['desktop', 'tablet'], onMissing: 'REJECT' },
      { attribute: 'age', operator: 'BETWEEN', values: [18, 55], onMissing: 'REJECT' },
    ];
    await write(sql`
      update campaign_targeting set audience = ${JSON.stringify({ match: 'ALL', rules })} where campaign_key = ${one.campaignKey}`);
    for (const agent of [IPHONE, CHROME]) await open(one.code, { agent });
    expect(await statuses()).toEqual(['VALID', 'DEVICE']);
  });

  test('is bot for programs and for browsers that do not identify themselves', async () => {
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

  test('is repeat within 30 seconds on the same campaign, redirected with the first click’s id; the first of the day is marked', async () => {
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

  test('is valid once among concurrent requests of one visitor', async () => {
    // The link is not loaded yet: each request decides twice, and the second time only the visitor is locked.
    const all = await Promise.all(Array.from({ length: 20 }, () => open(one.code, { ip: '12.51.0.1' })));
    expect(new Set(all.map(({ location }) => location)).size).toBe(1);
    expect((await statuses()).filter((status) => status === 'VALID')).toHaveLength(1);
  });

  test('is over cap when a cap is full, unless the campaign accepts leads beyond it', async () => {
    await write(sql`update campaign_month set daily_allocation = 1 where campaign_key = ${one.campaignKey}`);
    await open(one.code);
    await harness.asMigrator((tx) => makeLead(tx, { ...one, at: TEST_NOW }));
    await open(one.code);
    await write(sql`update campaign set over_delivery = 'HOLD' where campaign_key = ${one.campaignKey}`);
    await open(one.code);
    expect(await statuses()).toEqual(['VALID', 'OVER_CAP', 'VALID']);
  });

  test('is over cap when the line item reaches its hard cap', async () => {
    await harness.asMigrator((tx) => makeLead(tx, { ...one, at: TEST_NOW, clientPrice: 10_000 }));
    await open(one.code);
    await write(sql`update goal set hard_cap = true where goal_key = ${one.goalKey}`);
    await open(one.code);
    expect(await statuses()).toEqual(['VALID', 'OVER_CAP']);
  });

  test('checks blocked sources, and the country if there is a table', async () => {
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

  test('is test only for a signed-in user who works on the campaign', async () => {
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

  test('is region if nothing in the visitor’s state is targeted: by state, ZIP code, circle and exclusions', async () => {
    const other = await makePlace();
    const [texas, ohio] = ['12.1.0.1', '12.2.0.1'];
    setIpCountries(
      await readIpCountries(['12.1.0.0,12.1.255.255,US,TX', '12.2.0.0,12.2.255.255,US,OH', '12.3.0.0,12.3.255.255,US']),
    );
    const { campusKey } = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ clientKey: number }>`
        select client_key as "clientKey" from goal where goal_key = ${one.goalKey}`.execute(tx);
      return makeCampus(tx, { ownerKey: one.ownerKey, clientKey: rows[0]!.clientKey });
    });
    await write(sql`update campus set zip = '78701' where campus_key = ${campusKey}`);
    try {
      for (const geo of [
        { states: ['US-TX'] },
        { zips: ['78701'] },
        { radius: { campusKey, miles: 20 } },
        { exclude: { states: ['US-OH'], zips: [] } },
      ]) {
        const whole = {
          mode: 'INCLUDE',
          states: [],
          dmas: [],
          zips: [],
          radius: null,
          exclude: { states: [], zips: [] },
        };
        await write(sql`
          update campaign_targeting set geo = ${JSON.stringify({ ...whole, ...geo })} where campaign_key = ${one.campaignKey}`);
        const before = (await statuses()).length;
        // One in the state, one in another, one whose state the table lacks, and one that the table lacks altogether.
        for (const [place, ip] of [texas, ohio, '12.3.0.1', '9.9.9.9'].entries())
          await open(one.code, { ip, agent: `${CHROME} ${before} ${place}` });
        expect([geo, (await statuses()).slice(before)]).toEqual([geo, ['VALID', 'REGION', 'VALID', 'VALID']]);
      }
      // Without geo targeting everywhere is accepted, and another owner's campaign is not restricted.
      await open(other.code, { ip: ohio });
    } finally {
      setIpCountries(null);
    }
    expect(await statuses(other.campaignKey)).toEqual(['VALID']);
    const refused = (await clicks()).filter(({ status }) => status === 'REGION');
    expect(refused.map(({ row }) => [row['status'], row['state'], row['country'], row['sent_to']])).toEqual(
      Array.from({ length: 4 }, () => [10, 'OH', 'US', null]),
    );
    expect((await clicks())[0]!.row).toMatchObject({ state: 'TX' });
  });
});

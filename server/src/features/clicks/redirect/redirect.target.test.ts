import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TEST_NOW } from '../../../testing/app.ts';
import { LANDING } from '../../../testing/factories/clicks.ts';
import { useLinks } from '../../../testing/servers/link-visits.ts';

const { makePlace, write, open, clicks, statuses } = useLinks();

describe('no link redirects elsewhere', () => {
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

  test('whatever its parameters: only to the stored address, on one line, with its own parameters', async () => {
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

  test('a stored address with a macro in its host, or of our own links, redirects nowhere', async () => {
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

  test('an email address in a link is neither stored nor passed on', async () => {
    const place = await makePlace({}, `${LANDING}?a={s1}&b={txn}`);
    const { location } = await open(`${place.code}?s1=maria%40post.example&txn=T-1`);
    expect(location).toBe(`${LANDING}?a=&b=T-1`);
    expect(JSON.stringify(await clicks(place.campaignKey))).not.toContain('maria');
  });

  test('every macro is replaced', async () => {
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

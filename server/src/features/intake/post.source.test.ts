import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readIpCountries, setIpCountries } from '../../lib/zips/ip-countries.ts';
import { type PostPlace, usePosts } from '../../testing/factories/partner-posts.ts';

const posts = usePosts();
const { harness, makePlace, bodyOf, post, statuses, write, many, leads } = posts;
let one: PostPlace;
beforeEach(() => {
  one = posts.one();
});

describe('the origin of a lead', () => {
  const criteria = (body: object) =>
    write(sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      select owner_key, client_key, coalesce((select max(version) from client_criteria c where c.client_key = g.client_key), 0) + 1,
             ${JSON.stringify(body)}::jsonb, now()
      from goal g where goal_key = ${one.goalKey}`);

  test('many leads from one IP address in a day are marked, or refused if the client says so; call centers are exempt', async () => {
    const ipAddress = '12.200.3.4';
    await criteria({ quality: { leadsPerAddress: 2 } });
    for (let n = 0; n < 3; n += 1) await post(bodyOf({ ipAddress }));
    expect((await leads()).map((lead) => lead['flags'])).toEqual([[], [], ['VELOCITY']]);
    await criteria({ quality: { leadsPerAddress: 2, velocity: 'REJECT' } });
    expect(await post(bodyOf({ ipAddress }))).toMatchObject({ status: 'SCR', reasons: [{ code: 'VELOCITY' }] });
    // Another owner's leads do not count, nor does another address; a day later is another day.
    const other = await makePlace();
    expect(await post(bodyOf({ ipAddress }, other), other)).toMatchObject({ status: 'VAL' });
    expect(await post(bodyOf())).toMatchObject({ status: 'VAL' });
    const called = { leadSourceType: 'Call Center', agentId: 'A-1', callRecordingUrl: 'https://rec.example.org/1' };
    expect(await post(bodyOf({ ipAddress, ...called }))).toMatchObject({ status: 'VAL' });
    harness.clock.advance(24 * 3_600_000);
    expect(await post(bodyOf({ ipAddress }))).toMatchObject({ status: 'VAL' });
  });

  test('a foreign IP address is refused if there is a table of countries', async () => {
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

  test('a click of the same partner is linked to its lead; an unknown or foreign one is dropped and the lead marked', async () => {
    const other = await makePlace({ ownerKey: one.ownerKey });
    const makeClick = async ({ campaignKey, partnerKey }: PostPlace, day: string): Promise<string> => {
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
    // Assigned to the first lead that names it.
    expect(new Map(rows.map((row) => [(row as { id: string }).id, (row as { lead: number | null }).lead]))).toEqual(
      new Map([
        [mine, stored[0]?.lead_key],
        [theirs, null],
      ]),
    );
  });
});

test('concurrent posts with new sources create each source once', { tags: ['long'] }, async () => {
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

test('a new source gets its status from the owner’s policy', async () => {
  const tag = `brand-new-${posts.count()}`;
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

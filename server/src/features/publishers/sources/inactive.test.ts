import { ALL_PERMISSIONS, publisherSourceGet, type PublisherSourceRecord } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeSource } from '../../../testing/factories/factories.ts';
import { type PostPlace, usePosts } from '../../../testing/factories/partner-posts.ts';
import { markInactiveNow } from './inactive.jobs.ts';

const posts = usePosts();
const { harness, bodyOf, post, write } = posts;
let one: PostPlace;
beforeEach(() => {
  one = posts.one();
});

const madeOn = async (day: string) => {
  const source = await harness.asMigrator((tx) => makeSource(tx, one.partnerKey));
  await write(sql`update publisher_source set created_at = ${day} where publisher_source_key = ${source.sourceKey}`);
  return source;
};
const statusOf = async (sourceKey: number): Promise<string> => {
  const { rows } = await write(sql`select status from publisher_source where publisher_source_key = ${sourceKey}`);
  return (rows[0] as { status: string }).status;
};
const policy = (unknown: string) =>
  write(sql`update owner set unknown_sources = ${unknown} where owner_key = ${one.ownerKey}`);

test('an approved source becomes inactive after 180 days without a lead or a click, not a day earlier', async () => {
  const silent = await madeOn('2025-01-01');
  const posted = await madeOn('2025-01-01');
  const clicked = await madeOn('2025-01-01');
  const young = await madeOn('2026-01-01');
  await post(bodyOf({ publisherSource: posted.sourceTag }));
  await write(sql`
    insert into click (owner_key, clicked_date, click_id, clicked_at, campaign_key, partner_key, publisher_source_key, status, device)
    values (${one.ownerKey}, '2026-03-01', gen_random_uuid(), '2026-03-01T12:00:00Z', ${one.campaignKey}, ${one.partnerKey},
            ${clicked.sourceKey}, 0, 'mobile')`);
  await markInactiveNow(harness);
  const all = [silent, posted, clicked, young];
  const statuses = () => Promise.all(all.map(({ sourceKey }) => statusOf(sourceKey)));
  expect(await statuses()).toEqual(['INACTIVE', 'APPROVED', 'APPROVED', 'APPROVED']);
  const { rows } = await write(sql`select created_at as at from lead where publisher_source_key = ${posted.sourceKey}`);
  const last = (rows[0] as { at: Date }).at.getTime();
  harness.clock.set(new Date(last + 180 * 86_400_000));
  await markInactiveNow(harness);
  expect(await statusOf(posted.sourceKey)).toBe('APPROVED');
  harness.clock.set(new Date(last + 180 * 86_400_000 + 1));
  await markInactiveNow(harness);
  expect(await statuses()).toEqual(['INACTIVE', 'INACTIVE', 'INACTIVE', 'INACTIVE']);
  const agency = await harness.signedIn('ag', { owner: one.ownerKey, permissions: ALL_PERMISSIONS });
  const { body } = await harness.call(publisherSourceGet, agency, { params: { key: silent.sourceKey } });
  expect((body.data as PublisherSourceRecord).history).toMatchObject([
    { by: null, fields: [{ label: 'Status', before: 'Approved', after: 'Inactive' }] },
  ]);
});

test('a returning source gets the status of the owner’s policy for unknown ones', async () => {
  const { sourceKey, sourceTag } = await madeOn('2025-01-01');
  await markInactiveNow(harness);
  const lead = () => post(bodyOf({ publisherSource: sourceTag }));
  await policy('REJECT');
  expect(await lead()).toMatchObject({ status: 'CLS', reasons: [{ code: 'SOURCE_BLOCKED' }] });
  expect(await statusOf(sourceKey)).toBe('INACTIVE');
  await policy('AUTO_CREATE_HOLD');
  expect(await lead()).toMatchObject({ status: 'HLD' });
  expect(await statusOf(sourceKey)).toBe('PENDING');
  await write(sql`update publisher_source set status = 'INACTIVE' where publisher_source_key = ${sourceKey}`);
  await policy('AUTO_CREATE_ACCEPT');
  expect(await lead()).toMatchObject({ status: 'VAL' });
  expect(await statusOf(sourceKey)).toBe('APPROVED');
  const { rows } = await write(
    sql`select count(*)::int as n from publisher_source where partner_key = ${one.partnerKey}`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});

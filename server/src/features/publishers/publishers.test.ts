import { publisherSearch, type PublisherSourceRow } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makePartner } from '../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS = { permissions: ['publishers:View'] } as const;
let partners: [number, number];
let agency: SignedIn;
let partner: SignedIn;

beforeAll(async () => {
  partners = await harness.asMigrator(async (tx) => {
    const [one, two] = [await makePartner(tx), await makePartner(tx)];
    await sql`
      insert into publisher (partner_key, name, domain, traffic_types)
      values (${one}, 'College Finder', 'finder.example', '{Email,Native}'), (${two}, 'Degree Search', null, '{Paid search}')
    `.execute(tx);
    await sql`
      insert into publisher_source (partner_key, publisher_key, source_tag, display_name, status, first_seen)
      select p.partner_key, p.publisher_key, t.tag, t.tag || ' by name', t.status, t.seen::date
      from publisher p join (values ('College Finder', 'cf_mail', 'APPROVED', '2026-01-05'), ('College Finder', 'CF_native', 'BLOCKED', null),
                                    ('Degree Search', 'ds_1', 'APPROVED', '2026-03-01')) t (publisher, tag, status, seen) on t.publisher = p.name
    `.execute(tx);
    return [one, two];
  });
  agency = await harness.signedIn('ag', RIGHTS);
  partner = await harness.signedIn('mp', { ...RIGHTS, partnerKey: partners[0] });
});

const tagsFor = async (as: SignedIn, filters: object = {}): Promise<string[]> => {
  const { status, body } = await harness.call(publisherSearch, as, { body: filters });
  expect(status).toBe(200);
  return (body.data as { rows: PublisherSourceRow[] }).rows.map(({ sourceTag }) => sourceTag);
};

test('the agency sees every partner’s sources, a partner its own', async () => {
  expect(await tagsFor(agency)).toEqual(['cf_mail', 'CF_native', 'ds_1']);
  expect(await tagsFor(partner)).toEqual(['cf_mail', 'CF_native']);
  expect(await tagsFor(partner, { aggregator: [partners[1]] })).toEqual([]);
});

test.each([
  [{ term: 'finder mail' }, ['cf_mail']],
  [{ status: ['BLOCKED'] }, ['CF_native']],
  [{ trafficType: 'Paid search' }, ['ds_1']],
  [{ firstSeen: { from: '2026-02-01' } }, ['ds_1']],
  [{ sort: '-firstSeen' }, ['ds_1', 'cf_mail', 'CF_native']],
  [{ sort: 'publisherName', status: ['APPROVED'] }, ['cf_mail', 'ds_1']],
])('the query %o', async (filters, expected) => {
  expect(await tagsFor(agency, filters)).toEqual(expected);
});

test('a partner cannot sort by the partner column', async () => {
  const { status } = await harness.call(publisherSearch, partner, { body: { sort: 'aggregatorName' } });
  expect(status).toBe(400);
});

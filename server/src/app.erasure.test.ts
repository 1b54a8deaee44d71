import { privacyFind, type PrivacyFound, milestoneImport } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from './db/facts/facts.ts';
import { blindIndex, normaliseEmail, normaliseNameZip, normalisePhone } from './lib/secrets/seal.ts';
import { type SignedIn, TEST_SECRET } from './testing/app.ts';
import { sendSheet } from './testing/factories/lead-desk.ts';
import { type LifePlace, PERSON, useLeadLife, WORDS } from './testing/factories/lead-life.ts';
import { dumpTables, openWhole, placesOf } from './testing/whole-dump.ts';

const life = useLeadLife();
const { harness, logged, write, read, erase, live, webhook, ok, startExport, writeExports } = life;
let mine: LifePlace;
let foreign: LifePlace;
let desk: SignedIn;
beforeEach(async () => {
  [mine, foreign, desk] = [life.mine(), life.foreign(), life.desk()];
  // Remove leftovers of the previous test, including unsent messages: their answers would name the person again.
  for (const place of [mine, foreign]) await erase(place);
  for (const table of ['lead_export', 'privacy_request', 'lead_postback'])
    await write(sql`delete from ${sql.table(table)}`);
});

let facts: Facts;
beforeAll(() => {
  facts = openFacts(harness.ownerUrl);
});
afterAll(() => facts.close());

const hashesOf = ({ ownerKey }: LifePlace): string[] => [
  blindIndex(TEST_SECRET, ownerKey, 'email', normaliseEmail(PERSON.email)).toString('hex'),
  blindIndex(TEST_SECRET, ownerKey, 'phone', normalisePhone(PERSON.phone)).toString('hex'),
  blindIndex(TEST_SECRET, ownerKey, 'nameZip', normaliseNameZip(PERSON.firstName, PERSON.lastName, '60601')).toString(
    'hex',
  ),
];

const countLeads = async ({ ownerKey }: LifePlace): Promise<number> => {
  const body = { email: PERSON.email, phone: PERSON.phone };
  const { body: answer } = await harness.call(privacyFind, desk, { params: { owner: ownerKey }, body });
  return (answer.data as PrivacyFound).leads.length;
};
/** All figures and bills, and all fields of the lead except its ZIP code. */
const figures = async () => {
  await facts.fold();
  await facts.foldAttributes();
  return harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select jsonb_agg(to_jsonb(l) - 'zip' order by lead_key) from lead l) as leads,
             (select jsonb_agg(to_jsonb(c) order by c.*) from cap_count c) as caps,
             (select jsonb_agg(to_jsonb(d) order by d.*) from campaign_day d) as days,
             (select jsonb_agg(to_jsonb(m) order by m.*) from attribute_month m) as attributes,
             (select jsonb_agg(jsonb_build_array(m.lead_key, m.code, m.happened_on, m.voided_at) order by milestone_key) from lead_milestone m) as milestones,
             (select jsonb_agg(jsonb_build_array(r.lead_key, r.reason, r.decision) order by return_key) from lead_return r) as returns,
             (select jsonb_agg(jsonb_build_array(d.lead_key, d.attempt, d.outcome, d.at) order by lead_key, attempt) from lead_delivery d) as tries,
             (select jsonb_agg(jsonb_build_array(k.click_key, k.status, k.lead_key) order by click_key) from click k) as clicks
    `.execute(tx);
    return rows[0];
  });
};

describe('an erased person', () => {
  test('is in no table, file or log line afterwards, and every figure is unchanged', async () => {
    await webhook();
    const { leadKey } = await live(mine);
    ok(await startExport());
    await writeExports();
    await startExport({ startDate: '2026-01-01', endDate: '2026-01-31' });
    await writeExports();

    // Proves that the scan finds existing values.
    const before = await dumpTables(harness);
    expect(placesOf(await openWhole(harness), WORDS).toSorted()).toEqual([
      'bulk_import',
      'bulk_import_row',
      'lead_export_part',
      'lead_person',
      'milestone_unmatched',
    ]);
    expect(placesOf(before, WORDS)).toEqual(
      expect.arrayContaining(['bulk_import_row', 'lead_note', 'lead_return', 'lead_return_comment', 'webhook_try']),
    );
    expect(placesOf(before, hashesOf(mine))).toEqual(
      expect.arrayContaining(['bulk_import_row', 'delivery_task', 'lead_dedup', 'milestone_unmatched']),
    );
    const counted = await figures();

    const { body } = await erase();
    expect(body.data).toEqual({ leads: 1 });
    const after = await dumpTables(harness);
    expect(placesOf(after, WORDS)).toEqual([]);
    expect(placesOf(await openWhole(harness), WORDS)).toEqual([]);
    // Only the request is kept, so that it can be repeated, and only by the hashes it was made with.
    expect(placesOf(after, hashesOf(mine))).toEqual(['privacy_request']);
    expect(await figures()).toEqual(counted);
    // The proof of consent is kept, without IP address and browser.
    expect(placesOf(after, [PERSON.jornayaLeadId])).toEqual(['lead_consent_202603']);
    expect(await read(sql`select ip, user_agent from lead_consent where lead_key = ${leadKey}`)).toEqual([
      { ip: null, user_agent: null },
    ]);
    // A file of other days does not contain the person.
    expect(await read(sql`select question ->> 'startDate' as from from lead_export`)).toEqual([{ from: '2026-01-01' }]);
    expect(logged.join('').length).toBeGreaterThan(1000);
    expect(placesOf(new Map([['the log', logged.join('')]]), WORDS)).toEqual([]);
  });

  test('remains at another owner with all data', { tags: ['long'] }, async () => {
    const { leadKey } = await live(foreign);
    await live(mine);
    const readData = async () => {
      const dump = await openWhole(harness);
      return { found: await countLeads(foreign), people: placesOf(dump, WORDS).toSorted() };
    };
    expect((await readData()).found).toBe(1);
    await erase();
    expect(await countLeads(mine)).toBe(0);
    expect(await readData()).toEqual({
      found: 1,
      people: ['bulk_import', 'bulk_import_row', 'lead_person', 'milestone_unmatched'],
    });
    expect(await read(sql`select note from lead_note where lead_key = ${leadKey}`)).toEqual([
      { note: 'Wilhelmina called' },
    ]);
  });

  test('is not restored by a file that contains the person and is applied later', async () => {
    const line = `,${PERSON.email},3127654321,CONTACT,2026-03-10,`;
    const file = [
      'Lead Id,Email,Phone,Milestone,Date,Void Reason',
      line,
      ',ann@other.net,3127650000,CONTACT,2026-03-10,',
    ];
    const { data } = await sendSheet(harness, desk, milestoneImport, mine.ownerKey, file);
    expect(data.counts).toMatchObject({ new: 2, error: 0 });
    await erase();
    const rows = await read(sql`
      select r.state, r.cells, r.errors -> 0 ->> 'message' as message, i.counts, i.file is null as "isGone"
      from bulk_import i join bulk_import_row r using (owner_key, import_key)
      where i.import_key = ${data.importKey} order by r.row`);
    expect(rows).toMatchObject([
      {
        state: 'error',
        cells: {},
        message: 'The person was erased.',
        counts: { new: 1, error: 1, total: 2 },
        isGone: true,
      },
      { state: 'new' },
    ]);
  });
});

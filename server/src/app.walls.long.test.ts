import { ALL_PERMISSIONS } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from './testing/app.ts';
import {
  callAbout,
  callsWithMarks,
  changingCallsOfPartners,
  type Keys,
  paramsOf,
  type Question,
  readingCallsOfOthers,
} from './testing/calls/marked-answers.ts';
import { makeOwnedRecords } from './testing/calls/owned-records.ts';
import { makeCampaign, makeLead, makePartner, makeSource, makeUser } from './testing/factories/factories.ts';
import { makeMonths } from './testing/factories/posting.ts';

/**
 * The second wall: row-level security is switched off, and still no answer to a media partner contains anything of another partner of the same
 * owners. Campaigns, leads, returns, sources, orders, remarks and statements of that partner carry marks.
 */
const harness = useApp();
const MARK = 'Undisclosed';
const PRICE = '1731.39';
const MARKS = [MARK.toLowerCase(), PRICE];
const calls = await readingCallsOfOthers();

interface Place {
  keys: Keys;
  rivalCampaign: number;
  params: Question['params'];
  /** Keys of the rival's records by the name of a body's field. */
  fields: Readonly<Record<string, number | string>>;
}
const places: Place[] = [];
let partners: { rival: number; viewer: number };

const plant = async (rival: number, viewer: number): Promise<Place> => {
  const { userKey } = await harness.asMigrator((tx) => makeUser(tx, { group: 'mp', partnerKey: rival }));
  return harness.asMigrator(async (tx) => {
    const keys = await makeOwnedRecords(tx, viewer);
    const { owner: ownerKey, goal: goalKey, client: clientKey } = keys;
    const name = `${MARK} ${ownerKey}`;
    const parts = { ownerKey, goalKey, partnerKey: rival, name, code: name.replaceAll(' ', '-') };
    const { campaignKey } = await makeCampaign(tx, parts);
    const source = await makeSource(tx, rival);
    await sql`update publisher_source set display_name = ${MARK} where publisher_source_key = ${source.sourceKey}`.execute(
      tx,
    );
    await sql`
      update campaign_price set media_desktop = ${PRICE}::numeric where campaign_key = ${campaignKey}`.execute(tx);
    const lead = { ownerKey, campaignKey, partnerKey: rival, day: '2026-03-03', mediaPrice: Number(PRICE) };
    const leadKey = await makeLead(tx, lead);
    const marked = `${MARK}-${ownerKey}`;
    await sql`
      update lead set public_id = ${marked}, transaction_id = ${marked}, publisher_source_key = ${source.sourceKey},
                      sub_source = ${MARK} where lead_key = ${leadKey}`.execute(tx);
    await makeLead(tx, { ownerKey, campaignKey: keys.campaign, partnerKey: viewer, day: '2026-03-03' });
    const inserted = await sql<{ returnKey: number; ioKey: number; statementKey: number }>`
      with returned as (
        insert into lead_return (owner_key, captured_date, lead_key, partner_key, reason, comment, requested_by, requested_at)
        values (${ownerKey}, '2026-03-03', ${leadKey}, ${rival}, 'OTHER', ${MARK}, ${userKey}, ${TEST_NOW}) returning return_key),
      ordered as (
        insert into insertion_order (owner_key, partner_key, client_key, month, message, status, number, sent_at)
        values (${ownerKey}, ${rival}, ${clientKey}, '2026-04-01', ${MARK}, 'SENT', ${marked}, ${TEST_NOW}) returning io_key),
      remarked as (
        insert into billing_remark (owner_key, month, campaign_key, partner_key, side, kind, comment, is_agency, written_by, at)
        values (${ownerKey}, '2026-03-01', ${campaignKey}, ${rival}, 'media', 'DISPUTED', ${MARK}, false, ${userKey}, ${TEST_NOW})),
      stated as (
        insert into billing_statement (owner_key, side, partner_key, month, closing, year, place, number, issued_on, due_on, issued_at,
          owner_name, agency_name, party_name, party_code, amount, tax_label, tax_rate, tax_amount, total)
        values (${ownerKey}, 'media', ${rival}, '2026-02-01', 1, 2026, 1, ${marked}, '2026-03-01', '2026-03-31', ${TEST_NOW},
          'Owner', 'Agency', ${MARK}, 'P', ${PRICE}::numeric, '', 0, 0, ${PRICE}::numeric) returning statement_key)
      select return_key::int as "returnKey", io_key as "ioKey", statement_key::int as "statementKey"
      from returned, ordered, stated`.execute(tx);
    const { returnKey, ioKey, statementKey } = inserted.rows[0]!;
    return {
      keys,
      rivalCampaign: campaignKey,
      fields: {
        leadKey,
        leadCaptureKey: leadKey,
        leadId: marked,
        lead: marked,
        ioKey,
        returnKey,
        statementKey,
        partnerKey: rival,
        publisherSourceKey: source.sourceKey,
        month: '2026-03-01',
      },
      params: [
        ...paramsOf(['campaignKey', 'key'], [campaignKey]),
        ...paramsOf(['aggregatorKey', 'partnerKey'], [rival]),
        ...paramsOf(['leadKey', 'leadCaptureKey'], [leadKey]),
        ...paramsOf(['sourceKey', 'publisherSourceKey'], [source.sourceKey]),
        { ioKey },
        { returnKey },
        { statementKey },
        { searchType: 'lead', keyCode: leadKey },
        { searchType: 'leadid', keyCode: marked },
        { keyword: MARK },
      ],
    };
  });
};

const switchOffRowSecurity = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity`.execute(tx);
    expect(rows.length).toBeGreaterThan(100);
    for (const { name } of rows) await sql.raw(`alter table ${name} disable row level security`).execute(tx);
  });

beforeAll(async () => {
  await harness.asMigrator((tx) => makeMonths(tx, '2026-03-01', '2026-04-01'));
  partners = await harness.asMigrator(async (tx) => ({ rival: await makePartner(tx), viewer: await makePartner(tx) }));
  for (let count = 0; count < 2; count += 1) places.push(await plant(partners.rival, partners.viewer));
  await switchOffRowSecurity();
});

const viewedBy = async (partnerKey: number): Promise<string[]> => {
  const ids = new Set<string>();
  for (const { keys, rivalCampaign, params } of places) {
    const as: SignedIn = await harness.signedIn('mp', {
      owners: places.map((place) => place.keys.owner),
      permissions: ALL_PERMISSIONS,
      partnerKey,
    });
    const instead = [{ campaign: rivalCampaign }];
    const narrowed = { query: MARK, q: MARK, keyword: MARK, search: MARK };
    for (const id of await callsWithMarks(harness, calls, as, { keys, instead, params, narrowed }, MARKS)) ids.add(id);
  }
  return [...ids].toSorted();
};

/** Rows of the rival in every table that names a media partner or a campaign. */
const rowsOfRival = () =>
  harness.asMigrator(async (tx) => {
    const { rows: columns } = await sql<{ tableName: string; column: string }>`
      select c.table_name as "tableName", c.column_name as "column" from information_schema.columns c
      join pg_class t on t.oid = c.table_name::regclass and t.relkind in ('r', 'p') and not t.relispartition
      where c.table_schema = 'public' and c.column_name in ('partner_key', 'campaign_key') order by 1, 2`.execute(tx);
    const rivals = places.map(({ rivalCampaign }) => rivalCampaign);
    const rows: Record<string, unknown> = {};
    for (const { tableName, column } of columns) {
      const keys = column === 'partner_key' ? [partners.rival] : rivals;
      const { rows: stored } = await sql<{ row: unknown }>`
        select to_jsonb(t) as row from ${sql.table(tableName)} t where t.${sql.ref(column)} = any (${keys}::int[])
        order by to_jsonb(t)::text`.execute(tx);
      rows[`${tableName}.${column}`] = stored.map(({ row }) => row);
    }
    return rows;
  });

test('the partner itself is shown its records', async () => {
  const ids = await viewedBy(partners.rival);
  expect(ids).toEqual(expect.arrayContaining(['campaignGet', 'campaignList', 'ioGet', 'leadDetails']));
  expect(ids.length).toBeGreaterThan(15);
});

test('with row-level security off, no answer contains anything of another media partner', async () => {
  expect(await viewedBy(partners.viewer)).toEqual([]);
});

test('with row-level security off, no call changes anything of another media partner, or tells its state', async () => {
  const before = await rowsOfRival();
  expect(Object.values(before).flat().length).toBeGreaterThan(20);
  const changing = await changingCallsOfPartners();
  const conflicts: string[] = [];
  for (const { keys, rivalCampaign, params, fields } of places) {
    const as = await harness.signedIn('mp', {
      owners: places.map((place) => place.keys.owner),
      permissions: ALL_PERMISSIONS,
      partnerKey: partners.viewer,
    });
    const question = {
      keys: { ...keys, campaign: rivalCampaign },
      instead: [],
      params,
      narrowed: {},
      fields: { ...fields, campaignKey: rivalCampaign },
    };
    await callAbout(harness, changing, as, question, ({ id }, { status }) => {
      if (status === 409) conflicts.push(id);
    });
  }
  expect(conflicts).toEqual([]);
  expect(await rowsOfRival()).toEqual(before);
});

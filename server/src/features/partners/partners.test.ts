import {
  auditHistory,
  type AuditLine,
  type MediaPartner,
  ownerPartnerList,
  type Partner,
  type PartnerContact,
  partnerEmailList,
  partnerEmailSave,
  partnerGet,
  partnerList,
  type PartnerOverview,
  partnerSave,
  partnerValueMapList,
  partnerValueMapSave,
  type Permission,
  type ValueMap,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeCampaign, makeCampus, makeLead, makePartner } from '../../testing/factories/factories.ts';
import { A_CONTACT, A_PARTNER } from '../../testing/writes/partner-writes.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['partners:View', 'partners:Create', 'partners:Update'];
let mine: { ownerKey: number; campaignKey: number; partnerKey: number };
let foreign: { ownerKey: number; campaignKey: number; partnerKey: number };
let clientKey: number;
let agency: SignedIn;

const clientOf = async ({ campaignKey }: { campaignKey: number }): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`
      select g.client_key as key from campaign c join goal g using (owner_key, goal_key)
      where c.campaign_key = ${campaignKey}`.execute(tx),
  );
  return rows[0]!.key;
};

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    mine = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
    foreign = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
  });
  clientKey = await clientOf(mine);
  for (const [of, key] of [
    [mine, clientKey],
    [foreign, await clientOf(foreign)],
  ] as const)
    await harness.asMigrator((tx) =>
      sql`insert into partner_client (owner_key, partner_key, client_key, since)
          values (${of.ownerKey}, ${of.partnerKey}, ${key}, '2026-01-01')`.execute(tx),
    );
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: RIGHTS });
});

let count = 0;
const aPartner = () => {
  count += 1;
  return { ...A_PARTNER, mediaPartnerName: `Bright ${count}`, mediaPartnerCode: `BRIGHT_${count}` };
};
const save = (form: object, as = agency) => harness.call(partnerSave, as, { body: form as never });
const saved = async (form: object): Promise<Partner> => (await save(form)).body.data as Partner;
const errorsOf = ({ body }: { body: { errors?: unknown[] } }) =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);

test('a partner is added and changed; name and code are unique, ignoring case', async () => {
  const first = await saved({ ...aPartner(), mediaPartnerCode: ' quiet_1 ' });
  expect(first).toMatchObject({ mediaPartnerCode: 'QUIET_1', paymentTerms: 'Net 30', codeFixed: null, rowVersion: 1 });
  const key = { mediaPartnerKey: first.mediaPartnerKey, rowVersion: 1 };
  const again = await save({
    ...aPartner(),
    mediaPartnerName: first.mediaPartnerName.toUpperCase(),
    mediaPartnerCode: 'quiet_1',
  });
  expect([again.status, errorsOf(again)]).toEqual([422, ['mediaPartnerName duplicate', 'mediaPartnerCode duplicate']]);
  const changed = await saved({ ...aPartner(), ...key, mediaPartnerCode: 'QUIET_2', activeFlag: false });
  expect(changed).toMatchObject({ mediaPartnerCode: 'QUIET_2', activeFlag: false, rowVersion: 2 });
  const stale = await save({ ...aPartner(), ...key });
  expect([stale.status, stale.body.code]).toEqual([409, 'STALE_ROW']);
  expect(JSON.stringify(stale.body.errors)).toContain('QUIET_2');
  const { body } = await harness.call(partnerGet, agency, { params: { key: first.mediaPartnerKey } });
  expect(body.data).toEqual(changed);
});

test.each([
  [{ mediaPartnerName: 'A' }, 'mediaPartnerName'],
  [{ mediaPartnerName: 'Two\r\nlines' }, 'mediaPartnerName'],
  [{ mediaPartnerCode: 'with space' }, 'mediaPartnerCode'],
  [{ mediaPartnerCode: 'X' }, 'mediaPartnerCode'],
  [{ affiliateKey: ' ' }, 'affiliateKey'],
  [{ productTypes: [] }, 'productTypes'],
])('%j is refused at its field, and nothing is saved', async (over, field) => {
  const answer = await save({ ...aPartner(), ...over });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect((answer.body.errors as { field: string }[]).map((error) => error.field.split('.').at(-1))).toContain(field);
});

test('a code used by campaigns cannot be changed', async () => {
  const { body } = await harness.call(partnerGet, agency, { params: { key: mine.partnerKey } });
  const partner = body.data as Partner;
  expect(partner.codeFixed).toContain('can no longer be changed');
  const form = { ...A_PARTNER, mediaPartnerKey: mine.partnerKey, rowVersion: partner.rowVersion };
  const answer = await save({ ...form, mediaPartnerName: partner.mediaPartnerName, mediaPartnerCode: 'OTHER' });
  expect(errorsOf(answer)).toEqual(['mediaPartnerCode fixed']);
});

test('adding and changing need different rights; clients and partners have neither', async () => {
  const creator = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['partners:Create'] });
  const { mediaPartnerKey } = (await save(aPartner(), creator)).body.data as Partner;
  expect((await save({ ...aPartner(), mediaPartnerKey, rowVersion: 1 }, creator)).status).toBe(403);
  const updater = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['partners:Update'] });
  expect((await save(aPartner(), updater)).status).toBe(403);
  for (const group of ['mp', 'cl'] as const) {
    const other = await harness.signedIn(group, {
      owners: [mine.ownerKey],
      permissions: RIGHTS,
      ...(group === 'mp' && { partnerKey: mine.partnerKey }),
    });
    expect((await save(aPartner(), other)).status).toBe(403);
    const read = await harness.call(partnerEmailList, other, { params: { key: mine.partnerKey }, group: 'ag' });
    expect(read.status).toBe(403);
  }
});

test('users see the partners of their own owners, a media partner sees itself', async () => {
  const names = async (as: SignedIn) =>
    ((await harness.call(partnerList, as)).body.data as MediaPartner[]).map((partner) => partner.mediaPartnerKey);
  expect(await names(agency)).toEqual([mine.partnerKey]);
  const client = await harness.signedIn('cl', { owners: [mine.ownerKey], permissions: [] });
  expect(await names(client)).toEqual([mine.partnerKey]);
  const partner = await harness.signedIn('mp', {
    owners: [mine.ownerKey, foreign.ownerKey],
    partnerKey: foreign.partnerKey,
    permissions: [],
  });
  expect(await names(partner)).toEqual([foreign.partnerKey]);
});

test('what a partner does for an owner is counted from that owner’s campaigns only', async () => {
  await harness.asMigrator(async (tx) => {
    for (const [of, day] of [
      [mine, '2026-03-03'],
      [mine, '2026-03-09'],
      [foreign, '2026-03-03'],
      [mine, '2026-01-05'],
    ] as const)
      await makeLead(tx, { ...of, day });
    await sql`
      insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, user_defined_monthly_allocation)
      values (${mine.ownerKey}, ${mine.campaignKey}, '2026-04-01', 50, 70)
    `.execute(tx);
  });
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
  const overview = async (days: string, ownerKey = mine.ownerKey, as = agency) =>
    (await harness.call(ownerPartnerList, as, { params: { owner: ownerKey }, query: { days } })).body.data as {
      rows: PartnerOverview[];
      from: string;
      to: string;
      nextMonth: string;
    };
  const { rows, ...about } = await overview('30');
  expect(about).toEqual({ from: '2026-02-08', to: '2026-03-09', nextMonth: '2026-04-01' });
  const row = (key: number) => rows.find(({ mediaPartnerKey }) => mediaPartnerKey === key);
  expect(row(mine.partnerKey)).toMatchObject({
    activeClients: 1,
    validLeads: 2,
    validRate: 100,
    nextMonthAllocation: 70,
  });
  expect(row(foreign.partnerKey)).toMatchObject({ activeClients: 0, validLeads: 0, nextMonthAllocation: null });
  expect((await overview('7')).rows.find(({ mediaPartnerKey }) => mediaPartnerKey === mine.partnerKey)).toMatchObject({
    validLeads: 2,
  });
  const strange = await harness.call(ownerPartnerList, agency, { params: { owner: foreign.ownerKey } });
  expect(strange.status).toBe(404);
});

test('contacts are added and changed one by one; addresses are unique, and the last editor is shown', async () => {
  const { mediaPartnerKey: key } = await saved(aPartner());
  const saveContacts = (contacts: object[], as = agency) =>
    harness.call(partnerEmailSave, as, { params: { key }, body: { contacts: contacts as never } });
  const [first] = (await saveContacts([A_CONTACT])).body.data as PartnerContact[];
  expect(first).toMatchObject({ email: 'team@bright.example', notifications: ['COMPLIANCE'], rowVersion: 1 });
  const twice = await saveContacts([{ ...A_CONTACT, email: 'TEAM@bright.example' }]);
  expect(errorsOf(twice)).toEqual(['contacts.0.email duplicate']);
  const { data } = (await saveContacts([{ ...first, active: false }])).body;
  expect(data).toMatchObject([{ active: false, rowVersion: 2 }]);
  const stale = await saveContacts([{ ...first, name: 'Nobody' }]);
  expect([stale.status, errorsOf(stale)]).toEqual([409, ['contacts.0 conflict']]);
  for (const wrong of [{ email: 'a@b.example\r\nBcc: c@d.example' }, { name: 'A\nB' }, { notifications: ['ALL'] }])
    expect((await saveContacts([{ ...A_CONTACT, email: 'x@y.example', ...wrong }])).status).toBeGreaterThanOrEqual(400);
  // A contact of another partner is not found.
  const other = await saved(aPartner());
  const strange = await harness.call(partnerEmailSave, agency, {
    params: { key: other.mediaPartnerKey },
    body: { contacts: [{ ...first!, rowVersion: 2 }] },
  });
  expect(strange.status).toBe(404);
});

test('a value map is replaced as a whole, validated against the client’s programs, and not over another user’s save', async () => {
  const { programKeys } = await harness.asMigrator((tx) =>
    makeCampus(tx, { ownerKey: mine.ownerKey, clientKey, subjects: ['Nursing'] }),
  );
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ code: string }>`select code from program where program_key = ${programKeys[0]}`.execute(tx),
  );
  const params = { key: mine.partnerKey };
  const read = async (owner = mine.ownerKey) =>
    harness.call(partnerValueMapList, agency, {
      params,
      query: { ownerKey: String(owner), clientKey: String(clientKey) },
    });
  const { version } = (await read()).body.data as ValueMap;
  const send = (values: object[], from = version) =>
    harness.call(partnerValueMapSave, agency, {
      params,
      body: { ownerKey: mine.ownerKey, clientKey, version: from, values: values as never },
    });
  const wrong = await send([
    { field: 'programCode', partnerValue: 'RN 1', ourValue: 'NOWHERE' },
    { field: 'nothing', partnerValue: 'a', ourValue: 'b' },
    { field: 'city', partnerValue: 'NYC', ourValue: 'New York' },
    { field: 'city', partnerValue: 'nyc', ourValue: 'New York' },
    { field: 'highestEducationLevel', partnerValue: 'HS', ourValue: 'SCHOOL' },
  ]);
  expect(errorsOf(wrong)).toEqual([
    'values.0.ourValue invalid',
    'values.1.field unknown',
    'values.3.partnerValue duplicate',
    'values.4.ourValue invalid',
  ]);
  const values = [
    { field: 'city', partnerValue: 'NYC', ourValue: 'New York' },
    { field: 'programCode', partnerValue: 'RN 1', ourValue: rows[0]!.code },
  ];
  const first = (await send(values)).body.data as ValueMap;
  expect(first.values).toEqual(values);
  expect((await send([])).status).toBe(409);
  expect((await read()).body.data).toEqual(first);
  expect(((await send([], first.version)).body.data as ValueMap).values).toEqual([]);
  expect((await read(foreign.ownerKey)).status).toBe(404);
});

test('the history shows who changed what, for this owner and the partner itself', async () => {
  const { mediaPartnerKey: key, ...partner } = await saved(aPartner());
  await save({ ...aPartner(), mediaPartnerKey: key, rowVersion: partner.rowVersion, paymentTerms: 'Net 45' });
  await harness.call(partnerEmailSave, agency, { params: { key }, body: { contacts: [A_CONTACT] } });
  const { body } = await harness.call(auditHistory, agency, { params: { entity: 'media_partner', key }, query: {} });
  const { lines } = body.data as { lines: AuditLine[] };
  expect(lines.map(({ action }) => action)).toEqual(['Contact added', 'Partner changed', 'Partner added']);
  expect(lines[1]?.changes).toContainEqual({ field: 'Payment terms', before: 'Net 30', after: 'Net 45' });
  expect(lines[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'Contact', before: null, after: 'A•••' },
      { field: 'Email', before: null, after: 't•••@b•••.example' },
      { field: 'Mails', before: null, after: 'Compliance' },
    ]),
  );
  expect(lines[0]?.who).toBe('Test User');
});

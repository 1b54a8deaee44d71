import {
  type AnyCall,
  fillPath,
  LEAD_EXPORT,
  leadExportCancel,
  leadExportCount,
  leadExportStart,
  leadsExport,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { clientOf, makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner, makeSource } from '../../../testing/factories/factories.ts';

const harness = useApp();
const EXPORT: Permission[] = ['leadanalyzer:Export'];
const CLIENT_PRICE = '71.25';
const MEDIA_PRICE = '43.75';
const PERSON = {
  firstName: 'Quintina',
  lastName: 'Vanderbrook',
  email: 'quintina.v@post.example',
  phone: '6145550173',
  addressLine1: '12 Elm Street',
  city: 'Dayton',
};
const SECRETS = ['Quintina', 'Vanderbrook', 'quintina.v', '6145550173', 'Elm Street'];

let owner: number;
let other: number;
let partners: [number, number];
let clients: [number, number];

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    const mine = await makeCampaign(tx, { partnerKey: first });
    const rival = await makeCampaign(tx, { ownerKey: mine.ownerKey, partnerKey: second });
    const foreign = await makeCampaign(tx, { partnerKey: first });
    [owner, other] = [mine.ownerKey, foreign.ownerKey];
    partners = [first, second];
    clients = [await clientOf(tx, owner, mine.campaignKey), await clientOf(tx, owner, rival.campaignKey)];
    const { sourceKey } = await makeSource(tx, first);
    const make = (campaignKey: number, at: string, id: string, status: string, ownerKey = owner) =>
      makeValidLead(tx, { ownerKey, campaignKey, at: new Date(at), status, person: PERSON }).then(({ leadKey }) =>
        sql`update lead set public_id = ${id}, client_price = ${CLIENT_PRICE}, media_price = ${MEDIA_PRICE},
              partner_key = (select partner_key from campaign where campaign_key = ${campaignKey})
            where lead_key = ${leadKey}`.execute(tx),
      );
    await make(mine.campaignKey, '2026-03-09T12:00:00Z', 'L-MINE', 'DLV');
    await make(rival.campaignKey, '2026-03-08T12:00:00Z', 'L-RIVAL', 'DLV');
    await make(mine.campaignKey, '2026-02-20T12:00:00Z', 'L-FEBRUARY', 'DUP');
    // The evening of January's last day in the owner's zone, which is February in UTC.
    await make(mine.campaignKey, '2026-02-01T03:30:00Z', 'L-EVENING', 'VAL');
    await make(foreign.campaignKey, '2026-03-09T12:00:00Z', 'L-FOREIGN', 'DLV', other);
    await sql`
      update lead set transaction_id = '=cmd|x', publisher_source_key = ${sourceKey}, crm_reference = '+CRM-9', application_on = captured_date,
                      delivered_at = created_at where public_id = 'L-MINE'`.execute(tx);
    await sql`update lead set status_reasons = '{DUP_PHONE}' where public_id = 'L-FEBRUARY'`.execute(tx);
  });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await write(sql`delete from rate_limit`);
});

const agency = (...more: Permission[]) =>
  harness.signedIn('ag', { owners: [owner, other], permissions: [...EXPORT, ...more] });
const client = () => harness.signedIn('cl', { owners: [owner], permissions: EXPORT });
const partner = (partnerKey: number) =>
  harness.signedIn('mp', { owners: [owner, other], permissions: EXPORT, partnerKey });

const RANGE = { startDate: '2026-01-01', endDate: '2026-03-31', format: 'csv' as const };
const send = (call: AnyCall, as: SignedIn, body: object) =>
  harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(call.path, {}, as.group)}`,
    headers: as.headers,
    payload: body,
  });

/** The rows of the file by heading; no cell here contains a comma or a quote. */
const fileOf = async (as: SignedIn, body: object = {}) => {
  const { statusCode, payload, headers } = await send(leadsExport, as, { ownerKey: owner, ...RANGE, ...body });
  expect(statusCode).toBe(200);
  const [head = '', ...lines] = payload
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const names = head.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])),
  );
  return { names, rows, payload, fileName: String(headers['content-disposition']) };
};
const idsOf = async (as: SignedIn, body: object = {}) => (await fileOf(as, body)).rows.map((row) => row['Lead ID']);
const recordOf = async (action: string) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ after: Record<string, unknown>; outcome: string; userKey: number }>`
      select after, outcome, user_key as "userKey" from audit_log where action = ${action} order by audit_key desc limit 1
    `.execute(tx),
  );
  return rows[0];
};

test('the leads of one owner by day across months, in the owner’s days and times', async () => {
  const as = await agency();
  const { rows, fileName } = await fileOf(as);
  expect(rows.map((row) => row['Lead ID'])).toEqual(['L-EVENING', 'L-FEBRUARY', 'L-RIVAL', 'L-MINE']);
  expect(rows[0]!['Received (America/Chicago)']).toBe('2026-01-31 21:30:00');
  expect(await idsOf(as, { startDate: '2026-01-31', endDate: '2026-01-31' })).toEqual(['L-EVENING']);
  expect(await idsOf(as, { startDate: '2026-02-01' })).toEqual(['L-FEBRUARY', 'L-RIVAL', 'L-MINE']);
  expect(fileName).toMatch(/owner-\d+-leads-2026-01-01-to-2026-03-31\.csv/);
  expect(await idsOf(as, { ownerKey: other })).toEqual(['L-FOREIGN']);
});

test('status, clients and media partners filter it; omitted ones mean all', async () => {
  const as = await agency();
  expect(await idsOf(as, { leadStatus: ['DUP'] })).toEqual(['L-FEBRUARY']);
  expect(await idsOf(as, { clientKeys: [clients[1]] })).toEqual(['L-RIVAL']);
  expect(await idsOf(as, { mediaPartnerKeys: [partners[0]], leadStatus: ['DLV', 'VAL'] })).toEqual([
    'L-EVENING',
    'L-MINE',
  ]);
  expect(await idsOf(as, { leadStatus: ['CAP'] })).toEqual([]);
});

test('selected leads are one file whatever their dates, of one owner only; the audit line has their number, not their keys', async () => {
  const as = await agency();
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ id: string; key: number }>`select public_id as id, lead_key::int as key from lead`.execute(tx),
  );
  const keysOf = (...ids: string[]) => ids.map((id) => rows.find((row) => row.id === id)!.key);
  const body = { leadCaptureKeys: keysOf('L-MINE', 'L-EVENING', 'L-FOREIGN'), startDate: '2025-09-01' };
  expect(await idsOf(as, body)).toEqual(['L-EVENING', 'L-MINE']);
  const { after } = (await recordOf('leadsExported'))!;
  expect(after).toMatchObject({ chosen: 3, leads: 2 });
  expect(after).not.toHaveProperty('leadCaptureKeys');
  expect(await idsOf(await partner(partners[0]), { leadCaptureKeys: keysOf('L-MINE', 'L-RIVAL') })).toEqual(['L-MINE']);
});

test('each side’s file has its own price and nothing of the other side', async () => {
  const all = await fileOf(await agency());
  expect(all.names).toEqual(expect.arrayContaining(['Client Price', 'Media Price', 'Media Partner', 'Transaction ID']));
  expect(all.rows.at(-1)).toMatchObject({ 'Client Price': '71.25', 'Media Price': '43.75', Status: 'Delivered' });
  // A duplicate costs nothing.
  expect(all.rows[1]).toMatchObject({ 'Client Price': '', 'Media Price': '', Reason: 'Same phone' });

  const own = await fileOf(await client());
  expect(own.payload).toContain(CLIENT_PRICE);
  for (const hidden of [MEDIA_PRICE, 'Media Price', 'cmd|x', 'Transaction', 'Source,'])
    expect(own.payload).not.toContain(hidden);

  const [mine, rival] = [await fileOf(await partner(partners[0])), await fileOf(await partner(partners[1]))];
  expect(mine.rows.map((row) => row['Lead ID'])).toEqual(['L-EVENING', 'L-FEBRUARY', 'L-MINE']);
  expect(rival.rows.map((row) => row['Lead ID'])).toEqual(['L-RIVAL']);
  expect(mine.payload).toContain(MEDIA_PRICE);
  for (const hidden of [CLIENT_PRICE, 'Client Price', 'CRM-9', 'Client Reference', 'Email', 'Phone', '•••'])
    expect(mine.payload).not.toContain(hidden);
});

test('persons are masked, and whole only on request with the right, audited with the number of leads', async () => {
  const plain = await agency();
  const masked = await fileOf(plain);
  expect(masked.rows[0]).toMatchObject({ Name: 'Q••• V•••', Email: 'q•••@p•••.example', Phone: '•••0173' });
  for (const secret of SECRETS) expect(masked.payload).not.toContain(secret);
  expect(masked.names).not.toContain('Address');

  const refused = await send(leadsExport, plain, { ownerKey: owner, ...RANGE, wholePeople: true });
  expect(refused.statusCode).toBe(403);
  expect(refused.payload).not.toContain('Quintina');
  const started = await send(leadExportStart, plain, { ownerKey: owner, ...RANGE, wholePeople: true });
  expect(started.statusCode).toBe(403);

  const may = await agency('leadanalyzer:ViewPII');
  const whole = await fileOf(may, { wholePeople: true, startDate: '2026-03-01' });
  expect(whole.payload).toContain('Quintina Vanderbrook,quintina.v@post.example,6145550173,"12 Elm Street, Dayton"');
  const record = await recordOf('leadsExported');
  expect(record).toMatchObject({
    userKey: may.userKey,
    after: { wholePeople: true, leads: 2, startDate: '2026-03-01' },
  });
  expect(JSON.stringify(record)).not.toContain('Quintina');
  expect(await recordOf('leadsExportEnded')).toMatchObject({
    userKey: may.userKey,
    outcome: 'done',
    after: { rows: 2 },
  });
  // Without asking for unmasked people they are masked, even for users with the right.
  expect((await fileOf(may)).payload).not.toContain('Quintina');
});

test('milestones are in the words of the file’s owner', async () => {
  const as = await agency();
  const milestoneOf = async (id: string, body: object = {}) =>
    (await fileOf(as, body)).rows.find((row) => row['Lead ID'] === id)?.['Furthest Milestone'];
  expect(await milestoneOf('L-MINE')).toBe('Application');
  await write(sql`update lead set application_on = captured_date where public_id = 'L-FOREIGN'`);
  await write(sql`insert into owner_setting (owner_key, name, value, changed_at)
    values (${owner}, 'wordApplication', '"Sign-up"', now())`);
  expect(await milestoneOf('L-MINE')).toBe('Sign-up');
  expect(await milestoneOf('L-FOREIGN', { ownerKey: other })).toBe('Application');
  await write(sql`delete from owner_setting where owner_key = ${owner} and name = 'wordApplication'`);
});

test('cells that a spreadsheet would execute are escaped', async () => {
  const { rows } = await fileOf(await agency(), { leadStatus: ['DLV'], clientKeys: [clients[0]] });
  expect(rows[0]).toMatchObject({ 'Transaction ID': "'=cmd|x", 'Client Reference': "'+CRM-9" });
});

test('the workbook is a valid xlsx file', async () => {
  const { statusCode, rawPayload } = await send(leadsExport, await agency(), {
    ownerKey: owner,
    ...RANGE,
    format: 'xlsx',
  });
  expect([statusCode, rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

test('the count is given beforehand, and whether a direct download is possible', async () => {
  const count = async (as: SignedIn, body: object) => {
    const { startDate, endDate } = RANGE;
    const { status, body: answer } = await harness.call(leadExportCount, as, {
      body: { ownerKey: owner, startDate, endDate, ...body },
    });
    return { status, data: answer.data };
  };
  const as = await agency();
  expect(await count(as, {})).toEqual({ status: 200, data: { leads: 4, isMore: false, inBackground: false } });
  expect(await count(as, { leadStatus: ['CAP'] })).toMatchObject({ data: { leads: 0 } });
  expect(await count(await partner(partners[1]), {})).toMatchObject({ data: { leads: 1 } });
  expect(await count(as, { startDate: '2025-06-01' })).toMatchObject({ data: { leads: 4, inBackground: true } });
  const long = await send(leadsExport, as, { ownerKey: owner, ...RANGE, startDate: '2025-06-01' });
  expect(long.statusCode).toBe(422);
  expect(long.json()).toMatchObject({ code: 'RANGE_TOO_LONG', errors: [{ field: 'endDate' }] });
});

test('errors are reported at their field, and nothing is started', async () => {
  const as = await agency();
  const begun = () =>
    harness.asMigrator(
      async (tx) => (await sql<{ n: number }>`select count(*)::int as n from lead_export`.execute(tx)).rows,
    );
  const before = await begun();
  const foreignClient = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      select client_key as key from client where owner_key = ${other} limit 1`.execute(tx);
    return rows[0]!.key;
  });
  for (const [field, part] of [
    ['endDate', { startDate: '2026-03-02', endDate: '2026-03-01' }],
    ['endDate', { startDate: '2020-01-01' }],
    ['clientKeys', { clientKeys: [foreignClient] }],
    ['mediaPartnerKeys', { mediaPartnerKeys: [999_999] }],
  ] as const) {
    for (const call of [leadsExport, leadExportStart]) {
      const { statusCode, payload } = await send(call, as, { ownerKey: owner, ...RANGE, ...part });
      expect({ statusCode, fields: (JSON.parse(payload) as { errors: { field: string }[] }).errors }).toMatchObject({
        statusCode: 422,
        fields: [{ field }],
      });
    }
  }
  // A media partner cannot request another's leads by name.
  const rival = await send(leadsExport, await partner(partners[0]), {
    ownerKey: owner,
    ...RANGE,
    mediaPartnerKeys: [partners[1]],
  });
  expect(rival.statusCode).toBe(422);
  expect(await begun()).toEqual(before);
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: EXPORT });
  expect((await send(leadsExport, stranger, { ownerKey: owner, ...RANGE })).statusCode).toBe(404);
  const viewer = await harness.signedIn('ag', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect((await send(leadsExport, viewer, { ownerKey: owner, ...RANGE })).statusCode).toBe(403);
});

test('one export per user at a time, until finished or cancelled; an owner’s downloads are limited', async () => {
  const [as, second] = [await agency(), await agency()];
  const question = { ownerKey: owner, ...RANGE };
  const started = await harness.call(leadExportStart, as, { body: question });
  expect(started.status).toBe(200);
  for (const [call, ownerKey] of [
    [leadExportStart, owner],
    [leadsExport, owner],
    [leadsExport, other],
  ] as const) {
    const refused = await send(call, as, { ...question, ownerKey });
    expect(refused.json()).toMatchObject({ code: 'ALREADY_RUNNING', message: expect.stringContaining('My exports') });
  }
  expect(await idsOf(second)).toHaveLength(4);
  // Nobody can cancel another user's export.
  const exportKey = (started.body.data as { exportKey: number }).exportKey;
  expect((await harness.call(leadExportCancel, second, { body: { ownerKey: owner, exportKey } })).status).toBe(404);
  expect((await harness.call(leadExportCancel, as, { body: { ownerKey: owner, exportKey } })).status).toBe(200);
  expect(await idsOf(as)).toHaveLength(4);

  for (let count = 0; count < LEAD_EXPORT.downloadsPerOwner; count += 1) {
    const { userKey } = await agency();
    await write(sql`
      insert into lead_export (owner_key, user_key, question, has_people, is_direct, state, leads, asked_at)
      values (${owner}, ${userKey}, '{}', false, true, 'running', 0, now())`);
  }
  expect((await send(leadsExport, as, question)).json()).toMatchObject({ code: 'ALREADY_RUNNING' });
  await write(sql`delete from lead_export where is_direct`);
});

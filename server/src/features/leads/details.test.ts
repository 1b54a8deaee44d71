import {
  LEAD_MOVES,
  LEAD_STATUS_CODES,
  type LeadDetail,
  leadDetails,
  leadMove,
  leadNoteSave,
  leadPersonView,
  type LeadStatus,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeValidLead } from '../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../../testing/factories/factories.ts';

const harness = useApp();
const ALL: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Update', 'leadanalyzer:ViewPII'];
const PERSON = {
  firstName: 'Quintina',
  lastName: 'Vanderbrook',
  email: 'quintina.v@post.example',
  phone: '6145550173',
};
const [CLIENT_PRICE, MEDIA_PRICE] = [71.25, 43.75];

let owner: number;
let other: number;
let partners: [number, number];
let campaignKey: number;
let desk: SignedIn;

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const make = async (status: string, daysAgo = 0): Promise<number> => {
  const at = new Date(TEST_NOW.getTime() - daysAgo * 86_400_000);
  const { leadKey, capturedDate } = await harness.asMigrator((tx) =>
    makeValidLead(tx, { ownerKey: owner, campaignKey, at, status, person: PERSON }),
  );
  for (const table of ['lead_consent', 'lead_milestone'])
    await write(sql`call app.ensure_months(${table}::regclass, ${capturedDate}::date, ${capturedDate}::date)`);
  await write(sql`
    update lead set partner_key = ${partners[0]}, client_price = ${CLIENT_PRICE}, media_price = ${MEDIA_PRICE}, transaction_id = 'TX-5',
                    crm_reference = ${`CRM-${leadKey}`}
    where lead_key = ${leadKey}`);
  await write(sql`
    insert into lead_consent (owner_key, captured_date, lead_key, consent_text, page_url, given_at, ip)
    values (${owner}, ${capturedDate}, ${leadKey}, 'I agree', ${`https://form.example/go?email=${PERSON.email}`}, ${at}, '203.0.113.9')`);
  await write(sql`
    insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status, note)
    values (${owner}, ${capturedDate}, ${leadKey}, ${at}, ${status}, 'Internal remark')`);
  return leadKey;
};

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  const fixture = await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    return { first, second, mine: await makeCampaign(tx, { partnerKey: first }), foreign: await makeCampaign(tx) };
  });
  [owner, other] = [fixture.mine.ownerKey, fixture.foreign.ownerKey];
  partners = [fixture.first, fixture.second];
  ({ campaignKey } = fixture.mine);
  desk = await harness.signedIn('ag', { owners: [owner], permissions: ALL });
});

const get = (as: SignedIn, searchType: string, keyCode: string | number) =>
  harness.call(leadDetails, as, { params: { searchType, keyCode: String(keyCode) } });
const read = async (as: SignedIn, leadKey: number): Promise<LeadDetail> => {
  const { status, body } = await get(as, 'lead', leadKey);
  expect(status).toBe(200);
  return (body.data as { leads: [LeadDetail] }).leads[0];
};
const move = (leadCaptureKey: number, version: number, statusCode: LeadStatus, more: object = {}) =>
  harness.call(leadMove, desk, { body: { ownerKey: owner, leadCaptureKey, version, statusCode, ...more } });

test('a lead is found by each of its ids, an ambiguous id gives a choice, and others find nothing', async () => {
  const [one, two] = [await make('DLV'), await make('DUP')];
  const { leadId } = await read(desk, one);
  expect((await get(desk, 'leadid', leadId)).body.data).toMatchObject({ leads: [{ leadCaptureKey: one }] });
  expect((await get(desk, 'crm', `CRM-${two}`)).body.data).toMatchObject({ leads: [{ leadCaptureKey: two }] });
  const several = (await get(desk, 'txn', 'TX-5')).body.data as {
    leads: unknown[];
    choices: { leadCaptureKey: number }[];
  };
  expect(several.leads).toEqual([]);
  expect(several.choices.map((choice) => choice.leadCaptureKey)).toEqual(expect.arrayContaining([one, two]));
  expect((await get(desk, 'email', PERSON.email)).body).toMatchObject({ code: 'SEARCH_TYPE' });
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: ALL });
  const rival = await harness.signedIn('mp', { owners: [owner], permissions: ALL, partnerKey: partners[1] });
  for (const as of [stranger, rival]) expect((await get(as, 'lead', one)).status).toBe(404);
  const partner = await harness.signedIn('mp', { owners: [owner], permissions: ALL, partnerKey: partners[0] });
  expect((await get(partner, 'crm', `CRM-${two}`)).status).toBe(404);
});

test('each group sees its own side, and no group a whole person, even in the consent’s page address', async () => {
  const leadKey = await make('DLV');
  const secrets = [PERSON.lastName, PERSON.email, PERSON.phone, '203.0.113.9'];
  const partner = await harness.signedIn('mp', { owners: [owner], permissions: ALL, partnerKey: partners[0] });
  const client = await harness.signedIn('cl', { owners: [owner], permissions: ['leadanalyzer:View'] });
  const callers: [SignedIn, string[]][] = [
    [desk, []],
    [client, [String(MEDIA_PRICE), 'TX-5', 'Internal remark']],
    [partner, [String(CLIENT_PRICE), 'CRM-', 'I agree', 'Internal remark', '0173', 'q•••']],
  ];
  for (const [as, others] of callers) {
    const { status, body } = await get(as, 'lead', leadKey);
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    for (const secret of [...secrets, ...others]) expect(text).not.toContain(secret);
  }
  expect(await read(desk, leadKey)).toMatchObject({
    person: { email: 'q•••@p•••.example' },
    consent: { page: 'https://form.example/go' },
    clientPrice: CLIENT_PRICE,
    mediaPrice: MEDIA_PRICE,
  });
});

test('the whole person needs the right, and the access is audited and on the lead', async () => {
  const leadKey = await make('DLV');
  const body = { ownerKey: owner, leadCaptureKey: leadKey };
  const without = await harness.signedIn('ag', {
    owners: [owner],
    permissions: ['leadanalyzer:View', 'leadanalyzer:Update'],
  });
  const refused = await harness.call(leadPersonView, without, { body });
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain('Vanderbrook');
  expect((await read(desk, leadKey)).events.some(({ kind }) => kind === 'view')).toBe(false);
  expect((await harness.call(leadPersonView, desk, { body })).body.data).toMatchObject({
    email: PERSON.email,
    phone: PERSON.phone,
  });
  expect((await read(desk, leadKey)).events.filter(({ kind }) => kind === 'view')).toHaveLength(1);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      text: string;
    }>`select a::text as text from audit_log a where entity = 'lead' and entity_key = ${String(leadKey)}`.execute(tx),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text).not.toContain('uintina');
});

test('notes are for the agency', async () => {
  const leadKey = await make('DLV');
  await harness.call(leadNoteSave, desk, { body: { ownerKey: owner, leadCaptureKey: leadKey, note: 'Called back' } });
  expect((await read(desk, leadKey)).events).toContainEqual(
    expect.objectContaining({ kind: 'note', note: 'Called back' }),
  );
  const client = await harness.signedIn('cl', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect(JSON.stringify(await read(client, leadKey))).not.toContain('Called back');
});

test('every transition of a desk in the table works, and every other is refused', async () => {
  const moves: string[] = [];
  const refused = new Set<string>();
  for (const from of LEAD_STATUS_CODES) {
    let leadKey = await make(from);
    for (const to of LEAD_STATUS_CODES) {
      const reasonCode = to === 'SCR' ? 'DNC' : null;
      const { status, body } = await move(leadKey, 1, to, { note: 'Why', reasonCode });
      if (status !== 200) {
        refused.add(`${status} ${String(body.code)}`);
        continue;
      }
      moves.push(`${from}>${to}`);
      leadKey = await make(from);
    }
  }
  expect([...refused]).toEqual(['409 LEAD_STATUS_TRANSITION']);
  const ofDesk = LEAD_MOVES.filter(
    ({ from, to, by }) => by.includes('ag') && !/RT[RN]/.test(`${from} ${to}`) && (to !== 'VAL' || from === 'REJ'),
  ).map(({ from, to }) => `${from}>${to}`);
  expect(moves.toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...new Set(ofDesk)].toSorted((a, b) => a.localeCompare(b)),
  );
});

test('of two desks on one lead the second sees both values; required inputs are enforced; a closed month is unchanged', async () => {
  const leadKey = await make('STK');
  const { version } = await read(desk, leadKey);
  expect((await move(leadKey, version, 'SCR')).body).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'reasonCode' }],
  });
  expect((await move(leadKey, version, 'DLV')).body).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'reference' }],
  });
  expect((await move(leadKey, version, 'SCR', { reasonCode: 'DNC' })).body.data).toEqual({
    status: 'SCR',
    version: version + 1,
  });
  const second = await move(leadKey, version, 'DLV', { reference: 'CRM-1' });
  expect(second.status).toBe(409);
  expect(second.body).toMatchObject({ code: 'STALE_ROW', message: 'This lead is Scrubbed now. You chose Delivered.' });
  expect(await read(desk, leadKey)).toMatchObject({ status: 'SCR', statusReasons: ['DNC'] });
  const old = await make('DLV', 60);
  expect((await move(old, 1, 'TST')).body).toMatchObject({ code: 'MONTH_CLOSED' });
});

import { createHash } from 'node:crypto';
import { type LeadDetail, leadDetails, leadEvidence, type Permission } from '@paceline/contract';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { pdfText } from '../../../testing/file-text.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Export'];
const PERSON = {
  firstName: 'Quintina',
  lastName: 'Vanderbrook',
  email: 'quintina.v@post.example',
  phone: '6145550173',
  post: { trustedFormCertUrl: 'https://cert.trustedform.example/abc', jornayaLeadId: 'JORN-1' },
};
const IP = '203.0.113.9';
const PRICES = ['71.25', '43.75'];

let owner: number;
let other: number;
let leadKey: number;
let desk: SignedIn;
let client: SignedIn;

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const mine = await makeCampaign(tx, { partnerKey });
    other = (await makeCampaign(tx, { partnerKey: await makePartner(tx) })).ownerKey;
    owner = mine.ownerKey;
    const lead = await makeValidLead(tx, { ...mine, at: TEST_NOW, status: 'DLV', person: PERSON });
    ({ leadKey } = lead);
    const { capturedDate } = lead;
    for (const table of ['lead_consent', 'lead_delivery', 'lead_status_change'])
      await sql`call app.ensure_months(${table}::regclass, ${capturedDate}::date, ${capturedDate}::date)`.execute(tx);
    await sql`update lead set client_price = 71.25, media_price = 43.75, partner_key = ${partnerKey} where lead_key = ${leadKey}`.execute(
      tx,
    );
    await sql`
      insert into lead_consent (owner_key, captured_date, lead_key, consent_text, page_url, given_at, ip, user_agent, certificate, disclosure)
      values (${owner}, ${capturedDate}, ${leadKey}, 'I agree that the college may call me', 'https://form.example/go?x=1', ${TEST_NOW},
              ${IP}, 'Mozilla/5.0 (Test)', ${PERSON.post.trustedFormCertUrl}, 'Spring text 2')`.execute(tx);
    const checks = { passed: ['consent'], words: { verification: 'TrustedForm: The certificate is real.' } };
    await sql`
      insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status, note, checks)
      values (${owner}, ${capturedDate}, ${leadKey}, ${TEST_NOW}, 'VAL', 'Internal remark',
              ${JSON.stringify({ ...checks, passed: ['consent', 'verification'] })})`.execute(tx);
    await sql`
      insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, http_status, request, response)
      values (${owner}, ${capturedDate}, ${leadKey}, 1, ${TEST_NOW}, 'accepted', 200, '{"first":"Q•••"}', '{"accepted":true}')`.execute(
      tx,
    );
    await sql`
      insert into lead_return (owner_key, captured_date, lead_key, partner_key, reason, comment, requested_at)
      values (${owner}, ${capturedDate}, ${leadKey}, ${partnerKey}, 'WRONG_NUMBER', 'Rings at a bakery', ${TEST_NOW})`.execute(
      tx,
    );
  });
  desk = await harness.signedIn('ag', { owners: [owner], permissions: [...RIGHTS, 'leadanalyzer:ViewPII'] });
  client = await harness.signedIn('cl', { owners: [owner], permissions: RIGHTS });
});

const take = ({ group, headers }: SignedIn, over: object = {}) =>
  harness.app.inject({
    method: 'POST',
    url: `/api/${group}/lead/evidence/export`,
    headers,
    payload: { ownerKey: owner, leadCaptureKey: leadKey, format: 'pdf', ...over },
  });
test('the document has requester and time, consent, checks, requests and answers, and no price or personal data', async () => {
  const answer = await take(desk);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/evidence-L-.*\.pdf$/);
  const text = await pdfText(answer.rawPayload);
  for (const words of [
    'Asked for by',
    'Mar 10, 2026',
    'I agree that the college may call me',
    'Spring text 2',
    'https://form.example/go',
    'https://cert.trustedform.example/abc',
    'JORN-1',
    'TrustedForm: The certificate is real.',
    'HTTP 200',
    '{"accepted":true}',
    'Wrong number',
    'Rings at a bakery',
    'Page 1 of',
  ])
    expect(text).toContain(words);
  for (const hidden of [PERSON.lastName, PERSON.email, PERSON.phone, IP, ...PRICES, '?x=1', 'Internal remark'])
    expect(text).not.toContain(hidden);
});

test('the archive has the document, its data and matching checksums', async () => {
  const files = unzipSync(new Uint8Array((await take(desk, { format: 'zip' })).rawPayload));
  expect(Object.keys(files)).toEqual(['evidence.pdf', 'evidence.json', 'manifest.json']);
  const manifest = JSON.parse(strFromU8(files['manifest.json']!)) as { files: { name: string; sha256: string }[] };
  expect(manifest.files).toHaveLength(2);
  for (const { name, sha256 } of manifest.files)
    expect(createHash('sha256').update(files[name]!).digest('hex')).toBe(sha256);
  const json = strFromU8(files['evidence.json']!);
  expect(JSON.parse(json)).toMatchObject({ consent: { version: 'Spring text 2' }, person: { isWhole: false } });
  for (const hidden of [PERSON.lastName, IP, ...PRICES]) expect(json).not.toContain(hidden);
});

test('the whole person needs the right; each access is in the audit log and on the lead', async () => {
  const before = await accesses();
  expect((await take(client, { wholePerson: true })).statusCode).toBe(403);
  expect(await accesses()).toHaveLength(before.length);
  const whole = await pdfText((await take(desk, { wholePerson: true })).rawPayload);
  for (const shown of [PERSON.lastName, PERSON.email, IP]) expect(whole).toContain(shown);
  expect(await accesses()).toHaveLength(before.length + 1);
  const { body } = await harness.call(leadDetails, desk, { params: { searchType: 'lead', keyCode: String(leadKey) } });
  const { events } = (body.data as { leads: [LeadDetail] }).leads[0];
  expect(events.at(-1)).toMatchObject({ kind: 'export', format: 'pdf', wholePerson: true });
});

test('a client gets its own lead’s evidence without agency details, media partners and others get none', async () => {
  const answer = await take(client);
  expect(answer.statusCode).toBe(200);
  const text = await pdfText(answer.rawPayload);
  expect(text).toContain('I agree that the college may call me');
  expect(text).not.toContain('The certificate is real');
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: RIGHTS });
  expect((await take(stranger)).statusCode).toBe(404);
  expect((await take(stranger, { ownerKey: other })).statusCode).toBe(404);
  expect(leadEvidence.groups).toEqual(['ag', 'cl']);
});

const accesses = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql`select after from audit_log where action = 'leadEvidenceTaken' and entity_key = ${String(leadKey)}`.execute(tx),
  );
  return rows;
};

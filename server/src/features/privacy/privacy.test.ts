import {
  fillPath,
  type Permission,
  privacyErase,
  privacyFile,
  privacyFind,
  type PrivacyFound,
  privacyList,
  privacySettingsSave,
  privacySuppress,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blindIndex, normaliseEmail, normalisePhone } from '../../lib/secrets/seal.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../../testing/app.ts';
import { makeValidLead } from '../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../../testing/factories/factories.ts';
import { eraseDueNow } from './privacy.jobs.ts';
import { openRequestFile } from './restore/request-file.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Erase'];
const DAY_MS = 86_400_000;

interface Place {
  ownerKey: number;
  campaignKey: number;
}
let mine: Place;
let foreign: Place;
let desk: SignedIn;
/** Two digits, so that no person's name is a prefix of another's. */
let number = 10;
let person: { firstName: string; lastName: string; email: string; phone: string };

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  [mine, foreign] = await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    return [await makeCampaign(tx, { partnerKey }), await makeCampaign(tx, { partnerKey })];
  });
});

const domain = (): string => `hidden-post${number}.net`;

/** A new session, as none lasts longer than a day. */
const setClock = async (now: Date): Promise<void> => {
  harness.clock.set(now);
  desk = await harness.signedIn('ag', { owners: [mine.ownerKey, foreign.ownerKey], permissions: RIGHTS });
};

beforeEach(async () => {
  await setClock(TEST_NOW);
  number += 1;
  person = {
    firstName: `Wilhelmina${number}`,
    lastName: `Quackenbush${number}`,
    email: `w.quack@${domain()}`,
    phone: `31276543${number}`,
  };
});

const log = { error: (...args: unknown[]) => expect(args).toEqual([]), warn: () => undefined };
const eraseDue = () => eraseDueNow({ ...harness, log, requests: openRequestFile(harness.dataDir, TEST_SECRET) });
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

/** A lead with every kind of personal data. */
const make = async (place: Place, over: Partial<typeof person> = {}, daysAgo = 0): Promise<number> => {
  const { ownerKey } = place;
  const at = new Date(TEST_NOW.getTime() - daysAgo * DAY_MS);
  const whole = { ...person, ...over };
  const { leadKey, capturedDate } = await harness.asMigrator((tx) =>
    makeValidLead(tx, { ...place, at, status: 'DLV', person: whole }),
  );
  const ofLead = sql`${ownerKey}, ${capturedDate}, ${leadKey}`;
  await write(sql`call app.ensure_months('lead_consent', ${capturedDate}::date, ${capturedDate}::date)`);
  await write(sql`update lead set zip = '60601' where lead_key = ${leadKey}`);
  await write(sql`
    insert into lead_consent (owner_key, captured_date, lead_key, consent_text, page_url, given_at, ip, user_agent)
    values (${ofLead}, 'I agree', ${`https://form.example/go?email=${whole.email}`}, ${at}, '203.0.113.9', 'Mozilla')`);
  await write(sql`
    insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status, note)
    values (${ofLead}, ${at}, 'DLV', ${`Spoke with ${whole.lastName}`})`);
  await write(sql`
    insert into lead_note (owner_key, captured_date, lead_key, at, note, written_by)
    select ${ofLead}, ${at}, ${`${whole.firstName} called`}, min(user_key) from user_account`);
  await write(sql`
    insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, request, response)
    values (${ofLead}, 1, ${at}, 'accepted', 'name=W•••', ${`Thanks ${whole.lastName}`})`);
  for (const hash of [
    blindIndex(TEST_SECRET, ownerKey, 'email', normaliseEmail(whole.email)),
    blindIndex(TEST_SECRET, ownerKey, 'phone', normalisePhone(whole.phone)),
  ])
    await write(sql`
      insert into lead_dedup (owner_key, scope, hash, last_at, lead_key) values (${ownerKey}, 'CLIENT:1', ${hash}, ${at}, ${leadKey})
      on conflict do nothing`);
  return leadKey;
};

/** A saved file with personal data; its key. */
const makeFile = async ({ ownerKey }: Place): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`
      insert into lead_export (owner_key, user_key, question, has_people, is_direct, state, leads, asked_at, finished_at)
      select ${ownerKey}, min(user_key), '{}', true, false, 'ready', 1, now(), now() from user_account
      returning export_key as key`.execute(tx),
  );
  return rows[0]!.key;
};

const requestBody = () => ({ person: { email: person.email, phone: person.phone }, reference: `Letter ${number}` });
const keysAt = async ({ ownerKey }: Place): Promise<number[]> => {
  const { body } = await harness.call(privacyFind, desk, { params: { owner: ownerKey }, body: requestBody().person });
  return (body.data as PrivacyFound).leads.map(({ leadCaptureKey }) => leadCaptureKey).toSorted((a, b) => a - b);
};
const erase = () => harness.call(privacyErase, desk, { params: { owner: mine.ownerKey }, body: requestBody() });

/** The tables in which a row contains one of the words. */
const tablesWith = (words: readonly string[]): Promise<string[]> =>
  harness.asMigrator(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'graphile_worker')
    `.execute(tx);
    const holding: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`
        select from ${sql.raw(name)} t where lower(t::text) ~ ${words.join('|').toLowerCase()} limit 1`.execute(tx);
      if (rows.length > 0) holding.push(name);
    }
    return holding;
  });
const hashesOf = ({ ownerKey }: Place): string[] => [
  blindIndex(TEST_SECRET, ownerKey, 'email', normaliseEmail(person.email)).toString('hex'),
  blindIndex(TEST_SECRET, ownerKey, 'phone', normalisePhone(person.phone)).toString('hex'),
];
const leadRow = async (leadKey: number) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(l) - array['zip', 'row_version', 'updated_at'] as row from lead l where lead_key = ${leadKey}`.execute(
      tx,
    );
    return rows[0]?.row;
  });

describe('erasing a person', () => {
  test('removes their data from every table and keeps the leads’ figures', async () => {
    const byMail = await make(mine, { phone: '3125550199' });
    const byPhone = await make(mine, { email: `other@${domain()}` });
    const before = [await leadRow(byMail), await leadRow(byPhone)];
    expect(await keysAt(mine)).toEqual([byMail, byPhone]);

    const { status, body } = await erase();
    expect({ status, data: body.data }).toEqual({ status: 200, data: { leads: 2 } });
    expect(await tablesWith([person.firstName, person.lastName, domain(), person.phone])).toEqual([]);
    // Only the request stays, so that it can be repeated after a restore.
    expect(await tablesWith(hashesOf(mine))).toEqual(['privacy_request']);
    expect([await leadRow(byMail), await leadRow(byPhone)]).toEqual(before);
    expect(await keysAt(mine)).toEqual([]);
    const consents = await harness.asMigrator((tx) =>
      sql`select consent_text, page_url, given_at, ip, user_agent from lead_consent where lead_key = ${byMail}`.execute(
        tx,
      ),
    );
    expect(consents.rows).toEqual([
      { consent_text: 'I agree', page_url: 'https://form.example/go', given_at: TEST_NOW, ip: null, user_agent: null },
    ]);
  });

  test('includes comments of returns, unmatched rows, and files stored with persons', async () => {
    const { ownerKey } = mine;
    const { firstName, lastName } = person;
    const leadKey = await make(mine);
    const [email] = hashesOf(mine);
    await write(sql`
      insert into lead_return (owner_key, captured_date, lead_key, reason, comment, requested_at, decision_note)
      select owner_key, captured_date, lead_key, 'OTHER', ${`${firstName} moved`}, now(), ${`${lastName} is right`}
      from lead where lead_key = ${leadKey}`);
    await write(sql`
      insert into lead_return_comment (owner_key, captured_date, lead_key, partner_key, at, is_partner, comment, written_by)
      select l.owner_key, l.captured_date, l.lead_key, (select min(partner_key) from media_partner), now(), true, ${`${firstName} called us`},
             (select min(user_key) from user_account)
      from lead l where l.lead_key = ${leadKey}`);
    await write(sql`
      insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status, checks)
      select owner_key, captured_date, lead_key, now(), 'SCR', ${JSON.stringify({ passed: ['geo'], words: { nameFraud: `${firstName} is no name.` } })}::jsonb
      from lead where lead_key = ${leadKey}`);
    await write(sql`
      insert into milestone_unmatched (owner_key, digest, code, happened_on, email_hash, why, received_at)
      values (${ownerKey}, ${`row ${number}`}, 'CONTACT', '2026-03-01', decode(${email}, 'hex'), 'none', now())`);
    const files: number[] = [];
    for (const place of [mine, foreign]) files.push(await makeFile(place));
    await erase();
    expect(await tablesWith([firstName, lastName, ...hashesOf(mine)])).toEqual(['privacy_request']);
    // The list of checks stays, as does the status.
    const changes = await harness.asMigrator((tx) =>
      sql`select checks from lead_status_change where lead_key = ${leadKey} and checks is not null`.execute(tx),
    );
    expect(changes.rows).toEqual([{ checks: { passed: ['geo'] } }]);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ owner: number }>`select owner_key as owner from lead_export where export_key = any (${files})`.execute(tx),
    );
    expect(rows).toEqual([{ owner: foreign.ownerKey }]);
  });

  test('affects neither another person nor the same one at another owner', async () => {
    const erased = await make(mine);
    const elsewhere = await make(foreign);
    const somebody = await make(mine, {
      firstName: 'Ann',
      lastName: 'Else',
      email: `ann${number}@else.net`,
      phone: '3125550155',
    });
    await erase();
    expect(await keysAt(foreign)).toEqual([elsewhere]);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ key: number; here: boolean }>`
        select lead_key::int as key, sealed is not null as here from lead_person
        where lead_key = any (${[erased, elsewhere, somebody]}::bigint[]) order by 1`.execute(tx),
    );
    expect(rows).toEqual([
      { key: erased, here: false },
      { key: elsewhere, here: true },
      { key: somebody, here: true },
    ]);
  });

  test('is repeated in a restored older database, for leads from before the request', async () => {
    const restored = await make(mine);
    await erase();
    await write(sql`
      update lead_person set erased_at = null, sealed = '\\x00', email_hash = decode(${hashesOf(mine)[0]}, 'hex') where lead_key = ${restored}`);
    await setClock(new Date(TEST_NOW.getTime() + DAY_MS));
    const later = await make(mine, {}, -1);
    expect(await eraseDue()).toBe(1);
    expect(await keysAt(mine)).toEqual([later]);
    expect(await eraseDue()).toBe(0);
  });

  test('needs the right, a reference and search criteria', async () => {
    const viewer = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['leadanalyzer:View'] });
    const params = { owner: mine.ownerKey };
    expect((await harness.call(privacyErase, viewer, { params, body: requestBody() })).status).toBe(403);
    const nobody = await harness.call(privacyErase, desk, {
      params,
      body: { person: { email: '', phone: '' }, reference: 'Letter' },
    });
    expect(nobody).toMatchObject({ status: 400, body: { errors: [{ field: 'person.email' }] } });
    const unfounded = await harness.call(privacyErase, desk, { params, body: { ...requestBody(), reference: ' ' } });
    expect(unfounded).toMatchObject({ status: 400, body: { errors: [{ field: 'reference' }] } });
  });
});

test('a report on a person contains everything one owner stores, and its audit line neither name nor number', async () => {
  await make(mine);
  await make(foreign, { lastName: 'Elsewhere' });
  const { statusCode, payload } = await harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(privacyFile.path, { owner: mine.ownerKey }, 'ag')}`,
    headers: desk.headers,
    payload: requestBody(),
  });
  expect(statusCode).toBe(200);
  const file = JSON.parse(payload) as { inquiries: Record<string, unknown>[] };
  expect(file.inquiries).toHaveLength(1);
  expect(file.inquiries[0]).toMatchObject({
    person,
    inquiry: { zip: '60601' },
    consent: { text: 'I agree', ip: '203.0.113.9', page: `https://form.example/go?email=${person.email}` },
    history: [{ to: 'DLV', note: `Spoke with ${person.lastName}` }],
    deliveries: [{ outcome: 'accepted' }],
    notes: [{ note: `${person.firstName} called` }],
  });
  expect(JSON.stringify(file)).not.toMatch(/price|Elsewhere/i);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      row: string;
    }>`select t::text as row from audit_log t where action = 'privacyRequest' order by at desc, 1`.execute(tx),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => /quack|hidden-post|31276543/i.test(row))).toEqual([]);
});

test('a suppressed person is on that owner’s list only, and found in any spelling', async () => {
  const ask = async ({ ownerKey }: Place, who: object) =>
    ((await harness.call(privacyFind, desk, { params: { owner: ownerKey }, body: who })).body.data as PrivacyFound)
      .isSuppressed;
  expect(await ask(mine, requestBody().person)).toBe(false);
  const put = () => harness.call(privacySuppress, desk, { params: { owner: mine.ownerKey }, body: requestBody() });
  expect((await put()).status).toBe(200);
  expect((await put()).status).toBe(200);
  expect(await ask(mine, { email: person.email.toUpperCase() })).toBe(true);
  expect(await ask(mine, { phone: `+1 (312) ${person.phone.slice(3, 6)}-${person.phone.slice(6)}` })).toBe(true);
  expect(await ask(foreign, requestBody().person)).toBe(false);
});

describe('persons past the retention period', () => {
  const save = (ownerKey: number, personMonths: number | null, version: number) =>
    harness.call(privacySettingsSave, desk, { params: { owner: ownerKey }, body: { personMonths, version } });

  test('are erased the day after, not a day earlier and not at another owner', async () => {
    const months = 2;
    const edge = new Date(TEST_NOW);
    edge.setUTCMonth(edge.getUTCMonth() - months);
    const days = Math.round((TEST_NOW.getTime() - edge.getTime()) / DAY_MS);
    await make(mine, {}, days + 1);
    const onTheDay = await make(mine, {}, days);
    const elsewhere = await make(foreign, {}, days + 30);
    expect(await eraseDue()).toBe(0);
    expect((await save(mine.ownerKey, months, 0)).status).toBe(200);
    const file = await makeFile(mine);
    expect(await eraseDue()).toBe(1);
    const { rows: files } = await harness.asMigrator((tx) =>
      sql`select from lead_export where export_key = ${file}`.execute(tx),
    );
    expect(files).toHaveLength(1);
    expect(await keysAt(mine)).toEqual([onTheDay]);
    expect(await keysAt(foreign)).toEqual([elsewhere]);
    await setClock(new Date(TEST_NOW.getTime() + DAY_MS));
    expect(await eraseDue()).toBe(1);
  });

  test('the second of two editors of the period sees the other’s value', async () => {
    const { body } = await harness.call(privacyList, desk, { params: { owner: foreign.ownerKey } });
    expect(body.data).toMatchObject({ settings: { personMonths: null, version: 0 } });
    expect((await save(foreign.ownerKey, 24, 0)).body.data).toEqual({ personMonths: 24, version: 1 });
    const late = await save(foreign.ownerKey, 36, 0);
    expect(late).toMatchObject({ status: 409, body: { code: 'STALE_ROW' } });
    expect(late.body.message).toBe('People are kept for 24 months now. You chose for 36 months.');
    expect((await save(foreign.ownerKey, null, 1)).body.data).toEqual({ personMonths: null, version: 2 });
  });
});

test('requests are listed newest first, with the user', async () => {
  await make(mine);
  await erase();
  const { body } = await harness.call(privacyList, desk, { params: { owner: mine.ownerKey } });
  const { requests } = body.data as { requests: object[] };
  expect(requests[0]).toMatchObject({ kind: 'ERASE', reference: `Letter ${number}`, leads: 1, askedBy: 'Test User' });
  const other = await harness.call(privacyList, desk, { params: { owner: foreign.ownerKey } });
  expect((other.body.data as { requests: object[] }).requests).toEqual([]);
});

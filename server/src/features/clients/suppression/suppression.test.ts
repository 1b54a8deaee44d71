import {
  ALL_PERMISSIONS,
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  type SuppressionList,
  suppressionListRemove,
  suppressionLists,
  suppressionListSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findSuppression, suppressionHashes } from '../../../shared/intake/suppression.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeClient, makeOwner } from '../../../testing/factories/factories.ts';

const harness = useApp();
const SECRET = Buffer.from('a secret for tests only, of 32 chars');
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

let owner: number;
let clients: [number, number];
let other: number;
let agency: SignedIn;

beforeEach(async () => {
  harness.clock.set(new Date('2026-03-15T18:00:00Z'));
  await harness.asMigrator(async (tx) => {
    ({ ownerKey: owner } = await makeOwner(tx));
    clients = [await makeClient(tx, owner), await makeClient(tx, owner)];
    ({ ownerKey: other } = await makeOwner(tx));
  });
  agency = await harness.signedIn('ag', { owners: [owner, other], permissions: ALL_PERMISSIONS });
});

const make = async (clientKey: number | null, ownerKey = owner, name = 'Enrolled'): Promise<number> => {
  const { body } = await harness.call(suppressionListSave, agency, {
    params: { owner: ownerKey },
    body: { name, clientKey },
  });
  return (body.data as SuppressionList).suppressionListKey;
};
const upload = async (listKey: number, lines: readonly string[], apply = 'goodRows', ownerKey = owner) => {
  const boundary = 'x-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const { payload } = await harness.app.inject({
    method: 'POST',
    url: `/api/ag/${ownerKey}/suppression/${listKey}/import?apply=${apply}`,
    headers: { ...agency.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${['Email SHA-256,Phone SHA-256,Expires', ...lines].join('\n')}\r\n--${boundary}--\r\n`,
  });
  return JSON.parse(payload) as { status: string; data: BulkImportResult };
};
const lists = async (): Promise<SuppressionList[]> =>
  (await harness.call(suppressionLists, agency, { params: { owner } })).body.data as SuppressionList[];
const suppressed = (person: { email?: string; phone?: string }, clientKey = clients[0], ownerKey = owner) =>
  harness.asMigrator((tx) =>
    findSuppression(tx, {
      ownerKey,
      clientKey,
      hashes: suppressionHashes(SECRET, ownerKey, { email: person.email ?? null, phone: person.phone ?? null }),
      at: harness.clock.now(),
    }),
  );

test('a listed person is found in any spelling of address or number, until the expiry day in the owner’s zone', async () => {
  const listKey = await make(clients[0]);
  const answer = await upload(listKey, [
    `${sha('ada@mail.example').toUpperCase()},,`,
    `,${sha('3125550147')},2026-03-17`,
    `${sha('grace.hopper@gmail.com')},,`,
  ]);
  expect(answer.data).toMatchObject({ state: 'APPLIED', applied: { rows: 3, failed: 0 } });
  expect(await suppressed({ email: ' Ada+news@Mail.example ' })).toEqual({ kind: 'email', listName: 'Enrolled' });
  // The maker of the list only converted it to lower case.
  expect(await suppressed({ email: 'Grace.Hopper@gmail.com' })).toMatchObject({ kind: 'email' });
  expect(await suppressed({ phone: '+1 (312) 555-0147' })).toMatchObject({ kind: 'phone' });
  expect(await suppressed({ email: 'eve@mail.example', phone: '3125550148' })).toBeNull();
  expect(await lists()).toMatchObject([{ emails: 2, phones: 1, nextExpiry: '2026-03-17' }]);
  // In Chicago it is the 16th until 5 AM UTC on the 17th.
  harness.clock.set(new Date('2026-03-17T04:59:00Z'));
  expect(await suppressed({ phone: '3125550147' })).not.toBeNull();
  harness.clock.set(new Date('2026-03-17T05:00:00Z'));
  expect(await suppressed({ phone: '3125550147' })).toBeNull();
  agency = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
  expect(await lists()).toMatchObject([{ emails: 2, phones: 0, nextExpiry: null }]);
});

test('a client’s list applies to the client, an owner’s to all its clients, neither to other owners', async () => {
  await upload(await make(clients[0], owner, 'One client'), [`${sha('one@mail.example')},,`]);
  await upload(await make(null, owner, 'All clients'), [`${sha('all@mail.example')},,`]);
  const isSuppressed = async (email: string, clientKey: number, ownerKey = owner) =>
    (await suppressed({ email }, clientKey, ownerKey)) !== null;
  expect(await isSuppressed('one@mail.example', clients[0])).toBe(true);
  expect(await isSuppressed('one@mail.example', clients[1])).toBe(false);
  expect(await isSuppressed('all@mail.example', clients[1])).toBe(true);
  expect(await isSuppressed('all@mail.example', clients[1], other)).toBe(false);
});

test('neither the file nor a hash that numbers could be tried against is stored', async () => {
  const uploaded = sha('3125550147');
  const answer = await upload(await make(null), [`,${uploaded},`], 'no');
  expect(answer.data).toMatchObject({ state: 'VALIDATED', hasFile: false, counts: { new: 1 } });
  await harness.call(bulkImportApply, agency, { params: { owner, importKey: answer.data.importKey }, body: {} });
  expect(await suppressed({ phone: '3125550147' })).not.toBeNull();
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ n: number }>`
      select (select count(*) from bulk_import b where b::text like ${`%${uploaded}%`})
           + (select count(*) from bulk_import_row r where r::text like ${`%${uploaded}%`})
           + (select count(*) from suppression_entry e where e::text like ${`%${uploaded}%`} or hash = decode(${uploaded}, 'hex'))
           + (select count(*) from audit_log a where a::text like ${`%${uploaded}%`}) as n`.execute(tx),
  );
  expect(Number(rows[0]?.n)).toBe(0);
  const same = await harness.asMigrator((tx) =>
    sql<{ hash: Buffer }>`select hash from suppression_entry where owner_key = ${owner}`.execute(tx),
  );
  expect(same.rows[0]?.hash.equals(suppressionHashes(SECRET, other, { email: null, phone: '3125550147' })[0]!)).toBe(
    false,
  );
});

test('implausible rows are refused individually; repeating changes nothing; undo removes the entries', async () => {
  const listKey = await make(null);
  const lines = [
    `${sha('a@mail.example')},,`,
    `${sha('b@mail.example')},${sha('3125550147')},`,
    `not a hash,,`,
    `${sha('c@mail.example')},,2026-03-01`,
    `,,2027-01-01`,
  ];
  const first = await upload(listKey, lines);
  expect(first.data.counts).toMatchObject({ new: 1, error: 4 });
  const messages = first.data.rows.flatMap(({ errors }) => errors.map(({ message }) => message));
  expect(messages).toEqual([
    'Give either an email or a phone in a row, not both.',
    'Email SHA-256 has a form that is not accepted.',
    'Expires is not in the future: the row would not count.',
    'The row has no key.',
  ]);
  expect((await upload(listKey, lines.slice(0, 1))).data.counts).toMatchObject({ unchanged: 1 });
  await harness.call(bulkImportUndo, agency, { params: { owner, importKey: first.data.importKey } });
  expect(await lists()).toMatchObject([{ emails: 0 }]);
});

test('a list is removed as a whole; names are unique; another owner’s client and list are unknown', async () => {
  const listKey = await make(clients[0]);
  await upload(listKey, [`${sha('a@mail.example')},,`]);
  const again = await harness.call(suppressionListSave, agency, {
    params: { owner },
    body: { name: 'enrolled', clientKey: clients[0] },
  });
  expect(again.status).toBe(422);
  const gone = await harness.call(suppressionListRemove, agency, { params: { owner, listKey } });
  expect(gone.body.data).toEqual({ removed: 1 });
  expect(await suppressed({ email: 'a@mail.example' })).toBeNull();
  const foreign = await make(null, other);
  expect((await harness.call(suppressionListRemove, agency, { params: { owner, listKey: foreign } })).status).toBe(404);
  expect((await upload(foreign, [`${sha('a@mail.example')},,`])).status).toBe('error');
  const strange = await harness.call(suppressionListSave, agency, {
    params: { owner: other },
    body: { name: 'x', clientKey: clients[0] },
  });
  expect(strange.status).toBe(404);
});

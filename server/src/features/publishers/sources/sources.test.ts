import {
  ALL_PERMISSIONS,
  type AnyCall,
  BLOCKED_TRAFFIC_REASON,
  disclosureTextSave,
  type Permission,
  type Publisher,
  publisherChoices,
  publisherSave,
  type PublisherSource,
  publisherSourceFigures,
  publisherSourceGet,
  type PublisherSourceRecord,
  publisherSourcesExport,
  publisherSourcesList,
  publisherSourcesSave,
  publisherSourcesStatus,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn } from '../../../testing/app.ts';
import { makeLead, makePartner, makeSource, makeUser } from '../../../testing/factories/factories.ts';
import { type PostPlace, usePosts } from '../../../testing/factories/partner-posts.ts';

const posts = usePosts();
const { harness, bodyOf, post, write, makePlace, leads } = posts;
let one: PostPlace;
let agency: SignedIn;
let partner: SignedIn;
let foreign: { partnerKey: number; sourceKey: number; sourceTag: string };

beforeAll(async () => {
  foreign = await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    return { partnerKey, ...(await makeSource(tx, partnerKey)) };
  });
});
beforeEach(async () => {
  one = posts.one();
  await write(sql`
    insert into partner_contact (partner_key, name, email, notifications, active)
    values (${one.partnerKey}, 'Quality', 'quality@partner.example', '{SOURCE_BLOCKED}', true),
           (${one.partnerKey}, 'Money', 'money@partner.example', '{IO}', true),
           (${foreign.partnerKey}, 'Quality', 'quality@other.example', '{SOURCE_BLOCKED}', true)`);
  await write(sql`delete from mail`);
  agency = await harness.signedIn('ag', { owner: one.ownerKey, permissions: ALL_PERMISSIONS });
  partner = await harness.signedIn('mp', {
    owner: one.ownerKey,
    partnerKey: one.partnerKey,
    permissions: ['publishers:View'],
  });
});

interface Asked<Data> {
  status: number;
  data: Data;
  errors: { field: string; code: string }[] | undefined;
}
const ask = async <Data>(call: AnyCall, as: SignedIn, input: object): Promise<Asked<Data>> => {
  const { status, body } = await harness.call(call, as, input);
  return { status, data: body.data, errors: body.errors } as Asked<Data>;
};
const publisherForm = (over: object = {}) => ({
  publisherKey: null,
  rowVersion: null,
  aggregatorKey: one.partnerKey,
  publisherName: 'College Finder',
  domain: 'finder.example',
  trafficTypes: ['Email'],
  status: 'APPROVED',
  reason: '',
  ...over,
});
const putPublisher = async (over: object = {}): Promise<Publisher> => {
  const { status, data } = await ask<Publisher>(publisherSave, agency, { body: publisherForm(over) });
  expect(status).toBe(200);
  return data;
};
const sourceForm = (over: object = {}) => ({
  publisherSourceKey: null,
  rowVersion: null,
  sourceTag: 'cf_mail',
  displayName: 'Newsletter',
  landingUrls: ['https://finder.example/start'],
  disclosureTextKey: null,
  notes: 'Ours only',
  ...over,
});
const saveSources = (publisherKey: number, sources: object[], over: object = {}, as = agency) =>
  ask<PublisherSource[]>(publisherSourcesSave, as, {
    body: { aggregatorKey: one.partnerKey, publisherKey, sources, ...over },
  });
const putSource = async (over: object = {}): Promise<PublisherSource> => {
  const { publisherKey } = await putPublisher();
  const { status, data } = await saveSources(publisherKey, [sourceForm(over)]);
  expect(status).toBe(200);
  return data[0]!;
};
const read = async (key: number): Promise<PublisherSourceRecord> =>
  (await ask<PublisherSourceRecord>(publisherSourceGet, agency, { params: { key } })).data;
const setStatus = (source: Pick<PublisherSource, 'publisherSourceKey' | 'rowVersion'>, body: object, as = agency) => {
  const { publisherSourceKey, rowVersion } = source;
  return ask(publisherSourcesStatus, as, {
    body: { sources: [{ publisherSourceKey, rowVersion }], reason: '', ...body },
  });
};
const mails = async (): Promise<{ to: string; body: string }[]> => {
  const { rows } = await write(sql`select to_address as to, body from mail order by mail_key`);
  return rows as { to: string; body: string }[];
};

describe('a source in the register', () => {
  test('is created, changed by version, and has a history; the partner does not see the agency’s notes', async () => {
    const source = await putSource();
    expect(source).toMatchObject({ sourceTag: 'cf_mail', status: 'APPROVED', firstSeen: null, rowVersion: 1 });
    const { publisherSourceKey, publisherKey } = source;
    const change = sourceForm({ publisherSourceKey, rowVersion: 1, displayName: 'Weekly newsletter' });
    expect((await saveSources(publisherKey, [change])).data[0]).toMatchObject({ rowVersion: 2 });
    const stale = await saveSources(publisherKey, [change]);
    expect(stale).toMatchObject({ status: 409, errors: [{ field: 'sources.0.rowVersion', code: 'conflict' }] });
    const record = await read(publisherSourceKey);
    expect(record).toMatchObject({ displayName: 'Weekly newsletter', notes: 'Ours only', rowVersion: 2 });
    expect(record.history.map(({ fields }) => fields.map(({ label }) => label))).toEqual([
      ['Name'],
      ['Publisher', 'Source tag', 'Name', 'Landing pages', 'Notes', 'Status'],
      ['Publisher’s name', 'Publisher’s domain', 'Publisher’s traffic', 'Publisher’s status'],
    ]);
    expect(record.history[0]?.fields[0]).toEqual({ label: 'Name', before: 'Newsletter', after: 'Weekly newsletter' });

    const list = { params: { aggregator: one.partnerKey } };
    const own = await ask<PublisherSource[]>(publisherSourcesList, partner, list);
    expect(own.data.map(({ sourceTag }) => sourceTag)).toEqual(['cf_mail']);
    expect(JSON.stringify(own.data)).not.toContain('Ours only');
  });

  test('is identified by its tag, ignoring case; a duplicate refuses the whole save', async () => {
    const { publisherKey } = await putSource();
    const both = [sourceForm({ sourceTag: 'fresh' }), sourceForm({ sourceTag: 'CF_Mail' })];
    expect(await saveSources(publisherKey, both)).toMatchObject({
      status: 422,
      errors: [{ field: 'sources.1.sourceTag', code: 'taken' }],
    });
    const twice = [sourceForm({ sourceTag: 'New' }), sourceForm({ sourceTag: 'new' })];
    expect(await saveSources(publisherKey, twice)).toMatchObject({ status: 422, errors: [{ code: 'twice' }] });
    const { data } = await ask<PublisherSource[]>(publisherSourcesList, agency, {
      params: { aggregator: one.partnerKey },
    });
    expect(data.map(({ sourceTag }) => sourceTag)).toEqual(['cf_mail']);
  });

  test.each([
    ['sourceTag', 'has blank', 'sources.0.sourceTag'],
    ['landingUrls', ['http://finder.example/'], 'sources.0.landingUrls.0'],
    ['landingUrls', ['https://name:word@finder.example/'], 'sources.0.landingUrls.0'],
    ['displayName', 'two\nlines', 'sources.0.displayName'],
  ])('with an invalid %s is refused at its field', async (field, value, place) => {
    const { publisherKey } = await putPublisher();
    const answer = await saveSources(publisherKey, [sourceForm({ [field]: value })]);
    expect(answer).toMatchObject({ status: 400, errors: [{ field: place }] });
  });

  test('starts blocked if its publisher sends text messages', async () => {
    const { publisherKey } = await putPublisher({ trafficTypes: ['Email', 'SMS'] });
    const { data } = await saveSources(publisherKey, [sourceForm()]);
    expect(data[0]).toMatchObject({ status: 'BLOCKED', statusReason: BLOCKED_TRAFFIC_REASON });
  });

  test('shows an unchanged wording; another partner’s cannot be used', async () => {
    const text = (aggregatorKey: number, name: string) =>
      ask<{ disclosureTextKey: number }>(disclosureTextSave, agency, {
        body: { aggregatorKey, name, wording: 'By pressing Send I agree' },
      });
    const mine = await text(one.partnerKey, 'Consent');
    const theirs = await text(foreign.partnerKey, 'Consent');
    expect(await text(one.partnerKey, 'CONSENT')).toMatchObject({ status: 422, errors: [{ field: 'name' }] });
    const source = await putSource({ disclosureTextKey: mine.data.disclosureTextKey });
    expect(source).toMatchObject({ disclosureName: 'Consent', disclosureWording: 'By pressing Send I agree' });
    const form = sourceForm({ sourceTag: 'x', disclosureTextKey: theirs.data.disclosureTextKey });
    expect(await saveSources(source.publisherKey, [form])).toMatchObject({
      status: 422,
      errors: [{ field: 'sources.0.disclosureTextKey' }],
    });
  });
});

describe('a block', () => {
  test('applies from the next post on, is reported to the partner with its reason, and is lifted', async () => {
    const source = await putSource();
    const lead = () => post(bodyOf({ publisherSource: 'CF_MAIL' }));
    expect(await lead()).toMatchObject({ status: 'VAL' });
    expect((await read(source.publisherSourceKey)).firstSeen).toBe('2026-03-10');
    const { rowVersion } = await read(source.publisherSourceKey);
    const now = { ...source, rowVersion };
    expect(await setStatus(now, { status: 'BLOCKED' })).toMatchObject({ status: 422, errors: [{ field: 'reason' }] });
    expect((await setStatus(now, { status: 'BLOCKED', reason: 'Invented names' })).status).toBe(200);
    expect(await lead()).toMatchObject({
      outcome: 'failure',
      status: 'CLS',
      reasons: [{ code: 'SOURCE_BLOCKED', field: 'publisherSource' }],
    });
    expect(await mails()).toEqual([
      { to: 'quality@partner.example', body: expect.stringContaining('- cf_mail: Invented names') },
    ]);
    expect(await setStatus(now, { status: 'APPROVED' })).toMatchObject({ status: 409 });
    expect((await setStatus({ ...now, rowVersion: rowVersion + 1 }, { status: 'APPROVED' })).status).toBe(200);
    expect(await lead()).toMatchObject({ status: 'VAL' });
    expect((await read(source.publisherSourceKey)).statusReason).toBeNull();
    expect(await mails()).toHaveLength(1);
    expect((await leads()).map(({ status }) => status)).toEqual(['VAL', 'CLS', 'VAL']);
  });

  test('of a publisher blocks all its sources for every owner, and is reported once', async () => {
    const source = await putSource();
    const elsewhere = await makePlace({ partnerKey: one.partnerKey, key: one.key });
    const publisher = { ...publisherForm(), publisherKey: source.publisherKey, rowVersion: 1 };
    const block = { ...publisher, status: 'BLOCKED', reason: 'Copied our pages' };
    expect((await ask(publisherSave, agency, { body: block })).status).toBe(200);
    for (const place of [one, elsewhere])
      expect(await post(bodyOf({ publisherSource: 'cf_mail' }, place), place)).toMatchObject({
        status: 'CLS',
        reasons: [{ code: 'SOURCE_BLOCKED' }],
      });
    expect(await read(source.publisherSourceKey)).toMatchObject({
      status: 'BLOCKED',
      ownStatus: 'APPROVED',
      statusReason: 'Copied our pages',
    });
    expect(await mails()).toEqual([
      {
        to: 'quality@partner.example',
        body: expect.stringContaining('cf_mail: its publisher College Finder is blocked'),
      },
    ]);
    expect((await ask(publisherSave, agency, { body: block })).status).toBe(409);
  });

  test('needs its own right, and so does lifting it', async () => {
    const source = await putSource();
    const rights = (permissions: Permission[]) => harness.signedIn('ag', { owner: one.ownerKey, permissions });
    const editor = await rights(['publishers:View', 'publishers:Update']);
    const blocker = await rights(['publishers:View', 'publishers:Block']);
    const block = { status: 'BLOCKED', reason: 'No' };
    expect((await setStatus(source, block, editor)).status).toBe(403);
    expect((await setStatus(source, block, blocker)).status).toBe(200);
    expect((await setStatus({ ...source, rowVersion: 2 }, { status: 'APPROVED' }, editor)).status).toBe(403);
    expect((await saveSources(source.publisherKey, [sourceForm({ sourceTag: 'n' })], {}, editor)).status).toBe(403);
  });
});

describe('another partner’s source', () => {
  test('is not found by a partner, in list, file or by key', async () => {
    const params = { aggregator: foreign.partnerKey };
    for (const call of [publisherSourcesList, publisherSourcesExport])
      expect((await ask(call, partner, { params })).status).toBe(404);
    expect((await ask(publisherSourcesList, partner, { params: { aggregator: 2_000_000 } })).status).toBe(404);
    // A field for the agency only has no path for a partner.
    expect((await ask(publisherSourceGet, partner, { params: { key: foreign.sourceKey } })).status).not.toBe(200);
    expect((await ask(publisherChoices, partner, { params })).status).not.toBe(200);
  });

  test('cannot be moved to a publisher of this one', async () => {
    const { publisherKey } = await putPublisher();
    const form = sourceForm({ publisherSourceKey: foreign.sourceKey, rowVersion: 1 });
    expect((await saveSources(publisherKey, [form])).status).toBe(404);
    const { status } = await saveSources(publisherKey, [sourceForm()], { aggregatorKey: foreign.partnerKey });
    expect(status).toBe(404);
    await expect(
      write(
        sql`update publisher_source set publisher_key = ${publisherKey} where publisher_source_key = ${foreign.sourceKey}`,
      ),
    ).rejects.toThrow(/foreign key/);
  });
});

test('figures are of the owner’s own leads; a partner’s are of its own leads at all its owners', async () => {
  const source = await putSource();
  const day = '2026-03-09';
  const put = (place: PostPlace, sourceKey: number, count: number) =>
    harness.asMigrator(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const leadKey = await makeLead(tx, { ...place, day });
        await sql`update lead set publisher_source_key = ${sourceKey} where lead_key = ${leadKey}`.execute(tx);
      }
    });
  const elsewhere = await makePlace({ partnerKey: one.partnerKey, key: one.key });
  const theirs = await makePlace({ ownerKey: one.ownerKey, partnerKey: foreign.partnerKey });
  await put(one, source.publisherSourceKey, 3);
  await put(elsewhere, source.publisherSourceKey, 4);
  await put(theirs, foreign.sourceKey, 5);
  const figures = async (as: SignedIn, query: object = {}) => {
    const { status, data } = await ask<{ rows: { publisherSourceKey: number; validLeads: number }[] }>(
      publisherSourceFigures,
      as,
      { query },
    );
    expect(status).toBe(200);
    return Object.fromEntries(data.rows.map(({ publisherSourceKey, validLeads }) => [publisherSourceKey, validLeads]));
  };
  expect(await figures(agency, { ownerKey: one.ownerKey })).toEqual({
    [source.publisherSourceKey]: 3,
    [foreign.sourceKey]: 5,
  });
  expect(await figures(partner)).toEqual({ [source.publisherSourceKey]: 3 });
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, {
      group: 'mp',
      partnerKey: one.partnerKey,
      ownerKeys: [one.ownerKey, elsewhere.ownerKey],
      permissions: ['publishers:View'],
    }),
  );
  expect(await figures(await harness.sessionOf('mp', userKey))).toEqual({ [source.publisherSourceKey]: 7 });
});

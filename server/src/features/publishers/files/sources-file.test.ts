import {
  ALL_PERMISSIONS,
  bulkImportUndo,
  fillPath,
  type Permission,
  type PublisherSource,
  publisherSourcesExport,
  publisherSourcesImport,
  publisherSourcesList,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { csv, problems } from '../../../testing/campaign-files.ts';
import { makePartner, makeSource, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { sendFile } from '../../../testing/send-file.ts';

const harness = useApp();
const HEADING = 'Publisher Name,Source Tag,Display Name,Domain,Traffic Type,Landing URL,Status,Block Reason';
let owner: number;
let other: number;
let aggregator: number;
let foreign: number;
let agency: SignedIn;

beforeEach(async () => {
  await harness.asMigrator(async (tx) => {
    const { mine, foreign: theirs } = await makeTwoOwners(tx);
    [owner, other] = [mine.ownerKey, theirs.ownerKey];
    [aggregator, foreign] = [await makePartner(tx), await makePartner(tx)];
    await sql`delete from mail`.execute(tx);
    await sql`
      insert into partner_contact (partner_key, name, email, notifications)
      values (${aggregator}, 'Quality', 'quality@partner.example', '{SOURCE_BLOCKED}')
    `.execute(tx);
  });
  agency = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
});

const send = (
  content: string | Buffer,
  { apply = 'goodRows', as = agency, at = aggregator, of = owner, fileName = 'sources.csv' } = {},
) =>
  sendFile(harness, as, publisherSourcesImport, {
    params: { owner: of, aggregator: at },
    query: { apply },
    content,
    fileName,
  });
const sources = async (at = aggregator): Promise<PublisherSource[]> => {
  const { body } = await harness.call(publisherSourcesList, agency, { params: { aggregator: at } });
  return body.data as PublisherSource[];
};
const download = (as = agency, at = aggregator) =>
  harness.app.inject({
    method: 'GET',
    url: `/api${fillPath(publisherSourcesExport.path, { aggregator: at }, as.group)}`,
    headers: as.headers,
  });
const mails = async (): Promise<string[]> => {
  const { rows } = await harness.asMigrator((tx) => sql<{ body: string }>`select body from mail`.execute(tx));
  return rows.map(({ body }) => body);
};

test('a file creates publishers and sources; its bad rows are reported with their columns and change nothing', async () => {
  const file = csv(
    HEADING,
    'College Finder,cf_mail,Newsletter,Finder.example,email; NATIVE,https://finder.example/a; https://finder.example/b,,',
    'college finder,cf_quiz,,,Native;Email,,PENDING,',
    'Texts,tx_1,,texts.example,SMS,,,',
    'Bad,has blank,,not a domain,Carrier pigeon,http://plain.example/,SLEEPING,',
    'Worse,cf_mail2,,worse.example,Email,,BLOCKED,',
    'Worse,cf_mail3,,else.example,Email,,INACTIVE,',
    ',cf_none,,,,,,',
    'College Finder,CF_QUIZ,,,Email; Native,,,',
  );
  const looked = await send(file, { apply: 'no' });
  expect(looked.data.counts).toMatchObject({ new: 2, error: 6 });
  expect(await sources()).toEqual([]);
  const { data } = await send(file);
  expect(problems(data)).toEqual([
    '3: Source Tag cf_quiz is in the file more than once: rows 3, 9.',
    expect.stringMatching(/^5: Status must be one of/),
    '5: Source Tag may have letters, digits and _ . - only.',
    '5: Domain must look like example.com.',
    expect.stringMatching(/^5: Traffic Type “Carrier pigeon” is not one of: Organic search/),
    '5: Landing URL “http://plain.example/” must begin with https://.',
    '6: Block Reason is required: the media partner is told.',
    '7: Domain is the publisher’s: row 6 says another one of the same publisher.',
    '7: A source becomes inactive by itself, after 180 days without traffic.',
    '8: Publisher Name is required.',
    '8: Traffic Type is required.',
    '9: Source Tag CF_QUIZ is in the file more than once: rows 3, 9.',
  ]);
  expect(await sources()).toMatchObject([
    {
      sourceTag: 'cf_mail',
      displayName: 'Newsletter',
      publisherName: 'College Finder',
      domain: 'finder.example',
      trafficTypes: ['Email', 'Native'],
      landingUrls: ['https://finder.example/a', 'https://finder.example/b'],
      status: 'APPROVED',
    },
    { sourceTag: 'tx_1', displayName: 'tx_1', status: 'BLOCKED' },
  ]);
  expect(await mails()).toEqual([]);
});

test('an unchanged export changes nothing, formulas are text, and an old version is refused', async () => {
  await send(csv(HEADING, '=1+1,cf_mail,"@SUM(A1)",finder.example,Email,https://finder.example/,,'));
  const { headers, rawPayload } = await download();
  expect(headers['content-disposition']).toContain('publisherSource.xlsx');
  const { rows } = await readSheet(rawPayload, 'publisherSource.xlsx');
  expect(rows[0]?.cells.slice(0, 8)).toEqual([
    '=1+1',
    'cf_mail',
    '@SUM(A1)',
    'finder.example',
    'Email',
    'https://finder.example/',
    'APPROVED',
    null,
  ]);
  expect(rawPayload.toString('latin1')).not.toContain('<f>');
  const again = await send(rawPayload, { fileName: 'publisherSource.xlsx' });
  expect(again.data.counts).toMatchObject({ unchanged: 1, changed: 0, error: 0 });
  const [source] = await sources();
  expect(source?.rowVersion).toBe(1);
  const stale = `${HEADING},Row Version`;
  await send(csv(stale, ',cf_mail,Renamed,,,,,,1'));
  const late = await send(csv(stale, ',cf_mail,Renamed again,,,,,,1'), { apply: 'no' });
  expect(problems(late.data)).toEqual(['2: Row was changed after this file was downloaded.']);
});

test('a block by file notifies the partner and is undone with the file; sources the file created become pending', async () => {
  await send(csv(HEADING, 'College Finder,cf_mail,,finder.example,Email,,,'));
  const { data } = await send(
    csv(HEADING, ',cf_mail,,new.example,,,BLOCKED,Invented names', 'College Finder,cf_new,,new.example,Email,,,'),
  );
  expect(data.applied).toMatchObject({ rows: 2, failed: 0 });
  expect(await mails()).toEqual([expect.stringContaining('- cf_mail: Invented names')]);
  expect(await sources()).toMatchObject([
    { sourceTag: 'cf_mail', status: 'BLOCKED', statusReason: 'Invented names', domain: 'new.example' },
    { sourceTag: 'cf_new', status: 'APPROVED', domain: 'new.example' },
  ]);
  const undone = await harness.call(bulkImportUndo, agency, { params: { owner, importKey: data.importKey } });
  expect(undone.status).toBe(200);
  expect(await sources()).toMatchObject([
    { sourceTag: 'cf_mail', status: 'APPROVED', statusReason: null, domain: 'finder.example' },
    { sourceTag: 'cf_new', status: 'PENDING' },
  ]);
});

test('a file is for one partner: the same tag elsewhere is unchanged, another owner’s and a partner’s own file are refused', async () => {
  const theirs = await harness.asMigrator((tx) => makeSource(tx, foreign));
  await send(csv(HEADING, `College Finder,${theirs.sourceTag},Mine,finder.example,Email,,,`));
  expect((await sources()).map(({ displayName }) => displayName)).toEqual(['Mine']);
  expect(await sources(foreign)).toMatchObject([{ displayName: theirs.sourceTag, rowVersion: 1 }]);
  expect((await send(csv(HEADING), { of: other })).status).toBe(404);
  expect((await send(csv(HEADING, 'A,b,,,Email,,,'), { at: 2_000_000 })).status).toBe(404);
  const partner = await harness.signedIn('mp', {
    owner,
    partnerKey: aggregator,
    permissions: ['publishers:View'] as Permission[],
  });
  expect((await send(csv(HEADING), { as: partner })).status).not.toBe(200);
  expect((await download(partner)).statusCode).toBe(200);
  expect((await download(partner, foreign)).statusCode).toBe(404);
});

test('blocking and creating sources by file need those rights', async () => {
  await send(csv(HEADING, 'College Finder,cf_mail,,finder.example,Email,,,'));
  const permissions: Permission[] = ['publishers:View', 'publishers:Update'];
  const editor = await harness.signedIn('ag', { owner, permissions });
  const { data } = await send(
    csv(HEADING, ',cf_mail,,,,,BLOCKED,No', 'College Finder,cf_new,,finder.example,Email,,,'),
    { as: editor, apply: 'no' },
  );
  expect(problems(data)).toEqual([
    '2: You may not block sources or open them again.',
    '3: You may not make new sources.',
  ]);
});

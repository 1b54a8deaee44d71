import {
  bulkEduExport,
  bulkEduImport,
  bulkImportApply,
  bulkImportFailed,
  bulkImportUndo,
  fillPath,
  ltCampus,
  ltChannels,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { zipPlace } from '../../../lib/zips/zips.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { csv, problems } from '../../../testing/campaign-files.ts';
import { makeCampaign, makeClient, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { sendFile } from '../../../testing/send-file.ts';

const harness = useApp();
const HEADING =
  'Client Code,Client Model,Campus Code,Campus Name,Address,City,State,ZIP,Phone,Time Zone,Program Code,Program Name,Degree Level,Modality,Subject Area,CIP Code,Length Months,Min Education,Start Dates (;),Landing URL,Client Program Code,Active (Y/N)';
/** A program of a campus in Austin, with its own values where they matter. */
const line = ({
  client = 'ONE',
  model = '',
  campus = 'AUS',
  campusName = 'Austin',
  zip = '78701',
  zone = '',
  program = 'BSN',
  name = 'Nursing',
  modality = 'Campus',
  starts = '',
  url = '',
  clientCode = '',
  active = '',
} = {}): string =>
  `${client},${model},${campus},${campusName},1 Main St,Austin,TX,${zip},512-555-0100,${zone},${program},${name},Bachelor,${modality},Nursing,51.3801,48,HSD,${starts},${url},${clientCode},${active}`;

const RIGHTS: Permission[] = ['clients:View', 'clients:Bulk'];
let owner: number;
let foreign: number;
let agency: SignedIn;

beforeEach(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    [owner, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
    for (const [key, code] of [
      [owner, 'ONE'],
      [owner, 'TWO'],
      [foreign, 'THEIRS'],
    ] as const) {
      const clientKey = await makeClient(tx, key);
      await sql`update client set code = ${code} where client_key = ${clientKey}`.execute(tx);
    }
  });
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
});

const send = (content: string | Buffer, { apply = 'goodRows', as = agency, of = owner, fileName = 'edu.csv' } = {}) =>
  sendFile(harness, as, bulkEduImport, { params: { owner: of }, query: { apply }, content, fileName });
const act = (call: typeof bulkImportUndo | typeof bulkImportApply, importKey: number, as = agency) =>
  harness.call(call, as, { params: { owner, importKey }, ...(call === bulkImportApply && { body: {} }) });
const download = (query = '', as = agency, of = owner) =>
  harness.app.inject({
    method: 'GET',
    url: `/api${fillPath(bulkEduExport.path, { owner: of }, 'ag')}${query}`,
    headers: as.headers,
  });
const rowsOf = async (query = ''): Promise<Record<string, string>[]> => {
  const { headers, rows } = await readSheet((await download(query)).rawPayload, 'a.xlsx');
  return rows.map(({ cells }) => Object.fromEntries(headers.map((header, at) => [header, String(cells[at] ?? '')])));
};
const campuses = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<Record<string, unknown>>`
      select k.code, k.name, k.zip, k.active, k.virtual, k.time_zone as zone, m.name as model, k.latitude::float8 as latitude,
             k.longitude::float8 as longitude
      from campus k join client_model m using (owner_key, client_model_key) where k.owner_key = ${owner} order by k.code`.execute(
      tx,
    ),
  );
  return rows;
};
const audits = async (entity: string): Promise<string[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string }>`
      select action from audit_log where owner_key = ${owner} and entity = ${entity}`.execute(tx),
  );
  return rows.map(({ action }) => action);
};

test('creates models, campuses and programs for a client without any, with location and zone from the ZIP code, except online ones', async () => {
  const online = line({
    campus: 'WEB',
    campusName: 'Online',
    program: 'WEB1',
    modality: 'Online',
    model: 'Distance',
  }).replace('1 Main St,Austin,TX,78701', ',,,');
  const { data } = await send(
    csv(
      HEADING,
      line({ starts: '2026-09-01; 2026-01-12;2026-09-01', model: 'Ground' }),
      line({ program: 'MSN' }),
      online,
    ),
  );
  expect(problems(data)).toEqual([]);
  expect(data.applied).toMatchObject({ rows: 3, failed: 0 });
  expect(data.warnings).toEqual(['2 new campuses: Austin, Online.']);
  const { latitude, longitude } = zipPlace('78701')!;
  expect(await campuses()).toMatchObject([
    { code: 'AUS', model: 'Ground', zone: 'America/Chicago', virtual: false, active: true, latitude, longitude },
    { code: 'WEB', model: 'Distance', virtual: true, latitude: null },
  ]);
  expect(await rowsOf()).toMatchObject([
    { 'Program Code': 'BSN', 'Start Dates': '2026-01-12;2026-09-01', Active: 'Y' },
    { 'Program Code': 'MSN', 'CIP Code': '51.3801' },
    { 'Program Code': 'WEB1', Modality: 'Online' },
  ]);
  expect((await audits('program')).toSorted()).toEqual(['makeProgram', 'makeProgram', 'makeProgram']);
  expect(await audits('campus')).toEqual(['makeCampus', 'makeCampus']);
});

test('reports every bad row with its column: unknown clients, other owners’ clients, other clients’ campuses', async () => {
  await send(csv(HEADING, line()));
  const file = csv(
    HEADING,
    line({ client: 'THEIRS', campus: 'X1' }),
    line({ client: 'NOBODY', campus: 'X2' }),
    line({ client: 'TWO', program: 'MSN' }),
    line({ campus: 'DAL', zip: '7870' }),
    line({ campus: 'ELP', zip: '00000', zone: 'Mars/Base' }),
    line({ campus: 'HOU', modality: 'Telepathy', url: 'http://plain.example/', starts: 'soon' }),
    line({ campus: 'WAC', client: 'ONE', zip: '76701' }),
    line({ campus: 'wac', client: 'TWO', zip: '76701', program: 'MSN' }),
    line({ campus: 'LUB', campusName: 'Lubbock', zip: '79401' }),
    line({ campus: 'LUB', campusName: 'Lubbock North', zip: '79401', program: 'MSN' }),
    line({ program: 'BAD|CODE' }),
    line({ program: 'NEW', name: '' }),
  );
  const { data } = await send(file, { apply: 'no' });
  expect(problems(data)).toEqual([
    '2: Client Code THEIRS does not belong to this owner.',
    '3: Client Code NOBODY does not belong to this owner.',
    '4: Campus Code AUS is a campus of client ONE. Campus codes are used once for an owner.',
    '5: ZIP must be five digits.',
    '6: ZIP 00000 is not a known ZIP code.',
    '6: Time Zone Mars/Base is not known. It must look like America/Chicago.',
    '7: Modality must be one of Campus, Online, Hybrid, Evening/Weekend.',
    '7: Start Dates must be dates in the form YYYY-MM-DD with ; between them.',
    '7: Landing URL must begin with https://.',
    '9: Campus Code wac is used for client ONE in row 8. Campus codes are used once for an owner.',
    '11: Campus Name is the campus’s: row 10 says another one of the same campus.',
    '12: Program Code may have letters, digits, blanks and . _ - / & + only.',
    '13: Program Name is required.',
  ]);
  expect(data.counts).toMatchObject({ new: 2, error: 10 });
});

test('an unchanged export changes nothing; blank keeps, NULL clears, and one row renames a campus', async () => {
  await send(
    csv(
      HEADING,
      line({ url: 'https://one.example/bsn' }),
      line({ program: 'MSN' }),
      line({ client: 'TWO', campus: 'T' }),
    ),
  );
  const file = await download();
  expect(file.headers['content-disposition']).toMatch(/bulkDataExport_\d{4}-\d{2}-\d{2}\.xlsx/);
  const same = await send(file.rawPayload, { fileName: 'edu.xlsx' });
  expect(same.data.counts).toEqual({ new: 0, changed: 0, unchanged: 3, error: 0, total: 3 });
  expect((await download()).rawPayload.equals(file.rawPayload)).toBe(true);
  const { data } = await send(
    csv(
      'Client Code,Campus Code,Campus Name,Phone,Program Code,Landing URL,CIP Code',
      'one,aus,South Austin,NULL,bsn,NULL,',
      'ONE,AUS,Austin,,MSN,,',
    ),
  );
  expect(data.counts).toMatchObject({ changed: 1, unchanged: 1 });
  expect(data.rows[0]?.changes).toEqual([
    { column: 'Campus Name', before: 'Austin', after: 'South Austin' },
    { column: 'Phone', before: '512-555-0100', after: null },
    { column: 'Landing URL', before: 'https://one.example/bsn', after: null },
  ]);
  const mine = (await rowsOf()).filter((row) => row['Client Code'] === 'ONE');
  expect(mine).toMatchObject([
    { 'Campus Name': 'South Austin', Phone: '', 'Landing URL': '', 'CIP Code': '51.3801' },
    { 'Campus Name': 'South Austin', 'Program Code': 'MSN' },
  ]);
  // The earlier file has the campus under its old name.
  const late = await send(file.rawPayload, { apply: 'no', fileName: 'edu.xlsx' });
  expect(problems(late.data)).toEqual([
    '2: Row was changed after this file was downloaded.',
    '3: Row was changed after this file was downloaded.',
  ]);
});

test('a campus closes with its last program and reopens with a new one, while its others stay closed', async () => {
  await send(csv(HEADING, line(), line({ program: 'MSN' })));
  const one = await send(csv(HEADING, line({ active: 'N' })));
  expect(one.data.warnings).toEqual([]);
  expect(await campuses()).toMatchObject([{ active: true }]);
  const last = await send(csv(HEADING, line({ program: 'MSN', active: 'N' })));
  expect(last.data.warnings).toEqual(['Closes the campus Austin: none of its programs stays open.']);
  expect(await campuses()).toMatchObject([{ active: false }]);
  // A campus that was closed by hand, with open programs, counts as closed.
  await harness.asMigrator((tx) => sql`update program set active = true where owner_key = ${owner}`.execute(tx));
  expect((await rowsOf()).map(({ Active }) => Active)).toEqual(['N', 'N']);
  const again = await send(csv(HEADING, line({ active: 'Y' })));
  expect(again.data.warnings).toEqual(['Opens the campus Austin again.']);
  expect((await rowsOf()).map(({ Active }) => Active)).toEqual(['Y', 'N']);
  expect((await act(bulkImportUndo, again.data.importKey)).status).toBe(200);
  expect((await rowsOf()).map(({ Active }) => Active)).toEqual(['N', 'N']);
  expect(await campuses()).toMatchObject([{ active: false }]);
});

test('undo restores changes and closes what the file created, unless somebody changed it since', async () => {
  await send(csv(HEADING, line()));
  const before = await rowsOf();
  const { data } = await send(
    csv(
      HEADING,
      line({ campusName: 'South', zip: '75201' }),
      line({ campusName: 'South', zip: '75201', program: 'NEW' }),
      line({ campus: 'DAL', zip: '75201' }),
    ),
  );
  expect(data.applied).toMatchObject({ rows: 3 });
  expect((await campuses())[0]).toMatchObject({ zip: '75201', latitude: zipPlace('75201')!.latitude });
  expect((await act(bulkImportUndo, data.importKey)).status).toBe(200);
  const [bsn, newProgram, dallas] = await rowsOf();
  expect({ ...bsn, 'Row Version': '' }).toEqual({ ...before[0], 'Row Version': '' });
  expect([newProgram, dallas]).toMatchObject([
    { 'Program Code': 'NEW', Active: 'N', 'Campus Name': 'Austin' },
    { 'Campus Code': 'DAL', Active: 'N' },
  ]);
  expect(await campuses()).toMatchObject([
    { code: 'AUS', active: true, latitude: zipPlace('78701')!.latitude },
    { code: 'DAL', active: false },
  ]);
  const next = await send(csv(HEADING, line({ name: 'Nursing 2' })));
  await harness.asMigrator((tx) => sql`update campus set phone = '1' where owner_key = ${owner}`.execute(tx));
  const refused = await act(bulkImportUndo, next.data.importKey);
  expect([refused.status, refused.body.code]).toEqual([409, 'STALE_ROW']);
});

test(
  'of two thousand rows with twenty mistakes exactly those are returned, in file order',
  { tags: ['long'] },
  async () => {
    const wrong = new Set(Array.from({ length: 20 }, (_, index) => 7 + index * 97));
    const lines = Array.from({ length: 2_000 }, (_, index) => {
      const campus = `K${index % 40}`;
      const base = line({ campus, campusName: `Campus ${campus}`, program: `P${index}`, name: `Program ${index}` });
      return wrong.has(index + 2) ? base.replace('Bachelor', 'Wizard') : base;
    });
    const { data } = await send(csv(HEADING, ...lines), { apply: 'no' });
    expect(data.counts).toEqual({ new: 1_980, changed: 0, unchanged: 0, error: 20, total: 2_000 });
    const applied = await act(bulkImportApply, data.importKey);
    expect(applied.body.data).toMatchObject({ applied: { rows: 1_980, failed: 20 } });
    const failed = await harness.app.inject({
      method: 'GET',
      url: `/api${fillPath(bulkImportFailed.path, { owner, importKey: data.importKey }, 'ag')}`,
      headers: agency.headers,
    });
    const { headers, rows } = await readSheet(failed.rawPayload, 'failed.xlsx');
    expect(headers).toEqual([...HEADING.split(','), 'Error']);
    const expected = [...wrong].toSorted((a, b) => a - b);
    expect(rows.map(({ cells }) => cells[10])).toEqual(expected.map((row) => `P${row - 2}`));
    expect(rows.map(({ cells }) => cells.at(-1))).toEqual(
      expected.map(
        (row) =>
          `Row ${row}: Degree Level must be one of Certificate/Diploma, Associate, Bachelor, Master, Doctorate, Non-degree.`,
      ),
    );
    expect(await rowsOf()).toHaveLength(1_980);
    expect(await campuses()).toHaveLength(40);
  },
);

test('is exported as a whole, for one client, or as an empty template, never to another owner', async () => {
  await send(csv(HEADING, line(), line({ client: 'TWO', campus: 'T' })));
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number; code: string }>`select client_key as key, code from client where code in ('TWO', 'THEIRS')
      and owner_key in (${owner}, ${foreign})`.execute(tx),
  );
  const keyOf = (code: string) => rows.find((row) => row.code === code)!.key;
  expect((await rowsOf(`?clientKey=${keyOf('TWO')}`)).map((row) => row['Client Code'])).toEqual(['TWO']);
  expect(await rowsOf('?content=template')).toEqual([]);
  expect((await download('?content=template')).headers['content-disposition']).toContain('bulkDataImport_');
  expect((await download(`?clientKey=${keyOf('THEIRS')}`)).statusCode).toBe(404);
  expect((await download('', agency, foreign)).statusCode).toBe(404);
  expect((await send(csv(HEADING, line({ client: 'THEIRS' })), { of: foreign })).status).toBe(404);
  const viewer = await harness.signedIn('ag', { owner, permissions: ['clients:View'] });
  expect((await send(csv(HEADING, line()), { as: viewer })).status).toBe(403);
});

test('of two concurrent files with the same program, one creates it and the other reports that it exists', async () => {
  const looked = await Promise.all([1, 2].map(() => send(csv(HEADING, line()), { apply: 'no' })));
  const answers = await Promise.all(looked.map(({ data }) => act(bulkImportApply, data.importKey)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await rowsOf()).toHaveLength(1);
  expect(await audits('program')).toEqual(['makeProgram']);
});

test('the lookup sheets name the owner’s channels in use and its campuses', async () => {
  await send(csv(HEADING, line(), line({ client: 'TWO', campus: 'T', campusName: 'Tyler' })));
  await harness.asMigrator(async (tx) => {
    await makeCampaign(tx, { ownerKey: owner });
    await makeCampaign(tx, { ownerKey: foreign });
    await sql`
      insert into custom_channel (owner_key, channel, name) values (${owner}, 'ppl', 'Warm'), (${foreign}, 'ppl', 'Theirs')
    `.execute(tx);
  });
  const channels = await harness.call(ltChannels, agency, { params: { owner } });
  expect(channels.body.data).toEqual([
    { channel: 'ppl', name: 'Pay per lead', customChannels: [expect.objectContaining({ name: 'Warm', active: true })] },
  ]);
  const all = (await harness.call(ltCampus, agency, { body: { ownerKey: owner } })).body.data as {
    campusName: string;
    clientKey: number;
  }[];
  expect(all.map(({ campusName }) => campusName).toSorted()).toEqual(['Austin', 'Tyler']);
  const tyler = all.find(({ campusName }) => campusName === 'Tyler')!;
  const some = await harness.call(ltCampus, agency, { body: { ownerKey: owner, clientKeys: [tyler.clientKey] } });
  expect(some.body.data).toEqual([tyler]);
  expect((await harness.call(ltCampus, agency, { body: { ownerKey: foreign } })).status).toBe(404);
});

import {
  ALL_PERMISSIONS,
  type AreaRecord,
  bulkImportUndo,
  campaignGeoCount,
  type CampusArea,
  dmaImport,
  dmaList,
  type FieldError,
  fillPath,
  type GeoCount,
  geoAreaGet,
  geoAreaList,
  geoAreaSave,
  geoExport,
  geoImport,
  geoProgramAreaGet,
  geoProgramAreaSave,
  type LeadAnswer,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { zipPlace, zipsWithin } from '../../../lib/zips/zips.ts';
import { type SignedIn } from '../../../testing/app.ts';
import { csv, problems } from '../../../testing/campaign-files.ts';
import { makeCampus, makeLead } from '../../../testing/factories/factories.ts';
import { type PostPlace, usePosts } from '../../../testing/factories/partner-posts.ts';
import { sendFile } from '../../../testing/send-file.ts';

const posts = usePosts();
const { harness, bodyOf, post, codes } = posts;
let one: PostPlace;
let clientKey: number;
let campus: number;
let program: number;
let other: number;
let foreign: { campus: number; program: number };
let code = { campus: '', program: '', other: '' };
let agency: SignedIn;

const CLEVELAND = '44114';
const HEADING = 'Campus Code,Program Code,Geo Type,Geo Value,Include/Exclude,Miles';

const clientOf = async (place: PostPlace): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`select client_key as key from goal where goal_key = ${place.goalKey}`.execute(tx),
  );
  return rows[0]!.key;
};

beforeEach(async () => {
  one = posts.one();
  clientKey = await clientOf(one);
  const theirs = await posts.makePlace();
  const theirClient = await clientOf(theirs);
  await harness.asMigrator(async (tx) => {
    const newCampus = await makeCampus(tx, { ownerKey: one.ownerKey, clientKey, subjects: ['Nursing', 'Business'] });
    [campus, program, other] = [newCampus.campusKey, newCampus.programKeys[0]!, newCampus.programKeys[1]!];
    await sql`update campus set zip = ${CLEVELAND}, name = 'Cleveland' where campus_key = ${campus}`.execute(tx);
    const away = await makeCampus(tx, { ownerKey: theirs.ownerKey, clientKey: theirClient, subjects: ['Nursing'] });
    foreign = { campus: away.campusKey, program: away.programKeys[0]! };
    const { rows } = await sql<{ campus: string; program: string; other: string }>`
      select k.code as campus, (select code from program where program_key = ${program}) as program,
             (select code from program where program_key = ${other}) as other
      from campus k where k.campus_key = ${campus}
    `.execute(tx);
    code = rows[0]!;
  });
  agency = await harness.signedIn('ag', { owner: one.ownerKey, permissions: ALL_PERMISSIONS });
});

const get = async (of: number | null = null): Promise<AreaRecord> => {
  const { status, body } = await (of === null
    ? harness.call(geoAreaGet, agency, { params: { campus } })
    : harness.call(geoProgramAreaGet, agency, { params: { campus, program: of } }));
  expect(status).toBe(200);
  return body.data as AreaRecord;
};
const save = (area: object | null, { of = null as number | null, rowVersion = 0, as = agency } = {}) =>
  of === null
    ? harness.call(geoAreaSave, as, { params: { campus }, body: { area, rowVersion } })
    : harness.call(geoProgramAreaSave, as, { params: { campus, program: of }, body: { area, rowVersion } });
const saved = async (area: object | null, of: number | null = null): Promise<AreaRecord> => {
  const { status, body } = await save(area, { of, rowVersion: (await get(of)).rowVersion });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data as AreaRecord;
};
const lead = (zip: string, programCode: string): Promise<LeadAnswer> =>
  post(
    bodyOf({
      zip,
      state: zipPlace(zip)!.state.slice('US-'.length),
      programCode,
      campusCode: code.campus,
    }),
  );
const isTaken = async (zip: string, programCode = code.program): Promise<boolean> => {
  const answer = await lead(zip, programCode);
  if (answer.outcome === 'success') return true;
  expect(codes(answer)).toEqual(['GEO_NOT_ALLOWED']);
  return false;
};
const AKRON = '44308';
const COLUMBUS = '43215';

describe('a posted lead', () => {
  test('is refused outside its campus’s area and accepted inside; without an area it is accepted from anywhere', async () => {
    expect(await isTaken(COLUMBUS)).toBe(true);
    await saved({ radius: { campusKey: campus, miles: 35 } });
    expect(
      zipsWithin({ latitude: zipPlace(CLEVELAND)!.latitude!, longitude: zipPlace(CLEVELAND)!.longitude! }, 35),
    ).toContain(AKRON);
    expect([await isTaken(AKRON), await isTaken(COLUMBUS), await isTaken('78701')]).toEqual([true, false, false]);
    await saved(null);
    expect(await isTaken(COLUMBUS)).toBe(true);
  });

  test('is judged by its program’s area if there is one, otherwise by its campus’s', async () => {
    await saved({ states: ['US-OH'] });
    await saved({ states: ['US-TX'] }, program);
    expect([await isTaken(COLUMBUS), await isTaken('78701')]).toEqual([false, true]);
    expect([await isTaken(COLUMBUS, code.other), await isTaken('78701', code.other)]).toEqual([true, false]);
    await saved(null, program);
    expect([await isTaken(COLUMBUS), await isTaken('78701')]).toEqual([true, false]);
  });

  test('is refused if either the campaign’s targeting or the area excludes it', async () => {
    await saved({ counties: ['39035', '39049'], exclude: { zips: ['43201'] } });
    await posts.write(sql`update campaign_targeting set geo = '{"states": ["US-OH"], "exclude": {"states": [], "zips": ["44114"]}}'
                          where campaign_key = ${one.campaignKey}`);
    expect([await isTaken(COLUMBUS), await isTaken('43201'), await isTaken(CLEVELAND), await isTaken(AKRON)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('an area', () => {
  test('is normalised, shown with what inherits it, and counted in the campaign editor', async () => {
    const { area, rowVersion, savedBy } = await saved({ states: ['US-OH', 'US-IN', 'US-OH'], zips: [AKRON] });
    expect([area?.states, rowVersion, typeof savedBy]).toEqual([['US-IN', 'US-OH'], 1, 'string']);
    await saved({ zips: [AKRON] }, program);
    expect(await get(other)).toMatchObject({ area: null, inherited: { states: ['US-IN', 'US-OH'] }, rowVersion: 0 });
    const list = (await harness.call(geoAreaList, agency, { params: { key: clientKey } })).body.data as CampusArea[];
    const listed = list.find(({ campusKey }) => campusKey === campus)!;
    expect(listed.summary).toBe('Indiana, Ohio and 1 ZIP code');
    const of = new Map(listed.programs.map(({ programKey, hasOwn, summary }) => [programKey, [hasOwn, summary]]));
    expect([of.get(program), of.get(other)]).toEqual([
      [true, '1 ZIP code'],
      [false, 'Indiana, Ohio and 1 ZIP code'],
    ]);
    const ask = async (programKeys: number[]) =>
      (
        await harness.call(campaignGeoCount, agency, {
          params: { key: clientKey },
          body: { geo: { zips: [AKRON, COLUMBUS, '78701'] }, programKeys },
        })
      ).body.data as GeoCount;
    expect(await ask([program])).toMatchObject({ zips: 1, served: { zips: 1, refused: 2 } });
    expect(await ask([program, other])).toMatchObject({ zips: 2, served: { refused: 1 } });
  });

  test('saved by another user meanwhile gives a conflict with both versions', async () => {
    await saved({ states: ['US-OH'] });
    const { status, body } = await save({ states: ['US-TX'] }, { rowVersion: 0 });
    expect(status).toBe(409);
    expect(body.errors).toEqual([
      { field: 'area', code: 'conflict', message: expect.stringMatching(/ saved Ohio, you have Texas\.$/) as string },
    ]);
    expect((await get()).area?.states).toEqual(['US-OH']);
  });

  test('with unknown places, or DMAs without a county list, is refused with its fields', async () => {
    const { status, body } = await save({
      zips: ['00000'],
      counties: ['99999'],
      dmas: [510],
      radius: { campusKey: foreign.campus, miles: 35 },
    });
    expect(status).toBe(422);
    expect((body.errors as FieldError[]).map(({ field, message }) => [field, message])).toEqual([
      ['area.zips', 'No such ZIP code: 00000.'],
      ['area.counties', 'No county has the FIPS code 99999.'],
      ['area.dmas', 'No list of counties and their DMAs is loaded. Upload one before naming DMAs.'],
      ['area.radius', expect.stringContaining('A radius needs a campus with a place')],
    ]);
    expect((await get()).rowVersion).toBe(0);
  });

  test('shows the inquiries of the last 90 days by ZIP code, without tests and older ones', async () => {
    const at = { ownerKey: one.ownerKey, campaignKey: one.campaignKey };
    await harness.asMigrator(async (tx) => {
      for (const [zip, day, status] of [
        [AKRON, '2026-03-09', 'VAL'],
        [AKRON, '2026-03-08', 'SCR'],
        [COLUMBUS, '2026-02-08', 'VAL'],
        [COLUMBUS, '2026-02-08', 'TST'],
        [COLUMBUS, '2025-12-08', 'VAL'],
      ] as const) {
        const leadKey = await makeLead(tx, { ...at, day });
        await sql`update lead set zip = ${zip}, status = ${status}, campus_key = ${campus}, program_key = ${program},
                  row_version = row_version where lead_key = ${leadKey}`.execute(tx);
      }
    });
    const { leads } = await get();
    expect(leads.byZip).toEqual([
      { zip: COLUMBUS, leads: 1 },
      { zip: AKRON, leads: 2 },
    ]);
    expect((await get(other)).leads.byZip).toEqual([]);
  });

  test('of another owner is not found', async () => {
    const answers = [
      await harness.call(geoAreaGet, agency, { params: { campus: foreign.campus } }),
      await harness.call(geoAreaSave, agency, {
        params: { campus: foreign.campus },
        body: { area: null, rowVersion: 0 },
      }),
      await harness.call(geoProgramAreaSave, agency, {
        params: { campus, program: foreign.program },
        body: { area: null, rowVersion: 0 },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('files', () => {
  const upload = (content: string | Buffer, { apply = 'goodRows', fileName = 'geo.csv' } = {}) =>
    sendFile(harness, agency, geoImport, { params: { campus }, query: { apply }, content, fileName });

  test('add, change and remove places, report bad rows, and are undone', async () => {
    await saved({ states: ['US-OH'], radius: { campusKey: campus, miles: 35 } });
    const file = csv(
      HEADING,
      `${code.campus},,ZIP,501,INCLUDE,`,
      `${code.campus},,county,"Cuyahoga, OH",EXCLUDE,`,
      `${code.campus},,STATE,Ohio,REMOVE,`,
      `${code.campus},,RADIUS,CAMPUS,INCLUDE,20`,
      `${code.campus},${code.program},ZIP,44308,INCLUDE,`,
      `${code.campus},,ZIP,00000,INCLUDE,`,
      `${code.campus},,DMA,510,INCLUDE,`,
      `elsewhere,,ZIP,44308,INCLUDE,`,
      `${code.campus},,ZIP,44308,INCLUDE,5`,
      `${code.campus},,ZIP,44309,REMOVE,`,
    );
    expect((await upload(file, { apply: 'no' })).data.counts).toMatchObject({ new: 3, changed: 2, error: 5 });
    expect((await get()).rowVersion).toBe(1);
    const { data } = await upload(file);
    expect(problems(data)).toEqual([
      '7: Geo Value “00000” is no ZIP code.',
      '8: No list of counties and their DMAs is loaded. Upload one before naming DMAs.',
      '9: Campus Code elsewhere, Geo Type ZIP, Geo Value 44308 does not belong to this owner.',
      '10: Miles are for a RADIUS only.',
      '11: The area does not have this place.',
    ]);
    expect((await get()).area).toMatchObject({
      states: [],
      zips: ['00501'],
      radius: { campusKey: campus, miles: 20 },
      exclude: { counties: ['39035'] },
    });
    expect((await get(program)).area).toMatchObject({ zips: ['44308'] });
    const undone = await harness.call(bulkImportUndo, agency, {
      params: { owner: one.ownerKey, importKey: data.importKey },
      body: {},
    });
    expect(undone.status).toBe(200);
    expect((await get()).area).toMatchObject({
      states: ['US-OH'],
      zips: [],
      radius: { campusKey: campus, miles: 35 },
      exclude: { counties: [] },
    });
    expect((await get(program)).area).toBeNull();
  });

  test('exported and unchanged change nothing', async () => {
    await saved({ states: ['US-OH'], zips: ['00501'], radius: { campusKey: campus, miles: 12.5 } });
    await saved({ exclude: { counties: ['39035'] } }, program);
    const { rawPayload } = await harness.app.inject({
      method: 'GET',
      url: `/api${fillPath(geoExport.path, { campus }, 'ag')}`,
      headers: agency.headers,
    });
    const { data } = await upload(rawPayload, { fileName: 'geo.xlsx' });
    expect(data.counts).toMatchObject({ unchanged: 4, new: 0, changed: 0, error: 0 });
    expect((await get()).rowVersion).toBe(1);
  });

  test('of counties and their DMAs allow DMAs in areas, whose leads are then accepted', async () => {
    const list = await sendFile(harness, agency, dmaImport, {
      params: { owner: one.ownerKey },
      query: { apply: 'goodRows' },
      content: csv(
        'County FIPS,DMA Code,DMA Name',
        '39035,510,Cleveland-Akron',
        '39153,510,Cleveland-Akron',
        '99999,510,X',
      ),
    });
    expect(problems(list.data)).toEqual(['4: No county has the FIPS code 99999.']);
    expect((await harness.call(dmaList, agency, { params: { owner: one.ownerKey } })).body.data).toEqual([
      { dma: 510, name: 'Cleveland-Akron', counties: ['39035', '39153'] },
    ]);
    expect((await save({ dmas: [635] })).body.errors).toMatchObject([{ message: 'The county list has no DMA 635.' }]);
    await saved({ dmas: [510] });
    expect([await isTaken(CLEVELAND), await isTaken(AKRON), await isTaken(COLUMBUS)]).toEqual([true, true, false]);
  });
});

import {
  ALL_PERMISSIONS,
  type AnyCall,
  audienceByClient,
  audienceByGoal,
  audienceByVendor,
  campaignAudienceList,
  campaignAudienceSave,
  campaignDaypartingGet,
  campaignDaypartingSave,
  campaignGeoList,
  campaignGeoSave,
  campaignProgramList,
  campaignProgramSave,
  campaignTrackingGet,
  campaignTrackingSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeClient,
  makeGoal,
  makePartner,
  makeTwoOwners,
  makeUser,
} from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let partnerKey: number;
let goalKey: number;
let clientKey: number;
let campusKey: number;
let programKeys: number[];
let key: number;
let foreignKey: number;
let foreignProgram: number;
let agency: SignedIn;
let client: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    partnerKey = await makePartner(tx);
    clientKey = await makeClient(tx, mine);
    goalKey = await makeGoal(tx, mine);
    await sql`update goal set client_key = ${clientKey}, criteria = '[{"criterionKey":"age","operator":"between","values":[18,60]}]' where goal_key = ${goalKey}`.execute(
      tx,
    );
    ({ campusKey, programKeys } = await makeCampus(tx, {
      ownerKey: mine,
      clientKey,
      subjects: ['Nursing', 'Business'],
    }));
    key = (await makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey })).campaignKey;
    foreignKey = (await makeCampaign(tx, { ownerKey: owners.foreign.ownerKey, partnerKey })).campaignKey;
    const foreignClient = await makeClient(tx, owners.foreign.ownerKey);
    const campus = await makeCampus(tx, {
      ownerKey: owners.foreign.ownerKey,
      clientKey: foreignClient,
      subjects: ['Nursing'],
    });
    foreignProgram = campus.programKeys[0]!;
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group: 'cl', ownerKeys: [mine], permissions: ['campaigns:View'] }),
  );
  client = await harness.sessionOf('cl', userKey);
});

const ask = (call: AnyCall, body: object | undefined, as = agency, campaign = key) =>
  harness.call(call, as, { params: { key: campaign }, ...(body && { body }) });
const dataOf = async (call: AnyCall, body?: object, as = agency): Promise<Record<string, unknown>> => {
  const answer = await ask(call, body, as);
  expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200, errors: undefined });
  return answer.body.data as Record<string, unknown>;
};

const SAVES: [AnyCall, object][] = [
  [campaignProgramSave, { programs: [] }],
  [campaignGeoSave, { geo: {} }],
  [campaignAudienceSave, { audience: { match: 'ALL', rules: [] } }],
  [campaignDaypartingSave, { dayParting: { days: [] } }],
  [campaignTrackingSave, { urls: [{ type: 'CLICK', name: 'x', url: 'https://a.example/', isDefault: true }] }],
];

test.each(SAVES.map(([call, body]) => [call.id, call, body] as const))(
  '%s: refuses another owner’s and a deleted campaign',
  async (_, call, body) => {
    expect((await ask(call, body, agency, foreignKey)).status).toBe(404);
    const gone = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey }));
    await harness.asMigrator((tx) =>
      sql`update campaign set deleted_at = now() where campaign_key = ${gone.campaignKey}`.execute(tx),
    );
    expect((await ask(call, body, agency, gone.campaignKey)).status).toBe(409);
  },
);

describe('programs', () => {
  test('are those of the line item, selected or not; a client sees no prices', async () => {
    const before = await dataOf(campaignProgramList);
    expect(before).toMatchObject({ programs: [{ selected: false }, { selected: false }] });
    const after = await dataOf(campaignProgramSave, {
      programs: [
        { programKey: programKeys[0], selected: true, priceOverride: 33.33, monthlyCap: 5 },
        { programKey: programKeys[1], selected: false },
      ],
    });
    expect(after).toMatchObject({
      programs: expect.arrayContaining([
        expect.objectContaining({ programKey: programKeys[0], selected: true, priceOverride: 33.33, monthlyCap: 5 }),
        expect.objectContaining({ programKey: programKeys[1], selected: false }),
      ]),
      rowVersion: Number(before['rowVersion']) + 1,
    });
    expect(JSON.stringify(await dataOf(campaignProgramList, undefined, client))).not.toMatch(/priceOverride|33\.33/);
  });

  test('a foreign program refuses the whole save', async () => {
    const before = await dataOf(campaignProgramList);
    const { status } = await ask(campaignProgramSave, {
      programs: [
        { programKey: programKeys[1], selected: true },
        { programKey: foreignProgram, selected: true },
      ],
    });
    expect(status).toBe(404);
    expect(await dataOf(campaignProgramList)).toEqual(before);
  });

  test('a save of an old version is refused', async () => {
    const { rowVersion } = await dataOf(campaignProgramList);
    await dataOf(campaignProgramSave, { programs: [], rowVersion });
    expect((await ask(campaignProgramSave, { programs: [], rowVersion })).status).toBe(409);
  });
});

describe('geo', () => {
  test('is stored sorted and without duplicates', async () => {
    const geo = { states: ['US-TX', 'US-OK', 'US-TX'], zips: ['78702', '78701'], radius: { campusKey, miles: 35 } };
    expect(await dataOf(campaignGeoSave, { geo })).toMatchObject({
      geo: {
        mode: 'INCLUDE',
        states: ['US-OK', 'US-TX'],
        dmas: [],
        zips: ['78701', '78702'],
        radius: { campusKey, miles: 35 },
        exclude: { states: [], zips: [] },
      },
    });
    expect(await dataOf(campaignGeoList, undefined, client)).toMatchObject({ geo: { states: ['US-OK', 'US-TX'] } });
  });

  test.each([
    [{ states: ['TX'] }, 400],
    [{ states: ['US-XX'] }, 400],
    [{ zips: ['787'] }, 400],
    [{ radius: { campusKey: 1, miles: 0 } }, 400],
    [{ radius: { campusKey: 999_999_999, miles: 10 } }, 422],
    [{ planets: ['Mars'] }, 400],
  ])('%j is refused', async (geo, status) => {
    expect((await ask(campaignGeoSave, { geo })).status).toBe(status);
  });

  test('twenty thousand ZIP codes are accepted', async () => {
    const zips = Array.from({ length: 20_000 }, (_, index) => String(10_000 + index));
    expect((await dataOf(campaignGeoSave, { geo: { zips } }))['geo']).toMatchObject({ zips });
  });
});

describe('audience', () => {
  const rule = (parts: object) => ({
    attribute: 'age',
    operator: 'BETWEEN',
    values: [18, 55],
    onMissing: 'REJECT',
    ...parts,
  });
  const saving = (parts: object) => ask(campaignAudienceSave, { audience: { match: 'ALL', rules: [rule(parts)] } });

  test('is shown beside the line item’s criteria', async () => {
    await dataOf(campaignAudienceSave, { audience: { match: 'ALL', rules: [rule({})] } });
    expect(await dataOf(campaignAudienceList)).toMatchObject({
      audience: { rules: [{ attribute: 'age', values: [18, 55] }] },
      inherited: [{ criterionKey: 'age', operator: 'between', values: [18, 60] }],
    });
  });

  test.each([
    [{ values: [18] }, 'Age needs two values.'],
    [{ values: [55, 18] }, 'Age: the first value must not be above the second.'],
    [{ values: [5, 18] }, 'Age does not know the value 5.'],
    [{ operator: 'IN', values: [18] }, 'Age cannot be asked with “is one of”.'],
    [
      { attribute: 'militaryStatus', operator: 'IN', values: ['VETERAN', 'PIRATE'] },
      'Military status does not know the value PIRATE.',
    ],
  ])('%j is refused', async (parts, message) => {
    const { status, body } = await saving(parts);
    expect({ status, message: body.message }).toEqual({ status: 422, message });
  });

  test.each([{ attribute: 'shoeSize' }, { operator: 'LIKE' }, { onMissing: 'MAYBE' }])(
    '%j is not a valid rule',
    async (parts) => {
      expect((await saving(parts)).body.message).toBe('Illegal arguments');
    },
  );

  test('is listed for all campaigns of a line item, a client or a partner, of this owner only', async () => {
    for (const [call, of] of [
      [audienceByGoal, goalKey],
      [audienceByClient, clientKey],
      [audienceByVendor, partnerKey],
    ] as const) {
      const { body } = await ask(call, undefined, agency, of);
      const campaignKeys = (body.data as { campaignKey: number }[]).map(({ campaignKey }) => campaignKey);
      expect(campaignKeys).toContain(key);
      expect(campaignKeys).not.toContain(foreignKey);
      expect((await ask(call, undefined, agency, 999_999_999)).status).toBe(404);
    }
  });
});

describe('hours', () => {
  const hours = (...intervals: [string, string][]) => ({
    days: [{ day: 'MON', intervals: intervals.map(([start, end]) => ({ start, end })) }],
  });

  test('are stored with their time zone', async () => {
    expect(await dataOf(campaignDaypartingSave, { dayParting: hours(['08:00', '20:00']) })).toMatchObject({
      dayParting: { timeZone: 'America/Chicago', outsideHours: 'REJECT' },
    });
    expect(await dataOf(campaignDaypartingGet, undefined, client)).toMatchObject({
      dayParting: { days: [{ day: 'MON', intervals: [{ start: '08:00', end: '20:00', cap: null }] }] },
      defaultTimeZone: 'America/Chicago',
    });
  });

  test.each([
    [hours(['08:00', '12:00'], ['11:00', '14:00']), 'Intervals on Monday overlap.'],
    [hours(['12:00', '08:00']), 'End must be after start.'],
    [
      hours(...Array.from({ length: 7 }, (_, hour): [string, string] => [`0${hour}:00`, `0${hour}:30`])),
      'No more than 6 intervals per day.',
    ],
    [{ ...hours(['08:00', '12:00']), timeZone: 'Mars/Olympus' }, 'The time zone is not known.'],
  ])('%j is refused', async (dayParting, message) => {
    const { status, body } = await ask(campaignDaypartingSave, { dayParting });
    expect({ status, message: body.message }).toEqual({ status: 422, message });
  });
});

const POSTBACK = { type: 'POSTBACK', name: 'Partner' };
const INSIDE = 'The URL is not an address of the public internet.';

describe('tracking URLs', () => {
  const click = { type: 'CLICK', name: 'Form', url: 'https://school.example/?c={cid}&s={source}', isDefault: true };

  test('are replaced as a list; a URL that stays keeps its key', async () => {
    const first = (
      await dataOf(campaignTrackingSave, {
        urls: [click, { ...click, name: 'Mobile', isDefault: false, deviceType: 'mobile' }],
      })
    )['urls'] as { trackingUrlKey: number }[];
    expect(first).toHaveLength(2);
    const second = (
      await dataOf(campaignTrackingSave, {
        urls: [{ ...click, trackingUrlKey: first[1]!.trackingUrlKey, name: 'Now the default' }],
      })
    )['urls'];
    expect(second).toEqual([
      { ...click, trackingUrlKey: first[1]!.trackingUrlKey, name: 'Now the default', deviceType: null, active: true },
    ]);
    expect(await dataOf(campaignTrackingGet, undefined, client)).toMatchObject({ urls: second });
  });

  test('are not saved over a changed list, and changes of other parts do not conflict', async () => {
    const { rowVersion, urls } = await dataOf(campaignTrackingSave, { urls: [click] });
    const [first] = urls as { trackingUrlKey: number }[];
    const { rowVersion: geoVersion } = await dataOf(campaignGeoList);
    const ours = { urls: [{ ...click, ...first, name: 'Ours' }], rowVersion };
    const theirs = { urls: [...(urls as object[]), { ...click, name: 'Theirs', isDefault: false }], rowVersion };
    const saved = await dataOf(campaignTrackingSave, theirs);
    expect(saved['rowVersion']).toBe(Number(rowVersion) + 1);
    const stale = await ask(campaignTrackingSave, ours);
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE_ROW']);
    expect(await dataOf(campaignTrackingGet)).toEqual(saved);
    expect((await dataOf(campaignGeoList))['rowVersion']).toBe(geoVersion);
    expect((await ask(campaignTrackingSave, { ...ours, rowVersion: saved['rowVersion'] })).status).toBe(200);
    // Without a version the list replaces the present one, as the call documents.
    expect((await ask(campaignTrackingSave, { urls: [click] })).status).toBe(200);
  });

  test.each([
    [[{ ...click, url: 'https://school.example/?x={who}' }], 'Unknown macro {who}.'],
    [[{ ...click, url: 'http://school.example/' }], 'The URL must begin with https://.'],
    [[{ ...click, url: 'https://' }], 'The URL is not valid.'],
    [[{ ...click, isDefault: false }], 'Exactly one active click URL must be the default.'],
    [[click, { ...click, name: 'Another' }], 'Exactly one active click URL must be the default.'],
    [[click, { ...POSTBACK, url: 'https://127.1/' }], INSIDE],
    [[click, { ...POSTBACK, url: 'https://[::ffff:7f00:1]/?l={lead_id}' }], INSIDE],
    [[click, { ...POSTBACK, url: 'https://169.254.169.254/x' }], INSIDE],
    [[click, { ...POSTBACK, url: 'https://localhost./' }], INSIDE],
    [[click, { ...POSTBACK, url: 'https://p.example:8443/' }], 'The URL must be an https address on its usual port.'],
    [[click, { ...POSTBACK, url: 'https://{source}.example/' }], 'The host must hold no macro.'],
    [[{ ...click, type: 'PIXEL' }], 'Only an active click URL can be the default.'],
  ])('%j is refused', async (urls, message) => {
    const { status, body } = await ask(campaignTrackingSave, { urls });
    expect({ status, message: body.message }).toEqual({ status: 422, message });
  });

  test('a postback has the lead’s macros', async () => {
    const postback = { ...POSTBACK, url: 'https://p.example/?t={txn}&l={lead_id}&s={status}&p={price}' };
    expect((await ask(campaignTrackingSave, { urls: [click, postback] })).status).toBe(200);
    expect((await ask(campaignTrackingSave, { urls: [{ ...click, url: postback.url }] })).status).toBe(422);
  });

  test('a save without a version, or of another campaign’s URL, is refused', async () => {
    expect((await ask(campaignTrackingSave, { urls: [] })).body.message).toBe('Illegal arguments');
    expect((await ask(campaignTrackingSave, { urls: [{ ...click, trackingUrlKey: 999_999_999 }] })).status).toBe(404);
    expect((await ask(campaignTrackingSave, { urls: [click], campaignKey: key + 1 })).status).toBe(400);
  });
});

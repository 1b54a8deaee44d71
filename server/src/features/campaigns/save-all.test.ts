import {
  ALL_PERMISSIONS,
  allocationsSave,
  type Campaign,
  campaignAllocationGet,
  type CampaignAllocation,
  campaignGeoSave,
  campaignProgramList,
  campaignSaveAll,
  campaignTrackingGet,
  type CallResponse,
  type FieldError,
  type Geo,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeClient,
  makeGoal,
  makePartner,
  makeTwoOwners,
} from '../../testing/factories/factories.ts';

const harness = useApp({ pool: 8 });
let mine: number;
let foreign: number;
let partnerKey: number;
let goalKey: number;
let campusKey: number;
let foreignCampus: number;
let programKeys: number[];
let agency: SignedIn;
let campaignKey: number;

const NO_GEO: Geo = {
  mode: 'INCLUDE',
  states: [],
  dmas: [],
  zips: [],
  radius: null,
  exclude: { states: [], zips: [] },
};
const CLICK = { type: 'CLICK', name: 'Page', url: 'https://site.example/a', isDefault: true } as const;
const PRICES = { clientDesktopBidPrice: 50, aggDesktopBidPrice: 40 };
/** A circle around a campus of the client; that of another client is refused. */
const around = (campus: number) => ({ ...NO_GEO, radius: { campusKey: campus, miles: 20 } });

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    partnerKey = await makePartner(tx);
    const clientKey = await makeClient(tx, mine);
    goalKey = await makeGoal(tx, mine);
    await sql`update goal set client_key = ${clientKey} where goal_key = ${goalKey}`.execute(tx);
    ({ campusKey, programKeys } = await makeCampus(tx, { ownerKey: mine, clientKey, subjects: ['Nursing', 'Law'] }));
    const theirs = await makeClient(tx, foreign);
    foreignCampus = (await makeCampus(tx, { ownerKey: foreign, clientKey: theirs, subjects: [] })).campusKey;
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

beforeEach(async () => {
  ({ campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey })));
});

const saveAll = (body: object, as = agency, key: number | null = campaignKey) =>
  harness.call(campaignSaveAll, as, { params: { owner: mine }, body: { campaignKey: key, ...body } });
type Saved = CallResponse<typeof campaignSaveAll>;
const saved = async (body: object, as = agency, key: number | null = campaignKey): Promise<Saved> => {
  const answer = await saveAll(body, as, key);
  expect(answer.body).toMatchObject({ status: 'success' });
  return answer.body.data as Saved;
};
const refusal = async (body: object, as = agency, key: number | null = campaignKey) => {
  const answer = await saveAll(body, as, key);
  const errors = (answer.body.errors ?? []) as FieldError[];
  return { status: answer.status, code: answer.body.code, fields: errors.map(({ field }) => field) };
};

/** Everything stored of the campaign. */
const stored = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select c.name, c.row_version as campaign, t.row_version as targeting, t.tracking_version as tracking, t.geo, t.audience,
             (select jsonb_agg(m order by m.month) from campaign_month m where m.campaign_key = c.campaign_key) as months,
             (select count(*)::int from campaign_price p where p.campaign_key = c.campaign_key) as prices,
             (select count(*)::int from tracking_url u where u.campaign_key = c.campaign_key) as urls,
             (select count(*)::int from campaign_program p where p.campaign_key = c.campaign_key) as programs
      from campaign c join campaign_targeting t using (owner_key, campaign_key) where c.campaign_key = ${campaignKey}
    `.execute(tx);
    return rows[0];
  });
const linesOf = (key: number) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ action: string; route: string; request: string }>`
      select action, route, request_id as request from audit_log
      where owner_key = ${mine} and entity = 'campaign' and entity_key = ${String(key)} order by audit_key
    `.execute(tx);
    return rows;
  });
const form = (parts: object = {}) => ({
  name: 'Nursing Dallas',
  vendorKey: partnerKey,
  clientGoalKey: goalKey,
  campaignCode: `ALL-${campaignKey}`,
  clientCampaignCode: 'CL-1',
  campaignReoccuring: true,
  ...parts,
});
const withRights = (...permissions: Permission[]) => harness.signedIn('ag', { owner: mine, permissions });

describe('a save of several parts', () => {
  test('writes all of them, and returns the campaign and its versions', async () => {
    const answer = await saved({
      versions: { campaign: 1, targeting: 1, tracking: 1, current: 1, next: 0 },
      campaign: form({ name: 'Renamed' }),
      allocation: { current: { userDefinedMonthlyAllocation: 40 }, next: { monthlyAllocation: 70 } },
      programs: [{ programKey: programKeys[0], selected: true }],
      audience: { match: 'ALL', rules: [] },
      geo: around(campusKey),
      dayParting: { days: [] },
      sources: { mode: 'ONLY_LISTED', sources: [] },
      urls: [CLICK],
    });
    expect(answer).toMatchObject({ name: 'Renamed', rowVersion: 2, warnings: [] });
    // The targeting version is incremented by each of its five parts.
    expect(answer.versions).toEqual({ campaign: 2, targeting: 6, tracking: 2, current: 2, next: 1 });
    const { body } = await harness.call(campaignAllocationGet, agency, { params: { key: campaignKey } });
    expect(body.data as CampaignAllocation).toMatchObject({
      current: { plan: { userDefinedMonthlyAllocation: 40 }, rowVersion: 2 },
      next: { plan: { monthlyAllocation: 70 }, rowVersion: 1 },
    });
    expect(await stored()).toMatchObject({ urls: 1, programs: 1, geo: { radius: { miles: 20 } } });
  });

  test('writes an audit line for each part, with the same request id', async () => {
    await saved({
      campaign: form({ name: 'Renamed' }),
      allocation: { current: { monthlyCapacity: 9 } },
      geo: { ...NO_GEO, states: ['US-TX'] },
      urls: [CLICK],
    });
    const lines = await linesOf(campaignKey);
    expect(lines.map(({ action }) => action)).toEqual([
      'allocationsSaved',
      'changeCampaign.geo',
      'changeCampaign.tracking',
      'changeCampaign',
    ]);
    expect(new Set(lines.map(({ request }) => request)).size).toBe(1);
    expect(new Set(lines.map(({ route }) => route))).toEqual(new Set(['campaignSaveAll']));
  });

  test('saves no allocation if a place is refused', async () => {
    const before = await stored();
    expect(
      await refusal({
        campaign: form({ name: 'Never', ...PRICES, clientDesktopBidPrice: 60 }),
        allocation: { current: { userDefinedMonthlyAllocation: 40 }, next: { monthlyAllocation: 70 } },
        programs: [{ programKey: programKeys[0], selected: true }],
        geo: around(foreignCampus),
        urls: [CLICK],
      }),
    ).toEqual({ status: 422, code: 'VALIDATION', fields: ['geo.radius.campusKey'] });
    expect(await stored()).toEqual(before);
    expect(await linesOf(campaignKey)).toEqual([]);
  });

  test('reports errors of all parts at once, by part', async () => {
    expect(
      await refusal({
        allocation: { current: { monthlyCapacity: -1 }, next: { dailyAllocation: 3 } },
        audience: { match: 'ALL', rules: [{ attribute: 'age', operator: 'IN', values: [], onMissing: 'REJECT' }] },
        geo: around(foreignCampus),
        dayParting: { timeZone: 'Nowhere/Else', days: [] },
        urls: [CLICK, CLICK],
      }),
    ).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: [
        'allocation.current.monthlyCapacity',
        'allocation.next.dailyAllocation',
        'audience.rules.0',
        'geo.radius.campusKey',
        'dayParting.timeZone',
        'urls',
      ],
    });
    expect(await refusal({ campaign: form({ endDate: '2020-01-01' }) })).toMatchObject({
      fields: ['campaign.endDate'],
    });
    expect(await refusal({ programs: [{ programKey: 999_999_999, selected: true }] })).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      fields: ['programs'],
    });
    expect(
      await refusal({ urls: [{ ...CLICK, type: 'POSTBACK', isDefault: false, url: 'https://127.0.0.1/' }] }),
    ).toEqual({
      status: 422,
      code: 'VALIDATION',
      fields: ['urls.0.url'],
    });
  });

  test('changes nothing of a deleted campaign', async () => {
    await harness.asMigrator((tx) =>
      sql`update campaign set deleted_at = now() where campaign_key = ${campaignKey}`.execute(tx),
    );
    expect(await refusal({ allocation: { current: { monthlyCapacity: 4 } }, geo: NO_GEO })).toEqual({
      status: 409,
      code: 'CAMPAIGN_STATUS',
      fields: ['campaign'],
    });
  });
});

describe('a conflict', () => {
  test('in one part refuses all of them and names that part', async () => {
    await harness.call(campaignGeoSave, agency, { params: { key: campaignKey }, body: { geo: NO_GEO } });
    const before = await stored();
    const versions = { campaign: 1, targeting: 1, tracking: 1, current: 1 };
    const parts = { campaign: form(), allocation: { current: { monthlyCapacity: 4 } }, urls: [CLICK] };
    expect(await refusal({ versions, ...parts, geo: NO_GEO })).toEqual({
      status: 409,
      code: 'STALE_ROW',
      fields: ['geo'],
    });
    expect(await stored()).toEqual(before);
    // A part that is not sent may be newer.
    expect((await saved({ versions, ...parts })).versions).toMatchObject({ campaign: 2, targeting: 2, current: 2 });
  });

  test('lists the changed fields of the campaign and of a month, and who changed them', async () => {
    await saved({ campaign: form({ name: 'Theirs' }), allocation: { current: { monthlyCapacity: 4 } }, urls: [CLICK] });
    const { status, body } = await saveAll({
      versions: { campaign: 1, tracking: 1, current: 1 },
      campaign: form({ name: 'Mine' }),
      allocation: { current: { monthlyCapacity: 5 } },
      urls: [CLICK],
    });
    expect(status).toBe(409);
    expect(body.errors).toMatchObject([
      {
        field: 'allocation.current.monthlyCapacity',
        code: 'conflict',
        conflict: { theirs: 4, mine: 5, rowVersion: 2 },
      },
      { field: 'campaign.name', code: 'conflict' },
    ]);
    expect(await refusal({ versions: { tracking: 1 }, urls: [CLICK] })).toMatchObject({ fields: ['urls'] });
    expect(await refusal({ versions: { campaign: 1 }, activate: true })).toMatchObject({ fields: ['campaign'] });
  });

  test('is the answer to a repeated save', async () => {
    const body = { versions: { targeting: 1 }, geo: NO_GEO };
    expect((await saved(body)).versions.targeting).toBe(2);
    expect(await refusal(body)).toMatchObject({ code: 'STALE_ROW', fields: ['geo'] });
  });

  test('with a concurrent sheet does not deadlock', async () => {
    const keys = await harness.asMigrator(async (tx) => {
      const campaignKeys: number[] = [];
      for (let index = 0; index < 20; index += 1)
        campaignKeys.push((await makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey })).campaignKey);
      return campaignKeys;
    });
    const statuses = await Promise.all(
      keys.flatMap((key) => [
        saveAll({ allocation: { next: { monthlyAllocation: 5 } }, geo: NO_GEO }, agency, key),
        harness.call(allocationsSave, agency, {
          params: { owner: mine, month: 'next' },
          body: { rows: [{ campaignKey: key, changes: { monthlyCapacity: 6 } }] },
        }),
      ]),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('the rights of a save', () => {
  test.each<[Permission[], object, string]>([
    [['campaigns:Update'], { campaign: { clientDesktopBidPrice: 60, aggDesktopBidPrice: 40 } }, 'campaign'],
    [
      ['campaigns:Update', 'campaigns:Price'],
      { allocation: { current: { monthlyCapacity: 3 } } },
      'allocation.current',
    ],
  ])('with %j are those of each part: %j is refused', async (permissions, parts: { campaign?: object }, field) => {
    const before = await stored();
    const as = await withRights(...permissions);
    const body = { ...parts, ...(parts.campaign && { campaign: form(parts.campaign) }), geo: NO_GEO };
    expect(await refusal(body, as)).toEqual({ status: 403, code: 'FORBIDDEN', fields: [field] });
    expect(await stored()).toEqual(before);
    const denials = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where outcome = 'denied' and route = 'campaignSaveAll' and user_key = ${as.userKey}`.execute(
        tx,
      );
      return rows;
    });
    expect(denials).toEqual([{ action: 'FORBIDDEN' }]);
    // Unchanged prices need no right.
    expect((await saveAll({ campaign: form(PRICES), geo: NO_GEO }, as)).status).toBe(200);
  });

  test('include the right to create', async () => {
    const as = await withRights('campaigns:Update');
    expect(await refusal({ campaign: form() }, as, null)).toMatchObject({ status: 403, fields: ['campaign'] });
  });

  test('are limited to the owner: another’s campaign and its parts are not found', async () => {
    const other = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign, partnerKey }));
    const notThere = { status: 404, code: 'NOT_FOUND', fields: ['campaign'] };
    const parts = { allocation: { current: { monthlyCapacity: 3 } }, geo: NO_GEO };
    expect(await refusal(parts, agency, other.campaignKey)).toEqual(notThere);
    const both = await harness.signedIn('ag', { owner: foreign, permissions: ALL_PERMISSIONS });
    expect((await saveAll(parts, both)).status).toBe(404);
  });
});

describe('a new campaign', () => {
  test('is saved with its parts, and goes live with them', async () => {
    const campaign = form({ ...PRICES, campaignCode: `NEW-${campaignKey}` });
    const body = { campaign, allocation: { current: { userDefinedMonthlyAllocation: 40 } }, activate: true };
    const early = await refusal(body, agency, null);
    expect(early).toMatchObject({ code: 'VALIDATION', fields: ['tracking URL or confirmed posting'] });
    const answer = await saved({ ...body, geo: around(campusKey), urls: [CLICK] }, agency, null);
    expect(answer).toMatchObject({ subStatus: 'LIVE', versions: { targeting: 2, tracking: 2, current: 1, next: 0 } });
    expect((await linesOf(answer.campaignKey)).map(({ action }) => action)).toEqual([
      'allocationsSaved',
      'changeCampaign.geo',
      'changeCampaign.tracking',
      'campaign.ACTIVATE',
      'createCampaign',
    ]);
    // Sent a second time, its code is taken.
    expect(await refusal({ campaign }, agency, null)).toEqual({
      status: 409,
      code: 'DUPLICATE_CODE',
      fields: ['campaign.campaignCode'],
    });
  });

  test('is not created if one of its parts is refused', async () => {
    const campaign = form({ campaignCode: `GONE-${campaignKey}` });
    expect((await refusal({ campaign, geo: around(foreignCampus) }, agency, null)).status).toBe(422);
    const answer = await saved({ campaign }, agency, null);
    expect(answer).toMatchObject({ subStatus: 'DRAFT', versions: { campaign: 1, targeting: 1 } } satisfies Partial<
      Omit<Campaign, 'versions'>
    > & { versions: object });
    const key = { params: { key: answer.campaignKey } };
    expect((await harness.call(campaignTrackingGet, agency, key)).body.data).toMatchObject({ urls: [] });
    expect((await harness.call(campaignProgramList, agency, key)).status).toBe(200);
  });

  test('cannot consist of parts alone', async () => {
    expect(await refusal({ geo: NO_GEO }, agency, null)).toMatchObject({
      code: 'ILLEGAL_ARGUMENTS',
      fields: ['campaign'],
    });
  });
});

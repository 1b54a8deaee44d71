import {
  ALL_PERMISSIONS,
  type Campaign,
  campaignGet,
  campaignSave,
  campaignTrackingSave,
  type Permission,
  type UserGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeCampaign,
  makeGoal,
  makeLead,
  makePartner,
  makeTwoOwners,
  makeUser,
} from '../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let goalKey: number;
let foreignGoalKey: number;
let partnerKey: number;
let agency: SignedIn;
let counter = 0;
const newCode = (): string => `NEW-${(counter += 1)}`;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    goalKey = await makeGoal(tx, mine);
    foreignGoalKey = await makeGoal(tx, foreign);
    partnerKey = await makePartner(tx);
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const asUserOf = async (group: UserGroup, permissions: readonly Permission[], partner?: number): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group, ownerKeys: [mine], permissions, ...(partner !== undefined && { partnerKey: partner }) }),
  );
  return harness.sessionOf(group, userKey);
};

const form = (parts: object = {}) => ({
  name: 'Nursing Dallas',
  vendorKey: partnerKey,
  clientGoalKey: goalKey,
  campaignCode: newCode(),
  clientCampaignCode: 'CL-1',
  campaignReoccuring: true,
  ...parts,
});
const PRICES = { clientDesktopBidPrice: 50, aggDesktopBidPrice: 40 };

const save = (body: object, as = agency, owner = mine) =>
  harness.call(campaignSave, as, { params: { owner }, body: body as never });
const saved = async (body: object): Promise<Campaign & { warnings: object[] }> => {
  const { status, body: answer } = await save(body);
  expect(answer).toMatchObject({ status: 'success' });
  expect(status).toBe(200);
  return answer.data as Campaign & { warnings: object[] };
};
const read = async (campaignKey: number, as = agency): Promise<Campaign> => {
  const { body } = await harness.call(campaignGet, as, { params: { key: campaignKey } });
  return body.data as Campaign;
};

describe('reading', () => {
  test('each group sees its own price only', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey }));
    await harness.asMigrator((tx) =>
      sql`update campaign set notes = 'secret', monthly_budget = 777 where campaign_key = ${campaignKey}`.execute(tx),
    );
    const partner = await asUserOf('mp', ['campaigns:View'], partnerKey);
    const client = await asUserOf('cl', ['campaigns:View']);

    expect(await read(campaignKey)).toMatchObject({
      clientDesktopBidPrice: 50,
      aggDesktopBidPrice: 40,
      notes: 'secret',
    });
    const toPartner = JSON.stringify(await read(campaignKey, partner));
    expect(toPartner).toContain('"aggDesktopBidPrice":40');
    expect(toPartner).not.toMatch(/client\w*BidPrice|secret|monthlyBudget|:50[,}]/);
    const toClient = JSON.stringify(await read(campaignKey, client));
    expect(toClient).toContain('"clientDesktopBidPrice":50');
    expect(toClient).not.toMatch(/agg\w*BidPrice|secret|:40[,}]/);
  });

  test('another partner’s or owner’s campaign is not found', async () => {
    const { theirs, others } = await harness.asMigrator(async (tx) => ({
      theirs: (await makeCampaign(tx, { ownerKey: mine })).campaignKey,
      others: (await makeCampaign(tx, { ownerKey: foreign, partnerKey })).campaignKey,
    }));
    const partner = await asUserOf('mp', ['campaigns:View'], partnerKey);
    for (const [as, key] of [
      [partner, theirs],
      [partner, others],
      [agency, others],
      [agency, 999_999_999],
    ] as const) {
      const { status, body } = await harness.call(campaignGet, as, { params: { key } });
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: 'The item was not found.',
      });
    }
  });
});

describe('saving', () => {
  test('a new campaign is a draft that lists what is missing', async () => {
    const campaign = await saved(form());
    expect(campaign).toMatchObject({
      subStatus: 'DRAFT',
      startDate: '2026-03-10',
      campaignReoccuring: true,
      clientDesktopBidPrice: null,
    });
    expect(campaign.statusReasons[0]?.message).toBe('Draft: still missing price, tracking URL or confirmed posting.');
  });

  test('reports all missing arguments', async () => {
    const { status, body } = await save({ name: 'Only a name' });
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Illegal arguments' });
    expect((body.errors as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      'campaignCode',
      'campaignReoccuring',
      'clientCampaignCode',
      'clientGoalKey',
      'vendorKey',
    ]);
  });

  test('activates complete campaigns only, and lists what is missing', async () => {
    const { status, body } = await save(form({ activate: true }));
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION' });
    expect(body.message).toBe('The campaign cannot be activated: price, tracking URL or confirmed posting missing.');
    const live = await saved(form({ ...PRICES, postingConfirmed: true, activate: true }));
    expect(live.subStatus).toBe('NO_ALLOCATION');
  });

  test('a click URL is as good as a confirmed posting', async () => {
    const draft = await saved(form(PRICES));
    await harness.call(campaignTrackingSave, agency, {
      params: { key: draft.campaignKey },
      body: { urls: [{ type: 'CLICK', name: 'Form', url: 'https://school.example/?c={cid}', isDefault: true }] },
    });
    const live = await saved({
      ...form(),
      campaignKey: draft.campaignKey,
      campaignCode: draft.campaignCode,
      activate: true,
    });
    expect(live.subStatus).toBe('NO_ALLOCATION');
  });

  test('`Y` and `N` are understood, and omitted fields stay', async () => {
    const { campaignKey, campaignCode } = await saved(form({ campaignReoccuring: 'N', notes: 'kept', ...PRICES }));
    const again = await saved({ ...form(), campaignKey, campaignCode, campaignReoccuring: 'Y' });
    expect(again).toMatchObject({ campaignReoccuring: true, notes: 'kept', clientDesktopBidPrice: 50 });
  });

  test('a save without differences changes nothing', async () => {
    const first = await saved(form(PRICES));
    const body = { ...form(), ...PRICES, campaignKey: first.campaignKey, campaignCode: first.campaignCode };
    const again = await saved(body);
    expect(again.rowVersion).toBe(first.rowVersion);
  });

  test('another owner’s line item and an unknown one are refused alike', async () => {
    const answers = await Promise.all(
      [foreignGoalKey, 999_999_999].map((clientGoalKey) => save(form({ clientGoalKey }))),
    );
    for (const { status, body } of answers) {
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [{ field: 'clientGoalKey', code: 'unknown', message: 'is not known' }],
      });
    }
  });

  test('another owner’s campaign cannot be changed', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign, partnerKey }));
    expect((await save(form({ campaignKey }))).status).toBe(404);
  });

  test('the partner of an active campaign cannot be changed', async () => {
    const live = await saved(form({ ...PRICES, postingConfirmed: true, activate: true }));
    const other = await harness.asMigrator(makePartner);
    const { status, body } = await save({
      ...form(),
      campaignKey: live.campaignKey,
      campaignCode: live.campaignCode,
      vendorKey: other,
    });
    expect({ status, field: (body.errors as { field: string }[])[0]?.field }).toEqual({
      status: 422,
      field: 'vendorKey',
    });
  });

  test('dates of an active campaign follow the transition table', async () => {
    const live = await saved(form({ ...PRICES, postingConfirmed: true, activate: true, startDate: '2026-03-01' }));
    const again = { ...form(), campaignKey: live.campaignKey, campaignCode: live.campaignCode };
    expect((await save({ ...again, endDate: '2026-03-09' })).body.message).toBe('End date cannot be in the past.');
    expect((await save({ ...again, startDate: '2026-03-05' })).status).toBe(422);
    expect(await saved({ ...again, endDate: '2026-03-31' })).toMatchObject({ endDate: '2026-03-31' });
  });

  test('of two saves of the same version the second sees who, when and what', async () => {
    const first = await saved(form({ name: 'Before' }));
    const from = {
      ...form(),
      campaignKey: first.campaignKey,
      campaignCode: first.campaignCode,
      rowVersion: first.rowVersion,
    };
    await saved({ ...from, name: 'Theirs' });
    const { status, body } = await save({ ...from, name: 'Mine' });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'STALE_ROW' });
    expect(body.errors).toEqual([
      {
        field: 'name',
        code: 'conflict',
        message: 'Test User saved “Theirs” at 2026-03-10T15:00:00.000Z; you have “Mine”.',
      },
    ]);
    expect((await read(first.campaignKey)).name).toBe('Theirs');
  });

  test('creating and pricing need their own rights, and a refusal is audited', async () => {
    const editor = await asUserOf('ag', ['campaigns:View', 'campaigns:Update']);
    expect((await save(form(), editor)).status).toBe(403);
    const creator = await asUserOf('ag', ['campaigns:View', 'campaigns:Update', 'campaigns:Create']);
    expect((await save(form(), creator)).status).toBe(200);
    expect((await save(form(PRICES), creator)).status).toBe(403);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{
        outcome: string;
      }>`select outcome from audit_log where user_key = ${creator.userKey} and action = 'FORBIDDEN'`.execute(tx),
    );
    expect(rows).toEqual([{ outcome: 'denied' }]);
  });
});

describe('prices', () => {
  test('apply from now on; an existing lead keeps its cost', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey }));
    await harness.asMigrator((tx) => makeLead(tx, { ownerKey: mine, campaignKey, partnerKey, day: '2026-03-09' }));
    const current = await read(campaignKey);
    await saved({ ...form(), campaignKey, campaignCode: current.campaignCode, clientDesktopBidPrice: 60 });
    expect(await read(campaignKey)).toMatchObject({ clientDesktopBidPrice: 60, aggDesktopBidPrice: 40 });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ price: string }>`select client_price::text as price from lead where campaign_key = ${campaignKey}`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ price: '50.00' }]);
    const prices = await harness.asMigrator((tx) =>
      sql<{ price: string }>`
        select client_desktop::text as price from campaign_price where campaign_key = ${campaignKey} order by valid_from
      `.execute(tx),
    );
    expect(prices.rows).toEqual([{ price: '50.00' }, { price: '60.00' }]);
  });

  test('a media price above the client’s gives a warning', async () => {
    const { warnings } = await saved(
      form({ clientDesktopBidPrice: 50, aggDesktopBidPrice: 40, aggMobileBidPrice: 55 }),
    );
    expect(warnings).toEqual([
      { field: 'aggMobileBidPrice', message: 'Media price is above client price for mobile.' },
    ]);
  });

  test('a price for one side alone is refused', async () => {
    const { status, body } = await save(form({ clientDesktopBidPrice: 50 }));
    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field: 'aggDesktopBidPrice' }] });
  });

  test.each([-1, 10_000, 9.999, '50'])('%j is refused', async (clientDesktopBidPrice) => {
    expect((await save(form({ ...PRICES, clientDesktopBidPrice }))).status).toBe(400);
  });

  test('two changes in the same instant are both kept, and the later applies', async () => {
    const { campaignKey, campaignCode } = await saved(form(PRICES));
    const again = { ...form(), campaignKey, campaignCode };
    await saved({ ...again, clientDesktopBidPrice: 61 });
    expect(await saved({ ...again, clientDesktopBidPrice: 62 })).toMatchObject({ clientDesktopBidPrice: 62 });
  });
});

test('a change is audited with the former value', async () => {
  const { campaignKey, campaignCode } = await saved(form({ name: 'Before' }));
  await saved({ ...form(), campaignKey, campaignCode, name: 'After' });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ before: object; after: object }>`
      select before, after from audit_log where entity_key = ${String(campaignKey)} and action = 'changeCampaign'
    `.execute(tx),
  );
  expect(rows).toEqual([{ before: { name: 'Before' }, after: { name: 'After' } }]);
});

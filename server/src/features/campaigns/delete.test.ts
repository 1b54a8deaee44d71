import {
  ALL_PERMISSIONS,
  type Campaign,
  campaignClone,
  campaignDelete,
  campaignDeletePost,
  campaignGet,
  campaignProgramList,
  campaignSourcesList,
  campaignUndelete,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeCampaign,
  makeCampus,
  makeClient,
  makeGoal,
  makeLead,
  makePartner,
  makeSource,
  makeTwoOwners,
} from '../../testing/factories/factories.ts';

const harness = useApp();
const DAY = 24 * 60 * 60 * 1000;
let mine: number;
let foreign: number;
let partnerKey: number;
let agency: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    partnerKey = await makePartner(tx);
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const makeOne = (code: string, ownerKey = mine) =>
  harness.asMigrator((tx) => makeCampaign(tx, { ownerKey, partnerKey, code, name: `Campaign ${code}` }));
const rowOf = (campaignKey: number) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ deleted: boolean; row: string }>`
      select deleted_at is not null as deleted, md5(c::text) as row from campaign c where campaign_key = ${campaignKey}
    `.execute(tx);
    return rows[0]!;
  });
const remove = (key: number, confirm: string) =>
  harness.call(campaignDelete, agency, { params: { key }, query: { confirm } });

describe('deleting by GET', () => {
  test('needs the code of the campaign', async () => {
    const { campaignKey } = await makeOne('DEL-1');
    expect((await remove(campaignKey, 'DEL-2')).status).toBe(400);
    expect((await harness.call(campaignDelete, agency, { params: { key: campaignKey } })).status).toBe(400);
    expect((await rowOf(campaignKey)).deleted).toBe(false);
    expect((await remove(campaignKey, 'del-1')).status).toBe(200);
    expect((await rowOf(campaignKey)).deleted).toBe(true);
  });

  test.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['an older prefetch', { purpose: 'prefetch' }],
    ['a navigation', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }],
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }],
    ['another site', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }],
  ])('%s deletes nothing', async (_, headers) => {
    const { campaignKey } = await makeOne(`GUARD-${Math.random().toString(36).slice(2, 8)}`);
    const { campaignCode } = await readCampaign(campaignKey);
    const before = await rowOf(campaignKey);
    const { statusCode } = await harness.app.inject({
      method: 'GET',
      url: `/api/ag/campaign/${campaignKey}/delete?confirm=${campaignCode}`,
      headers: { ...agency.headers, ...headers },
    });
    expect(statusCode).toBe(403);
    expect(await rowOf(campaignKey)).toEqual(before);
  });

  test('HEAD, and a request without a token, delete nothing', async () => {
    const { campaignKey } = await makeOne('HEAD-1');
    const url = `/api/ag/campaign/${campaignKey}/delete?confirm=HEAD-1`;
    const before = await rowOf(campaignKey);
    expect((await harness.app.inject({ method: 'HEAD', url, headers: agency.headers })).statusCode).toBe(404);
    expect((await harness.app.inject({ method: 'GET', url })).statusCode).toBe(401);
    expect(await rowOf(campaignKey)).toEqual(before);
  });

  test('our own page may, with either method', async () => {
    const { campaignKey } = await makeOne('PAGE-1');
    const { statusCode } = await harness.app.inject({
      method: 'GET',
      url: `/api/ag/campaign/${campaignKey}/delete?confirm=PAGE-1`,
      headers: { ...agency.headers, 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
    });
    expect(statusCode).toBe(200);
    const other = await makeOne('PAGE-2');
    const { status } = await harness.call(campaignDeletePost, agency, {
      params: { key: other.campaignKey },
      body: { confirm: 'PAGE-2' },
    });
    expect(status).toBe(200);
    expect((await rowOf(other.campaignKey)).deleted).toBe(true);
  });
});

describe('deleting and restoring', () => {
  test('a second deletion changes nothing and gives the same answer', async () => {
    const { campaignKey } = await makeOne('TWICE-1');
    const first = await remove(campaignKey, 'TWICE-1');
    const row = await rowOf(campaignKey);
    harness.clock.advance(60_000);
    const second = await remove(campaignKey, 'TWICE-1');
    expect(second.body.data).toEqual(first.body.data);
    expect(await rowOf(campaignKey)).toEqual(row);
    harness.clock.advance(-60_000);
  });

  test('is refused while the month has activity', async () => {
    const { campaignKey } = await makeOne('BUSY-1');
    await harness.asMigrator((tx) => makeLead(tx, { ownerKey: mine, campaignKey, partnerKey, day: '2026-03-02' }));
    const { status, body } = await remove(campaignKey, 'BUSY-1');
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 409,
      code: 'CAMPAIGN_HAS_ACTIVITY',
      message: 'Campaign has activity this month. Pause or end it instead.',
    });
  });

  test('an earlier month counts while its billing is open', async () => {
    const { campaignKey } = await makeOne('BUSY-2');
    await harness.asMigrator((tx) => makeLead(tx, { ownerKey: mine, campaignKey, partnerKey, day: '2026-01-15' }));
    const setMonth = (status: string) =>
      harness.asMigrator((tx) =>
        sql`insert into billing_month (owner_key, month, status, changed_at) values (${mine}, '2026-01-01', ${status}, now())
            on conflict (owner_key, month) do update set status = excluded.status`.execute(tx),
      );
    await setMonth('REOPENED');
    expect((await remove(campaignKey, 'BUSY-2')).status).toBe(409);
    await setMonth('CLOSED');
    expect((await remove(campaignKey, 'BUSY-2')).status).toBe(200);
  });

  test('restores within 30 days unchanged, with its history', async () => {
    const { campaignKey } = await makeOne('BACK-1');
    await remove(campaignKey, 'BACK-1');
    expect(await readCampaign(campaignKey)).toMatchObject({
      subStatus: 'DELETED',
      restorableUntil: '2026-04-09T15:00:00.000Z',
    });
    const { status, body } = await harness.call(campaignUndelete, agency, { params: { key: campaignKey } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ subStatus: 'LIVE', deletedAt: null, clientDesktopBidPrice: 50 });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ action: string; from_status: string; to_status: string }>`
        select action, from_status, to_status from campaign_status_log where campaign_key = ${campaignKey} order by log_key
      `.execute(tx),
    );
    expect(rows).toEqual([
      { action: 'DELETE', from_status: 'LIVE', to_status: 'DELETED' },
      { action: 'UNDELETE', from_status: 'DELETED', to_status: 'LIVE' },
    ]);
  });

  test('is not possible later', async () => {
    const { campaignKey } = await makeOne('LATE-1');
    const deletedAt = new Date(harness.clock.now().getTime() - 31 * DAY);
    await harness.asMigrator((tx) =>
      sql`update campaign set deleted_at = ${deletedAt} where campaign_key = ${campaignKey}`.execute(tx),
    );
    const { status } = await harness.call(campaignUndelete, agency, { params: { key: campaignKey } });
    expect(status).toBe(409);
    expect((await rowOf(campaignKey)).deleted).toBe(true);
  });

  test('another owner’s campaign is not found', async () => {
    const { campaignKey } = await makeOne('FAR-1', foreign);
    const before = await rowOf(campaignKey);
    expect((await remove(campaignKey, 'FAR-1')).status).toBe(404);
    expect((await harness.call(campaignUndelete, agency, { params: { key: campaignKey } })).status).toBe(404);
    expect(await rowOf(campaignKey)).toEqual(before);
  });

  test('partners and clients are refused', async () => {
    const { campaignKey } = await makeOne('NOT-YOURS');
    for (const group of ['mp', 'cl'] as const) {
      const as = await harness.signedIn(group, { owner: mine, permissions: ALL_PERMISSIONS });
      const { status, body } = await harness.call(campaignDelete, as, {
        params: { key: campaignKey },
        query: { confirm: 'NOT-YOURS' },
      });
      expect({ status, message: body.message }).toEqual({
        status: 403,
        message: 'Only agency users can change campaign status.',
      });
    }
  });
});

const readCampaign = async (key: number): Promise<Campaign> => {
  const { body } = await harness.call(campaignGet, agency, { params: { key } });
  return body.data as Campaign;
};

describe('cloning', () => {
  /** A campaign with every kind of related record, and its copy. */
  const makeRich = async () => {
    const fixture = await harness.asMigrator(async (tx) => {
      const clientKey = await makeClient(tx, mine);
      const goalKey = await makeGoal(tx, mine);
      await sql`update goal set client_key = ${clientKey} where goal_key = ${goalKey}`.execute(tx);
      const { programKeys } = await makeCampus(tx, { ownerKey: mine, clientKey, subjects: ['Nursing', 'Business'] });
      const { sourceKey } = await makeSource(tx, partnerKey);
      const campaign = await makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey, name: 'Rich' });
      const { campaignKey } = campaign;
      await sql`
        insert into campaign_program (owner_key, campaign_key, program_key, price_override, monthly_cap)
        values (${mine}, ${campaignKey}, ${programKeys[0]!}, 33, 7)
      `.execute(tx);
      await sql`
        insert into campaign_source (owner_key, campaign_key, partner_key, publisher_source_key, action, note)
        values (${mine}, ${campaignKey}, ${partnerKey}, ${sourceKey}, 'BLOCK', 'fraud')
      `.execute(tx);
      await sql`
        update campaign_targeting set source_mode = 'ALL_EXCEPT_LISTED', geo = '{"states":["US-TX"]}',
          audience = '{"match":"ALL","rules":[{"attribute":"age","operator":"BETWEEN","values":[18,55],"onMissing":"ACCEPT"}]}',
          day_parting = '{"timeZone":"America/Chicago","outsideHours":"HOLD","days":[{"day":"MON","intervals":[{"start":"08:00","end":"20:00","cap":null}]}]}'
        where campaign_key = ${campaignKey}
      `.execute(tx);
      await sql`
        insert into tracking_url (owner_key, campaign_key, type, name, url, is_default)
        values (${mine}, ${campaignKey}, 'CLICK', 'Form', 'https://school.example/', true)
      `.execute(tx);
      await sql`
        insert into campaign_pause (owner_key, campaign_key, starts_on, set_at) values (${mine}, ${campaignKey}, '2026-03-09', now())
      `.execute(tx);
      return campaign;
    });
    const { body } = await harness.call(campaignClone, agency, {
      params: { key: fixture.campaignKey },
      body: { campaignCode: `COPY-${fixture.campaignKey}` },
    });
    return { source: fixture.campaignKey, copy: body.data as Campaign };
  };

  test('copies price, line item and targeting, and nothing else', async () => {
    const { source, copy } = await makeRich();
    const original = await readCampaign(source);
    expect(original.subStatus).toBe('PAUSED');
    expect(copy).toMatchObject({
      name: 'Rich (copy)',
      subStatus: 'DRAFT',
      startDate: '2026-03-10',
      endDate: null,
      pause: null,
      clientGoalKey: original.clientGoalKey,
      vendorKey: partnerKey,
      clientDesktopBidPrice: 50,
      aggDesktopBidPrice: 40,
    });
    const counts = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<Record<string, number | object>>`
        select (select count(*) from campaign_month where campaign_key = ${copy.campaignKey}) as plans,
               (select count(*) from tracking_url where campaign_key = ${copy.campaignKey}) as urls,
               (select count(*) from campaign_pause where campaign_key = ${copy.campaignKey}) as pauses,
               (select to_jsonb(t) - 'campaign_key' - 'row_version' from campaign_targeting t where campaign_key = ${copy.campaignKey})
             = (select to_jsonb(t) - 'campaign_key' - 'row_version' from campaign_targeting t where campaign_key = ${source}) as "sameTargeting"
      `.execute(tx);
      return rows[0];
    });
    expect(counts).toEqual({ plans: 0, urls: 0, pauses: 0, sameTargeting: true });

    const programs = await harness.call(campaignProgramList, agency, { params: { key: copy.campaignKey } });
    expect(
      (programs.body.data as { programs: object[] }).programs.filter(
        (program) => (program as { selected: boolean }).selected,
      ),
    ).toMatchObject([{ priceOverride: 33, monthlyCap: 7 }]);
    const sources = await harness.call(campaignSourcesList, agency, { params: { key: copy.campaignKey } });
    expect(sources.body.data).toMatchObject({ mode: 'ALL_EXCEPT_LISTED' });
    expect((sources.body.data as { sources: object[] }).sources[0]).toMatchObject({ action: 'BLOCK', note: 'fraud' });
  });

  test('needs a code of its own', async () => {
    const { campaignKey } = await makeOne('CLONE-1');
    const clone = (body: object) =>
      harness.call(campaignClone, agency, { params: { key: campaignKey }, body: body as never });
    expect((await clone({})).body.message).toBe('Illegal arguments');
    expect((await clone({ campaignCode: 'clone-1' })).body.message).toBe(
      'Campaign code clone-1 is already used by Campaign CLONE-1.',
    );
    expect((await clone({ campaignCode: 'no' })).status).toBe(422);
  });
});

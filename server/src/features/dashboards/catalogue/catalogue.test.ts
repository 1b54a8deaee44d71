import {
  attributeReport,
  attributeReportFilters,
  LEAD_ATTRIBUTE_NAMES,
  fillPath,
  mediaAttributeList,
  reportFile,
  type WidgetAnswer,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';
import { textOfFile } from '../../../testing/file-text.ts';

const harness = useApp();
interface Made {
  owner: number;
  client: number;
  campaign: number;
}
let mine: Made;
let other: Made;
let agency: SignedIn;
let client: SignedIn;

const DAYS = { start: '2026-01-01', end: '2026-01-31' };

beforeAll(async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2025-12-15'), new Date('2026-03-15'));
  const make = async (device: string): Promise<Made> => {
    const { ownerKey, campaignKey, partnerKey } = await harness.asMigrator((tx) => makeCampaign(tx));
    return harness.asMigrator(async (tx) => {
      await sql`
        insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, state, client_price, media_price, enrollment_on)
        select ${ownerKey}, d, 'L', d, ${campaignKey}, ${partnerKey}, 'DLV', ${device}, case when n = 1 then 'TX' end, 41, 29, case when n = 1 then d + 20 end
        from generate_series('2026-01-01'::date, '2026-01-31'::date, '1 day') x (at) cross join lateral (select at::date as d) y
        cross join generate_series(1, 2) n`.execute(tx);
      const { rows } = await sql<{ client: number }>`
        select g.client_key as client from campaign c join goal g using (owner_key, goal_key) where c.campaign_key = ${campaignKey}`.execute(
        tx,
      );
      return { owner: ownerKey, client: rows[0]?.client ?? 0, campaign: campaignKey };
    });
  };
  mine = await make('mobile');
  other = await make('desktop');
  while ((await facts.fold()) > 0);
  await facts.close();
  agency = await harness.signedIn('ag', { owner: mine.owner, permissions: ['reports:View'] });
  client = await harness.signedIn('cl', { owner: mine.owner, permissions: ['reports:View'] });
});

const ask = (as: SignedIn, clientKeys: string, query: Record<string, string> = {}) =>
  harness.call(attributeReport, as, {
    params: { ATTRIBUTE: 'DEVICE_TYPE', clientKeys, ...DAYS },
    query,
  });

describe('an attribute report', () => {
  test('shows a client’s inquiries by one attribute, at its own price, with their maturity', async () => {
    const { status, body } = await ask(client, String(mine.client));
    expect(status).toBe(200);
    const answer = body.data as WidgetAnswer;
    expect(answer.data).toMatchObject([{ attribute: 'Mobile', validLeads: 62, enrollments: 31, spend: 62 * 41 }]);
    expect(answer.totals).toMatchObject({ validLeads: 62, enrollments: 31, spend: 62 * 41 });
    expect(answer.attributes).toEqual(['DEVICE_TYPE']);
    expect(answer.basis?.['enrollments']?.counted).toBe('cohort');
    expect(answer.totals['percentMatured']).toEqual(expect.any(Number));
    expect(JSON.stringify(answer)).not.toContain(String(62 * 29));
  });

  test('is filtered by campaigns, models and partners', async () => {
    const leadsOf = async (query: Record<string, string>) =>
      ((await ask(agency, String(mine.client), query)).body.data as WidgetAnswer).totals['validLeads'];
    expect(await leadsOf({ campaignKeys: String(mine.campaign) })).toBe(62);
    expect(await leadsOf({ campaignKeys: String(other.campaign) })).toBe(0);
    expect(await leadsOf({ mediaPartnerKeys: '999999' })).toBe(0);
    expect(await leadsOf({ clientModelKeys: '999999' })).toBe(0);
  });

  test('of another owner’s client is not found, alone or beside an own one', async () => {
    expect((await ask(agency, String(other.client))).status).toBe(404);
    expect((await ask(agency, `${mine.client},${other.client}`)).status).not.toBe(200);
    const filters = await harness.call(attributeReportFilters, agency, {
      params: { clientKeys: String(other.client) },
    });
    expect(filters.status).toBe(404);
  });

  test('offers the twelve attributes and the client’s filter values', async () => {
    const { body } = await harness.call(attributeReportFilters, client, {
      params: { clientKeys: String(mine.client) },
    });
    const { attributes, campaigns } = body.data as {
      attributes: { attribute: string; label: string }[];
      campaigns: { key: number }[];
    };
    expect(attributes.map(({ attribute }) => attribute)).toEqual(LEAD_ATTRIBUTE_NAMES);
    expect(attributes[0]).toEqual({ attribute: 'PUBLISHER', label: 'Publisher Source' });
    expect(campaigns.map(({ key }) => key)).toEqual([mine.campaign]);
    const list = await harness.call(mediaAttributeList, agency, {});
    expect(list.body.data).toHaveLength(12);
  });
});

describe('the file of two attributes', () => {
  const askFile = (report: 'attribute_pivot' | 'attributes', widget: string, columns: string[]) =>
    harness.app.inject({
      method: 'POST',
      url: `/api${fillPath(reportFile.path, { report }, 'cl')}`,
      headers: client.headers,
      payload: {
        ownerKey: mine.owner,
        startDate: DAYS.start,
        endDate: DAYS.end,
        attributes: ['DEVICE_TYPE', 'STATE'],
        widget,
        columns,
        format: 'csv',
      },
    });

  test('is a crosstab: one attribute down, one across for each number, with totals from their own queries', async () => {
    const { statusCode, body } = await askFile('attribute_pivot', 'attributePivot', [
      'attribute',
      'secondAttribute',
      'validLeads',
      'enrollRate',
    ]);
    expect(statusCode).toBe(200);
    const lines = body.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      'Device,Valid Leads: Not given,Valid Leads: Texas,Valid Leads: All,Enrollment Rate: Not given,Enrollment Rate: Texas,Enrollment Rate: All',
      'Mobile,31,31,62,0,100,50',
      'Total,31,31,62,0,100,50',
    ]);
  });

  test('does not exist for one attribute', async () => {
    expect((await askFile('attributes', 'attributeTable', ['attribute', 'validLeads'])).statusCode).toBe(404);
  });
});

test.each(['csv', 'xlsx'] as const)('a cost of immature outcomes is too early in a %s, too', async (format) => {
  const now = harness.clock.now();
  harness.clock.set(new Date('2026-02-02T15:00:00Z'));
  const { statusCode, rawPayload } = await harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(reportFile.path, { report: 'client' }, 'cl')}`,
    headers: (await harness.signedIn('cl', { owner: mine.owner, permissions: ['reports:View'] })).headers,
    payload: {
      ownerKey: mine.owner,
      startDate: '2026-01-20',
      endDate: DAYS.end,
      widget: 'clientReport',
      columns: ['client', 'validLeads', 'spend', 'cpe'],
      format,
    },
  });
  harness.clock.set(now);
  expect(statusCode).toBe(200);
  const text = await textOfFile(rawPayload);
  // The row of the one client, and the total.
  expect(text.match(/too early/g)).toHaveLength(2);
  expect(text).toContain('Total');
});

import {
  allocationRequestAnswer,
  allocationRequestList,
  allocationsExport,
  allocationsImport,
  allocationsScreenExport,
  allocationsSave,
  bulkImportApply,
  bulkImportUndo,
  capacitySave,
  fillPath,
  metricLabel,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeOwner, makeUser } from '../../../testing/factories/factories.ts';
import { sendFile } from '../../../testing/send-file.ts';

const harness = useApp();
const RIGHTS = ['allocations:View', 'allocations:Update', 'allocations:Import', 'allocations:Approve'] as const;

let owner: number;
let campaigns: Awaited<ReturnType<typeof makeCampaign>>[];
let agency: SignedIn;
let client: SignedIn;

beforeEach(async () => {
  owner = (await harness.asMigrator((tx) => makeOwner(tx))).ownerKey;
  campaigns = await harness.asMigrator(async (tx) => [
    await makeCampaign(tx, { ownerKey: owner }),
    await makeCampaign(tx, { ownerKey: owner }),
  ]);
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
});

const keyOf = (index: number): number => campaigns[index]?.campaignKey ?? 0;

const exported = async (as: SignedIn, month: 'currentmonth' | 'nextmonth'): Promise<Buffer> => {
  const path = fillPath(allocationsExport.path, { brand: 'all', month }, as.group);
  const answer = await harness.app.inject({ method: 'GET', url: `/api${path}?ownerKey=${owner}`, headers: as.headers });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

const upload = (as: SignedIn, month: 'current' | 'next', content: string | Buffer, fileName = 'sheet.csv') =>
  sendFile(harness, as, allocationsImport, {
    params: { month },
    query: { ownerKey: String(owner), apply: 'no' },
    content,
    fileName,
  });

const apply = (as: SignedIn, importKey: number) =>
  harness.call(bulkImportApply, as, { params: { owner, importKey }, body: { mode: 'goodRows' } });

const months = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select campaign_key as key, month::text as month, monthly_capacity as capacity, monthly_allocation as monthly,
             client_bid_price::float8 as price, row_version as version
      from campaign_month where owner_key = ${owner} order by 1, 2
    `.execute(tx);
    return rows;
  });

const adjustments = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ adjusted: number | null }>`
      select user_defined_monthly_allocation as adjusted from campaign_month
      where owner_key = ${owner} and month = '2026-03-01' order by campaign_key
    `.execute(tx);
    return rows.map(({ adjusted }) => adjusted);
  });
const adjustedLabel = metricLabel('userDefinedMonthlyAllocation', 'default', 'ag');

describe('an allocation sheet', () => {
  for (const month of ['currentmonth', 'nextmonth'] as const)
    test(`of the ${month} round-trips without a change`, { tags: month === 'nextmonth' ? ['long'] : [] }, async () => {
      const file = await exported(agency, month);
      const { data } = await upload(agency, month === 'nextmonth' ? 'next' : 'current', file, 'sheet.xlsx');
      expect(data.counts).toEqual({ new: 0, changed: 0, unchanged: 2, error: 0, total: 2 });
      expect(data.canApply).toBe(false);
      expect(await exported(agency, month)).toEqual(file);
    });

  test('ends with the totals of its rows', async () => {
    const sheet = await readSheet(await exported(agency, 'currentmonth'), 'sheet.xlsx');
    const column = sheet.headers.indexOf('BOM Allocation');
    const values = sheet.rows.map(({ cells }) => cells[column]);
    expect(values).toEqual([100, 100, 200]);
  });

  test('shows what is agreed where nothing is adjusted, and takes it back as unchanged', async () => {
    const { headers, rows } = await readSheet(await exported(agency, 'currentmonth'), 'sheet.xlsx');
    const adjusted = headers.indexOf(adjustedLabel);
    expect(rows.map(({ cells }) => cells[adjusted]).slice(0, 2)).toEqual([100, 100]);
    const sent = `Campaign Key,${adjustedLabel}\n${keyOf(0)},100\n${keyOf(1)},90\n`;
    const { data } = await upload(agency, 'current', sent);
    expect(data.counts).toMatchObject({ changed: 1, unchanged: 1, error: 0 });
    expect((await apply(agency, data.importKey)).status).toBe(200);
    expect(await adjustments()).toEqual([null, 90]);
    await harness.call(bulkImportUndo, agency, { params: { owner, importKey: data.importKey } });
    expect(await adjustments()).toEqual([null, null]);
  });

  test('has why campaigns need attention, and the money at stake, if they are on the screen', async () => {
    const shown = async (as: SignedIn) => {
      const path = fillPath(allocationsScreenExport.path, { brand: 'all', month: 'currentmonth' }, as.group);
      const answer = await harness.app.inject({
        method: 'POST',
        url: `/api${path}?ownerKey=${owner}`,
        headers: as.headers,
        payload: { columns: ['name', 'attention', 'offBudget'], campaignKeys: [keyOf(0)] },
      });
      const { headers, rows } = await readSheet(answer.rawPayload, 'sheet.xlsx');
      return ['Why', 'At Stake'].map((label) => rows[0]?.cells[headers.indexOf(label)]);
    };
    expect(await shown(agency)).toEqual(['Behind: 0 delivered, 29 due (0%)', 5000]);
    expect(await shown(await harness.signedIn('mp', { owner, permissions: RIGHTS }))).toEqual([undefined, undefined]);
  });

  test('applies the permitted changes once, and can be undone', async () => {
    const { data } = await upload(
      agency,
      'next',
      `Campaign Key,BOM Allocation,Adjusted Client Cost,MTD Inquiries\n${keyOf(0)},70,61.5,9\n${keyOf(1)},,,\n`,
    );
    expect(data.counts).toMatchObject({ changed: 1, unchanged: 1, error: 0 });
    expect(data.rows[0]?.changes).toEqual([
      { column: 'BOM Allocation', before: null, after: '70' },
      { column: 'Adjusted Client Cost', before: '$50.00', after: '$61.50' },
    ]);
    expect((await apply(agency, data.importKey)).status).toBe(200);
    expect(await months()).toContainEqual(
      expect.objectContaining({ key: keyOf(0), month: '2026-04-01', monthly: 70, price: 61.5 }),
    );
    const undone = await harness.call(bulkImportUndo, agency, { params: { owner, importKey: data.importKey } });
    expect(undone.status).toBe(200);
    expect(await months()).toContainEqual(
      expect.objectContaining({ key: keyOf(0), month: '2026-04-01', monthly: null, price: 50 }),
    );
  });

  test('ignores columns the sender may not change, and says so', async () => {
    const { data } = await upload(client, 'next', `campaignKey,monthlyAllocation,clientBidPrice\n${keyOf(0)},70,1\n`);
    expect(data.ignoredColumns).toMatchObject([
      {
        column: 'Next Month Media Cost',
        reason: 'column Next Month Media Cost cannot be changed in the next month.',
        cells: 1,
      },
    ]);
    await apply(client, data.importKey);
    expect(await months()).toContainEqual(
      expect.objectContaining({ key: keyOf(0), month: '2026-04-01', monthly: 70, price: null }),
    );
    const current = await upload(client, 'current', `campaignKey,monthlyCapacity\n${keyOf(0)},70\n`);
    expect({ status: current.status, message: current.body.message }).toEqual({
      status: 403,
      message: 'The current month is read-only.',
    });
    const price = await upload(agency, 'current', `campaignKey,aggregatorBidPrice\n${keyOf(0)},9\n`);
    expect(price.data.ignoredColumns).toMatchObject([
      { reason: 'column Adjusted Media Cost cannot be changed in the current month.' },
    ]);
  });

  test('tells a media partner nothing about what the client has approved', async () => {
    const { campaignKey, partnerKey } = campaigns[0]!;
    await harness.asMigrator((tx) =>
      sql`
        insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, client_monthly_allocation, client_bid_price)
        values (${owner}, ${campaignKey}, '2026-04-01', 100, 90, 61.5)
      `.execute(tx),
    );
    const partner = await harness.signedIn('mp', { owners: [owner], partnerKey, permissions: RIGHTS });
    const answerTo = async (approved: number, price: number) => {
      const header = 'campaignKey,monthlyCapacity,clientMonthlyAllocation,clientBidPrice';
      const { data } = await upload(partner, 'next', `${header}\n${campaignKey},70,${approved},${price}\n`);
      return { ...data, importKey: 0 };
    };
    const right = await answerTo(90, 61.5);
    expect(right.counts).toMatchObject({ changed: 1, error: 0 });
    expect(JSON.stringify(right)).not.toMatch(/approv|90|61\.5/i);
    // A guess is answered like any other.
    expect(await answerTo(17, 1)).toEqual(right);
    const { data } = await upload(agency, 'next', `campaignKey,monthlyCapacity\n${campaignKey},70\n`);
    expect(JSON.stringify(data)).toContain('Above client-approved volume');
  });

  test('older than a row lists the row and skips it', async () => {
    const file = `campaignKey,monthlyCapacity,Row Version\n${keyOf(0)},70,1\n${keyOf(1)},71,1\n`;
    await harness.call(allocationsSave, agency, {
      params: { owner, month: 'current' },
      body: { rows: [{ campaignKey: keyOf(0), changes: { monthlyCapacity: 5 } }] },
    });
    const { data } = await upload(agency, 'current', file);
    expect(data.counts).toMatchObject({ changed: 1, error: 1 });
    await apply(agency, data.importKey);
    expect((await months()).map(({ capacity }) => capacity)).toEqual([5, 71]);
  });

  test('with another tenant’s campaign reports it as unknown', async () => {
    const foreign = await harness.asMigrator((tx) => makeCampaign(tx));
    const { data } = await upload(agency, 'current', `campaignKey,monthlyCapacity\n${foreign.campaignKey},70\n`);
    expect(data.rows[0]?.errors[0]?.message).toContain('does not belong to this owner.');
  });
});

describe('a partner’s request', () => {
  test('becomes the allocation when the agency accepts it, once', async () => {
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, { group: 'mp', ownerKeys: [owner], partnerKey: campaigns[0]?.partnerKey ?? 0, permissions: RIGHTS }),
    );
    const partner = await harness.sessionOf('mp', userKey);
    await harness.call(capacitySave, partner, {
      params: { month: 'next' },
      body: { rows: [{ campaignKey: keyOf(0), changes: { requestedAllocation: 44 } }] },
    });
    const list = async (as: SignedIn) => {
      const { body } = await harness.call(allocationRequestList, as, { params: { month: 'next' } });
      return body.data as { requestKey: number; state: string; requestedAllocation: number }[];
    };
    const [request] = await list(agency);
    expect(request).toMatchObject({ state: 'OPEN', requestedAllocation: 44 });
    // The month has ended in UTC, but not in the owner's zone: the next month is still a plan.
    const before = harness.clock.now();
    harness.clock.set(new Date('2026-04-01T02:00:00Z'));
    const inTheEvening = await harness.signedIn('ag', { owner, permissions: RIGHTS });
    const answer = () =>
      harness.call(allocationRequestAnswer, inTheEvening, {
        params: { owner, requestKey: request?.requestKey ?? 0 },
        body: { accept: true, answer: '' },
      });
    expect((await answer()).body.data).toMatchObject({ state: 'ACCEPTED', currentAllocation: 44 });
    expect((await answer()).status).toBe(409);
    harness.clock.set(before);
    expect(await months()).toContainEqual(expect.objectContaining({ key: keyOf(0), month: '2026-04-01', monthly: 44 }));
    expect(await list(partner)).toMatchObject([{ state: 'ACCEPTED' }]);
  });
});

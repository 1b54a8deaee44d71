import { bulkImportResultSchema, bulkUploadQuery, defineCall } from '@paceline/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Tx } from '../db/scope/tx.ts';
import { type BulkCurrent, type BulkRow, defineBulk } from '../shared/bulk/define-bulk.ts';

const MONTH = '2026-03-01';

/** Set by a test that wants the world to end in the middle of the work. */
export const failure: { at: 'never' | 'afterWriting' } = { at: 'never' };

const loadMonths = async (tx: Tx, ids: readonly string[], lock: boolean) => {
  const { rows } = await sql<{ id: string; label: string; version: number; values: Record<string, unknown> }>`
    select m.campaign_key::text as id, c.name as label, m.row_version as version,
           jsonb_build_object('monthlyAllocation', m.monthly_allocation, 'dailyAllocation', m.daily_allocation,
                              'clientBidPrice', m.client_bid_price) as values
    from unnest(${[...ids]}::int[]) wanted (key)
    join campaign_month m on m.campaign_key = wanted.key join campaign c using (owner_key, campaign_key)
    where m.month = ${MONTH}
    order by m.campaign_key ${lock ? sql`for update of m` : sql``}
  `.execute(tx);
  return new Map<string, BulkCurrent>(rows.map(({ id, ...current }) => [id, current]));
};

const writeMonths = async (tx: Tx, changes: readonly BulkRow[]): Promise<void> => {
  const rows = changes.map(({ id, after, current }) => ({ key: Number(id), ...current?.values, ...after }));
  await sql`
    update campaign_month m set monthly_allocation = r."monthlyAllocation", daily_allocation = r."dailyAllocation",
           client_bid_price = r."clientBidPrice", row_version = m.row_version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (key int, "monthlyAllocation" int, "dailyAllocation" int, "clientBidPrice" numeric)
    where m.month = ${MONTH} and m.campaign_key = r.key
  `.execute(tx);
  if (failure.at === 'afterWriting') throw new Error('the world ended');
};

/** A kind of bulk file for tests, over the plans of one month. */
export const testBulk = defineBulk({
  kind: 'testPlans',
  title: 'Plans',
  groups: ['ag', 'mp', 'cl'],
  permission: 'allocations:Import',
  params: z.object({ note: z.string() }),
  maxRows: 20_000,
  columns: [
    { key: 'campaignKey', label: 'Campaign Key', type: 'key', required: true },
    { key: 'campaign', label: 'Campaign', type: 'text', context: true },
    {
      key: 'monthlyAllocation',
      label: 'Monthly Allocation',
      aliases: ['Monthly'],
      type: 'int',
      min: 0,
      max: 1_000_000,
    },
    { key: 'dailyAllocation', label: 'Daily Allocation', type: 'int', min: 0 },
    { key: 'clientBidPrice', label: 'Client Price', type: 'money', min: 0, max: 9999.99 },
    { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
  ],
  keyColumns: ['campaignKey'],
  versionColumn: 'rowVersion',
  editable: (column, { group }) =>
    column === 'clientBidPrice' && group !== 'ag' ? 'cannot be changed in the current month.' : true,
  load: (tx, _, ids, { lock }) => loadMonths(tx, ids, lock),
  validate: ({ after }) =>
    (after['dailyAllocation'] ?? 0) > (after['monthlyAllocation'] ?? 1_000_000)
      ? [{ column: 'dailyAllocation', message: 'Daily Allocation must not be above Monthly Allocation.' }]
      : [],
  apply: (tx, _, changes) => writeMonths(tx, changes),
});

export const testImport = defineCall({
  id: 'testImport',
  summary: 'Takes plans in',
  route: 'POST /{p}/{owner}/test/plans/import',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: 'none',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

export interface PlanRow {
  campaignKey: number;
  campaign: string;
  monthlyAllocation: number | null;
  dailyAllocation: number | null;
  clientBidPrice: string | null;
  rowVersion: number;
}

/** What an export of the plans would hold. */
export const listPlans = async (tx: Tx): Promise<PlanRow[]> => {
  const { rows } = await sql<PlanRow>`
    select m.campaign_key as "campaignKey", c.name as campaign, m.monthly_allocation as "monthlyAllocation",
           m.daily_allocation as "dailyAllocation", m.client_bid_price as "clientBidPrice", m.row_version as "rowVersion"
    from campaign_month m join campaign c using (owner_key, campaign_key) where m.month = ${MONTH} order by 1
  `.execute(tx);
  return rows;
};

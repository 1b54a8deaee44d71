import { ALL_PERMISSIONS, type AnyCall } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../src/testing/app.ts';
import { inputAbout, type OwnedKeys } from '../src/testing/calls/call-input.ts';
import { onlyReads } from '../src/testing/calls/reading-calls.ts';
import { postBody } from '../src/testing/factories/posting.ts';
import { registeredCalls } from '../src/testing/calls/registered-calls.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from './small-demo.ts';

/**
 * A call about one owner, made by a user of two, has the same answer with and without row-level security: statements filter by that owner,
 * and the policies are the second safeguard.
 */
const harness = useApp({ filled: SMALL_DEMO });
const RANGE = ['2026-10-01', '2026-11-14'];

/** Where the first valid value would find nothing. */
const ALL = { channel: 'all', vertical: 'all' };
const PARAMS: Record<string, Record<string, string>> = {
  graphicReport: { start: '2026-10-01', end: '2026-11-14' },
  attributeReport: { ATTRIBUTE: 'STATE', start: '2026-10-01', end: '2026-11-14' },
  campaignBreakdown: { dimension: 'state' },
  bulkImportList: { kind: 'goalTargets' },
  reportDimensionValues: ALL,
  reportData: ALL,
  reportDataBar: ALL,
};
const CONDITION = {
  measure: 'validLeads',
  dimension: null,
  filters: [],
  days: 7,
  compare: null,
  direction: 'above',
  threshold: 1,
};
/**
 * Calls that need an import, an uploaded report, a code, a choice of contacts, a mail to a partner, a forecast, a return, a comparison, a test of criteria, a
 * schedule or a milestone without a lead; they have tests of their own.
 */
const NOT_ASKED = [
  'campaignIsUnique',
  'bulkImportGet',
  'criteriaReplayGet',
  'platformDataUndoPreview',
  'partnerMailPreview',
  'partnerMailingGet',
  'forecastDetails',
  'reportScheduleLog',
  'returnDecisionPreview',
  'reconciliationGet',
  'reconciliationSearch',
  'reconciliationPreview',
  'reconciliationMatches',
  'unmatchedLeads',
  'ioNextMonthPreview',
];

const calls = await registeredCalls();
const reads = calls.filter(
  (call) =>
    !NOT_ASKED.includes(call.id) &&
    call.groups.includes('ag') &&
    call.owner.sources.length > 0 &&
    (call.kind === 'json' || call.kind === 'stream') &&
    onlyReads(call),
);

let mine: OwnedKeys;
let second: number;

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  await harness.asMigrator(async (tx) => {
    const { rows } = await sql<OwnedKeys>`
      select owner_key as owner, min(l.brand_key) as brand, min(l.client_key) as client, min(g.goal_key) as goal, min(c.campaign_key) as campaign,
             (select min(campus_key) from campus k where k.owner_key = c.owner_key) as campus
      from campaign c join goal g using (owner_key, goal_key) join client l using (owner_key, client_key)
      where c.deleted_at is null group by 1 order by count(*) desc limit 2`.execute(tx);
    if (rows[0] === undefined || rows[1] === undefined)
      throw new Error('The scenario has no two owners with campaigns');
    [mine, second] = [rows[0], rows[1].owner];
    const leads = await sql<{ key: string }>`
      select max(lead_key)::text as key from lead where owner_key = ${mine.owner} and partner_key is not null`.execute(
      tx,
    );
    const orders = await sql<{ key: string }>`
      select max(io_key)::text as key from insertion_order where owner_key = ${mine.owner}`.execute(tx);
    PARAMS['ioGet'] = { ioKey: orders.rows[0]?.key ?? '' };
    for (const id of ['stuckLeadTries', 'leadEditGet']) PARAMS[id] = { leadKey: leads.rows[0]?.key ?? '' };
  });
});

/** The minimal input besides the owner: without filters, another owner's rows could show. */
const inputOf = (call: AnyCall) => {
  const { params, query, body } = inputAbout(call, 'ag', mine);
  const about = { ownerKey: mine.owner };
  const timeDimensions = { dimension: 'date', dateRange: RANGE, granularity: 'month' };
  const candidates = [
    {},
    about,
    { ...about, dimensions: ['state'], measures: ['validLeads', 'spend'], timeDimensions },
    { ...about, dimensions: ['state'], timeDimensions },
    {
      ...about,
      question: { ...ALL, dimensions: ['state'], measures: ['validLeads', 'spend'], period: { range: 'lastMonth' } },
    },
    { condition: { ...ALL, ...CONDITION }, hours: 24 },
    { ...about, startDate: RANGE[0], endDate: RANGE[1] },
    { ...about, widget: 'topCampaigns', rowKey: null },
    { post: postBody(1, { campaignKey: mine.campaign, clientName: 'the school' }), at: null },
  ];
  const small = candidates.find((candidate) => call.body.safeParse(candidate).success) ?? body;
  return {
    params: Object.fromEntries(
      Object.entries(params).map(([name, sample]) => [name, PARAMS[call.id]?.[name] ?? sample]),
    ),
    query: call.query.safeParse({ ownerKey: String(mine.owner) }).success ? { ownerKey: String(mine.owner) } : query,
    ...(call.method !== 'GET' && { body: { ...small, ...('ownerKey' in body && about) } }),
  };
};

/** Removes differences between requests, or due to the query plan: the request ID, the order of unsorted rows, the last digits of a sum. */
const comparable = (data: unknown): unknown => {
  if (typeof data === 'number') return Number(data.toPrecision(10));
  if (Array.isArray(data))
    return data.map(comparable).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => name !== 'requestId')
      .map(([name, value]) => [name, comparable(value)]),
  );
};

const answers = async (): Promise<Map<string, unknown>> => {
  const answersByPath = new Map<string, unknown>();
  for (const call of reads) {
    const { status, body } = await harness.call(call, viewers.get(call.id)!, inputOf(call));
    answersByPath.set(call.id, { status, data: comparable(body.data), errors: body.errors });
  }
  return answersByPath;
};

const setSecurity = (state: 'enable' | 'disable') =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relforcerowsecurity`.execute(tx);
    for (const { name } of rows)
      await sql`alter table ${sql.table(name)} ${sql.raw(state)} row level security`.execute(tx);
    // Invalidates cached answers of the same data.
    await sql`update data_version set version = version + 1`.execute(tx);
  });

/** A user per call, as rate limits are tested elsewhere. The same users each time, as some calls list users. */
const viewers = new Map<string, SignedIn>();

test('every call about one owner filters by that owner itself', async () => {
  for (const { id } of reads)
    viewers.set(id, await harness.signedIn('ag', { owners: [mine.owner, second], permissions: ALL_PERMISSIONS }));
  const behind = await answers();
  await setSecurity('disable');
  const open = await answers();
  await setSecurity('enable');
  for (const { id } of reads) expect({ [id]: open.get(id) }).toEqual({ [id]: behind.get(id) });
  const failed = [...behind].filter(([, answer]) => (answer as { status: number }).status !== 200).map(([id]) => id);
  expect(failed).toEqual([]);
});

import { LEAD_STATUS_CODES, leadSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { blindIndex } from '../../lib/secrets/seal.ts';
import { type Sql } from '../../shared/lists/conditions.ts';
import { TEST_NOW, TEST_SECRET, useApp } from '../../testing/app.ts';
import { makeCampaign, makePartner, makeSource } from '../../testing/factories/factories.ts';
import { makeMonths } from '../../testing/factories/posting.ts';
import { leadRows } from './search.list.ts';

/**
 * How the search reads, with enough leads to make whole tables and sorts expensive: the planner chooses freely, and its plan is run. Half a
 * year of leads of two owners and three partners; every searchable value has a frequent and a rare case.
 */
const harness = useApp();
const LEADS = 120_000;
const PAGE = 50;
/** The most that a page may read beside its rows, and sort: a small part of the table. */
const MAX_READ = LEADS / 20;
const MAX_SORTED = LEADS / 100;

let owner: number;
let other: number;
let partners: [number, number, number];
let campaigns: number[];
let source: number;
const RARE = { campus: 901, program: 902 };
const rows = leadRows(TEST_SECRET);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    await makeMonths(tx, '2025-09-01', '2026-03-31');
    partners = [await makePartner(tx), await makePartner(tx), await makePartner(tx)];
    const first = await makeCampaign(tx, { partnerKey: partners[0] });
    owner = first.ownerKey;
    campaigns = [first.campaignKey];
    for (let n = 1; n < 20; n += 1) {
      const partnerKey = n === 19 ? partners[2] : partners[n % 2]!;
      campaigns.push((await makeCampaign(tx, { ownerKey: owner, goalKey: first.goalKey, partnerKey })).campaignKey);
    }
    const foreign = await makeCampaign(tx, { partnerKey: partners[0] });
    other = foreign.ownerKey;
    source = (await makeSource(tx, partners[0])).sourceKey;
    // Only the plans are tested: triggers and foreign keys are not needed.
    await sql`set local session_replication_role = replica`.execute(tx);
    const common = ['DLV', 'DLV', 'DLV', 'DUP', 'INV', 'SCR', 'VAL', 'RTN'];
    await sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, publisher_source_key, status,
        status_reasons, device, state, campus_key, program_key, transaction_id, crm_reference, contact_on, start_on, click_id)
      select case when n % 6 = 0 then ${other}::int else ${owner}::int end, (${TEST_NOW}::timestamptz - n * interval '2 minutes')::date, 'L-' || n,
             ${TEST_NOW}::timestamptz - n * interval '2 minutes',
             case when n % 6 = 0 then ${foreign.campaignKey}::int when n % 997 = 0 then ${campaigns[19]!}::int
                  else (${campaigns}::int[])[1 + n % 18] end,
             case when n % 6 = 0 then ${partners[0]}::int when n % 997 = 0 then ${partners[2]}::int
                  when n % 18 % 2 = 0 then ${partners[0]}::int else ${partners[1]}::int end,
             case when n % 991 = 0 then ${source}::int end,
             case when n % 983 = 0 then 'STK' else (${common}::text[])[1 + n / 18 % 8] end,
             case when n % 983 = 0 then '{TIMEOUT}' when n / 18 % 8 = 3 then '{DUP_EMAIL}' else '{}' end::text[],
             (array['desktop', 'mobile', 'tablet'])[1 + n / 7 % 3], case when n % 977 = 0 then 'WY' else (array['IL', 'OH', 'TX'])[1 + n / 5 % 3] end,
             case when n % 971 = 0 then ${RARE.campus}::int else 100 + n / 11 % 7 end, case when n % 967 = 0 then ${RARE.program}::int else 200 + n / 13 % 11 end,
             'T-' || n, case when n % 2 = 0 then 'CRM-' || n end, case when n / 19 % 5 = 0 then date '2026-03-01' end,
             case when n % 953 = 0 then date '2026-03-01' end, null
      from generate_series(1, ${LEADS}::int) n`.execute(tx);
    await sql`
      insert into lead_person (owner_key, captured_date, lead_key, key_id, email_hash, phone_hash)
      select owner_key, captured_date, lead_key, 1, sha256(lead_key::text::bytea), sha256(('p' || lead_key)::bytea) from lead`.execute(
      tx,
    );
  });
  await harness.asMigrator((tx) => sql`analyze lead, lead_person`.execute(tx));
});

/** A frequent value, a rare one, several; with ranges of days. */
const questions = (own: number): Record<string, Partial<Record<keyof typeof leadSearch.list.filters, unknown>>> => ({
  nothing: {},
  'a day': { fromDate: '2026-01-10', toDate: '2026-01-10' },
  'a month': { fromDate: '2025-11-01', toDate: '2025-11-30' },
  'a common status': { leadStatus: ['DLV'] },
  'a rare status': { leadStatus: ['STK'] },
  'two statuses': { leadStatus: ['STK', 'RTN'] },
  'a status that nobody has': { leadStatus: ['CAP'] },
  'every status': { leadStatus: [...LEAD_STATUS_CODES] },
  'some leads': { leadCaptureKeys: [5, 500, 5000] },
  'an id': { keyword: 'L-4711' },
  'a transaction': { keyword: 'T-77777' },
  'a reference': { keyword: 'CRM-4712' },
  'an id that nobody has': { keyword: 'nothing-like-it' },
  'a mail address': { person: 'somebody@post.example' },
  'a phone number': { person: '3127654321' },
  'a common reason': { reason: ['DUP_EMAIL'] },
  'a rare reason': { reason: ['TIMEOUT'] },
  'a common milestone': { milestone: ['CONTACT'] },
  'a rare milestone': { milestone: ['START'] },
  'a common campus': { campus: [101] },
  'a rare campus': { campus: [RARE.campus] },
  'a common program': { program: [203] },
  'a rare program': { program: [RARE.program] },
  'a partner': { partner: [partners[1]] },
  'a rare partner': { partner: [partners[2]] },
  'a campaign': { campaign: [own] },
  'a rare campaign': { campaign: [campaigns[19]] },
  'a rare source': { source: [source] },
  'a device': { device: ['tablet'] },
  'a state': { state: ['OH'] },
  'a rare state': { state: ['WY'] },
  'a rare state in a month': { state: ['WY'], fromDate: '2025-12-01', toDate: '2025-12-31' },
  'a campaign and a status': { campaign: [own], leadStatus: ['DUP'] },
});

const analyse = async (tx: Tx, statement: Sql): Promise<Plan> => {
  const { rows: planRows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, costs off, timing off, summary off, format json) ${statement}`.execute(tx);
  return planRows[0]!['QUERY PLAN'][0].Plan;
};

const isOfLeads = ({ 'Relation Name': name = '' }: Plan): boolean => /^lead(_person)?_\d{6}$/.test(name);

/** The faults of a plan, in words. */
const faultsOf = (plan: Plan): string[] => {
  const nodes = nodesOf(plan);
  const whole = nodes.filter((node) => node['Node Type'].includes('Seq Scan') && isOfLeads(node)).length;
  const sorted = nodes
    .filter((node) => node['Node Type'] === 'Sort')
    .reduce((most, { Plans: [from] = [] }) => Math.max(most, from?.['Actual Rows'] ?? 0), 0);
  const read = nodes
    .filter(isOfLeads)
    .reduce(
      (sum, node) => sum + ((node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']) * node['Actual Loops'],
      0,
    );
  return [
    ...(whole > 0 ? [`${whole} whole months`] : []),
    ...(sorted > MAX_SORTED ? [`${sorted} rows sorted`] : []),
    ...(read > MAX_READ ? [`${read} rows read`] : []),
  ];
};

const scopeOf = (group: 'ag' | 'cl' | 'mp', partnerKey: number | null, ownerKeys: number[]): Scope =>
  makeScope({ userKey: 1, group, ownerKeys, partnerKey });

describe.each(['ag', 'cl', 'mp'] as const)('a page of leads for %s', (group) => {
  test('uses an index, whatever the filter', async () => {
    const isPartner = group === 'mp';
    const scope = scopeOf(group, isPartner ? partners[0] : null, isPartner ? [owner, other] : [owner]);
    const faults: Record<string, string[]> = {};
    for (const [name, filters] of Object.entries(questions(campaigns[2]!))) {
      const question = {
        scope,
        params: {},
        sort: leadSearch.list.first,
        filters: { ...(!isPartner && { ownerKey: owner }), ...filters } as never,
        now: TEST_NOW,
        isStart: true,
      };
      const problems = await harness.db.readScope(scope, async (tx) => {
        const { pages } = await rows.plan(tx, question);
        const wrong: string[] = [];
        for (const page of pages) wrong.push(...faultsOf(await analyse(tx, page)));
        return wrong;
      });
      if (problems.length > 0) faults[name] = problems;
    }
    expect(faults).toEqual({});
  });
});

test('the persons of a page are looked up by hash', async () => {
  const scope = scopeOf('ag', null, [owner]);
  const hash = blindIndex(TEST_SECRET, owner, 'email', 'somebody@post.example');
  const plan = await harness.db.readScope(scope, (tx) =>
    analyse(tx, sql`select lead_key from lead_person where owner_key = ${owner} and email_hash = ${hash}`),
  );
  expect(faultsOf(plan)).toEqual([]);
});

test('the plan checks detect a scan of a month, a sort and a long index scan', async () => {
  const scope = scopeOf('ag', null, [owner]);
  const plan = await harness.db.readScope(scope, (tx) =>
    analyse(tx, sql`select from lead l where owner_key = ${owner} order by public_id || '' limit ${PAGE}`),
  );
  expect(faultsOf(plan)).toEqual([
    expect.stringContaining('whole months'),
    expect.stringContaining('rows sorted'),
    expect.stringContaining('rows read'),
  ]);
});

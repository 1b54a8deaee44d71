import { auditSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type Sql } from '../../shared/lists/conditions.ts';
import { TEST_NOW, useApp } from '../../testing/app.ts';
import { makeTwoOwners, makeUser } from '../../testing/factories/factories.ts';
import { auditRows } from './audit.list.ts';

/**
 * How a page of the log is read, with enough lines to make whole tables and sorts expensive. The planner chooses freely, and its plan is
 * run. Every filter has frequent and rare values.
 */
const harness = useApp();
const LINES = 120_000;
const MAX_READ = LINES / 20;

let owner: number;
let other: number;
let user: number;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const { mine, foreign } = await makeTwoOwners(tx);
    [owner, other] = [mine.ownerKey, foreign.ownerKey];
    user = (await makeUser(tx, { group: 'ag', ownerKeys: [owner] })).userKey;
    await sql`
      insert into audit_log (at, owner_key, user_key, user_type, route, action, entity, entity_key, outcome, request_id, way)
      select ${TEST_NOW}::timestamptz - n * interval '5 minutes', case when n % 3 = 0 then null when n % 3 = 1 then ${other}::int else ${owner}::int end,
             case when n % 997 = 0 then ${user}::int end, 'system', 'test', case when n % 983 = 0 then 'ioSent' else 'leadMoved' end,
             case when n % 991 = 0 then 'doc' else 'lead' end, (n % 4000)::text, 'done', 'r' || n, (array['screen', 'file', 'job'])[1 + n / 5 % 3]
      from generate_series(1, ${LINES}::int) n`.execute(tx);
  });
  await harness.asMigrator((tx) => sql`analyze audit_log`.execute(tx));
});

const analyse = async (tx: Tx, statement: Sql): Promise<Plan> => {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, costs off, timing off, summary off, format json) ${statement}`.execute(tx);
  return rows[0]!['QUERY PLAN'][0].Plan;
};

const faultsOf = (plan: Plan): string[] => {
  const nodes = nodesOf(plan).filter((node) => node['Relation Name'] === 'audit_log');
  const read = nodes.reduce(
    (sum, node) => sum + ((node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']) * node['Actual Loops'],
    0,
  );
  return [
    ...(nodes.some((node) => node['Node Type'].includes('Seq Scan')) ? ['the whole table'] : []),
    ...(read > MAX_READ ? [`${read} rows read`] : []),
  ];
};

test.each([['the owner'], ['no owner']])('a page of %s uses an index, whatever the filter', async (whose) => {
  const scope = makeScope({ userKey: user, group: 'ag', ownerKeys: [owner], partnerKey: null });
  const questions = {
    nothing: {},
    'a month': { days: { from: '2025-11-01', to: '2025-11-30' } },
    'a common action': { action: 'leadMoved' },
    'a rare action': { action: 'ioSent' },
    'a common kind': { entity: 'lead' },
    'a rare kind': { entity: 'doc' },
    'a record': { entity: 'lead', entityKey: '17' },
    'a person': { person: 'Test' },
    'a request': { requestId: 'r4711' },
    'a search': { term: 'r4712' },
    'a way': { way: 'job' },
  };
  const faults: Record<string, string[]> = {};
  for (const [name, filters] of Object.entries(questions)) {
    const of = whose === 'no owner' ? { of: 'none' } : {};
    const question = {
      scope,
      params: {},
      sort: auditSearch.list.first,
      filters: { ownerKey: owner, ...of, ...filters } as never,
      now: TEST_NOW,
      isStart: true,
    };
    const problems = await harness.db.readScope(scope, async (tx) => {
      const wrong: string[] = [];
      for (const page of (await auditRows.plan(tx, question)).pages) wrong.push(...faultsOf(await analyse(tx, page)));
      return wrong;
    });
    if (problems.length > 0) faults[name] = problems;
  }
  expect(faults).toEqual({});
});

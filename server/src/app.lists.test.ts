import { type AnyList, type ListFilter } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Scope } from './db/scope/scope.ts';
import { makeScope } from './db/scope/make-scope.ts';
import { type Tx } from './db/scope/tx.ts';
import { type Sql } from './shared/lists/conditions.ts';
import { rowsOf } from './shared/lists/list-of.ts';
import { type Asked, sortColumnOf } from './shared/lists/list-source.ts';
import { useApp } from './testing/app.ts';
import { makePartner, makeTwoOwners } from './testing/factories/factories.ts';
import { registeredCalls } from './testing/calls/registered-calls.ts';

const LISTS = (await registeredCalls()).flatMap((call) => ('list' in call ? [rowsOf(call as AnyList)] : []));

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

const harness = useApp();
let scope: Scope;
let params: Record<string, number>;

beforeAll(async () => {
  const { ownerKey, aggregatorKey } = await harness.asMigrator(async (tx) => {
    // Two months of leads and clicks, so that lists merge the indexes of two partitions.
    for (const table of ['lead', 'lead_person', 'click'])
      await sql`call app.ensure_months(${table}::regclass, '2026-03-01', '2026-04-30')`.execute(tx);
    return { ownerKey: (await makeTwoOwners(tx)).mine.ownerKey, aggregatorKey: await makePartner(tx) };
  });
  scope = makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
  params = { owner: ownerKey, ownerKey, aggregatorKey };
});

/** A valid value for the filter: only the plan matters, not the result. */
const sampleOf = ({ kind, values }: ListFilter): unknown => {
  const [first = 'a'] = values;
  if (kind === 'keys') return [1];
  if (kind === 'anyOf') return [first];
  if (kind === 'oneKey') return scope.ownerKeys[0];
  if (kind === 'day') return '2026-03-01';
  if (kind === 'days') return { from: '2026-03-01', to: '2026-03-31' };
  return kind === 'flag' ? true : first;
};

const askedBy = (parts: Partial<Asked<AnyList>> = {}): Asked<AnyList> => ({
  scope,
  params,
  filters: {},
  sort: '',
  now: new Date(),
  isStart: false,
  ...parts,
});

/** Disables sequential scans and sorts: any that remain have no index to use. */
const explain = async (tx: Tx, statement: Sql): Promise<Plan> => {
  for (const way of ['seqscan', 'sort', 'bitmapscan']) await sql.raw(`set local enable_${way} = off`).execute(tx);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${statement}`.execute(tx);
  return rows[0]!['QUERY PLAN'][0].Plan;
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const kindsOf = (plan: Plan): string[] => nodesOf(plan).map((node) => node['Node Type']);

/** Whether some index of the tables starts with the column, or with the owner and then the column. */
const hasIndex = async (tx: Tx, tables: readonly string[], columns: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    left join pg_attribute b on b.attrelid = i.indrelid and b.attnum = i.indkey[1]
    where i.indrelid = any (${[...tables]}::regclass[]) and i.indpred is null
      and (a.attname = any (${[...columns]}) or (a.attname = 'owner_key' and b.attname = any (${[...columns]})))
  `.execute(tx);
  return rows.length > 0;
};

describe.each(LISTS.map((rows) => [rows.list.id, rows] as const))('%s', (_, rows) => {
  const { list, small } = rows;
  const { sortBy, filters } = list.list;

  test('each column it sorts by has an index in its order, or gives a reason', async () => {
    const unserved: string[] = [];
    for (const by of sortBy) {
      const { unindexed } = sortColumnOf(rows.columns[by]!);
      if (small !== null || unindexed !== undefined) continue;
      for (const sort of [by, `-${by}`]) {
        const plans = await harness.db.withScope(scope, async (tx) => {
          const { pages } = await rows.plan(tx, askedBy({ sort }));
          const planNames: Plan[] = [];
          for (const page of pages) planNames.push(await explain(tx, page));
          return planNames;
        });
        if (plans.some((plan) => kindsOf(plan).some((kind) => kind === 'Sort' || kind === 'Seq Scan')))
          unserved.push(sort);
      }
    }
    expect(unserved).toEqual([]);
  });

  test('each filter uses an index, or gives a reason', async () => {
    const unserved: string[] = [];
    if (small === null) {
      for (const [name, filter] of Object.entries(filters)) {
        const isServed = await harness.db.withScope(scope, async (tx) => {
          const question = askedBy({ sort: list.list.first, filters: { [name]: sampleOf(filter) } });
          const { count, conditionOf } = await rows.plan(tx, question);
          const { unindexed, columns } = conditionOf(name);
          const tables = nodesOf(await explain(tx, count)).flatMap((node) => node['Relation Name'] ?? []);
          return unindexed !== null || hasIndex(tx, tables, columns);
        });
        if (!isServed) unserved.push(name);
      }
    }
    expect(unserved).toEqual([]);
  });
});

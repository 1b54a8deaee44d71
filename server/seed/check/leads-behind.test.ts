import {
  hasRowsBehindCell,
  leadsOfCell,
  leadSearch,
  type PickedCell,
  type QuestionAnswer,
  type ReportQuestion,
  reportQuestion,
  reportQuestionSchema,
} from '@paceline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { askerOf } from '../../src/testing/tie-out/askers.ts';
import { makeAccountsLate } from '../../src/testing/tie-out/late-accounts.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/** For every count of leads in a report, "See leads" lists as many. Each owner has an ad account with late data. */
const harness = useApp({ filled: SMALL_DEMO });
const sweep = inject('sweep');
/** Cells compared, for each group. */
const RUNS = { few: 8, sample: 40, all: 500 }[sweep];
const GROUPS = ['ag', 'mp'] as const;
type Group = (typeof GROUPS)[number];
let owners: number[];
let askers: Record<Group, () => Promise<SignedIn>>;

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const partner = await harness.asMigrator(async (tx) => {
    const all = await sql<{ key: number }>`select owner_key as key from owner order by 1`.execute(tx);
    owners = all.rows.map(({ key }) => key);
    const { rows } = await sql<{ key: number }>`
      select partner_key as key from campaign where partner_key is not null
      group by 1 order by count(distinct owner_key) desc, 1 limit 1`.execute(tx);
    return rows[0]!.key;
  });
  askers = { ag: askerOf(harness, 'ag', () => owners), mp: askerOf(harness, 'mp', () => owners, partner) };
  await makeAccountsLate(harness, '2026-11-01');
});

const COUNTS = ['validLeads', 'grossLeads', 'duplicates', 'scrubbed', 'overCap', 'invalidLeads', 'returned'] as const;
const OTHERS = ['billableLeads', 'enrollments', 'spend', 'cpl'] as const;
const BY = ['campaign', 'campaignCode', 'campus', 'publisherSource', 'state', 'device', 'leadStatus'] as const;
const AG_ONLY = ['mediaPartner'] as const;
const filter = fc.constantFrom<ReportQuestion['filters'][number]>(
  { member: 'device', operator: 'equals', values: ['mobile'] },
  { member: 'device', operator: 'equals', values: ['desktop', 'tablet'] },
  { member: 'leadStatus', operator: 'equals', values: ['DLV', 'DUP'] },
  { member: 'state', operator: 'equals', values: ['TX', 'CA', 'FL'] },
  { member: 'validLeads', operator: 'gt', values: ['2'] },
  { member: 'leadStatus', operator: 'notEquals', values: ['DLV'] },
);

const question = (group: Group) =>
  fc.record({
    dimensions: fc.uniqueArray(fc.constantFrom<string>(...BY, ...(group === 'ag' ? AG_ONLY : [])), {
      minLength: 1,
      maxLength: 2,
    }),
    measures: fc.uniqueArray(fc.constantFrom<string>(...COUNTS, ...OTHERS), { minLength: 1, maxLength: 3 }),
    filters: fc.array(filter, { maxLength: 2 }),
    compare: fc.option(fc.constantFrom('previous', 'lastYear'), { freq: 2 }),
    pivot: fc.option(fc.constantFrom('device', 'leadStatus'), { freq: 1 }),
    period: fc.constantFrom(
      { from: '2026-11-01', to: '2026-11-14' },
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-09-20', to: '2026-11-14' },
    ),
  });

/** The body that the lead list's screen builds from its URL. */
const bodyOfAddress = (ownerKey: number, fields: Readonly<Record<string, string>>) => ({
  ownerKey,
  ...Object.fromEntries(
    Object.entries(leadSearch.list.filters).flatMap(([name, { address, read }]) =>
      fields[address ?? name] === undefined ? [] : [[name, read(fields[address ?? name]!)]],
    ),
  ),
  limit: 1,
});

/** Null where the answer has no cell that leads to leads. */
const problemsOf = async (group: Group, ownerKey: number, parts: Partial<ReportQuestion>, place: number) => {
  const { pivot = null, dimensions = [] } = parts;
  const parsed = reportQuestionSchema.parse({
    channel: 'all',
    vertical: 'all',
    ...parts,
    pivot: pivot !== null && dimensions.includes(pivot) ? null : pivot,
  });
  const response = await harness.call(reportQuestion, await askers[group](), { body: { ownerKey, question: parsed } });
  if (response.status !== 200) return null;
  const answer = response.body.data as QuestionAnswer;
  const cells = answer.rows.flatMap((row) =>
    answer.columns.map((column): PickedCell => ({ row, column, question: parsed, answer })),
  );
  const linked = cells.filter(
    (cell) => cell.column.kind === 'count' && hasRowsBehindCell(cell) && leadsOfCell(cell, group) !== null,
  );
  const cell = linked[place % linked.length];
  if (cell === undefined) return null;
  const body = bodyOfAddress(ownerKey, leadsOfCell(cell, group)!);
  const list = await harness.call(leadSearch, await askers[group](), { body });
  const total = list.status === 200 ? (list.body.data as { total: number | null }).total : list.body;
  const shown = cell.row[cell.column.key];
  return total === shown
    ? []
    : [{ group, ownerKey, column: cell.column.key, row: cell.row, shown, total, body, asked: parts }];
};

test.each(GROUPS)('"See leads" lists as many leads as the count, for %s', async (group) => {
  const property = fc.asyncProperty(fc.constantFrom(...owners), question(group), fc.nat(9999), async (...drawn) => {
    const problems = await problemsOf(group, ...drawn);
    fc.pre(problems !== null);
    expect(problems).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});

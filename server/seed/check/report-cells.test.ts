import {
  ALL_PERMISSIONS,
  hasRowsBehindCell,
  isDimensionKey,
  isMetricKey,
  type PickedCell,
  previousKey,
  type QuestionAnswer,
  questionsBehindCell,
  type ReportQuestion,
  reportQuestion,
  reportQuestionSchema,
  type UserGroup,
  whyNotCombined,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { makeUser } from '../../src/testing/factories/factories.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/** For any cell of a report, the rows it links to add up to its value. */
const harness = useApp({ filled: SMALL_DEMO });
const sweep = inject('sweep');
let owners: number[];
let partnerKey: number;

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  await harness.asMigrator(async (tx) => {
    const ownerRows = await sql<{ key: number }>`select owner_key as key from owner order by 1`.execute(tx);
    owners = ownerRows.rows.map(({ key }) => key).slice(0, sweep === 'few' ? 2 : undefined);
    const most = await sql<{ key: number }>`
      select partner_key as key from campaign where partner_key is not null
      group by 1 order by count(distinct owner_key) desc, 1 limit 1`.execute(tx);
    partnerKey = most.rows[0]!.key;
  });
});

const QUESTIONS: Readonly<Record<string, Partial<ReportQuestion>>> = {
  'by channel': { dimensions: ['channel'], measures: ['spend', 'validLeads', 'cpl', 'enrollments', 'cpe'] },
  'by line item and month': { dimensions: ['goal'], granularity: 'month', measures: ['validLeads', 'spend', 'cpl'] },
  'by state': { dimensions: ['state'], measures: ['validLeads', 'enrollRate'] },
  'against the days before': { dimensions: ['channel'], measures: ['spend', 'validLeads', 'cpl'], compare: 'previous' },
  'months side by side': { dimensions: ['campaign'], granularity: 'month', pivot: 'date', measures: ['validLeads'] },
  'devices side by side': { dimensions: ['campaign'], pivot: 'device', measures: ['validLeads', 'returned'] },
  'of rows above a number': {
    dimensions: ['goal', 'channel'],
    measures: ['spend', 'validLeads'],
    filters: [{ member: 'spend', operator: 'gt', values: ['100'] }],
    top: 3,
  },
  'of a channel': {
    dimensions: ['brand'],
    measures: ['spend', 'validRate'],
    filters: [{ member: 'channel', operator: 'equals', values: ['Pay per lead', 'Pay per click'] }],
  },
};
const OF_PARTNERS: Partial<ReportQuestion> = {
  dimensions: ['campaign'],
  measures: ['spend', 'validLeads', 'cpl'],
};

const questionOf = (parts: Partial<ReportQuestion>): ReportQuestion =>
  reportQuestionSchema.parse({
    channel: 'all',
    vertical: 'all',
    period: { from: '2026-08-01', to: '2026-11-17' },
    ...parts,
  });

const ask = async (as: SignedIn, ownerKey: number | null, question: ReportQuestion): Promise<QuestionAnswer> => {
  const { status, body } = await harness.call(reportQuestion, as, {
    body: { ...(ownerKey !== null && { ownerKey }), question },
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data as QuestionAnswer;
};

const finer = (cell: PickedCell, group: UserGroup): ReportQuestion | undefined =>
  questionsBehindCell(cell).find(
    ({ dimensions, filters, measures, granularity }) =>
      whyNotCombined(
        {
          dimensions: [...dimensions, ...filters.map(({ member }) => member)].filter(isDimensionKey),
          measures: measures.filter(isMetricKey),
          granularity,
        },
        group,
      ) === null,
  );

/** A sample spread over the answer: the first, the last, and some between. */
const sample = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, index) => items[Math.floor((index * (items.length - 1)) / (most - 1))]!);

const cellsOf = (question: ReportQuestion, answer: QuestionAnswer): PickedCell[] =>
  answer.rows.flatMap((row) =>
    answer.columns.map((column): PickedCell => ({ row, column, question, answer })).filter(hasRowsBehindCell),
  );

const differences = async (as: SignedIn, group: UserGroup, ownerKey: number, parts: Partial<ReportQuestion>) => {
  const question = questionOf(parts);
  const cells = sample(cellsOf(question, await ask(as, ownerKey, question)), sweep === 'few' ? 6 : 25);
  const gaps: object[] = [];
  let compared = 0;
  for (const cell of cells) {
    const behind = finer(cell, group);
    if (behind === undefined) continue;
    const { measure = '', role, key } = cell.column;
    const { total } = await ask(as, ownerKey, behind);
    const [shown, sum] = [cell.row[key], total[role === 'previous' ? previousKey(measure) : measure]];
    compared += 1;
    if (typeof sum !== 'number' || Math.abs(sum - Number(shown)) > 0.000_01)
      gaps.push({ ownerKey, key, row: cell.row, shown, sum, behind });
  }
  return { found: gaps, compared };
};

const signIn = async (group: UserGroup): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, { group, ownerKeys: owners, permissions: ALL_PERMISSIONS, ...(group === 'mp' && { partnerKey }) }),
  );
  return harness.sessionOf(group, userKey);
};

test.each(Object.keys(QUESTIONS))('%s, for the agency and a client', async (name) => {
  const gaps: object[] = [];
  let compared = 0;
  for (const group of ['ag', 'cl'] as const)
    for (const ownerKey of owners) {
      const one = await differences(await signIn(group), group, ownerKey, QUESTIONS[name]!);
      gaps.push(...one.found);
      compared += one.compared;
    }
  expect(gaps).toEqual([]);
  expect(compared).toBeGreaterThan(4);
});

test('by campaign, for a media partner', async () => {
  const gaps: object[] = [];
  let compared = 0;
  for (const ownerKey of owners) {
    const one = await differences(await signIn('mp'), 'mp', ownerKey, OF_PARTNERS);
    gaps.push(...one.found);
    compared += one.compared;
  }
  expect(gaps).toEqual([]);
  expect(compared).toBeGreaterThan(4);
});

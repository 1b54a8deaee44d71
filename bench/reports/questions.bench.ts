import {
  type AdditiveMetricKey,
  ALL_PERMISSIONS,
  type DimensionKey,
  factOf,
  isDimensionKey,
  isMetricKey,
  METRICS,
  type MetricKey,
  metricValue,
  numberOf,
  type Parts,
  partsOf,
} from '@paceline/contract';
import { makeRandom } from '@paceline/server/seed/index.ts';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { AppError } from '@paceline/server/src/lib/app-error.ts';
import { type ReportAnswer, runReport } from '@paceline/server/src/metrics/report/report.ts';
import { type RandomQuestion, randomQuestion, type Viewer } from '@paceline/server/src/testing/random-question.ts';
import { openClient } from '../load/connections.ts';
import { openDuck } from './duck-store.ts';
import { CAMPAIGN_LABELS, isOfLead, isTold, LEAD_LABELS, type RawQuestion, rawStatement } from './raw-facts.ts';
import { assertSameRows } from './same-rows.ts';
import { NOW, openScaleStore } from '../scale-store.ts';

/**
 * Does the report builder answer what the raw rows say, whatever it is asked? Questions by chance, the same in every run, of
 * agency, clients and media partners: the compiler, the raw tables in Postgres and the raw tables in DuckDB have to agree on
 * every row and on the total; what is refused has to say why, and nothing may fail.
 */
const [count = '1000', scenario = 'demo', seed = '1'] = process.argv.slice(3);
const store = await openScaleStore(scenario === 'scale' ? 'scale' : 'demo');
const duck = await openDuck(store);
const db = openDatabase(store.appUrl, 4);
const raw = await openClient(store.ownerUrl);

type Rows = Record<string, unknown>[];
const askRaw = async (statement: string): Promise<Rows> => (await raw.query<Record<string, unknown>>(statement)).rows;

const listViewers = async (): Promise<Viewer[]> => {
  const owners = (await askRaw('select owner_key as key from owner order by 1')).map(({ key }) => Number(key));
  const partners = (await askRaw('select partner_key as key from media_partner order by 1')).map(({ key }) =>
    Number(key),
  );
  return [
    { group: 'ag', ownerKeys: owners, partnerKey: null },
    ...owners.flatMap((key): Viewer[] => [
      { group: 'ag', ownerKeys: [key], partnerKey: null },
      { group: 'cl', ownerKeys: [key], partnerKey: null },
    ]),
    ...partners.map((key): Viewer => ({ group: 'mp', ownerKeys: owners, partnerKey: key })),
  ];
};

const namesByField = new Map<string, readonly string[]>();
const valuesOf = async ({ ownerKeys, partnerKey }: Viewer, dimension: DimensionKey): Promise<readonly string[]> => {
  const name = JSON.stringify([ownerKeys, partnerKey, dimension]);
  const names = namesByField.get(name);
  if (names) return names;
  const statement = rawStatement({
    ownerKeys,
    partnerKey,
    channel: 'all',
    dimensions: [dimension],
    facts: ['grossLeads'],
    filters: [],
    granularity: null,
    range: ['2024-12-01', '2026-10-31'],
  });
  const values = (await duck.ask(statement)).flatMap((row) => (row[dimension] ?? []) as string | string[]);
  const sorted = [...new Set(values)].toSorted();
  namesByField.set(name, sorted);
  return sorted;
};

const compiled = ({ viewer, channel, query }: RandomQuestion): Promise<ReportAnswer> => {
  const { group, ownerKeys, partnerKey } = viewer;
  const scope = makeScope({ userKey: null, group, ownerKeys, partnerKey });
  const rights = { group, permissions: new Set(ALL_PERMISSIONS), channel, vertical: 'all' } as const;
  return db.withScope(scope, (tx) => runReport(tx, scope.ownerKeys, query, rights, NOW));
};

const factsBehind = (key: MetricKey, { viewer: { group } }: RandomQuestion): (AdditiveMetricKey | null)[] =>
  partsOf(key).map((part) => factOf(part, group));

/** Measures of raw rows alone: no plan, no share that has matured. */
const comparable = (question: RandomQuestion): MetricKey[] => {
  const { dimensions, filters, measures } = question.query;
  const members = [...dimensions, ...filters.map(({ member }) => member)].filter(isDimensionKey);
  const words = new Set<string>([...CAMPAIGN_LABELS, ...LEAD_LABELS]);
  if (!members.every((member) => words.has(member))) return [];
  const byLead = members.some(isOfLead);
  return measures
    .filter(isMetricKey)
    .filter((key) => METRICS[key].grain !== 'month')
    .filter((key) => factsBehind(key, question).every((fact) => fact !== null && isTold(fact, byLead)));
};

const rawOf = (question: RandomQuestion, measures: readonly MetricKey[], isTotal: boolean): RawQuestion => {
  const { viewer, channel, query } = question;
  const facts = new Set(measures.flatMap((key) => factsBehind(key, question)).filter((fact) => fact !== null));
  return {
    ...viewer,
    channel,
    dimensions: isTotal ? [] : (query.dimensions as DimensionKey[]),
    facts: [...facts],
    filters: query.filters.map(({ member, operator, values }) => ({
      member: member as DimensionKey,
      isNot: operator === 'notEquals',
      value: values[0] ?? '',
    })),
    granularity: isTotal ? null : query.timeDimensions.granularity,
    range: query.timeDimensions.dateRange,
  };
};

/** Ratios are made of the sums of the raw rows. */
const withMeasures = (rows: Rows, measures: readonly MetricKey[], question: RandomQuestion): Rows =>
  rows.map((row) => {
    const answer: Record<string, unknown> = { ...row };
    for (const key of measures) {
      const parts: Parts = {};
      for (const part of partsOf(key)) {
        const fact = factOf(part, question.viewer.group);
        parts[part] = fact === null ? null : (numberOf(row[fact] as string | number | null) ?? 0);
      }
      answer[key] = metricValue(key, parts);
    }
    return answer;
  });

const check = async (question: RandomQuestion): Promise<'refused' | 'answered' | 'compared'> => {
  let answer: ReportAnswer;
  try {
    answer = await compiled(question);
  } catch (error) {
    if (error instanceof AppError && error.code !== 'INTERNAL' && error.message !== '') return 'refused';
    throw error;
  }
  const measures = comparable(question);
  if (measures.length === 0) return 'answered';
  const { granularity } = question.query.timeDimensions;
  const labels = [...question.query.dimensions, ...(granularity === null ? [] : ['date'])];
  for (const [isTotal, ours] of [
    [false, answer.rows],
    [true, answer.total === null ? [] : [answer.total]],
  ] as const) {
    const statement = rawStatement(rawOf(question, measures, isTotal));
    for (const [who, ask] of [
      ['raw rows', askRaw],
      ['DuckDB', (text: string) => duck.ask(text)],
    ] as const)
      assertSameRows(
        `compiler and ${who}${isTotal ? ', total' : ''}`,
        ours,
        withMeasures(await ask(statement), measures, question),
        {
          labels: isTotal ? [] : labels,
          measures,
        },
      );
  }
  return 'compared';
};

const counts = { refused: 0, answered: 0, compared: 0 };
const wrong: string[] = [];
try {
  const viewers = await listViewers();
  const random = makeRandom('questions', Number(seed));
  for (let number = 1; number <= Number(count); number += 1) {
    const question = await randomQuestion(random.fork(number), viewers, valuesOf, {
      ofCampaign: CAMPAIGN_LABELS,
      ofLead: LEAD_LABELS,
    });
    try {
      counts[await check(question)] += 1;
    } catch (error) {
      wrong.push(`${number}: ${(error as Error).message}\n  ${JSON.stringify(question)}`);
    }
  }
  console.log(
    `${count} questions: ${counts.compared} compared three ways, ${counts.answered} answered without a second way, ${counts.refused} refused with a reason, ${wrong.length} wrong.`,
  );
  for (const text of wrong.slice(0, 20)) console.log(text);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await raw.end();
  await db.close();
  duck.close();
  await store.close();
}

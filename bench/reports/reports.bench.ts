import { ALL_PERMISSIONS } from '@paceline/contract';
import { readConfig } from '@paceline/server/src/config.ts';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { runReport } from '@paceline/server/src/metrics/report/report.ts';
import { CATALOGUE_AGENCY_QUESTIONS, CATALOGUE_QUESTIONS } from './catalogue-questions.ts';
import { openClient } from '../load/connections.ts';
import { openDuck } from './duck-store.ts';
import { fillCluster } from './filled-cluster.ts';
import { takeTurns } from '../measure.ts';
import { AGENCY_QUESTIONS, type Viewer, OWNER_QUESTIONS, type Part, type Question } from './report-questions.ts';
import { assertSameRows } from './same-rows.ts';
import { NOW, openScaleStore } from '../scale-store.ts';

/**
 * How fast is a report on ten million inquiries? The compiler in a scope, as a call asks it, against the same question
 * written by hand on the raw tables, in Postgres (past the policies) and in DuckDB. With CLICKHOUSE_URL the compiler's question
 * goes to that cluster as well.
 */
const ROUNDS = 7;
/** Where the raw tables take seconds, fewer rounds say the same. */
const SLOW_ROUNDS = 3;
const SLOW_MS = 2000;
const MIN_GAIN = 10;
/** Where the raw tables answer within this, nobody waits for either: the gain is told and has no bound. */
const MIN_RAW_MS = 100;
const MAX_OF_DUCK = 4;
/** A cluster that is not so much faster over many owners is not worth its keep. */
const MAX_OF_POSTGRES = 0.5;
const SAMPLE = 20;

type Rows = readonly Record<string, unknown>[];

/**
 * `npm run bench -- reports demo` shows that every answer agrees; its times mean nothing. Names after the scenario leave the
 * other questions out: `reports scale C11 Q6`.
 */
const [scenario, ...chosen] = process.argv.slice(3);
const isChosen = ({ name }: Question): boolean => chosen.length === 0 || chosen.includes(name.split(' ')[0]!);
const store = await openScaleStore(scenario === 'demo' ? 'demo' : 'scale');
const duck = await openDuck(store);
const db = openDatabase(store.appUrl, 4);
const raw = await openClient(store.ownerUrl);
const { clickhouseUrl } = readConfig();
const cluster = clickhouseUrl === null ? null : await fillCluster(store.ownerUrl, clickhouseUrl);

const viewersOf = async (): Promise<{ big: Viewer; mid: Viewer; agency: Viewer }> => {
  const { rows } = await raw.query<{ ownerKey: number; codes: string[] }>(
    `select owner_key as "ownerKey", (array_agg(c.code order by c.code))[:${SAMPLE}] as codes
     from (select owner_key, sum(gross) as leads from campaign_month_fact group by 1) f join campaign c using (owner_key)
     where c.channel = 'ppl' group by owner_key, leads order by leads desc`,
  );
  const viewerOf = (name: string, row: (typeof rows)[number]): Viewer => ({
    name,
    ownerKeys: [row.ownerKey],
    codes: row.codes,
  });
  return {
    big: viewerOf('big', rows[0]!),
    mid: viewerOf('mid', rows.at(-1)!),
    agency: { name: 'all', ownerKeys: rows.map(({ ownerKey }) => ownerKey).toSorted((a, b) => a - b), codes: [] },
  };
};

const compiled = async (
  { ownerKeys }: Viewer,
  { channel, forWidgets }: Question,
  parts: readonly Part[],
): Promise<Rows[]> => {
  const scope = makeScope({ userKey: null, group: 'ag', ownerKeys, partnerKey: null });
  const rights = { group: 'ag', permissions: new Set(ALL_PERMISSIONS), channel, vertical: 'all' } as const;
  const viewer = { ...rights, ...(forWidgets && { forWidgets }) };
  const answers: Rows[] = [];
  for (const { query } of parts) {
    const { rows } = await db.withScope(scope, (tx) => runReport(tx, scope.ownerKeys, query, viewer, NOW));
    answers.push(rows);
  }
  return answers;
};

const byHand = async (parts: readonly Part[], ask: (statement: string) => Promise<Rows>): Promise<Rows[]> => {
  const answers: Rows[] = [];
  for (const { statement } of parts) answers.push(await ask(statement));
  return answers;
};
const askRaw = async (statement: string): Promise<Rows> => (await raw.query<Record<string, unknown>>(statement)).rows;

/** The first round warms everybody up and is looked at: a fast answer that is another answer is worth nothing. */
const compare = (what: string, parts: readonly Part[], ours: Rows[], theirs: Rows[]): number =>
  parts.reduce((sum, { query }, index) => {
    const labels = [...query.dimensions, ...(query.timeDimensions.granularity === null ? [] : ['date'])];
    const measures = query.measures.filter((name) => Object.hasOwn(theirs[index]![0] ?? {}, name));
    return sum + assertSameRows(what, ours[index]!, theirs[index]!, { labels, measures });
  }, 0);

const timed = (work: () => Promise<unknown>) => async (): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const misses: string[] = [];
const cell = (value: number): string =>
  (Number.isNaN(value) ? '–' : value.toFixed(value < 1 ? 2 : value < 100 ? 1 : 0)).padStart(9);

const measure = async (question: Question, viewer: Viewer): Promise<void> => {
  const what = `${question.name}, ${viewer.name}`;
  const parts = question.parts(viewer);
  const ours = await compiled(viewer, question, parts);
  const started = performance.now();
  const theirs = await byHand(parts, askRaw);
  const rounds = performance.now() - started > SLOW_MS ? SLOW_ROUNDS : ROUNDS;
  compare(`${what}, compiler and raw`, parts, ours, theirs);
  const rows = compare(`${what}, compiler and DuckDB`, parts, ours, await byHand(parts, (text) => duck.ask(text)));
  const fromCluster = await cluster?.ask(() => compiled(viewer, question, parts));
  if (fromCluster !== undefined) compare(`${what}, Postgres and cluster`, parts, ours, fromCluster.answer);
  const times = await takeTurns(
    {
      compiled: timed(() => compiled(viewer, question, parts)),
      cluster: fromCluster?.isFromCluster
        ? timed(async () => cluster?.ask(() => compiled(viewer, question, parts)))
        : () => Promise.resolve(Number.NaN),
      raw: timed(() => byHand(parts, askRaw)),
      duck: timed(() => byHand(parts, (text) => duck.ask(text))),
    },
    rounds,
  );
  const gain = times.raw / times.compiled;
  const ofPostgres = times.cluster / times.compiled;
  // What a reader waits for: the cluster's answer where it has one.
  const ofDuck = (Number.isNaN(times.cluster) ? times.compiled : times.cluster) / times.duck;
  const mark = question.rolled ? (times.raw < MIN_RAW_MS ? '°' : ' ') : '*';
  if (mark === ' ' && gain < MIN_GAIN) misses.push(`${what}: ${gain.toFixed(1)} × as fast as the raw tables`);
  if (ofDuck > MAX_OF_DUCK) misses.push(`${what}: ${ofDuck.toFixed(1)} × the time of DuckDB`);
  if (viewer.ownerKeys.length > 1 && ofPostgres > MAX_OF_POSTGRES)
    misses.push(`${what}: the cluster takes ${ofPostgres.toFixed(2)} of the time of Postgres`);
  const figures = [times.compiled, times.raw, times.duck].map(cell).join('');
  const ofCluster = cluster === null ? '' : `${cell(times.cluster)}${cell(ofPostgres)}`;
  console.log(`${what.padEnd(52)}${String(rows).padStart(7)}${figures}${cell(gain)}${mark}${cell(ofDuck)}${ofCluster}`);
};

/** A report that fails, or that differs from the others, is a bound that is missed; the rest is still of interest. */
const tryToMeasure = async (question: Question, viewer: Viewer): Promise<void> => {
  try {
    await measure(question, viewer);
  } catch (error) {
    const { message } = error as Error;
    misses.push(`${question.name}, ${viewer.name}: ${message}`);
    console.log(`${question.name}, ${viewer.name}: ${message}`);
  }
};

try {
  const { big, mid, agency } = await viewersOf();
  const ofCluster = cluster === null ? '' : '  cluster …/comp.';
  console.log(`${'p50 in ms'.padEnd(52)}   rows compiler      raw   DuckDB raw/comp.  …/DuckDB${ofCluster}`);
  for (const viewer of [big, mid])
    for (const question of [...OWNER_QUESTIONS, ...CATALOGUE_QUESTIONS].filter(isChosen))
      await tryToMeasure(question, viewer);
  for (const question of [...AGENCY_QUESTIONS, ...CATALOGUE_AGENCY_QUESTIONS].filter(isChosen))
    await tryToMeasure(question, agency);
  console.log('Without a bound on raw/comp.: * no rollup knows the answer, and the raw rows are read;');
  console.log(`° the raw tables themselves answer within ${MIN_RAW_MS} ms.`);
  for (const miss of misses) console.log(`Missed: ${miss}`);
  console.log(
    misses.length === 0
      ? `Every rollup is at least ${MIN_GAIN} × as fast as the raw tables, and every answer takes at most ${MAX_OF_DUCK} × the time of DuckDB.`
      : `${misses.length} bounds are missed: at least ${MIN_GAIN} × the raw tables, at most ${MAX_OF_DUCK} × the time of DuckDB.`,
  );
  process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
  await cluster?.close();
  await raw.end();
  await db.close();
  duck.close();
  await store.close();
}

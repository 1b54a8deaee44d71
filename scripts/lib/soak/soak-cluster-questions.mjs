import { inRoot } from '../paths.mjs';
import { PlainError } from '../say.mjs';

const NOW = new Date('2026-11-15T18:00:00Z');

const fits = (a, b) => {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
};

/** Rows without values do not count: a rollup keeps one for a day with a test lead only. */
const said = ({ rows }, labels) =>
  rows
    .filter((row) =>
      Object.entries(row).some(([name, value]) => !labels.includes(name) && value !== null && value !== 0),
    )
    .map((row) => [JSON.stringify(labels.map((name) => row[name] ?? null)), row])
    .toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : JSON.stringify(x) < JSON.stringify(y) ? -1 : 1));

const differenceOf = (ours, theirs, labels) => {
  const [a, b] = [said(ours, labels), said(theirs, labels)];
  if (a.length !== b.length) return `${a.length} rows and ${b.length} rows`;
  for (const [index, [label, row]] of [...a, ['total', ours.total ?? {}]].entries()) {
    const other = b[index]?.[1] ?? theirs.total ?? {};
    for (const name of Object.keys(row))
      if (!fits(row[name], other[name])) return `${name} of ${label} is ${row[name]} and ${other[name]}`;
  }
  return null;
};

/** Values of the platform dimensions, for filters. */
const PLATFORM_NAMES = {
  platformCampaign: ['name', 'platform_campaign'],
  adGroup: ['name', 'platform_ad_group'],
  keyword: ['text', 'platform_keyword'],
  matchType: ['match_type', 'platform_keyword'],
};

/** The kind of rows that a statement reads. */
const rowsOf = (statement) => {
  if (statement.includes(' kind between 12 ')) return 'ad groups';
  return statement.includes(' kind between 20 ') ? 'keywords' : 'leads and campaigns';
};

/** Random questions of agency, clients and media partners, each answered by the cluster and by Postgres at one moment. */
export const openQuestions = async ({ ownerUrl, appUrl, reportCluster, seed }) => {
  const load = (file) => import(inRoot(file));
  const { randomQuestion } = await load('server/src/testing/random-question.ts');
  const { CAMPAIGN_LABELS, LEAD_LABELS, rawStatement } = await load('bench/reports/raw-facts.ts');
  const { makeRandom } = await load('server/seed/index.ts');
  const { makeScope } = await load('server/src/db/scope/make-scope.ts');
  const { openDatabase } = await load('server/src/db/scope/tx.ts');
  const { openMigrator } = await load('server/src/db/migrate/loader.ts');
  const { setReportCluster } = await load('server/src/metrics/report/report-cluster.ts');
  const { runReport } = await load('server/src/metrics/report/report.ts');
  const { ALL_PERMISSIONS } = await load('contract/src/index.ts');
  const { sql } = await load('node_modules/kysely/dist/index.js');

  const db = openDatabase(appUrl, 4, { patient: true });
  const migrator = openMigrator(ownerUrl, 1);
  const ask = (statement) => migrator.run(async (tx) => (await sql.raw(statement).execute(tx)).rows);
  const keysOf = async (statement) => (await ask(statement)).map(({ key }) => Number(key));
  const owners = await keysOf('select owner_key as key from owner order by 1');
  const partners = await keysOf('select partner_key as key from media_partner order by 1');
  const viewers = [
    { group: 'ag', ownerKeys: owners, partnerKey: null },
    ...owners.flatMap((key) => ['ag', 'cl'].map((group) => ({ group, ownerKeys: [key], partnerKey: null }))),
    ...partners.map((key) => ({ group: 'mp', ownerKeys: owners, partnerKey: key })),
  ];
  const answersByName = new Map();
  const valuesOf = async ({ ownerKeys, partnerKey }, dimension) => {
    const name = JSON.stringify([ownerKeys, partnerKey, dimension]);
    if (!answersByName.has(name)) {
      const range = ['2024-12-01', '2026-10-31'];
      const raw = {
        ownerKeys,
        partnerKey,
        channel: 'all',
        dimensions: [dimension],
        facts: ['grossLeads'],
        filters: [],
        granularity: null,
        range,
      };
      const [column, table] = PLATFORM_NAMES[dimension] ?? [];
      const statement =
        table === undefined
          ? rawStatement(raw)
          : `select distinct ${column} as "${dimension}" from ${table} where owner_key in (${ownerKeys.join(', ')})`;
      const values = (await ask(statement)).flatMap((row) => row[dimension] ?? []);
      answersByName.set(
        name,
        [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1)),
      );
    }
    return answersByName.get(name);
  };

  let read = [];
  const counted = {
    ...reportCluster,
    shards: reportCluster.shards.map((shard) => ({
      ...shard,
      replicas: shard.replicas.map((node) => ({
        ...node,
        ask: async (statement, asking) => {
          const text = await node.ask(statement, asking);
          if (statement.includes('JSONEachRow')) read.push(rowsOf(statement));
          return text;
        },
      })),
    })),
  };
  const random = makeRandom('cluster', seed);
  let number = 0;

  const askBoth = ({ viewer, channel, query }) => {
    const { group, ownerKeys, partnerKey } = viewer;
    const scope = makeScope({ userKey: null, group, ownerKeys, partnerKey });
    const rights = { group, permissions: new Set(ALL_PERMISSIONS), channel, vertical: 'all' };
    const run = (tx, one) => {
      setReportCluster(one);
      return runReport(tx, scope.ownerKeys, query, rights, NOW);
    };
    return db.readScope(scope, async (tx) => [await run(tx, counted), await run(tx, null)]);
  };

  return {
    /** Throws where two answers differ. */
    async check(count) {
      const byRows = { 'leads and campaigns': 0, 'ad groups': 0, keywords: 0 };
      const tally = { asked: count, fromCluster: 0, refused: 0, byRows };
      for (let one = 0; one < count; one += 1) {
        number += 1;
        const question = await randomQuestion(random.fork(number), viewers, valuesOf, {
          ofCampaign: CAMPAIGN_LABELS,
          ofLead: LEAD_LABELS,
          ofPlatform: Object.keys(PLATFORM_NAMES),
        });
        read = [];
        let both;
        try {
          both = await askBoth(question);
        } catch (error) {
          if (error.name !== 'AppError' || error.code === 'INTERNAL') throw error;
          tally.refused += 1;
          continue;
        }
        const { dimensions, timeDimensions } = question.query;
        const labels = [...dimensions, ...(timeDimensions.granularity === null ? [] : ['date'])];
        const difference = differenceOf(...both, labels);
        const isFallback = both[0].notes.some((note) => note.startsWith('Read from Postgres'));
        if (difference !== null)
          throw new PlainError(
            `Question ${number}: ${difference}\n${isFallback ? 'Postgres answered.' : ''}\n${JSON.stringify(question)}`,
          );
        if (read.length === 0 || isFallback) continue;
        tally.fromCluster += 1;
        byRows[read[0]] += 1;
      }
      return tally;
    },
    async close() {
      setReportCluster(null);
      await db.close();
      await migrator.close();
    },
  };
};

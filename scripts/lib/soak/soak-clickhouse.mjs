import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCluster } from '../machine/clickhouse.mjs';
import { install } from '../machine/install.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { pick, randomFrom } from '../random.mjs';
import { runShown } from '../run.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { openQuestions } from './soak-cluster-questions.mjs';
import { appUrlFrom, connector, foldToEmpty, readSoak, startStore } from './soak-store.mjs';
import { runWriter } from './soak-writer.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';

const options = () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      questions: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '4' },
      edits: { type: 'string', default: '400' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
};

/** Feeds until nothing waits. A server killed meanwhile does not matter: the feed reports it and continues. */
const feedAll = async (feed) => {
  for (;;) {
    try {
      await feed.feed();
      if ((await feed.position())?.waiting === 0) return;
    } catch (error) {
      if (error.name !== 'ClusterError') throw error;
      await sleep(200);
    }
  }
};

/** The sums compared for a kind: counters, money, and the owners of platform rows. */
const COUNTED = 'gross + clicks + impressions + platform_clicks + conversions + starts';
const SPENT = 'lead_client_cost + platform_cost + platform_client_cost + adjusted_media_cost';
const KEYWORD = 20;
const KEYS = 'coalesce(platform_campaign_key, 0) + coalesce(ad_group_key, 0) + coalesce(keyword_key, 0)';

/** Checks that every complete copy has each row of Postgres exactly once: by kind, with signs and counters added up. */
const assertOnce = async (watcher, nodes) => {
  const list = async (query) => (await watcher.query(query)).rows;
  const [{ epoch, sent, blocks }] = await list('select epoch, sent, blocks from cluster_feed');
  const [{ source }] = await list(
    `select string_agg(app.cluster_facts_from(name, name), ' union all ') as source from unnest(app.cluster_sources()) name`,
  );
  const table = `paceline_fact_${epoch}`;
  let whole = 0;
  for (const [shard, replicas] of nodes.entries()) {
    const expected = (
      await list(
        `select kind, count(*)::text as rows, sum(${COUNTED})::text as counted, (sum(${SPENT}) * 100)::bigint::text as cents, sum(${KEYS})::text as keys
         from (${source}) x where mod(source_key, ${nodes.length}) = ${shard} group by 1 order by 1`,
      )
    ).map((row) => Object.values(row).join('\t'));
    for (const node of replicas) {
      const ask = async (statement) => (await fetch(node.url, { method: 'POST', body: statement })).text();
      const marks = Number(await ask(`select count() from ${table} where owner_key = 0 and kind = 99`));
      if (marks !== blocks[shard] + sent) continue;
      const sums = (
        await ask(
          `select kind, sum(sign), sum(sign * (${COUNTED})), sum(sign * (${SPENT})), sum(sign * (${KEYS}))
           from ${table} where kind != 99 group by kind having sum(sign) != 0 order by kind`,
        )
      )
        .trim()
        .split('\n');
      if (!expected.some((line) => line.startsWith(`${KEYWORD}\t`))) throw new PlainError('No keyword has a row.');
      if (sums.join('\n') !== expected.join('\n'))
        throw new PlainError(
          `${node.name} has other rows than Postgres:\n${sums.join('\n')}\n\n${expected.join('\n')}`,
        );
      whole += 1;
    }
  }
  return whole;
};

/** Edits, a feed and reports, with a server killed during each. */
const round = async ({ cluster, feed, questions, connect, watcher, parts, random }, number, { edits, seed }) => {
  const victim = pick(random, cluster.nodes);
  const tally = { count: 0, transactions: 0, rolledBack: 0, triedAgain: 0, edits: new Map() };
  await runWriter({
    connect,
    soak: parts,
    tally,
    seed: seed + number,
    isDone: () => tally.count >= edits,
    isAhead: () => false,
  });
  // Rollups lag until folded, and answers add the rows waiting for the cluster: otherwise the cluster would be ahead.
  await foldToEmpty(watcher);
  const waiting = await questions.check(6);
  const inFeed = number % 2 === 0;
  const killing = sleep(random() * (inFeed ? 60 : 400)).then(() => victim.kill());
  const during = inFeed ? await feedAll(feed).then(() => questions.check(6)) : await questions.check(25);
  await killing;
  await feedAll(feed);
  const without = await questions.check(6);
  const whole = await assertOnce(
    watcher,
    cluster.shards.map((replicas) => replicas.filter(({ running }) => running !== null)),
  );
  await victim.start();
  const back = await questions.check(6);
  say(
    `${number}: ${tally.count} edits, ${victim.name} killed in a ${inFeed ? 'feed' : 'report'}. Read from the cluster: ` +
      `${[waiting, during, without, back].map(({ fromCluster, asked: questionCount }) => `${fromCluster} of ${questionCount}`).join(', ')}. ${whole} copies have every row once.`,
  );
};

const caughtUp = async (watcher, shards) => {
  while ((await assertOnce(watcher, shards)) < shards.flat().length) await sleep(500);
};

const soak = async (store, cluster, questionCount) => {
  const { openCluster } = await import(inRoot('server/src/cluster/index.ts'));
  const { openClusterFeed } = await import(inRoot('server/src/db/facts/cluster-feed.ts'));
  const reportCluster = openCluster(cluster.url);
  const feed = openClusterFeed(store.url, reportCluster, 500);
  const connect = connector(store.url);
  const watcher = await connect('owner');
  // The database ends with the store: only earlier errors count.
  watcher.on('error', () => undefined);
  const stores = { ownerUrl: store.url, appUrl: appUrlFrom(store.url), reportCluster, seed: questionCount.seed };
  let questions;
  try {
    questions = await openQuestions(stores);
    const since = Date.now();
    const rows = await feed.feed();
    say(`${rows} rows that were there before are in the cluster after ${seconds(since)}.`);
    await caughtUp(watcher, cluster.shards);
    const all = await questions.check(questionCount.questions);
    const byRows = Object.entries(all.byRows);
    const counts = byRows.map(([name, count]) => `${count} of ${name}`).join(', ');
    say(
      `${all.asked} questions: ${all.fromCluster} read from the cluster (${counts}), ${all.refused} refused, the rest are Postgres's; all alike.`,
    );
    const [unasked] = byRows.find(([, count]) => count === 0) ?? [];
    // A few questions need not cover all kinds.
    if (all.fromCluster === 0 || (all.asked >= 60 && unasked !== undefined))
      throw new PlainError(`No question of ${unasked} went to the cluster.`);
    const parts = await readSoak(watcher);
    const random = randomFrom(questionCount.seed);
    for (let number = 1; number <= questionCount.rounds; number += 1)
      await round({ cluster, feed, questions, connect, watcher, parts, random }, number, questionCount);
    await caughtUp(watcher, cluster.shards);
    say('All copies have caught up, with every row once.');
  } finally {
    await feed.close();
    await questions?.close();
    await watcher.end();
  }
};

const main = async () => {
  // Runs the server's own code, which an older Node cannot parse.
  if (Number(process.versions.node.split('.')[0]) < 24)
    return runShown(node24, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  const settings = options();
  await install();
  const folder = makeTemporaryFolder('soak');
  say(`${settings.questions} questions and ${settings.rounds} kills with seed ${settings.seed} in ${folder}`);
  const clusterFolder = path.join(folder, 'cluster');
  fs.mkdirSync(clusterFolder);
  const cluster = await startCluster(clusterFolder);
  try {
    const store = await startStore(folder);
    try {
      await soak(store, cluster, settings);
    } finally {
      store.child.kill('SIGTERM');
      await store.ended;
    }
  } finally {
    await cluster.stop();
  }
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);

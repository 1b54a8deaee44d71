import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { randomFrom } from '../random.mjs';
import { runMain, say, seconds } from '../say.mjs';
import { connector, countOf, foldToEmpty, readSoak, startStore } from './soak-store.mjs';
import { killOne } from './soak-worker.mjs';
import { runWriter } from './soak-writer.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';

const WRITERS = 3;
/** How far edits may be ahead of kills, as a share of all. */
const AHEAD = 0.05;

/** The differences of the recount, and months with days but without a monthly row, which the recount does not check. */
const findDifferences = async (client) => {
  const { rows } = await client.query(`select * from app.fact_differences() order by 1, 2, 3, 4`);
  const missing = await countOf(
    client,
    `select count(*) as n from (select owner_key, campaign_key, date_trunc('month', day)::date as month from campaign_day group by 1, 2, 3) d
     left join campaign_month_fact m using (owner_key, campaign_key, month) where m.owner_key is null`,
  );
  return { rows, missing };
};

const options = () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      edits: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  return { edits: Number(values.edits), kills: Number(values.kills), seed: Number(values.seed) };
};

const report = (tally, killed, differences) => {
  say(
    `${tally.count} edits in ${tally.transactions} transactions; ${tally.rolledBack} more were rolled back, ${tally.triedAgain} met another one and were tried again:`,
  );
  const byCount = [...tally.edits].toSorted((a, b) => b[1] - a[1]);
  for (const [name, count] of byCount) say(`  ${String(count).padStart(6)}  ${name}`);
  const folding = killed.filter(({ name }) => name === 'while it folded').length;
  say(`${killed.length} workers killed, ${folding} of them while a fold was running.`);
  for (const row of differences.rows.slice(0, 20)) say(JSON.stringify(row));
  say(`${differences.rows.length} differences, ${differences.missing} months missing.`);
};

const soak = async (store, { edits, kills, seed }, folder) => {
  const connect = connector(store.url);
  const watcher = await connect('owner');
  const parts = await readSoak(watcher);
  say(`${parts.leads.length} leads in ${parts.campaigns.length} campaigns of ${parts.ownerKeys.length} owners.`);
  const tally = { count: 0, transactions: 0, rolledBack: 0, triedAgain: 0, edits: new Map() };
  const killed = [];
  const state = { stopped: false };
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    runWriter({
      connect,
      soak: parts,
      tally,
      seed: seed + 1 + index,
      isDone: () => state.stopped || (tally.count >= edits && killed.length >= kills),
      isAhead: () => killed.length < kills && tally.count / edits > killed.length / kills + AHEAD,
    }),
  );
  const work = Promise.all(writers).finally(() => (state.stopped = true));
  const random = randomFrom(seed);
  const place = { databaseUrl: store.url, dataDir: store.dataDir, log: path.join(folder, 'worker.log') };
  while (killed.length < kills && !state.stopped) {
    const one = await killOne(place, watcher, random, killed.length);
    killed.push(one);
    const waiting = await countOf(watcher, 'select count(*) as n from fact_delta');
    say(
      `${killed.length}/${kills}: killed after ${one.after} ms ${one.name}; ${tally.count} edits so far, ${waiting} differences wait`,
    );
  }
  await work;
  const count = await countOf(
    watcher,
    `select pg_sequence_last_value(pg_get_serial_sequence('fact_delta', 'delta_key')) as n`,
  );
  say(
    `${count} differences were noted; ${await countOf(watcher, 'select count(*) as n from fact_delta')} wait for the last fold.`,
  );
  await foldToEmpty(watcher);
  const differences = await findDifferences(watcher);
  report(tally, killed, differences);
  await watcher.end();
  return differences.rows.length + differences.missing;
};

const main = async () => {
  const settings = options();
  await install();
  const folder = makeTemporaryFolder('soak');
  const since = Date.now();
  say(`${settings.edits} edits and ${settings.kills} kills with seed ${settings.seed} in ${folder}`);
  const store = await startStore(folder);
  let wrong;
  try {
    wrong = await soak(store, settings, folder);
  } finally {
    store.child.kill('SIGTERM');
    await store.ended;
  }
  if (wrong > 0) return 1;
  fs.rmSync(folder, { recursive: true, force: true });
  say(`The rollups are what the rows say, after ${seconds(since)}.`);
  return 0;
};

await runMain(main);

import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { processesNaming } from '../processes.mjs';
import { runQuiet } from '../run.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { bodyOf, connect, launch, openPosting, post } from './soak-leads.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort } from '../tests/test-server.mjs';

const CLIENTS = 4;
/** The most data that a lost machine may cost (docs/backup.md). */
const MAX_LOST_MS = 5 * 60_000;
const MAX_DOWN_MS = 15 * 60_000;
const SAVED_AFTER_MS = 90_000;

/** Runs an operator's command with the settings of the server. */
const command = async ({ dataDir, env }, name, ...args) => {
  const settings = { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, PACELINE_ENV: 'test', ...env };
  const { code, output } = await runQuiet(node24, [inRoot(`server/src/${name}.ts`), ...args], { env: settings });
  if (code !== 0) throw new PlainError(`${name} ${args.join(' ')} failed: ${output}`);
  say(output.trim());
};

/** Posts continuously until stopped. For each lead, its sending and answer times are kept by id. */
const startPosting = async ({ dataDir, port }) => {
  const { places, keys } = await openPosting(dataDir);
  const leads = new Map();
  const state = { isOver: false, next: 0 };
  const lane = async () => {
    while (!state.isOver) {
      const n = state.next++;
      const to = places[n % places.length];
      const body = bodyOf(n, to);
      const sentAt = Date.now();
      const answer = await post(`http://localhost:${port}`, keys.get(to.partnerKey), body);
      if (answer?.status === 200) leads.set(body.transactionId, { sentAt, answeredAt: Date.now() });
      else if (!state.isOver) throw new PlainError(`A post was answered with ${answer?.status ?? 'nothing'}.`);
    }
  };
  const lanes = Promise.all(Array.from({ length: CLIENTS }, lane));
  return {
    leads,
    end: () => {
      state.isOver = true;
      return lanes;
    },
  };
};

const readStored = async (dataDir) => {
  const client = await connect(dataDir);
  const { rows } = await client.query(`select transaction_id as id from lead where transaction_id like 'soak-%'`);
  const { rows: caps } = await client.query('select count(*)::int as n from app.cap_differences()');
  await client.end();
  return { stored: new Set(rows.map(({ id }) => id)), wrongCaps: caps[0].n };
};

const killAll = async ({ dataDir }, server) => {
  const pid = Number(fs.readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]);
  server.child.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await server.ended;
  while (processesNaming(dataDir).length > 0) await sleep(50);
};

const stop = async ({ dataDir }, server) => {
  server.child.kill('SIGTERM');
  await server.ended;
  while (processesNaming(dataDir).length > 0) await sleep(50);
};

/** Leads answered before the moment must be there, those sent after it must not. */
const judge = (leads, stored, moment) => {
  const all = [...leads];
  const missing = all.filter(([id, { answeredAt }]) => answeredAt < moment && !stored.has(id)).length;
  const tooMany = all.filter(([id, { sentAt }]) => sentAt > moment && stored.has(id)).length;
  return { missing, tooMany };
};

const soak = async (place, length) => {
  let server = await launch(place);
  const posting = await startPosting(place);
  await sleep(length / 4);
  await command(place, 'backup');
  await command(place, 'backup', 'verify');
  await sleep(length / 4);
  const moment = Date.now();
  // Longer than a change takes to reach the backups, so that the moment is among the restored data.
  await sleep(Math.max(length / 2, SAVED_AFTER_MS));
  const ending = posting.end();
  const lostAt = Date.now();
  await killAll(place, server);
  await ending;
  const { leads } = posting;
  say(`${leads.size} leads answered; then the machine was lost with all that was on it.`);
  fs.rmSync(place.dataDir, { recursive: true, force: true, maxRetries: 5 });

  const since = Date.now();
  await command(place, 'restore', 'latest');
  server = await launch(place);
  const downMs = Date.now() - since;
  const end = await readStored(place.dataDir);
  const lost = [...leads].filter(([id]) => !end.stored.has(id)).map(([, { answeredAt }]) => answeredAt);
  const lostMs = lost.length === 0 ? 0 : lostAt - Math.min(...lost);
  // The restored data are a prefix: nothing before the first lost lead is missing.
  const holes = judge(leads, end.stored, lostAt - lostMs).missing;
  say(`RPO ${(lostMs / 1000).toFixed(1)} s (${lost.length} leads), RTO ${(downMs / 1000).toFixed(1)} s.`);
  await stop(place, server);

  await command(place, 'restore', new Date(moment).toISOString());
  server = await launch(place);
  const then = await readStored(place.dataDir);
  const { missing, tooMany } = judge(leads, then.stored, moment);
  say(`Restored to a moment with ${then.stored.size} leads: ${missing} missing, ${tooMany} too many.`);
  await stop(place, server);
  return { lostMs, downMs, wrong: holes + missing + tooMany + end.wrongCaps + then.wrongCaps };
};

const main = async () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '120' }, scenario: { type: 'string', default: 'small' } },
  });
  await install();
  const began = Date.now();
  const folder = makeTemporaryFolder('soak');
  const env = {
    BACKUP_DIR: path.join(folder, 'backups'),
    PACELINE_SECRET: 'a secret that outlives the machine it was on',
    SCENARIO: values.scenario,
  };
  const place = {
    dataDir: path.join(folder, 'data'),
    port: await freePort(),
    log: path.join(folder, 'server.log'),
    env,
  };
  const { lostMs, downMs, wrong } = await soak(place, Number(values.seconds) * 1000);
  if (wrong > 0 || lostMs > MAX_LOST_MS || downMs > MAX_DOWN_MS)
    throw new PlainError(`Not whole; the log is ${place.log}.`);
  say(`All whole after ${seconds(began)}.`);
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);

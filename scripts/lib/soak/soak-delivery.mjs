import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { inRoot, node24 } from '../paths.mjs';
import { processesNaming } from '../processes.mjs';
import { pick, randomFrom } from '../random.mjs';
import { ended, start } from '../run.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { startServer } from '../server.mjs';
import { databaseUrl } from './soak-database.mjs';
import { bodyOf, connect, liftLimits, openPosting, postUntilAnswered } from './soak-leads.mjs';
import { openSink } from './soak-sink.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort, waitUntilReady } from '../tests/test-server.mjs';

const WORKERS = 2;
/** The time limit for leads that a dead worker was sending. */
const AGAIN_MS = 60_000;
const SLICE_MS = 15_000;
const HANGING = 30;
const HEALTHY = ['/ok-1', '/ok-2'];
const SICK = ['/slow', '/half', '/garbage', '/redirect', '/down'];
/** Without a success between failures a breaker opens, and nothing more is tried: one endpoint does that. */
const GOOD_TURN = { '/down': Infinity };
const USUAL_GOOD_TURN = 5;
/** How far ahead the clock of the last workers is, until all is delivered: past the retry delays, and past the next ones. */
const LATER_HOURS = [1.2, 6, 24];
const LIMIT_MS = 180_000;

const startStore = async ({ dataDir, log }) => {
  const out = fs.openSync(log, 'a');
  const port = await freePort();
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    PORT: String(port),
    SCENARIO: 'small',
    SERVE_WEB: 'off',
    WORKER: 'off',
    PACELINE_ENV: 'test',
  };
  const child = startServer({ env, stdio: out });
  fs.closeSync(out);
  const store = { child, ended: ended(child), url: `http://localhost:${port}` };
  if (!(await waitUntilReady(store.url, store.ended)))
    throw new PlainError(`The server did not come up; the log is ${log}.`);
  return store;
};

/** The delivery worker as a process of its own: it starts quickly, however often it is killed. */
const startWorker = ({ dataDir, log }, now) => {
  const out = fs.openSync(log, 'a');
  const args = [databaseUrl(dataDir), dataDir, ...(now === undefined ? [] : [now.toISOString()])];
  const child = start(node24, [inRoot('server/src/testing/delivery-worker.ts'), ...args], {
    stdio: ['ignore', out, out, 'ipc'],
    detached: true,
  });
  fs.closeSync(out);
  const over = ended(child);
  const ready = Promise.race([
    new Promise((resolve) => child.once('message', () => resolve(true))),
    over.then(() => false),
  ]);
  return { child, ended: over, ready, worker: null };
};

const stopServer = async (server) => {
  server.child.kill('SIGTERM');
  await server.ended;
};

/** Campaigns whose posts are accepted, one for each client, and the sink's paths for their endpoints. */
const prepare = async ({ dataDir, url, sink, counts, accepted }) => {
  const client = await connect(dataDir);
  await liftLimits(client);
  const { places, keys } = await openPosting(dataDir);
  const clients = new Map();
  const refused = new Map();
  for (const [n, to] of places.entries()) {
    const key = keys.get(to.partnerKey);
    const { status, leadId, reasons = [] } = await postUntilAnswered(url, key, bodyOf(n, to), counts);
    refused.set(to.campaignKey, `${status} ${reasons.map(({ code }) => code).join(' ')}`);
    if (status !== 'VAL') continue;
    refused.delete(to.campaignKey);
    accepted.set(leadId, { at: Date.now(), path: null });
    const { rows } = await client.query(
      'select g.client_key as key from campaign c join goal g using (owner_key, goal_key) where c.campaign_key = $1',
      [to.campaignKey],
    );
    if (!clients.has(rows[0].key)) clients.set(rows[0].key, { ...to, key });
  }
  const paths = [...HEALTHY, ...SICK];
  if (clients.size < paths.length)
    throw new PlainError(`Only ${clients.size} clients take posts: ${[...refused.values()].join(', ')}.`);
  // Tasks that the demo left waiting do not count.
  await client.query(`update delivery_task set done_at = now() where done_at is null
    and lead_key not in (select lead_key from lead where transaction_id like 'soak-%')`);
  const lanes = new Map();
  for (const [index, [clientKey, lane]] of [...clients].entries()) {
    const at = paths[index % paths.length];
    const isHealthy = HEALTHY.includes(at);
    const settings = {
      method: 'JSON',
      url: at === '/garbage' ? `${sink.garbageOrigin}${at}` : `${sink.origin}${at}`,
      auth: { kind: 'NONE' },
      fields: [
        { name: 'id', template: '{leadId}' },
        { name: 'email', template: '{email}' },
        { name: 'phone', template: '{phone|digits}' },
      ],
      timeLimitSeconds: isHealthy ? 30 : 4,
    };
    await client.query('update delivery_endpoint set settings = $2 where client_key = $1', [
      clientKey,
      JSON.stringify(settings),
    ]);
    await client.query(
      `update delivery_health set failures_in_row = 0, open_until = null
       where endpoint_key in (select endpoint_key from delivery_endpoint where client_key = $1)`,
      [clientKey],
    );
    if (!lanes.has(at)) lanes.set(at, lane);
  }
  return { client, lanes };
};

const p95 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)];

/** The delivery time of accepted leads to healthy endpoints, alone and while another one hangs, in turns. */
const measureSpeed = async ({ place, sink, lanes, post, waitForEmpty, setTimeLimit }) => {
  const worker = startWorker(place);
  await worker.ready;
  await setTimeLimit('/slow', 30);
  const times = { alone: [], hanging: [] };
  for (const turn of ['alone', 'hanging', 'alone', 'hanging']) {
    if (turn === 'hanging') {
      sink.sick.set('/slow', Infinity);
      await Promise.all(Array.from({ length: HANGING }, () => post(lanes.get('/slow'))));
      while (sink.received.filter((one) => one.path === '/slow').length % HANGING < 4) await sleep(20);
    }
    const sent = [];
    const end = Date.now() + SLICE_MS;
    for (let n = 0; Date.now() < end; n += 1) {
      const at = HEALTHY[n % HEALTHY.length];
      const one = await post(lanes.get(at));
      if (one !== null) sent.push(one);
      await sleep(120);
    }
    await waitForEmpty(HEALTHY);
    const arrived = new Map(sink.received.map(({ key, at }) => [key, at]));
    for (const { leadId, at } of sent) times[turn].push(Math.max(0, arrived.get(leadId) - at));
    sink.heal();
    if (turn === 'hanging') await waitForEmpty(['/slow']);
  }
  await setTimeLimit('/slow', 4);
  await stopServer(worker);
  return { alone: p95(times.alone), hanging: p95(times.hanging), count: times.alone.length + times.hanging.length };
};

/** The leads being sent, and their worker. */
const TAKEN = `
  select t.lead_key::int as "leadKey", t.taken_by as "by", d.settings ->> 'url' as url
  from delivery_task t join delivery_endpoint d using (owner_key, endpoint_key)
  where t.taken_by is not null and t.done_at is null`;

/** Kills workers; reports for every lead one of them was sending how long it took until it was taken again. */
const killWorkers = async ({ place, client, random, rounds, onRound }) => {
  const earlierWorkers = new Set();
  const died = [];
  const took = [];
  let slowest = { ms: 0, path: null };
  let heldCount = 0;
  const state = { stopped: false };
  /** A worker is identified by the first lead it takes; only one at a time is unidentified. */
  const look = async (workers) => {
    const { rows } = await client.query(TAKEN);
    const unnamed = workers.find(({ worker }) => worker === null);
    for (const { by } of rows) {
      if (earlierWorkers.has(by)) continue;
      earlierWorkers.add(by);
      if (unnamed !== undefined) unnamed.worker = by;
    }
    return rows;
  };
  const watch = async () => {
    while (!state.stopped || died.length > 0) {
      const { rows } = await client.query(
        `select t.lead_key::int as "leadKey", t.taken_by as "by", h.open_until is not null as "isShut"
         from delivery_task t left join delivery_health h using (owner_key, endpoint_key)
         where t.lead_key = any ($1) and t.done_at is null`,
        [died.map(({ leadKey }) => leadKey)],
      );
      const now = new Map(rows.map((row) => [row.leadKey, row]));
      for (const one of died.splice(0)) {
        const { by, isShut } = now.get(one.leadKey) ?? {};
        const since = Date.now() - one.at;
        if (by !== one.by) {
          took.push(since);
          if (since > slowest.ms) slowest = { ms: since, path: one.path };
        } else if (isShut && since > AGAIN_MS) heldCount += 1;
        else if (since > 2 * AGAIN_MS) throw new PlainError(`Lead ${one.leadKey} was not taken again.`);
        else died.push(one);
      }
      await sleep(100);
    }
  };
  const watching = watch();
  const workers = [];
  for (let round = 1; round <= rounds; round += 1) {
    while (workers.length < WORKERS) {
      const worker = startWorker(place);
      workers.push(worker);
      // Some die before they are ready.
      if (random() < 0.1) break;
      if (!(await worker.ready)) throw new PlainError(`A worker did not come up; the log is ${place.log}.`);
      const end = Date.now() + 10_000;
      while (worker.worker === null && Date.now() < end) {
        await look(workers);
        await sleep(20);
      }
    }
    const until = Date.now() + random() * 2_500;
    while (Date.now() < until) {
      await look(workers);
      await sleep(20);
    }
    const victim = pick(random, workers);
    victim.child.kill('SIGKILL');
    await victim.ended;
    workers.splice(workers.indexOf(victim), 1);
    const rows = await look([victim]);
    const left = rows.filter(({ by }) => by !== null && by === victim.worker);
    died.push(...left.map(({ leadKey, by, url }) => ({ leadKey, by, path: new URL(url).pathname, at: Date.now() })));
    onRound(round, left.length);
  }
  // Some worker must run until the dead one's leads were taken again.
  while (workers.length < WORKERS) workers.push(startWorker(place));
  state.stopped = true;
  await watching;
  await Promise.all(workers.map(stopServer));
  return { took, slowest, held: heldCount };
};

const endAll = async ({ place, client }) => {
  const waiting = async () =>
    (await client.query('select count(*)::int as n from delivery_task where done_at is null')).rows[0].n;
  for (const hours of LATER_HOURS) {
    if ((await waiting()) === 0) break;
    const worker = startWorker(place, new Date(Date.now() + hours * 3_600_000));
    await worker.ready;
    let least = Infinity;
    for (let end = Date.now() + 20_000; Date.now() < end; await sleep(200)) {
      const left = await waiting();
      if (left === 0) break;
      // Continue as long as there is progress.
      if (left < least) end = Date.now() + 20_000;
      least = Math.min(least, left);
    }
    await stopServer(worker);
  }
  return waiting();
};

const check = async (client, { accepted, sink, killedAt }) => {
  const { rows } = await client.query(
    `select l.public_id as id, l.status,
            (select count(*)::int from lead_delivery d
             where d.owner_key = l.owner_key and d.captured_date = l.captured_date and d.lead_key = l.lead_key
               and d.outcome = 'accepted') as accepted
     from lead l where l.transaction_id like 'soak-%' and l.status not in ('INV', 'SCR', 'CLS', 'CAP', 'DUP', 'HLD')`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const times = new Map();
  let again = 0;
  let unasked = 0;
  for (const { key, at, path: to } of sink.received) {
    const before = times.get(key);
    times.set(key, at);
    if (before === undefined) continue;
    again += 1;
    // A healthy system gets a lead once, unless its sender died meanwhile.
    if (to.startsWith('/ok') && !killedAt.some((kill) => kill >= before && kill <= at)) unasked += 1;
  }
  const ids = [...accepted.keys()];
  return {
    missing: ids.filter((id) => !sink.taken.has(id)).length,
    undelivered: ids.filter((id) => stored.get(id)?.status !== 'DLV').length,
    twice: rows.filter((row) => row.accepted > 1).length,
    unknown: [...sink.taken.keys()].filter((id) => !stored.has(id)).length,
    unasked,
    mixedUp: sink.mixedUp,
    trapped: sink.trapped,
    again,
  };
};

const soak = async (place, { rounds, seed }) => {
  const random = randomFrom(seed);
  const sink = await openSink({ random });
  const store = await startStore(place);
  const counts = { again: 0 };
  const accepted = new Map();
  const { client, lanes } = await prepare({ ...place, url: store.url, sink, counts, accepted });
  let next = 100_000;
  /** Null where it is not accepted: a campaign's hours or source may have changed meanwhile. */
  const post = async (lane) => {
    const { leadId, status } = await postUntilAnswered(store.url, lane.key, bodyOf(next++, lane), counts);
    if (status !== 'VAL') return null;
    const one = { leadId, at: Date.now() };
    accepted.set(leadId, one);
    return one;
  };
  const waitForEmpty = async (paths) => {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(50)) {
      const { rows } = await client.query(
        `select count(*)::int as n from delivery_task t join delivery_endpoint e using (owner_key, endpoint_key)
         where t.done_at is null and e.settings ->> 'url' like any ($1)`,
        [paths.map((one) => `%${one}`)],
      );
      if (rows[0].n === 0) return;
    }
    throw new PlainError(`Leads for ${paths.join(', ')} are still waiting.`);
  };
  const setTimeLimit = (to, limit) =>
    client.query(
      `update delivery_endpoint set settings = settings || jsonb_build_object('timeLimitSeconds', $2::int)
       where settings ->> 'url' like $1`,
      [`%${to}`, limit],
    );
  const speed = await measureSpeed({ place, sink, lanes, post, waitForEmpty, setTimeLimit });
  say(`p95 to healthy endpoints: ${speed.alone} ms alone, ${speed.hanging} ms while one hangs (${speed.count} leads).`);

  for (const to of SICK) sink.sick.set(to, GOOD_TURN[to] ?? USUAL_GOOD_TURN);
  const killedAt = [];
  const state = { posting: true };
  const postOn = async () => {
    while (state.posting) {
      const at = pick(random, [...HEALTHY, ...HEALTHY, ...SICK]);
      await post(lanes.get(at));
      await sleep(50 + random() * 150);
    }
  };
  const lane = postOn();
  const since = Date.now();
  const onRound = (round, left) => {
    killedAt.push(Date.now());
    if (round % 5 === 0)
      say(`${round}/${rounds} workers killed in ${seconds(since)}; the last one had ${left} leads on their way`);
  };
  const { took, slowest, held: heldCount } = await killWorkers({ place, client, random, rounds, onRound });
  state.posting = false;
  await lane;
  sink.heal();
  const waiting = await endAll({ place, client });
  const problems = await check(client, { accepted, sink, killedAt });
  await client.end();
  await stopServer(store);
  await sink.close();
  return { ...problems, waiting, took, slowest, held: heldCount, speed, accepted: accepted.size };
};

const main = async () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  const settings = { rounds: Number(values.rounds), seed: Number(values.seed) };
  await install();
  const folder = makeTemporaryFolder('soak');
  const place = { dataDir: path.join(folder, 'data'), log: path.join(folder, 'server.log') };
  const since = Date.now();
  say(`${settings.rounds} kills with seed ${settings.seed} in ${folder}`);
  const problems = await soak(place, settings);
  while (processesNaming(place.dataDir).length > 0) await sleep(50);
  const { accepted, missing, undelivered, waiting, twice, unknown, unasked, mixedUp, trapped, again, took } = problems;
  say(
    `${accepted} leads accepted: ${missing} never arrived, ${undelivered} not delivered, ${waiting} still wait, ${twice} delivered twice, ${unknown} unknown, ${mixedUp} with another lead's key.`,
  );
  say(
    `${again} sent again with the same key, ${unasked} of them without need; ${trapped} connections to where a redirect pointed.`,
  );
  say(
    `${took.length} leads were on their way when their worker died: taken again after ${(problems.slowest.ms / 1000).toFixed(1)} s at most (${problems.slowest.path}); ${problems.held} more waited behind a breaker.`,
  );
  const ratio = problems.speed.hanging / problems.speed.alone;
  say(`p95 while one hangs is ${ratio.toFixed(2)} times that alone. Seed ${settings.seed}, ${seconds(since)}.`);
  const wrong = missing + undelivered + waiting + twice + unknown + unasked + mixedUp + trapped;
  if (wrong > 0 || problems.slowest.ms > AGAIN_MS || ratio > 2 || took.length === 0)
    throw new PlainError(`Not whole; the log is ${place.log}.`);
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);

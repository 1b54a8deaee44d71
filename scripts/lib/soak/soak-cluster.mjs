// Two servers and two workers on one Postgres behind a PgBouncer in transaction mode, and a HAProxy before the servers. First the shared
// state of the processes is checked: a rate limit, a live event, and the time limits behind the bouncer. Then partners post, users read and
// save and jobs run while each process is restarted in turn: no request may be lost, no lead stored twice and no job run twice.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { install } from '../machine/install.mjs';
import { inRoot } from '../paths.mjs';
import { processesNaming } from '../processes.mjs';
import { randomFrom } from '../random.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { openCluster } from './soak-cluster-processes.mjs';
import { findOwner, startWork } from './soak-cluster-work.mjs';
import { bodyOf, connect, liftLimits, openPosting, post } from './soak-leads.mjs';
import { signIn } from './soak-users.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';

const LANES = 4;
const USERS = 2;
/** How long all clients run between two restarts. */
const WORK_MS = 5_000;
/** Only to end a hang, not slow work. */
const LIMIT_MS = 10 * 60_000;
/** Per address and minute (`RATE_LIMITS.passwordReset`). */
const RESETS = 10;
/** A person that no other post uses. */
const QUIET_POST = 900_001;

const options = () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '2' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
    },
  });
  return { rounds: Number(values.rounds), seed: Number(values.seed) };
};

const waitUntil = async (what, isSo) => {
  for (const end = Date.now() + LIMIT_MS; !(await isSo()); await sleep(100))
    if (Date.now() > end) throw new PlainError(`Not so after ${LIMIT_MS / 1000} s: ${what}.`);
};

const countOf = async (client, text, values = []) => (await client.query(text, values)).rows[0].n;

/** Sends more password resets at once than one address may request, to both servers in turns. */
const checkLimit = async (/** @type {any[]} */ [first, second]) => {
  // Each for another name, since names have a limit of their own.
  const ask = async ({ url }, n) => {
    const response = await fetch(`${url}/api/oauth/resetAndEmailPassword/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
      body: JSON.stringify({ username: `nobody.${n}`, appname: 'paceline' }),
    });
    await response.text();
    return response.status;
  };
  const answers = await Promise.all(Array.from({ length: 3 * RESETS }, (_, n) => ask(n % 2 === 0 ? first : second, n)));
  const passed = answers.filter((status) => status === 200).length;
  const refused = answers.filter((status) => status === 429).length;
  say(
    `A limit of ${RESETS}, asked ${answers.length} times of both servers: ${passed} passed, ${refused} were refused.`,
  );
  return passed === RESETS && refused === answers.length - RESETS;
};

/** Listens at one server and posts at the other. */
const checkLive = async (/** @type {any[]} */ [first, second], { owner, headers, places, keys, client }) => {
  const gone = new AbortController();
  const response = await fetch(`${second.url}/api/ag/reporting/${owner}/live`, { headers, signal: gone.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  const events = () => text.match(/^data: /gm)?.length ?? 0;
  await waitUntil('the first event of a stream came', () => events() > 0);
  const { rows } = await client.query('select campaign_key::int as key from campaign where owner_key = $1', [owner]);
  const own = new Set(rows.map(({ key }) => key));
  const to = places.find(({ campaignKey }) => own.has(campaignKey));
  const before = events();
  const since = performance.now();
  const answer = await post(first.url, keys.get(to.partnerKey), bodyOf(QUIET_POST, to));
  if (answer?.body.leadId === undefined) throw new PlainError('A post of a quiet moment was not stored.');
  await waitUntil('what was posted at one server was told at the other', () => events() > before);
  say(`A lead posted at ${first.name} was told at ${second.name} after ${Math.round(performance.now() - since)} ms.`);
  gone.abort();
  await reading;
};

/** Checks that time limits apply to connections through the bouncer. */
const checkTimes = async (Client, bouncerUrl) => {
  const client = new Client({ connectionString: bouncerUrl });
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  await client.end();
  say(`Limits behind the bouncer: ${JSON.stringify(rows[0])}.`);
  return rows[0].statement === '30s' && rows[0].lock === '10s' && rows[0].idle === '1min';
};

const check = async (client, { work, since }) => {
  await waitUntil('all jobs were done', async () => {
    const n = await countOf(client, 'select count(*)::int as n from graphile_worker.jobs where run_at <= now()');
    return n === 0;
  });
  const done = await countOf(client, 'select count(*)::int as n from password_link where created_at >= $1', [since]);
  const { rows } = await client.query(
    `select transaction_id as id, array_agg(public_id) as leads from lead where transaction_id like 'soak-%' group by 1`,
  );
  const stored = new Map(rows.map(({ id, leads }) => [id, leads]));
  return {
    stored: rows.length,
    lostLeads: [...work.answered].filter(([id, lead]) => !stored.get(id)?.includes(lead)).length,
    twice: rows.filter(({ leads }) => leads.length > 1).length,
    jobs: work.jobs,
    jobsMissing: Math.max(0, work.jobs - done),
    jobsTwice: Math.max(0, done - work.jobs),
    deliveredTwice: await countOf(
      client,
      `select count(*)::int as n from (
         select from lead_delivery d join lead l using (owner_key, captured_date, lead_key)
         where l.transaction_id like 'soak-%' and d.outcome = 'accepted'
         group by d.owner_key, d.captured_date, d.lead_key having count(*) > 1) t`,
    ),
    wrongCaps: await countOf(client, 'select count(*)::int as n from app.cap_differences()'),
  };
};

const soak = async (folder, { rounds, seed }) => {
  const { Client } = createRequire(inRoot('server/package.json'))('pg');
  const dataDir = path.join(folder, 'data');
  const cluster = await openCluster(folder);
  let since = Date.now();
  const all = await cluster.startAll();
  say(`Two servers and two workers started together on an empty database in ${seconds(since)}.`);
  const servers = all.filter(({ isWorker }) => !isWorker);
  const url = await cluster.startBalancer(servers);
  const client = await connect(dataDir);
  await liftLimits(client);
  const { places, keys } = await openPosting(dataDir);
  const owner = await findOwner(client);
  const parts = { owner, headers: await signIn(url, 'agency.admin'), places, keys, client };
  const isExact = await checkLimit(servers);
  await checkLive(servers, parts);
  const areLimited = await checkTimes(Client, cluster.bouncerUrl);
  const random = randomFrom(seed);
  const going = await startWork({ ...parts, url, random, lanes: LANES, users: USERS });
  since = Date.now();
  const times = [];
  for (let round = 1; round <= rounds; round += 1)
    for (const one of all) {
      await sleep(WORK_MS);
      const took = await cluster.restart(one);
      times.push(took);
      say(`${round}/${rounds}: ${one.name} stopped in ${took.toFixed(1)} s, and is back.`);
    }
  await sleep(WORK_MS);
  await going.stop();
  const { work } = going;
  say(
    `${work.posted} posts, ${work.lists} lists, ${work.saves} saves and ${work.jobs} jobs in ${seconds(since)}, ` +
      `beside ${times.length} restarts; the slowest stop took ${Math.max(...times).toFixed(1)} s.`,
  );
  for (const line of work.lost.slice(0, 10)) say(line);
  const problems = await check(client, going);
  await client.end();
  await cluster.close(all);
  return { ...problems, lostRequests: work.lost.length, isExact, areLimited };
};

const main = async () => {
  const settings = options();
  await install();
  const folder = makeTemporaryFolder('soak');
  const problems = await soak(folder, settings);
  while (processesNaming(folder).length > 0) await sleep(50);
  say(
    `${problems.lostRequests} requests lost; ${problems.stored} leads stored, ${problems.lostLeads} lost, ${problems.twice} twice, ` +
      `${problems.deliveredTwice} delivered twice, ${problems.wrongCaps} caps counted wrong; ${problems.jobs} jobs, ` +
      `${problems.jobsMissing} not run, ${problems.jobsTwice} run twice. Seed ${settings.seed}.`,
  );
  const { lostRequests, lostLeads, twice, deliveredTwice, wrongCaps, jobsMissing, jobsTwice } = problems;
  const wrong = lostRequests + lostLeads + twice + deliveredTwice + wrongCaps + jobsMissing + jobsTwice;
  if (wrong > 0 || !problems.isExact || !problems.areLimited)
    throw new PlainError(`Not whole; the logs are in ${folder}.`);
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);

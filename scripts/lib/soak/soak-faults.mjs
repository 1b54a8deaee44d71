// Everything breaks, again and again, while clients go on: nothing may be lost, doubled or mixed up. Each client keeps a history of its
// operations and answers; the checkers compare it with the final state.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openCaller, openTally, openUser } from '../faults/calls.mjs';
import { openCluster } from '../faults/cluster.mjs';
import { judge } from '../faults/judge.mjs';
import { FAULTS, rage } from '../faults/nemesis.mjs';
import { editAllocations, importFiles, moveBudget, postLeads, renewTokens } from '../faults/operations.mjs';
import { prepare } from '../faults/prepare.mjs';
import {
  readAccounts,
  readBill,
  readDifferences,
  readRegisters,
  readUnits,
  sumOf,
  untilDelivered,
} from '../faults/state.mjs';
import { install } from '../machine/install.mjs';
import { randomFrom } from '../random.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { connect } from './soak-leads.mjs';
import { openSink } from './soak-sink.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';

const POSTERS = 3;
const EDITORS = 2;
const MOVERS = 2;
const CHAINS = 2;
const USERS = ['agency.admin', 'agency.buyer'];
const BACK_PAUSE_MS = 50;

const options = () => {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      only: { type: 'string' },
    },
  });
  const { only } = values;
  if (only !== undefined && !(only in FAULTS))
    throw new PlainError(`There is no fault "${only}": ${Object.keys(FAULTS).join(', ')}.`);
  return { minutes: Number(values.minutes), seed: Number(values.seed), only };
};

const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** A call that needs the database: the token is unknown, so 401 is a good answer. */
const asks = async (server, tally) => {
  const caller = openCaller({ servers: [server], random: () => 0, tally });
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  return (await caller.send('/api/ag/1/owner/get', { headers }))?.status === 401;
};

/** How long it takes until any server accepts a lead, and until every server answers. */
const backAfter = async ({ cluster, tally, posts }) => {
  const since = performance.now();
  const postCount = posts.length;
  const isTaken = () => posts.slice(postCount).some(({ outcome }) => outcome === 'stored');
  const until = async (isSo) => {
    while (!(await isSo())) await sleep(BACK_PAUSE_MS);
    return performance.now() - since;
  };
  const servers = cluster.servers().map((server) => until(() => asks(server, tally)));
  const [lead, ...each] = await Promise.all([until(isTaken), ...servers]);
  return { lead, all: Math.max(...each) };
};

/** The sum of the budgets in one statement, while the database is reachable. */
const watchBank = async ({ cluster, keys, totals, isOver }) => {
  while (!isOver()) {
    try {
      const client = await connect(cluster.dataDir);
      client.on('error', () => undefined);
      totals.push({ when: new Date().toISOString(), sum: sumOf(await readAccounts(client, keys)) });
      await client.end();
    } catch {
      // Unreachable; the next attempt tells.
    }
    await sleep(1_000);
  }
};

const soak = async (folder, { minutes, seed, only }) => {
  const random = randomFrom(seed);
  const sink = await openSink({ random: randomFrom(seed + 1) });
  const since = Date.now();
  const cluster = await openCluster(folder);
  say(`Two servers and two workers run after ${seconds(since)}.`);
  const servers = cluster.servers();
  const tally = openTally();
  const callers = { count: 0 };
  const newCaller = () => openCaller({ servers, random: randomFrom(seed + 100 + callers.count++), tally });
  const newUser = async (caller) => openUser(caller, USERS[callers.count % USERS.length]);
  const numbers = { lead: 0, value: 0 };
  const next = () => (numbers.lead += 1);
  const nextValue = () => (numbers.value += 1);

  const before = await connect(cluster.dataDir);
  const { rows: owners } = await before.query('select owner_key as key from owner order by 1');
  const { rows: months } = await before.query(`select to_char(now(), 'YYYY-MM-01') as month`);
  const units = await readUnits(before);
  const differences = await readDifferences(before);
  if (differences.length > 0) throw new PlainError(`The scenario differs before anything is broken: ${differences[0]}`);
  const judgeUser = await openUser(newCaller(), USERS[0]);
  const readWholeBill = () =>
    readBill(
      judgeUser,
      owners.map(({ key }) => key),
      months[0].month,
    );
  const bill = await readWholeBill();
  const work = await prepare({ cluster, sink, next, user: judgeUser });
  const { owner, registers, fileRows, accounts } = work;
  const history = {
    posts: work.first,
    registers: { writes: [], reads: [], files: [], first: await readRegisters(before, [...registers, ...fileRows]) },
    accounts: { writes: [], reads: [], first: await readAccounts(before, accounts.keys) },
    renewals: [],
    totals: [],
  };
  await before.end();

  const end = Date.now() + minutes * 60_000;
  const state = { isOver: false };
  const isOver = () => state.isOver;
  const clock = { wrongUntil: 0 };
  const clients = [
    ...Array.from({ length: POSTERS }, () =>
      postLeads({ caller: newCaller(), lanes: work.lanes, next, history: history.posts, isOver }),
    ),
    ...Array.from({ length: EDITORS }, async () => {
      const caller = newCaller();
      const user = await newUser(caller);
      await editAllocations({ caller, user, owner, keys: registers, history: history.registers, nextValue, isOver });
    }),
    (async () => {
      const caller = newCaller();
      const user = await newUser(caller);
      await importFiles({ caller, user, owner, keys: fileRows, history: history.registers, nextValue, isOver });
    })(),
    ...Array.from({ length: MOVERS }, async () => {
      const caller = newCaller();
      const user = await newUser(caller);
      await moveBudget({ caller, user, owner, ...accounts, history: history.accounts, isOver });
    }),
    ...Array.from({ length: CHAINS }, (_, n) =>
      renewTokens({
        caller: newCaller(),
        servers,
        username: USERS[n % USERS.length],
        history: history.renewals,
        isClockWrong: (issuedAt) => clock.wrongUntil >= issuedAt,
        isOver,
      }),
    ),
    watchBank({ cluster, keys: accounts.keys, totals: history.totals, isOver }),
  ];
  const raging = rage({
    cluster,
    random,
    tally,
    clock,
    only,
    isOver: () => Date.now() > end,
    untilBack: () => backAfter({ cluster, tally, posts: history.posts }),
    report: ({ name, what, lead, all, refused }) =>
      say(
        `${seconds(since).padStart(8)}  ${name} (${what}): leads are taken after ${inSeconds(lead)}, every server answers after ${inSeconds(all)}; ${refused} × 503`,
      ),
  });
  const faults = await Promise.race([raging, Promise.all(clients).then(() => raging)]);
  state.isOver = true;
  await Promise.all(clients);
  await Promise.all(cluster.members.map((member) => member.ready()));
  say(`${faults.length} faults; now everything is whole, and what waits is waited for.`);
  const client = await connect(cluster.dataDir);
  const waiting = await untilDelivered(client);
  const judgement = await judge({ client, history, work, sink, tally, units, bill, readWholeBill, waiting });
  await client.end();
  const ownEnds = cluster.members.map(({ name, ownEnds: times }) => ({ name, times })).filter(({ times }) => times > 0);
  await cluster.close();
  await sink.close();
  return { faults, found: judgement, tally, ownEnds, history };
};

const tell = ({ faults, found: findings, tally, ownEnds }, { seed }, since) => {
  for (const [name, all] of Map.groupBy(faults, (fault) => fault.name)) {
    const most = (key) => inSeconds(Math.max(...all.map((fault) => fault[key])));
    say(
      `${String(all.length).padStart(3)} × ${name}: leads after ${most('lead')}, every server after ${most('all')} at most`,
    );
  }
  const { silent } = tally;
  const others = [...silent.others].map(([status, times]) => `${times} × ${status}`).join(', ');
  say(
    `While the database said nothing: ${silent.count} × 503, the slowest after ${inSeconds(silent.slowest)}${others && `; ${others}`}. ${tally.hung} calls hung.`,
  );
  const answers = [...tally.answers].toSorted(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`);
  say(`Answers: ${answers.join(', ')}; ${tally.lost} calls got none.`);
  for (const line of tally.examples) say(`  ${line}`);
  for (const { name, times } of ownEnds) say(`${name} ended by itself ${times} times.`);
  for (const { name, told: text, anomalies } of findings) {
    say(`${anomalies.length === 0 ? 'whole ' : 'BROKEN'}  ${name}: ${text}`);
    for (const line of anomalies.slice(0, 10)) say(`          ${line}`);
    if (anomalies.length > 10) say(`          and ${anomalies.length - 10} more`);
  }
  say(`Seed ${seed}, ${seconds(since)}.`);
};

const main = async () => {
  const settings = options();
  await install();
  const folder = makeTemporaryFolder('soak');
  const since = Date.now();
  say(`${settings.minutes} minutes with seed ${settings.seed} in ${folder}`);
  const result = await soak(folder, settings);
  tell(result, settings, since);
  const broken = result.found.filter(({ anomalies }) => anomalies.length > 0);
  if (broken.length + result.ownEnds.length > 0) {
    fs.writeFileSync(path.join(folder, 'history.log'), JSON.stringify(result.history));
    throw new PlainError(`Not whole; the logs and the histories are in ${folder}.`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);

import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../processes.mjs';
import { pick } from '../random.mjs';
import { connect } from '../soak/soak-leads.mjs';

const STILL_MS = 30_000;
const FULL_MS = 15_000;
const WRONG_CLOCK_MS = 20_000;
const HOUR_MS = 3_600_000;

const signalAll = (pids, signal) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile.
      if (error.code !== 'ESRCH') throw error;
    }
  }
};

/** Whether one of them still runs: a zombie has no command any more. */
const doRun = (pids) => listProcesses().some(({ pid, command }) => pids.includes(pid) && command !== '');

const killMember = async (member) => {
  await member.end('SIGKILL');
  return member.name;
};

const stopMember = async (member) => {
  const { child } = member;
  Object.assign(member, { isStopped: true, movedAt: performance.now() });
  child.kill('SIGSTOP');
  await sleep(STILL_MS);
  child.kill('SIGCONT');
  Object.assign(member, { isStopped: false, movedAt: performance.now() });
  return member.name;
};

/** More of the write-ahead log than the files that it keeps for reuse. */
const MAX_WRITES = 400;

/** Fills the write-ahead log until the disk is full: files kept for reuse would hide that for minutes. */
const useUpLog = async ({ dataDir }) => {
  const client = await connect(dataDir);
  client.on('error', () => undefined);
  try {
    for (let write = 0; write < MAX_WRITES; write += 1) {
      await client.query(`select pg_logical_emit_message(false, 'full', repeat('x', 8000000))`);
      await client.query('select pg_switch_wal()');
    }
    return 'and yet it could write';
  } catch (error) {
    return error.message;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** It ends normally and restarts with another clock, while the others keep theirs. */
const setClock = async (member, offsetMs) => {
  member.offsetMs = offsetMs;
  await member.end('SIGTERM');
  await member.ready();
};

/** Each fault breaks something, resolves when that has recovered by itself, and returns a description. */
export const FAULTS = {
  'kill -9 of a server': ({ cluster, random }) => killMember(pick(random, cluster.servers())),
  'kill -9 of a worker': ({ cluster, random }) => killMember(pick(random, cluster.workers())),
  'kill -9 of the postmaster': async ({ cluster }) => {
    const pids = cluster.databaseProcesses();
    process.kill(cluster.postmaster(), 'SIGKILL');
    // Its orphaned backends still answer for a moment, which does not count as recovered.
    while (doRun(pids)) await sleep(50);
    return `with ${pids.length - 1} others`;
  },
  'database stands still': async ({ cluster, tally }) => {
    const pids = cluster.databaseProcesses();
    // The postmaster first, so that it starts no other process meanwhile.
    signalAll(
      pids.toSorted((a) => (a === cluster.postmaster() ? -1 : 1)),
      'SIGSTOP',
    );
    tally.silentSince = performance.now();
    await sleep(STILL_MS);
    tally.silentSince = null;
    signalAll(pids, 'SIGCONT');
    return `${pids.length} processes`;
  },
  'server stands still': ({ cluster, random }) => stopMember(pick(random, cluster.servers())),
  'worker stands still': ({ cluster, random }) => stopMember(pick(random, cluster.workers())),
  'half-open lines to the database': async ({ cluster, random, tally }) => {
    const all = random() < 0.5;
    const cut = all ? cluster.members : [pick(random, cluster.servers()), pick(random, cluster.workers())];
    for (const { proxy } of cut) proxy.cut();
    if (all) tally.silentSince = performance.now();
    await sleep(STILL_MS);
    tally.silentSince = null;
    for (const { proxy } of cut) proxy.mend();
    return cut.map(({ name }) => name).join(', ');
  },
  'disk full': async ({ cluster }) => {
    if (cluster.volume === null) return 'not done: nothing may be mounted here';
    cluster.volume.fill();
    const said = await useUpLog(cluster);
    await sleep(FULL_MS);
    cluster.volume.free();
    return said;
  },
  'clock an hour off': async ({ cluster, random, clock }) => {
    const member = pick(random, cluster.members);
    const offset = random() < 0.5 ? HOUR_MS : -HOUR_MS;
    clock.wrongUntil = Infinity;
    await setClock(member, offset);
    await sleep(WRONG_CLOCK_MS);
    await setClock(member, 0);
    clock.wrongUntil = Date.now();
    return `${member.name} ${offset > 0 ? 'ahead' : 'behind'}`;
  },
};

const shuffled = (random, items) =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Fault after fault, in an order decided by the seed: each kind comes once before any is repeated. */
export const rage = async ({ cluster, random, tally, clock, only, isOver, untilBack, report }) => {
  const done = [];
  const names = Object.keys(FAULTS).filter((name) => only === undefined || name === only);
  while (!isOver()) {
    for (const name of shuffled(random, names)) {
      if (isOver()) break;
      await sleep(1_000 + random() * 4_000);
      const before = tally.answers.get(503) ?? 0;
      const what = await FAULTS[name]({ cluster, random, tally, clock });
      const back = await untilBack();
      const fault = { name, what, ...back, refused: (tally.answers.get(503) ?? 0) - before };
      done.push(fault);
      report(fault);
    }
  }
  return done;
};

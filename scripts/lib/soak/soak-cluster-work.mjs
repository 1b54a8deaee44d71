import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../random.mjs';
import { bodyOf } from './soak-leads.mjs';
import { readRows, saver, signIn } from './soak-users.mjs';

/** A request is lost when its sender gets no answer, or a server error. */
const lost = (work, what) => {
  work.lost.push(`lost at ${new Date().toISOString()} ${what}`);
};

/** The status of a post and its answer; without one, the error. */
const send = async (url, key, body) => {
  try {
    const response = await fetch(`${url}/lead/v1/post`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-partner-key': key },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: await response.json() };
  } catch (error) {
    return { status: `no answer, ${error.cause ?? error}` };
  }
};

/** Posts leads one after the other, each once. */
const postLane = async (work, url) => {
  while (!work.isOver()) {
    const n = (work.posted += 1);
    const to = work.places[n % work.places.length];
    const body = bodyOf(n, to);
    const { status, answer } = await send(url, work.keys.get(to.partnerKey), body);
    if (status === 200) work.answered.set(body.transactionId, answer.leadId);
    else lost(work, `post ${n}: ${status}`);
  }
};

/** Reads a list to its end and changes one of its own rows, repeatedly. */
const userLane = async (work, url, { headers, owner, isOwn }, random) => {
  const save = saver(url, headers, owner);
  while (!work.isOver()) {
    const rows = await readRows(url, headers, owner).catch((error) => {
      lost(work, `list: ${error.message}`);
      return [];
    });
    work.lists += 1;
    const row = pick(
      random,
      rows.filter(({ basis, campaignKey }) => basis.isPpl && isOwn(campaignKey)),
    );
    if (row === undefined) continue;
    const capacity = row.monthlyCapacity === 500_000 ? 500_001 : 500_000;
    const { status } = await save(row.campaignKey, row.rowVersion, { monthlyCapacity: capacity }).catch((error) => ({
      status: error.message,
    }));
    work.saves += 1;
    if (status !== 200) lost(work, `save of campaign ${row.campaignKey}: ${status}`);
  }
};

/** While a worker is down, or the machine is busy, jobs wait: no more than are done quickly afterwards. */
const MAX_WAITING = 100;
const countWaiting = async (client) =>
  (await client.query('select count(*)::int as n from graphile_worker.jobs')).rows[0].n;

/** Adds jobs, each of which leaves one row; the rows are counted at the end. */
const jobLane = async (work, client, userKeys) => {
  while (!work.isOver()) {
    await client.query(`select graphile_worker.add_job('mailPasswordLink', $1::json)`, [
      JSON.stringify({ userKey: userKeys[work.jobs % userKeys.length], purpose: 'reset' }),
    ]);
    work.jobs += 1;
    await sleep(40);
    while (!work.isOver() && (await countWaiting(client)) > MAX_WAITING) await sleep(500);
  }
};

/** The owner with the most campaigns. */
export const findOwner = async (client) => {
  const { rows } = await client.query(
    'select owner_key::int as key from campaign where deleted_at is null group by 1 order by count(*) desc limit 1',
  );
  return rows[0].key;
};

/** Starts all clients of the load balancer; returns a function that stops and awaits them. */
export const startWork = async ({ url, client, owner, places, keys, random, lanes, users }) => {
  const work = {
    places,
    keys,
    posted: 0,
    lists: 0,
    saves: 0,
    jobs: 0,
    answered: new Map(),
    lost: [],
    over: false,
    isOver: () => work.over,
  };
  const { rows: people } = await client.query('select user_key::int as key from user_account where active order by 1');
  const since = (await client.query('select clock_timestamp() as at')).rows[0].at;
  const sessions = await Promise.all(Array.from({ length: users }, () => signIn(url, 'agency.admin')));
  const running = [
    ...Array.from({ length: lanes }, () => postLane(work, url)),
    ...sessions.map((headers, index) =>
      userLane(work, url, { headers, owner, isOwn: (key) => key % users === index }, random),
    ),
    jobLane(
      work,
      client,
      people.map(({ key }) => key),
    ),
  ];
  // Errors are reported at the end, not in the middle of the run.
  const all = Promise.all(running);
  all.catch(() => undefined);
  return {
    work,
    since,
    stop: async () => {
      work.over = true;
      await all;
    },
  };
};

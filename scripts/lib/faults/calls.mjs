import { setTimeout as sleep } from 'node:timers/promises';
import { pick } from '../random.mjs';

const PASSWORD = 'Paceline@Demo2026';
const CLIENT = `Basic ${Buffer.from('paceline-web:paceline-web-public').toString('base64')}`;
/** Requests time out after this: more than one server may have stopped responding. */
const HANG_MS = 20_000;
const PAUSE_MS = 250;

/** A client of the servers. It stays with a server until that stops answering, as behind a load balancer. */
export const openCaller = ({ servers, random, tally }) => {
  let server = pick(random, servers);
  const caller = {
    random,
    /** The status and the body; null without an answer. `at` forces a certain server. */
    async send(path, /** @type {RequestInit & { at?: typeof server }} */ { at = server, ...options } = {}) {
      const since = performance.now();
      try {
        const response = await fetch(`${at.url}${path}`, { signal: AbortSignal.timeout(HANG_MS), ...options });
        const text = await response.text();
        tally.answered(at, response.status, performance.now() - since);
        if (response.status === 503) caller.turn();
        return {
          status: response.status,
          text,
          body: text.startsWith('{') && !text.includes('\n') ? JSON.parse(text) : null,
        };
      } catch (error) {
        tally.unanswered(at, error, performance.now() - since);
        caller.turn();
        return null;
      }
    },
    turn() {
      server = servers[(servers.indexOf(server) + 1) % servers.length];
    },
    pause: (ms = PAUSE_MS) => sleep(ms * (0.5 + random())),
    grant: (fields, options) =>
      caller.send('/auth/oauth/generatetoken', {
        ...options,
        method: 'POST',
        headers: { authorization: CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields),
      }),
    /** Signs in, retrying until it succeeds. */
    async signIn(username) {
      for (;;) {
        const answer = await caller.grant({ grant_type: 'password', username, password: PASSWORD });
        if (answer?.status === 200) return answer.body.data;
        await caller.pause(1_000);
      }
    },
  };
  return caller;
};

/** A signed-in user. If a session has ended, it signs in again and retries once: a wrong clock ends sessions. */
export const openUser = async (caller, username) => {
  let token = (await caller.signIn(username)).access_token;
  const ask = async (path, /** @type {RequestInit & { json?: object }} */ { json, ...options } = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
    const body = json === undefined ? options.body : JSON.stringify(json);
    return caller.send(path, { ...options, headers, ...(body !== undefined && { method: 'POST', body }) });
  };
  return {
    ask: async (path, options) => {
      const answer = await ask(path, options);
      if (answer?.status !== 401) return answer;
      await caller.pause(500);
      token = (await caller.signIn(username)).access_token;
      return ask(path, options);
    },
  };
};

/** All answers that the callers got, and the slowest of them while the database was stopped. */
export const openTally = () => {
  const tally = {
    answers: new Map(),
    lost: 0,
    hung: 0,
    examples: /** @type {string[]} */ ([]),
    /** Since when the database has not answered; null while it does. */
    silentSince: null,
    silent: { slowest: 0, count: 0, others: new Map() },
    answered(at, status, ms) {
      tally.answers.set(status, (tally.answers.get(status) ?? 0) + 1);
      if (status >= 500 && status !== 503 && tally.examples.length < 10)
        tally.examples.push(`${new Date().toISOString()} ${at.name} ${status}`);
      const began = performance.now() - ms;
      if (tally.silentSince === null || began < tally.silentSince) return;
      if (status === 503) {
        tally.silent.count += 1;
        tally.silent.slowest = Math.max(tally.silent.slowest, ms);
      } else tally.silent.others.set(status, (tally.silent.others.get(status) ?? 0) + 1);
    },
    unanswered(at, error, ms) {
      tally.lost += 1;
      if (error.name === 'TimeoutError' && !at.isStopped && performance.now() - at.movedAt > ms) tally.hung += 1;
    },
  };
  return tally;
};

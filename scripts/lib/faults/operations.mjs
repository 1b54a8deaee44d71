import { createHash } from 'node:crypto';
import { pick } from '../random.mjs';
import { bodyOf } from '../soak/soak-leads.mjs';

/** The operations of the clients, each with its history. All continue until `isOver`. */

const short = (token) => createHash('sha256').update(token).digest('hex').slice(0, 12);

/** Posts leads, each until it gets a final answer; now and then one again, and one that is invalid. */
export const postLeads = async ({ caller, lanes, next, history, isOver }) => {
  const send = async (body, lane) => {
    for (;;) {
      const answer = await caller.send('/lead/v1/post', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-partner-key': lane.key },
        body: JSON.stringify(body),
      });
      const id = body.transactionId;
      const { campaignKey } = lane;
      const { leadId, status } = answer?.status === 200 ? answer.body : {};
      if (leadId !== undefined) {
        history.push({ id, campaignKey, outcome: 'stored', leadId, status, at: Date.now() });
        return;
      }
      const isFinal = answer !== null && answer.status < 500 && answer.status !== 429;
      history.push({ id, campaignKey, outcome: isFinal ? 'refused' : 'unknown', status: answer?.status });
      if (isFinal) return;
      await caller.pause();
    }
  };
  while (!isOver()) {
    const lane = pick(caller.random, lanes);
    const body = bodyOf(next(), lane);
    const turn = caller.random();
    await send(turn < 0.05 ? { ...body, email: 'no address', transactionId: `${body.transactionId}-bad` } : body, lane);
    if (turn > 0.95) await send(body, lane);
    await caller.pause(150);
  }
};

const listOf = ({ text }) => {
  const lines = text.trim().split('\n');
  return lines.at(-1).includes('"__end"') ? lines.slice(0, -1).map((line) => JSON.parse(line)) : null;
};

export const listCampaigns = async (user, owner) => {
  const answer = await user.ask(`/api/ag/brand/all/currentmonth/campaignsummary/list?ownerKey=${owner}`);
  return answer?.status === 200 ? listOf(answer) : null;
};

/** Reads the allocation table as a stream, like a user; the rows of some campaigns go into the history. */
const readRows = async ({ caller, user, owner, reads, keys }) => {
  for (;;) {
    const rows = await listCampaigns(user, owner);
    if (rows !== null) {
      const ownRows = rows.filter(({ campaignKey }) => keys.includes(campaignKey));
      for (const { campaignKey, rowVersion, monthlyCapacity } of ownRows)
        reads.push({ key: campaignKey, version: rowVersion, value: monthlyCapacity });
      return new Map(ownRows.map((row) => [row.campaignKey, row.rowVersion]));
    }
    await caller.pause();
  }
};

const outcomeOf = (answer) => {
  if (answer?.status === 200) return 'ok';
  return answer?.status === 409 ? 'stale' : 'unknown';
};

/** Sets a number of a campaign's month, based on the version it last read; after a refusal for a stale version it reads again. */
export const editAllocations = async ({ caller, user, owner, keys, history, nextValue, isOver }) => {
  const look = () => readRows({ caller, user, owner, reads: history.reads, keys });
  let versions = await look();
  while (!isOver()) {
    const key = pick(caller.random, keys);
    const from = versions.get(key);
    const value = nextValue();
    const answer = await user.ask(`/api/ag/${owner}/allocations/current/save`, {
      json: { rows: [{ campaignKey: key, rowVersion: from, changes: { monthlyCapacity: value } }] },
    });
    const outcome = outcomeOf(answer);
    const to = outcome === 'ok' ? answer.body.data.rows[0].rowVersion : undefined;
    history.writes.push({ key, from, value, outcome, to, status: answer?.status });
    if (outcome === 'ok') versions.set(key, to);
    else versions = await look();
    await caller.pause(300);
  }
};

/** Uploads a file that sets the same number for all its campaigns, or for none. */
export const importFiles = async ({ caller, user, owner, keys, history, nextValue, isOver }) => {
  while (!isOver()) {
    const versions = await readRows({ caller, user, owner, reads: history.reads, keys });
    const value = nextValue();
    const lines = keys.map((key) => `${key},${value},${versions.get(key)}`);
    const form = new FormData();
    form.set('file', new File([`campaignKey,monthlyCapacity,Row Version\n${lines.join('\n')}\n`], 'sheet.csv'));
    const path = `/api/ag/allocations/current/import?ownerKey=${owner}&apply=allOrNothing`;
    const answer = await user.ask(path, { body: form });
    const isApplied = answer?.body?.data?.applied?.rows === keys.length;
    for (const key of keys) {
      const from = versions.get(key);
      const outcome = isApplied ? 'ok' : 'unknown';
      history.writes.push({ key, from, value, outcome, to: isApplied ? from + 1 : undefined, status: answer?.status });
    }
    history.files.push({ value, isApplied, status: answer?.status });
    await caller.pause(1_500);
  }
};

/** Moves budget from one line item to another, in one save with the versions of both. */
export const moveBudget = async ({ caller, user, owner, month, keys, history, isOver }) => {
  const look = async (goalKey) => {
    for (;;) {
      const answer = await user.ask(`/api/ag/${goalKey}/client/goal/get`);
      const monthRow = answer?.status === 200 ? answer.body.data.months.find((one) => one.month === month) : null;
      if (monthRow) {
        history.reads.push({ key: goalKey, version: monthRow.rowVersion, value: monthRow.monthlyDollarCap });
        return { goalKey, version: monthRow.rowVersion, value: monthRow.monthlyDollarCap };
      }
      await caller.pause();
    }
  };
  while (!isOver()) {
    const giving = await look(pick(caller.random, keys));
    const taking = await look(
      pick(
        caller.random,
        keys.filter((key) => key !== giving.goalKey),
      ),
    );
    const amount = 1 + Math.floor(caller.random() * Math.min(100, giving.value));
    const sides = [
      { ...giving, after: giving.value - amount },
      { ...taking, after: taking.value + amount },
    ];
    if (giving.value >= amount) {
      const answer = await user.ask(`/api/ag/${owner}/goals/allocation/target/save`, {
        json: {
          rows: sides.map(({ goalKey, version, after }) => ({
            goalKey,
            month,
            rowVersion: version,
            changes: { monthlyDollarCap: after },
          })),
        },
      });
      const outcome = outcomeOf(answer);
      for (const { goalKey, version, after } of sides) {
        const to =
          outcome === 'ok' ? answer.body.data.rows.find((row) => row.goalKey === goalKey)?.rowVersion : undefined;
        // Another client moved as much between the same two: a save that changes nothing is answered without a row.
        const verdict = outcome === 'ok' && to === undefined ? 'same' : outcome;
        history.writes.push({
          key: goalKey,
          from: version,
          value: after,
          outcome: verdict,
          to,
          status: answer?.status,
        });
      }
    }
    await caller.pause(300);
  }
};

/** Just under the twenty seconds in which a renewal may be repeated. */
const GRACE_MS = 18_000;

/** Renews a session's tokens, often from two tabs at once; after a refusal it signs in again. */
export const renewTokens = async ({ caller, servers, username, history, isClockWrong, isOver }) => {
  let session = await caller.signIn(username);
  let issuedAt = Date.now();
  while (!isOver()) {
    const token = session.refresh_token;
    const firstAt = Date.now();
    let next = /** @type {any} */ (null);
    while (next === null) {
      const renew = (at) => caller.grant({ grant_type: 'refresh_token', refresh_token: token }, at && { at });
      const tabs = caller.random() < 0.3 ? servers : [undefined];
      const answers = await Promise.all(tabs.map(renew));
      for (const answer of answers) {
        const isRefused = answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
        const data = answer?.status === 200 ? answer.body.data : null;
        history.push({
          token: short(token),
          outcome: data ? 'ok' : isRefused ? 'refused' : 'unknown',
          next: data && short(data.refresh_token),
          excused: Date.now() - firstAt > GRACE_MS || isClockWrong(issuedAt),
          status: answer?.status,
        });
        if (data) next = data;
        else if (isRefused) next ??= 'refused';
      }
      if (next === null) await caller.pause();
    }
    session = next === 'refused' ? await caller.signIn(username) : next;
    issuedAt = Date.now();
    // Renewing more often than once a second hits the rate limit of sign-ins.
    await caller.pause(4_000);
  }
};

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AllOwners } from '@paceline/contract';
import { endProcess, openClient } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { openCampaignStore } from './campaign-store.ts';

/**
 * How long does the page over all owners take, of as many owners and campaigns as the scenario `scale` would have ten times over? Through the API:
 * with every stored month current, and with as many out of date as one call makes anew, against the pacing page of a single owner.
 */
const [, , , ownersSaid = '200', roundsSaid = '7'] = process.argv;
const OWNERS = Number(ownersSaid);
const ROUNDS = Number(roundsSaid);
const CAMPAIGNS = 150;
const MADE_IN_A_CALL = 12;
const MAX_MS = 1000;
/** Of one owner's page, which loads that owner's campaigns: the table of stored months, and with twelve owners made anew on two cores. */
const MAX_CURRENT = 1;
const MAX_MADE = 6;

const store = await openCampaignStore(Array.from({ length: OWNERS }, () => CAMPAIGNS));
const child = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl], { execArgv: ['--expose-gc'] });
const [address] = (await once(child, 'message')) as [string];
const bare = await openClient(store.ownerUrl);
const headers = { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' };

const ask = async (path: string, body?: object): Promise<{ ms: number; data: unknown }> => {
  const start = performance.now();
  const response = await fetch(`${address}/api/ag${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { status: string; data: unknown };
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return { ms: performance.now() - start, data: answer.data };
};
const page = async (): Promise<{ ms: number; answer: AllOwners }> => {
  const { ms, data } = await ask('/reporting/owners');
  return { ms, answer: data as AllOwners };
};

try {
  let calls = 0;
  const started = performance.now();
  for (let due = OWNERS; due > 0; calls += 1) due = (await page()).answer.due;
  console.log(
    `${OWNERS} owners, ${OWNERS * CAMPAIGNS} campaigns; from nothing in ${calls} calls, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );

  const [first = 0] = store.ownerKeys;
  const toChange = store.ownerKeys.slice(0, MADE_IN_A_CALL);
  const medians = await takeTurns(
    {
      'one owner’s Pacing Overview': async () => {
        await bare.query('update goal set name = name where owner_key = $1', [first]);
        return (await ask('/reporting/pacing/summary', { ownerKey: first })).ms;
      },
      'all owners, all current': async () => {
        for (let due = 1; due > 0;) due = (await page()).answer.due;
        const { ms, answer } = await page();
        if (answer.rows.some(({ figures }) => figures === null)) throw new Error('A row has no figures');
        return ms;
      },
      'all owners, 12 out of date': async () => {
        await bare.query('update goal set name = name where owner_key = any ($1)', [toChange]);
        return (await page()).ms;
      },
    },
    ROUNDS,
  );
  const single = medians['one owner’s Pacing Overview'];
  for (const [name, ms] of Object.entries(medians))
    console.log(`${name.padEnd(30)} ${ms.toFixed(0).padStart(6)} ms, ${(ms / single).toFixed(2)} of one owner`);
  const missed =
    medians['all owners, all current'] > MAX_MS ||
    medians['all owners, all current'] / single > MAX_CURRENT ||
    medians['all owners, 12 out of date'] / single > MAX_MADE;
  process.exitCode = missed ? 1 : 0;
} finally {
  await bare.end();
  await endProcess(child);
  await store.close();
}

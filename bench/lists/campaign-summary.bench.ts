import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openFacts } from '@paceline/server/src/db/facts/facts.ts';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { streamCampaignSummary } from '@paceline/server/src/features/allocations/summary/summary.service.ts';
import { systemClock } from '@paceline/server/src/lib/clock.ts';
import { closeDays } from '@paceline/server/src/metrics/stored-days/close-days.ts';
import { endProcess, openClient } from '../load/connections.ts';
import { openCampaignStore } from './campaign-store.ts';
import { median } from '../measure.ts';
import { capture, replay } from '../intake/replay.ts';

/**
 * What does the campaign table cost beyond its SQL? The call through the API, row by row, against the very statements that
 * it sends, replayed by the bare driver: time to the first row, time in all, and how far the server's memory grows.
 */
const SIZES = [3_000, 100_000];
const ROUNDS = 3;
const LIMITS = { ratio: 1.5, growthMb: 60 };

const ask = async (url: string, token: string) => {
  const start = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  let first = 0;
  let last = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (first === 0) first = performance.now() - start;
    last = (last + decoder.decode(chunk, { stream: true })).slice(-200);
  }
  if (!last.includes('"__end":true')) throw new Error(`The stream was cut: ${last}`);
  return { first, total: performance.now() - start };
};

const askMemory = async (child: ChildProcess, what: 'start' | 'peak'): Promise<number> => {
  child.send(what);
  const [bytes] = (await once(child, 'message')) as [number];
  return bytes / 1024 / 1024;
};

const store = await openCampaignStore(SIZES);
// What the worker does when a day is over.
const facts = openFacts(store.ownerUrl);
await closeDays(facts.run, new Date());
await facts.close();
// As `npm start` runs the server.
const child = fork(new URL('../api-server.ts', import.meta.url), [store.appUrl], {
  execArgv: ['--expose-gc', '--max-semi-space-size=8', '--heap-growing-percent=100'],
});
const [address] = (await once(child, 'message')) as [string];
const bare = await openClient(store.appUrl);
let missed = false;
try {
  for (const [size, ownerKey] of store.owners) {
    const url = `${address}/api/ag/brand/all/currentmonth/campaignsummary/list?ownerKey=${ownerKey}`;
    const scope = makeScope({ userKey: 1, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
    const question = { scope, group: 'ag', key: 'all', ownerKey, month: 'current' } as const;
    const statements = await capture(store.appUrl, (db) =>
      streamCampaignSummary({ db, clock: systemClock }, question, {}),
    );
    await ask(url, store.token);
    const before = await askMemory(child, 'start');
    const runs: { api: { first: number; total: number }; bare: { first: number; total: number } }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      runs.push({ api: await ask(url, store.token), bare: await replay(bare, statements) });
    const growth = (await askMemory(child, 'peak')) - before;
    const of = (who: 'api' | 'bare', what: 'first' | 'total'): number => median(runs.map((run) => run[who][what]));
    const ratio = of('api', 'total') / of('bare', 'total');
    missed ||= ratio > LIMITS.ratio || growth > LIMITS.growthMb;
    console.log(
      `${size} campaigns, ${statements.all.length} statements\n` +
        `  first row  API ${of('api', 'first').toFixed(0)} ms, bare ${of('bare', 'first').toFixed(0)} ms, ratio ${(of('api', 'first') / of('bare', 'first')).toFixed(2)}\n` +
        `  in all     API ${of('api', 'total').toFixed(0)} ms, bare ${of('bare', 'total').toFixed(0)} ms, ratio ${ratio.toFixed(2)} (at most ${LIMITS.ratio})\n` +
        `  memory     +${growth.toFixed(0)} MB (at most ${LIMITS.growthMb})`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await bare.end();
  await endProcess(child);
  await store.close();
}

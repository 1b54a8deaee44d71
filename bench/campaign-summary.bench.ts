import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { makeScope } from '@paceline/server/src/db/make-scope.ts';
import { openDatabase } from '@paceline/server/src/db/tx.ts';
import { streamCampaignSummary } from '@paceline/server/src/features/allocations/summary/summary.service.ts';
import { systemClock } from '@paceline/server/src/lib/clock.ts';
import pg from 'pg';
import { openCampaignStore } from './campaign-store.ts';
import { median } from './measure.ts';

/**
 * What does the campaign table cost beyond its SQL? The call through the API, row by row, against the very statements that
 * it sends, replayed by the bare driver: time to the first row, time in all, and how far the server's memory grows.
 */
const SIZES = [3_000, 100_000];
const ROUNDS = 3;
const MOST = { ratio: 1.5, growthMb: 60 };

interface Statement {
  text: string;
  values: unknown[];
}

/** Writes down what goes to the database while the work runs. */
const capture = async (appUrl: string, ownerKey: number): Promise<{ all: Statement[]; untilFirstRow: number }> => {
  const sent: Statement[] = [];
  const { query: original } = pg.Client.prototype as { query: (...all: unknown[]) => unknown };
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    const values = (typeof first === 'string' ? second : (first as { values?: unknown[] }).values) ?? second ?? [];
    if (text !== undefined) sent.push({ text, values: Array.isArray(values) ? values : [] });
    return original.apply(this, args);
  } as never;
  const db = openDatabase(appUrl, 2);
  let untilFirstRow = 0;
  try {
    const scope = makeScope({ userKey: 1, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
    const question = { scope, group: 'ag', key: 'all', ownerKey, month: 'current' } as const;
    for await (const _row of await streamCampaignSummary({ db, clock: systemClock }, question, {})) {
      if (untilFirstRow === 0) untilFirstRow = sent.length;
    }
  } finally {
    pg.Client.prototype.query = original as never;
    await db.close();
  }
  return { all: sent, untilFirstRow };
};

const replay = async (appUrl: string, { all, untilFirstRow }: Awaited<ReturnType<typeof capture>>) => {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  const start = performance.now();
  let first = 0;
  for (const [index, { text, values }] of all.entries()) {
    await client.query(text, values.length === 0 ? undefined : values);
    if (index + 1 === untilFirstRow) first = performance.now() - start;
  }
  const total = performance.now() - start;
  await client.end();
  return { first, total };
};

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
const child = fork(new URL('api-server.ts', import.meta.url), [store.appUrl], { execArgv: ['--expose-gc'] });
const [address] = (await once(child, 'message')) as [string];
let missed = false;
try {
  for (const [size, ownerKey] of store.owners) {
    const url = `${address}/api/ag/brand/all/currentmonth/campaignsummary/list?ownerKey=${ownerKey}`;
    const statements = await capture(store.appUrl, ownerKey);
    await ask(url, store.token);
    const before = await askMemory(child, 'start');
    const runs: { api: { first: number; total: number }; bare: { first: number; total: number } }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      runs.push({ api: await ask(url, store.token), bare: await replay(store.appUrl, statements) });
    const growth = (await askMemory(child, 'peak')) - before;
    const of = (who: 'api' | 'bare', what: 'first' | 'total'): number => median(runs.map((run) => run[who][what]));
    const ratio = of('api', 'total') / of('bare', 'total');
    missed ||= ratio > MOST.ratio || growth > MOST.growthMb;
    console.log(
      `${size} campaigns, ${statements.all.length} statements\n` +
        `  first row  API ${of('api', 'first').toFixed(0)} ms, bare ${of('bare', 'first').toFixed(0)} ms, ratio ${(of('api', 'first') / of('bare', 'first')).toFixed(2)}\n` +
        `  in all     API ${of('api', 'total').toFixed(0)} ms, bare ${of('bare', 'total').toFixed(0)} ms, ratio ${ratio.toFixed(2)} (at most ${MOST.ratio})\n` +
        `  memory     +${growth.toFixed(0)} MB (at most ${MOST.growthMb})`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  child.kill();
  await store.close();
}

import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { readConfig } from '@paceline/server/src/config.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { openFacts } from '@paceline/server/src/db/facts/facts.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { closeDays } from '@paceline/server/src/metrics/stored-days/close-days.ts';
import pg from 'pg';
import { openOldCode } from '../old-code.ts';

/**
 * How fast is a month, against the code before the days of campaigns were stored? Both load the same demo, each into a cluster
 * of its own and by its own migrations, and answer in turns; all rows have to be the same. With a number it is the whole table
 * of an owner with as many campaigns: `npm run bench -- month 100000`.
 */
const OLD = '6fe3d1c';
const NOW = new Date('2026-11-15T18:00:00Z');
const ROOT = join(import.meta.dirname, '../..');
const large = Number(process.argv[3] ?? 0);
const ROUNDS = large > 0 ? 3 : 25;
const MAX_RATIO = large > 0 ? 1 / 6 : 1 / 3;

interface Contender {
  address: string;
  token: string;
  ownerKey: number;
  child: ChildProcess;
  close(): Promise<void>;
}

/** The largest owner of the demo, whose month has 64 campaigns, and an agency user. */
const readDemo = async (ownerUrl: string): Promise<{ ownerKey: number; userKey: number }> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ ownerKey: number; userKey: number }>(
    `select (select owner_key from campaign group by 1 order by count(*) desc, 1 limit 1) as "ownerKey",
            (select user_key from user_account where user_name like 'agency.admin%' limit 1) as "userKey"`,
  );
  await client.end();
  return rows[0]!;
};

const openDemo = async (name: string, root: string) => {
  const dataDir = join(readConfig().dataDir, '.bench', name);
  if (!existsSync(dataDir))
    execFileSync(
      'env',
      [
        `DATA_DIR=${dataDir}`,
        `PACELINE_NOW=${NOW.toISOString()}`,
        process.execPath,
        join(root, 'server/seed/main.ts'),
        'demo',
      ],
      { stdio: 'inherit' },
    );
  const postgres = await startEmbedded({ dataDir });
  const { ownerKey, userKey } = await readDemo(postgres.url);
  const { signedIn } = (await import(join(root, 'bench/signed-in.ts'))) as typeof import('../signed-in.ts');
  const token = await signedIn(postgres.url, userKey, NOW);
  return { ownerUrl: postgres.url, ownerKey, token, now: NOW, close: () => postgres.stop() };
};

const openLarge = async (root: string) => {
  const { openCampaignStore } = (await import(
    join(root, 'bench/lists/campaign-store.ts')
  )) as typeof import('../lists/campaign-store.ts');
  const store = await openCampaignStore([large]);
  const { ownerUrl, owners, token } = store;
  return { ownerUrl, ownerKey: owners.get(large)!, token, now: undefined, close: () => store.close() };
};

const open = async (name: 'old' | 'new', root: string): Promise<Contender> => {
  const store = await (large > 0 ? openLarge(root) : openDemo(`month-${name}`, root));
  if (name === 'new') {
    const facts = openFacts(store.ownerUrl);
    await closeDays(facts.run, store.now ?? new Date());
    await facts.close();
  }
  const args = [appUrlFrom(store.ownerUrl), ...(store.now === undefined ? [] : [store.now.toISOString()])];
  const child = fork(join(root, 'bench/api-server.ts'), args, {
    execArgv: ['--expose-gc', '--max-semi-space-size=8', '--heap-growing-percent=100'],
  });
  const [address] = (await once(child, 'message')) as [string];
  const close = async (): Promise<void> => {
    child.kill('SIGINT');
    await store.close();
  };
  return { address, token: store.token, ownerKey: store.ownerKey, child, close };
};

const ask = async ({ address, token, ownerKey }: Contender, path: string, keep: boolean) => {
  const start = performance.now();
  const response = await fetch(`${address}/api/ag/${path}?ownerKey=${ownerKey}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let first = 0;
  let bytes = 0;
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (first === 0) first = performance.now() - start;
    bytes += chunk.length;
    if (keep) text += decoder.decode(chunk, { stream: true });
  }
  if (!response.ok || bytes === 0) throw new Error(`${path}: ${response.status} ${text}`);
  return { first, total: performance.now() - start, text };
};

const TABLE = 'brand/all/currentmonth/campaignsummary/list';
const GOALS = 'all/currentmonth/goalsummary/list';
const rowsOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((row) => !('__end' in row));

const contenders = { old: await open('old', openOldCode(OLD)), new: await open('new', ROOT) };
try {
  if (large === 0) {
    const tables = [await ask(contenders.old, TABLE, true), await ask(contenders.new, TABLE, true)];
    const [before, after] = tables.map(({ text }) => rowsOf(text));
    if (!isDeepStrictEqual(before, after)) throw new Error('The rows are not the same');
    console.log(`${after?.length} campaigns, all rows the same`);
  }
  const questions =
    large > 0
      ? { 'in all': { path: TABLE, what: 'total' as const } }
      : { 'first row': { path: TABLE, what: 'first' as const }, 'line items': { path: GOALS, what: 'total' as const } };
  let missed = false;
  for (const [name, { path, what }] of Object.entries(questions)) {
    const best = { old: Infinity, new: Infinity };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const who of ['old', 'new'] as const)
        best[who] = Math.min(best[who], (await ask(contenders[who], path, false))[what]);
    const ratio = best.new / best.old;
    missed ||= ratio > MAX_RATIO;
    console.log(
      `${name.padEnd(10)} old ${best.old.toFixed(0)} ms, new ${best.new.toFixed(0)} ms, ${ratio.toFixed(2)} of it (at most ${MAX_RATIO.toFixed(2)}), load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await Promise.all([contenders.old.close(), contenders.new.close()]);
}

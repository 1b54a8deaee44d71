import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { LEAD_EXPORT, type LeadExport } from '@paceline/contract';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withMigrator } from '@paceline/server/src/db/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/roles.ts';
import { makeCampaign, makeUser } from '@paceline/server/src/testing/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/temporary-folder.ts';
import { sql } from 'kysely';
import { endProcess, openClient } from './connections.ts';
import { signedIn } from './signed-in.ts';

/**
 * How fast is a file of leads beside the same rows copied by Postgres itself, how much memory does the server take for it, and do
 * the others notice? `npm run bench -- lead-export [leads]`: one server, one file, and a list that somebody else opens again and
 * again. More leads than a file at once has are written in the background; the time is until the file can be had.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const [leads = 200_000] = process.argv.slice(3, 4).map(Number);
const LEAST_OF_COPY = 0.5;
const MOST_GROWTH_MB = 150;
const MOST_P95_RATIO = 2;
const MB = 1024 * 1024;

const folder = await makeTemporaryFolder('bench');
const postgres = await startEmbedded({ dataDir: folder });
const appUrl = appUrlFrom(postgres.url);
await prepareDatabase(postgres.url, appUrl);
const { ownerKey, exporter, colleague } = await withMigrator(postgres.url, async (tx) => {
  for (const table of ['lead', 'lead_person'])
    await sql`call app.ensure_months(${table}::regclass, '2026-01-01', '2026-03-31')`.execute(tx);
  const made = await makeCampaign(tx);
  await sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, state, zip, client_price, media_price)
    select ${made.ownerKey}, '2026-01-01'::date + n % 68, 'L-' || n, '2026-01-01T12:00:00Z'::timestamptz + n % 68 * interval '1 day',
           ${made.campaignKey}, 'DLV', 'mobile', 'OH', '43215', 71.25, 43.75
    from generate_series(1, ${leads}::int) n`.execute(tx);
  const user = () =>
    makeUser(tx, {
      group: 'ag',
      ownerKeys: [made.ownerKey],
      permissions: ['leadanalyzer:View', 'leadanalyzer:Export'],
    });
  return { ownerKey: made.ownerKey, exporter: (await user()).userKey, colleague: (await user()).userKey };
});
const bare = await openClient(postgres.url);
await bare.query('vacuum analyze');
const child = fork(new URL('api-server.ts', import.meta.url), [appUrl, NOW.toISOString(), 'exports'], {
  execArgv: ['--expose-gc'],
});
const [address] = (await once(child, 'message')) as [string];
const headersOf = async (userKey: number) => ({
  authorization: `Bearer ${await signedIn(postgres.url, userKey, NOW)}`,
  'content-type': 'application/json',
});
const memory = async (what: 'start' | 'peak'): Promise<number> => {
  child.send(what);
  const [bytes] = (await once(child, 'message')) as [number];
  return bytes;
};
/** A refusal is told as it is. */
const ask = async (path: string, headers: Record<string, string>, body?: object): Promise<Response> => {
  const answer = await fetch(`${address}/api/ag/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer;
};
const countLines = async (file: Response): Promise<number> => {
  let lines = 0;
  for await (const chunk of file.body!) for (const byte of chunk) if (byte === 10) lines += 1;
  return lines;
};
const QUESTION = { ownerKey, startDate: '2026-01-01', endDate: '2026-03-31', format: 'csv' };
const exporters = await headersOf(exporter);
const atOnce = async (since: number): Promise<{ writtenMs: number; lines: number }> => {
  const lines = await countLines(await ask('leads/export', exporters, QUESTION));
  return { writtenMs: performance.now() - since, lines };
};
const inBackground = async (since: number): Promise<{ writtenMs: number; lines: number }> => {
  const started = (await (await ask('leads/export/start', exporters, QUESTION)).json()) as {
    data: { exportKey: number };
  };
  for (;;) {
    const { data } = (await (await ask('leads/export/list', exporters)).json()) as { data: LeadExport[] };
    const mine = data.find(({ exportKey }) => exportKey === started.data.exportKey);
    if (mine?.state === 'failed') throw new Error(`The file was not written: ${mine.failure}`);
    if (mine?.state === 'ready') break;
    await setTimeout(250);
  }
  const writtenMs = performance.now() - since;
  const file = await ask('leads/export/file', exporters, { ownerKey, exportKey: started.data.exportKey });
  return { writtenMs, lines: await countLines(file) };
};
const p95 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0;

try {
  const lookers = await headersOf(colleague);
  const look = async (): Promise<number> => {
    const since = performance.now();
    await (await ask('lead/search', lookers, { ownerKey, fromDate: '2026-03-01' })).arrayBuffer();
    return performance.now() - since;
  };
  for (let n = 0; n < 10; n += 1) await look();
  const alone: number[] = [];
  for (let n = 0; n < 60; n += 1) alone.push(await look());

  const copied = performance.now();
  await bare.query(`copy (select * from lead where owner_key = ${ownerKey}) to '/dev/null' with (format csv)`);
  const copyMs = performance.now() - copied;

  const before = await memory('start');
  const beside: number[] = [];
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) beside.push(await look());
  })();
  const since = performance.now();
  const { writtenMs, lines } = await (leads > LEAD_EXPORT.leadsAtOnce ? inBackground(since) : atOnce(since));
  over.abort();
  await looking;
  const growth = ((await memory('peak')) - before) / MB;
  if (lines !== leads + 1) throw new Error(`The file has ${lines - 1} of ${leads} leads`);

  const rate = (ms: number): string => Math.round((leads / ms) * 1000).toLocaleString('en-US');
  const ofCopy = copyMs / writtenMs;
  const ratio = p95(beside) / p95(alone);
  console.log(`leads                ${leads.toLocaleString('en-US')}`);
  console.log(`copied by Postgres   ${rate(copyMs)} a second`);
  console.log(
    `the file             ${rate(writtenMs)} a second, ${ofCopy.toFixed(2)} of it (at least ${LEAST_OF_COPY})`,
  );
  console.log(`memory               +${growth.toFixed(0)} MB (at most ${MOST_GROWTH_MB})`);
  console.log(
    `a colleague's p95    ${p95(alone).toFixed(1)} ms alone, ${p95(beside).toFixed(1)} ms beside it, ratio ${ratio.toFixed(2)}`,
  );
  process.exitCode = ofCopy < LEAST_OF_COPY || growth > MOST_GROWTH_MB || ratio > MOST_P95_RATIO ? 1 : 0;
} finally {
  await bare.end();
  await endProcess(child);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

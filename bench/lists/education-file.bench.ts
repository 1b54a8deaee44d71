import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type BulkImportResult } from '@paceline/contract';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { makeCampaign, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';
import { endProcess } from '../load/connections.ts';
import { educationFile } from './education-rows.ts';
import { signedIn } from '../signed-in.ts';

/**
 * How long does a file of 20,000 programs with one bad row in a hundred take to be looked at and to be applied, beside a plain insert of
 * the same programs, and are exactly the bad rows refused? Over HTTP, for a client with forty campaigns that take all of its programs.
 */
const ROWS = 20_000;
const CAMPAIGNS = 40;
const MAX_PREVIEW_MS = 15_000;
const NOW = new Date('2026-03-10T15:00:00Z');
const isBad = (row: number): boolean => row % 100 === 50;

const folder = await makeTemporaryFolder('bench');
const postgres = await startEmbedded({ dataDir: folder });
const appUrl = appUrlFrom(postgres.url);
await prepareDatabase(postgres.url, appUrl);
const { ownerKey, userKey } = await withMigrator(postgres.url, async (tx) => {
  const first = await makeCampaign(tx);
  for (let count = 1; count < CAMPAIGNS; count += 1)
    await makeCampaign(tx, { ownerKey: first.ownerKey, goalKey: first.goalKey });
  await sql`
    update client set code = 'BENCH' where client_key = (select client_key from goal where goal_key = ${first.goalKey})`.execute(
    tx,
  );
  const permissions = ['clients:View', 'clients:Bulk'] as const;
  const user = await makeUser(tx, { group: 'ag', ownerKeys: [first.ownerKey], permissions: [...permissions] });
  return { ownerKey: first.ownerKey, userKey: user.userKey };
});
const child = fork(new URL('../api-server.ts', import.meta.url), [appUrl, NOW.toISOString()]);
const [address] = (await once(child, 'message')) as [string];
const authorization = `Bearer ${await signedIn(postgres.url, userKey, NOW)}`;

const ask = async (path: string, init: RequestInit): Promise<{ ms: number; data: BulkImportResult }> => {
  const started = performance.now();
  const answer = await fetch(`${address}/api/ag/${ownerKey}/${path}`, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: BulkImportResult };
  return { ms: performance.now() - started, data };
};
const form = educationFile({
  clientCode: 'BENCH',
  rows: ROWS,
  degreeOf: (index) => (isBad(index + 2) ? 'Wizard' : 'Bachelor'),
});
const preview = await ask('bulkedudata/import', { headers: { authorization }, body: form });
const applied = await ask(`bulk/import/${preview.data.importKey}/apply`, {
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ mode: 'goodRows' }),
});
const refused = preview.data.rows.filter(({ state }) => state === 'error').map(({ row }) => row);
const isExact =
  preview.data.counts.error === ROWS / 100 && refused.length === ROWS / 100 && refused.every((row) => isBad(row));

const plainMs = await withMigrator(postgres.url, async (tx) => {
  const started = performance.now();
  await sql`
    insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area, cip_code, length_months, start_dates,
                         landing_url)
    select owner_key, campus_key, name, 'X' || code, degree_level, modality, subject_area, cip_code, length_months, start_dates,
           landing_url
    from program where owner_key = ${ownerKey}`.execute(tx);
  return performance.now() - started;
});
await endProcess(child);
await postgres.stop();
await rm(folder, { recursive: true, force: true });

const ratio = (ms: number): string => (ms / plainMs).toFixed(1);
console.log(`${ROWS} rows, exactly the bad ones refused: ${isExact}`);
console.log(`preview ${preview.ms.toFixed(0)} ms, ${ratio(preview.ms)} plain inserts; at most ${MAX_PREVIEW_MS} ms`);
console.log(
  `apply ${applied.ms.toFixed(0)} ms, ${ratio(applied.ms)} plain inserts; a plain insert ${plainMs.toFixed(0)} ms`,
);
if (!isExact || preview.ms > MAX_PREVIEW_MS) process.exitCode = 1;

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fillPath, privacyErase } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REQUEST_FILE } from './db/backup/requests-copy.ts';
import { withMigrator } from './db/migrate/loader.ts';
import { randomToken, sha256 } from './lib/secrets/tokens.ts';
import { openKeys } from './shared/keys/open-keys.ts';
import { TEST_SECRET } from './testing/app.ts';
import { makeValidLead } from './testing/factories/delivery-factories.ts';
import { ownerUrlOf } from './testing/servers/embedded-server.ts';
import { makeCampaign, makeUser } from './testing/factories/factories.ts';
import { inOrder } from './testing/calls/in-order.ts';
import { makeTemporaryFolder } from './testing/servers/temporary-folder.ts';

inOrder();
const folder = await makeTemporaryFolder('restore');
const dataDir = path.join(folder, 'data');
const backups = path.join(folder, 'backups');
const env = {
  DATA_DIR: dataDir,
  BACKUP_DIR: backups,
  PACELINE_SECRET: TEST_SECRET.toString(),
  PORT: '0',
  SCENARIO: 'none',
  SERVE_WEB: 'off',
  PACELINE_ENV: 'test',
};
const program = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
const run = async (name: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [program(name), ...args], { env })).stdout;
/** The output of a refused restore. */
const refused = async (settings: NodeJS.ProcessEnv, ...args: string[]): Promise<string> => {
  const running = promisify(execFile)(process.execPath, [program('restore'), ...args], {
    env: { ...env, ...settings },
  });
  const error: unknown = await running.catch((reason: unknown) => reason);
  return (error as { stderr: string }).stderr.trim();
};

let server: ChildProcess;
let address = '';
const startServer = async (): Promise<void> => {
  server = spawn(process.execPath, [program('main')], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  for await (const line of createInterface({ input: server.stdout! })) {
    address = /^Paceline is at (\S+)/.exec(line)?.[1] ?? '';
    if (address) break;
  }
  server.stdout!.resume();
};
const stopServer = async (): Promise<void> => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
};

const ANN = { email: 'ann.gone@kept-mail.net', phone: '3127771234' };
const BOB = { email: 'bob.stays@kept-mail.net', phone: '3127775678' };
const DAY = new Date('2026-03-10T15:00:00Z');

beforeAll(startServer);
afterAll(async () => {
  server.kill('SIGKILL');
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const ask = async <T extends object>(text: string): Promise<T[]> =>
  withMigrator(await ownerUrlOf(dataDir), async (tx) => (await sql.raw<T>(text).execute(tx)).rows);
/** The figures, once the worker has folded them. */
const figures = async (): Promise<object[]> => {
  await expect.poll(() => ask<{ n: number }>('select count(*)::int as n from fact_delta')).toEqual([{ n: 0 }]);
  return ask('select to_jsonb(d) as day from campaign_day d order by d.*');
};
const people = () =>
  ask<{ key: number; isHere: boolean }>(
    'select lead_key::int as key, sealed is not null as "isHere" from lead_person order by 1',
  );

const signIn = async (ownerKey: number): Promise<string> => {
  const token = randomToken();
  await withMigrator(await ownerUrlOf(dataDir), async (tx) => {
    const { userKey } = await makeUser(tx, {
      group: 'ag',
      ownerKeys: [ownerKey],
      permissions: ['leadanalyzer:View', 'leadanalyzer:Erase'],
    });
    await sql`
      with made as (insert into session (user_key, ip, user_agent, created_at, expires_at)
        values (${userKey}, '127.0.0.1', 'test', now(), now() + interval '1 hour') returning session_key)
      insert into session_token (token_hash, session_key, kind, issued_at, expires_at)
      select ${sha256(token)}, session_key, 'access', now(), now() + interval '30 minutes' from made`.execute(tx);
  });
  return token;
};
const erase = async (ownerKey: number, person: typeof ANN): Promise<number> => {
  const token = await signIn(ownerKey);
  const answer = await fetch(`${address}/api${fillPath(privacyErase.path, { owner: ownerKey }, 'ag')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ person, reference: 'Letter 7' }),
  });
  return answer.status;
};

/** State shared by the steps below: a backup, an erasure after it, a lost machine, and the restored data. */
let ann = 0;
let bob = 0;
let place: { ownerKey: number; campaignKey: number };
let before: object[] = [];
let moment = '';

test('a backup is made while a server runs, and verified', async () => {
  const ownerUrl = await ownerUrlOf(dataDir);
  const config = { secret: TEST_SECRET.toString(), secretBefore: null, secretNext: null, dataDir };
  const secret = await openKeys(config, ownerUrl, DAY);
  ({ place, ann, bob } = await withMigrator(ownerUrl, async (tx) => {
    const campaign = await makeCampaign(tx);
    const lead = (person: typeof ANN) => makeValidLead(tx, { ...campaign, at: DAY, status: 'DLV', person, secret });
    return { place: campaign, ann: (await lead(ANN)).leadKey, bob: (await lead(BOB)).leadKey };
  }));
  before = await figures();
  expect(before).not.toEqual([]);
  expect(await run('backup')).toMatch(/^Backed up as .* in .*\n1 kept, .*; 0 older than 35 days removed/);
  expect(await run('backup', 'verify')).toMatch(/restored into a second server in .* rows are what they were/);
});

test('an erasure request is soon beside the backups, and a running server is not restored', async () => {
  const [now] = await ask<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
  );
  moment = now!.moment;
  expect(await erase(place.ownerKey, ANN)).toBe(200);
  expect(await people()).toEqual([
    { key: ann, isHere: false },
    { key: bob, isHere: true },
  ]);
  await expect.poll(() => fs.readFile(path.join(backups, REQUEST_FILE), 'utf8')).toMatch('"kind":"ERASE"');
  expect(await refused({}, moment)).toMatch(/Paceline is running in .*: stop it, then try again/);
  await stopServer();
});

test('a lost machine is restored to before the request with the right secret only, and erases again', async () => {
  await fs.rm(dataDir, { recursive: true });
  expect(await refused({ PACELINE_SECRET: '' }, moment)).toMatch(/The secret of the installation is missing/);
  expect(await refused({ PACELINE_SECRET: 'another secret, of some 32 chars' }, moment)).toMatch(/another key/);
  expect(await run('restore', moment)).toMatch(/1 requests of people that came later were carried out again/);
});

test('then the person is gone, the other remains, and all figures are unchanged', async () => {
  await startServer();
  expect(await people()).toEqual([
    { key: ann, isHere: false },
    { key: bob, isHere: true },
  ]);
  expect(await figures()).toEqual(before);
  expect(await ask(`select after ->> 'kind' as kind from audit_log where action = 'privacyRequestRestored'`)).toEqual([
    { kind: 'ERASE' },
  ]);
});

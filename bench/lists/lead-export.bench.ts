import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { LEAD_EXPORT, type LeadExport } from '@paceline/contract';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withBulk } from '@paceline/server/src/db/connection/bulk.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { makeCampaign, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';
import { endProcess, openClient } from '../load/connections.ts';
import { writePeople } from './lead-people.ts';
import { signedIn } from '../signed-in.ts';

/**
 * How fast is a file of leads, with people masked, beside the same question copied by Postgres itself (names joined, people as they
 * are sealed), how much memory does the server take for it, and do the others notice? `npm run bench -- lead-export [leads]`: one
 * server, one file, and a list that somebody else opens again and again. More leads than a file at once has are written in the
 * background; the time is until the file can be had.
 */
const NOW = new Date('2026-03-10T15:00:00Z');
const [leads = 200_000] = process.argv.slice(3, 4).map(Number);
const MIN_OF_COPY = 0.5;
const MAX_GROWTH_MB = 150;
const MAX_P95_RATIO = 2;
const MB = 1024 * 1024;

const folder = await makeTemporaryFolder('bench');
const postgres = await startEmbedded({ dataDir: folder });
const appUrl = appUrlFrom(postgres.url);
await prepareDatabase(postgres.url, appUrl);
const { ownerKey, exporter, colleague } = await withMigrator(postgres.url, async (tx) => {
  for (const table of ['lead', 'lead_person'])
    await sql`call app.ensure_months(${table}::regclass, '2026-01-01', '2026-03-31')`.execute(tx);
  const campaign = await makeCampaign(tx);
  await sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, state, zip, client_price, media_price)
    select ${campaign.ownerKey}, '2026-01-01'::date + n % 68, 'L-' || n, '2026-01-01T12:00:00Z'::timestamptz + n % 68 * interval '1 day',
           ${campaign.campaignKey}, 'DLV', 'mobile', 'OH', '43215', 71.25, 43.75
    from generate_series(1, ${leads}::int) n`.execute(tx);
  const user = () =>
    makeUser(tx, {
      group: 'ag',
      ownerKeys: [campaign.ownerKey],
      permissions: ['leadanalyzer:View', 'leadanalyzer:Export'],
    });
  return { ownerKey: campaign.ownerKey, exporter: (await user()).userKey, colleague: (await user()).userKey };
});
// The server's own secret: `api-server.ts`.
await withBulk(postgres.url, (bulk) => writePeople(bulk, Buffer.alloc(32), ownerKey));
const bare = await openClient(postgres.url);
await bare.query('vacuum analyze');
const child = fork(new URL('../api-server.ts', import.meta.url), [appUrl, NOW.toISOString(), 'exports'], {
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
/** The columns of the file, with names in place of keys. */
const sameQuestion = (owner: number, hasPeople: boolean): string => `
  select l.public_id, to_char(l.created_at at time zone 'America/Chicago', 'YYYY-MM-DD HH24:MI:SS'), l.status, l.status_reasons, cl.name,
         cp.name, pr.name, m.name, c.name, c.code, c.client_code, s.source_tag, l.sub_source, l.transaction_id, l.lead_source_type,
         l.device, l.state, l.zip, l.education, l.grad_year, l.military_status, l.start_timeframe, l.client_price, l.media_price,
         to_char(l.delivered_at at time zone 'America/Chicago', 'YYYY-MM-DD HH24:MI:SS'), l.crm_reference,
         coalesce(l.start_on, l.enrollment_on, l.application_on, l.visit_on, l.interview_on, l.appointment_on, l.contact_on)
         ${hasPeople ? ', p.sealed' : ''}
  from lead l
  left join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
  left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
  left join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
  left join campus cp on cp.owner_key = l.owner_key and cp.campus_key = l.campus_key
  left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key
  left join media_partner m on m.partner_key = l.partner_key
  left join publisher_source s on s.partner_key = l.partner_key and s.publisher_source_key = l.publisher_source_key
  ${hasPeople ? 'left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key' : ''}
  where l.owner_key = ${owner} order by l.captured_date, l.lead_key`;
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

  const copy = async (question: string): Promise<number> => {
    const copied = performance.now();
    await bare.query(`copy (${question}) to '/dev/null' with (format csv)`);
    return performance.now() - copied;
  };
  const bareMs = await copy(`select * from lead where owner_key = ${ownerKey}`);
  const peoplelessMs = await copy(sameQuestion(ownerKey, false));
  const copyMs = await copy(sameQuestion(ownerKey, true));

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
  console.log(`copied by Postgres   ${rate(copyMs)} a second: names joined, people sealed`);
  console.log(`                     ${rate(peoplelessMs)} a second without people, ${rate(bareMs)} the bare table`);
  console.log(
    `the file             ${rate(writtenMs)} a second with people masked, ${ofCopy.toFixed(2)} of it (at least ${MIN_OF_COPY}); ` +
      `${(peoplelessMs / writtenMs).toFixed(2)} of that without people, ${(bareMs / writtenMs).toFixed(2)} of the bare table`,
  );
  console.log(`memory               +${growth.toFixed(0)} MB (at most ${MAX_GROWTH_MB})`);
  console.log(
    `a colleague's p95    ${p95(alone).toFixed(1)} ms alone, ${p95(beside).toFixed(1)} ms beside it, ratio ${ratio.toFixed(2)}`,
  );
  process.exitCode = ofCopy < MIN_OF_COPY || growth > MAX_GROWTH_MB || ratio > MAX_P95_RATIO ? 1 : 0;
} finally {
  await bare.end();
  await endProcess(child);
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type ClientCriteria, clientCriteriaSchema } from '@paceline/contract';
import { readConfig } from '@paceline/server/src/config.ts';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { makeScope } from '@paceline/server/src/db/scope/make-scope.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { openDatabase } from '@paceline/server/src/db/scope/tx.ts';
import { pastLeads } from '@paceline/server/src/features/clients/replay/past-leads.queries.ts';
import { runReplay } from '@paceline/server/src/features/clients/replay/replay-run.ts';
import { openKeys } from '@paceline/server/src/shared/keys/open-keys.ts';
import { openClient } from '../load/connections.ts';
import { takeTurns } from '../measure.ts';
import { NOW } from '../scale-store.ts';

/**
 * How long does a test of criteria on 90 days of past leads take? The demo's client with the most leads of media partners, by one
 * changed rule of each kind, against plain SQL over the same rows: all of them read, and counted by the same rule.
 * `npm run bench -- replay <folder>` takes a demo that is loaded already.
 */
const MAX_SECONDS = 30;
const DAYS = 90;
const DAY_MS = 86_400_000;
const ROUNDS = 3;

const argument = process.argv[3];
const dataDir = argument ?? join(readConfig().dataDir, '.bench', 'projection');
if (!existsSync(dataDir))
  execFileSync(
    'env',
    [
      `DATA_DIR=${dataDir}`,
      `PACELINE_NOW=${NOW.toISOString()}`,
      process.execPath,
      join(import.meta.dirname, '../..', 'server/seed/main.ts'),
      'demo',
    ],
    { stdio: 'inherit' },
  );
const postgres = await startEmbedded({ dataDir });
const appUrl = appUrlFrom(postgres.url);
await prepareDatabase(postgres.url, appUrl);
const secret = await openKeys({ secret: null, secretBefore: null, secretNext: null, dataDir }, postgres.url, NOW);
const client = await openClient(postgres.url);
const db = openDatabase(appUrl, 4);

interface Largest {
  ownerKey: number;
  clientKey: number;
  name: string;
  dedupDays: number;
  to: Date;
  body: unknown;
}
const { rows } = await client.query<Largest>(
  `with latest as (select max(created_at) as at from lead)
   select l.owner_key as "ownerKey", g.client_key as "clientKey", k.name, o.dedup_days as "dedupDays", latest.at as to,
          (select y.body from client_criteria y where y.client_key = g.client_key order by version desc limit 1) as body
   from latest cross join lead l
   join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
   join client k on k.client_key = g.client_key join owner o on o.owner_key = l.owner_key
   where l.partner_key is not null and l.status <> 'TST' and l.created_at >= latest.at - make_interval(days => $1)
   group by 1, 2, 3, 4, 5 order by count(*) desc limit 1`,
  [DAYS],
);
const largest = rows[0];
if (largest === undefined) throw new Error('The demo has no leads of media partners.');
const { ownerKey, clientKey, name, dedupDays, to } = largest;
const span = { ownerKey, clientKey, from: new Date(to.getTime() - DAYS * DAY_MS), to };
const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
const before = clientCriteriaSchema.parse(largest.body ?? {});
const MIN_AGE = 25;
const required = (parameter: string) => ({ parameter, required: true });
const CHANGES = {
  'minimum age': clientCriteriaSchema.parse({ ...before, eligibility: { ...before.eligibility, minAge: MIN_AGE } }),
  'duplicates of 30 days': clientCriteriaSchema.parse({ ...before, dedup: { ...before.dedup, periodInDays: 30 } }),
  'city required, persons opened': clientCriteriaSchema.parse({
    ...before,
    fields: [...before.fields.filter(({ parameter }) => parameter !== 'city'), required('city')],
  }),
} as const;

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

let tested = 0;
let lostByAge = 0;
const replay = async (after: ClientCriteria): Promise<void> => {
  const result = await runReplay({ db, secret }, scope, {
    span,
    before,
    after,
    ownerDedupDays: dedupDays,
    onProgress: () => Promise.resolve(true),
  });
  tested = result?.leads ?? 0;
  if (after === CHANGES['minimum age']) lostByAge = result?.lost.leads ?? 0;
};
const readAll = async (): Promise<void> => {
  let count = 0;
  for await (const _ of db.streamScope(scope, pastLeads(span, false))) count += 1;
  if (count === 0) throw new Error('no rows');
};
let countedByAge = 0;
const countByAge = async (): Promise<void> => {
  const counted = await client.query<{ n: number }>(
    `select count(*)::int as n from lead l join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
     where l.owner_key = $1 and g.client_key = $2 and l.partner_key is not null and l.created_at >= $3 and l.created_at < $4
       and app.is_good(l.status) and l.age between $5 and $6`,
    [ownerKey, clientKey, span.from, to, before.eligibility.minAge, MIN_AGE - 1],
  );
  countedByAge = counted.rows[0]?.n ?? 0;
};

await readAll();
const times = await takeTurns(
  {
    'count by SQL': () => seconds(countByAge),
    'read by SQL': () => seconds(readAll),
    'minimum age': () => seconds(() => replay(CHANGES['minimum age'])),
    'duplicates of 30 days': () => seconds(() => replay(CHANGES['duplicates of 30 days'])),
    'city required, persons opened': () => seconds(() => replay(CHANGES['city required, persons opened'])),
  },
  ROUNDS,
);
console.log(`${name}: ${tested} leads of media partners in ${DAYS} days; load ${loadavg()[0]?.toFixed(1)}`);
for (const [what, time] of Object.entries(times))
  console.log(
    `${what.padEnd(32)} ${time.toFixed(2)} s, ${(time / times['read by SQL']).toFixed(1)} times the rows read`,
  );
console.log(`lost by the minimum age: ${lostByAge}, by SQL ${countedByAge}`);
const slowest = Math.max(...Object.values(times));
if (slowest > MAX_SECONDS || lostByAge !== countedByAge) {
  console.error(`It may take ${MAX_SECONDS} s at most, and comes to what SQL counts.`);
  process.exitCode = 1;
}
await db.close();
await client.end();
await postgres.stop();

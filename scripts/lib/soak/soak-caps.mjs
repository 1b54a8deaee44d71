import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { install } from '../machine/install.mjs';
import { processesNaming } from '../processes.mjs';
import { PlainError, runMain, say, seconds } from '../say.mjs';
import { bodyOf, connect, launch, openPosting, post } from './soak-leads.mjs';
import { makeTemporaryFolder } from '../temporary.mjs';
import { freePort } from '../tests/test-server.mjs';

const POSTS = 500;
const CAP = 100;
const SAME_PERSON = 50;
const SOURCES = 40;

/** The campaign accepts every post: only the limit under test can refuse it. */
const OPEN = [
  `update campaign_month set daily_allocation = null, weekly_allocation = null, monthly_allocation = 1000000,
     user_defined_daily_allocation = null, user_defined_monthly_allocation = null where campaign_key = $1`,
  `update campaign_targeting set audience = '{"match":"ALL","rules":[]}', geo = '{}', day_parting = '{"days":[]}',
     source_mode = 'ALL_APPROVED' where campaign_key = $1`,
  `update campaign set over_delivery = 'REJECT' where campaign_key = $1`,
  `update goal set hard_cap = false where goal_key = (select goal_key from campaign where campaign_key = $1)`,
  `update owner set unknown_sources = 'AUTO_CREATE_ACCEPT' where owner_key = (select owner_key from campaign where campaign_key = $1)`,
  `insert into client_criteria (owner_key, client_key, version, body, saved_at)
     select g.owner_key, g.client_key, 1 + coalesce((select max(version) from client_criteria x where x.client_key = g.client_key), 0), '{}', now()
     from campaign c join goal g using (owner_key, goal_key) where c.campaign_key = $1`,
];

const expectSame = (what, actual, wanted) => {
  say(`${what}: ${JSON.stringify(actual)}`);
  if (JSON.stringify(actual) !== JSON.stringify(wanted))
    throw new PlainError(`${what}: ${JSON.stringify(wanted)} was expected.`);
};

/** How often each status was answered, in alphabetical order. */
const tally = (answers) => {
  const counts = {};
  for (const answer of answers) {
    const word = answer?.status === 200 ? (answer.body.status ?? answer.body.outcome) : String(answer?.status);
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const soak = async (place) => {
  const url = `http://localhost:${place.port}`;
  const server = await launch(place);
  const { places, keys } = await openPosting(place.dataDir);
  const client = await connect(place.dataDir);
  let next = 0;
  const send = (to, over = {}) => post(url, keys.get(to.partnerKey), { ...bodyOf((next += 1), to), ...over });
  const query = async (text, values) => (await client.query(text, values)).rows;

  // The first campaigns that accept a lead once all their limits are removed.
  const open = [];
  for (const to of places) {
    for (const statement of OPEN) await client.query(statement, [to.campaignKey]);
    if ((await send(to))?.body.status === 'VAL') open.push(to);
    if (open.length === 2) break;
  }
  if (open.length < 2) throw new PlainError('There are no two campaigns that take a lead.');
  const [capped, free] = open;

  const used = async () =>
    (
      await query(
        `select coalesce(sum(units), 0)::int as n from cap_count
         where campaign_key = $1 and kind = 'day' and from_day = (select max(captured_date) from lead where campaign_key = $1)`,
        [capped.campaignKey],
      )
    )[0].n;
  const before = await used();
  await client.query('update campaign_month set daily_allocation = $2 where campaign_key = $1', [
    capped.campaignKey,
    before + CAP,
  ]);
  let since = Date.now();
  const many = await Promise.all(Array.from({ length: POSTS }, () => send(capped)));
  expectSame(`${POSTS} posts at once against ${CAP} that are left of a daily cap, in ${seconds(since)}`, tally(many), {
    CAP: POSTS - CAP,
    VAL: CAP,
  });
  expectSame('units that the cap has counted', (await used()) - before, CAP);

  since = Date.now();
  const person = bodyOf(900_000, free);
  const same = await Promise.all(
    Array.from({ length: SAME_PERSON }, (_, n) =>
      // Half of them with another address: only the number identifies them as duplicates.
      send(free, {
        phone: person.phone,
        email: n % 2 === 0 ? person.email : `other${n}@posted.net`,
        transactionId: `same-${n}`,
      }),
    ),
  );
  expectSame(`${SAME_PERSON} times one person at once, in ${seconds(since)}`, tally(same), {
    DUP: SAME_PERSON - 1,
    VAL: 1,
  });

  const first = await send(free, { transactionId: 'one-id' });
  const other = await send(free, { transactionId: 'one-id' });
  expectSame('the same transaction id with another body', tally([first, other]), { 422: 1, VAL: 1 });

  since = Date.now();
  const unknown = await Promise.all(
    Array.from({ length: 5 * SOURCES }, (_, n) => send(free, { publisherSource: `never-seen-${n % SOURCES}` })),
  );
  expectSame(`${5 * SOURCES} posts at once of ${SOURCES} new sources, in ${seconds(since)}`, tally(unknown), {
    VAL: 5 * SOURCES,
  });
  const [row] = await query(`select count(*)::int as n from publisher_source where source_tag like 'never-seen-%'`);
  expectSame('sources that were made', row.n, SOURCES);
  const [caps] = await query('select count(*)::int as n from app.cap_differences()');
  expectSame('caps that a recount finds wrong', caps.n, 0);

  await client.end();
  server.child.kill('SIGTERM');
  await server.ended;
};

const main = async () => {
  await install();
  const folder = makeTemporaryFolder('soak');
  const dataDir = path.join(folder, 'data');
  await soak({ dataDir, port: await freePort(), log: path.join(folder, 'server.log') });
  while (processesNaming(dataDir).length > 0) await sleep(50);
  fs.rmSync(folder, { recursive: true, force: true });
  return 0;
};

await runMain(main);

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeLead, makePlatformDay, makePpcCampaign } from '../../testing/factories/factories.ts';
import { type Facts, openFacts } from './facts.ts';
import { withConnection } from '../scope/single-connection.ts';

const database = useDatabase();
let facts: Facts;
let mine: Awaited<ReturnType<typeof makeCampaign>>;
let beside: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;

const change = (query: ReturnType<typeof sql>): Promise<unknown> => database.asMigrator((tx) => query.execute(tx));
const foldAll = async (): Promise<void> => {
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
};
const post = (of: { ownerKey: number; campaignKey: number }, day: string): Promise<number> =>
  database.asMigrator((tx) => makeLead(tx, { ownerKey: of.ownerKey, campaignKey: of.campaignKey, day }));

const ROLLUPS = [
  'campaign_day',
  'campaign_month_fact',
  'attribute_month',
  'platform_month',
  'keyword_month',
  'cap_count',
];
/** Every row of every rollup, as text. */
const rolledUp = (): Promise<string[]> =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ row: string }>`${sql.raw(
      ROLLUPS.map((table) => `select '${table}' || t::text as row from ${table} t`).join(' union all '),
    )} order by 1`.execute(tx);
    return rows.map(({ row }) => row);
  });
const emptyRollups = (): Promise<unknown> => change(sql.raw(`truncate ${ROLLUPS.join(', ')}`));

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  await database.asMigrator(async (tx) => {
    mine = await makeCampaign(tx);
    beside = await makeCampaign(tx, { ownerKey: mine.ownerKey });
    foreign = await makeCampaign(tx);
  });
  for (const [index, of] of [mine, beside, foreign, mine, foreign, mine].entries()) {
    const lead = await post(of, `2026-0${1 + (index % 3)}-1${index}`);
    await change(
      sql`update lead set contact_on = '2026-03-20', start_on = '2026-04-02', state = 'TX', age = 19 + ${index}::int where lead_key = ${lead}`,
    );
  }
  // One lead of each kind that counts differently: refused, unpaid, returned in its month and after it, a sale and a loan, counted in
  // another month than it came, from a source.
  for (const [index, differs] of [
    `status = 'DUP', delivered_at = null`,
    `unpaid = true, client_price = 12.34`,
    `status = 'RTN', appointment_on = '2026-02-20'`,
    `status = 'RTN', returned_at = '2026-03-05', client_price = 60.5`,
    `sold_amount = 1234.56, pitch_amount = 0, visit_on = '2026-01-31', interview_on = captured_date`,
    `open_amount = 99.99, funded_on = '2026-03-30', enrollment_on = '2026-02-01', application_on = '2026-01-31'`,
    `counted_on = '2026-02-01', publisher_source_key = 7, client_price = 0.01`,
    `status = 'RCV', publisher_source_key = 7, military_status = 'veteran', military_branch = 'navy'`,
  ].entries()) {
    const lead = await post(index % 2 === 0 ? mine : foreign, '2026-01-29');
    await change(sql`update lead set ${sql.raw(differs)} where lead_key = ${lead}`);
  }
  await database.asMigrator(async (tx) => {
    const platform = await makePpcCampaign(tx, { ownerKey: mine.ownerKey, goalKey: mine.goalKey });
    for (const day of ['2026-02-03', '2026-02-04', '2026-03-01'])
      await makePlatformDay(tx, { ...platform, day, cost: 34.56, clientCost: 38.01 });
  });
  await change(
    sql`insert into click (owner_key, clicked_date, clicked_at, campaign_key, status, device) values (${foreign.ownerKey}, '2026-02-02', now(), ${foreign.campaignKey}, 0, 'mobile')`,
  );
  await foldAll();
  // Parts are split by the table statistics.
  await change(sql`analyze lead`);
});
beforeEach(() => foldAll());
afterAll(() => facts.close());

test('from nothing it gives the same as folding, for every owner', async () => {
  const before = await rolledUp();
  expect(before.length).toBeGreaterThan(100);
  await emptyRollups();
  const { corrected } = await facts.rebuild();
  expect(await rolledUp()).toEqual(before);
  expect(corrected).toBe(before.length);
  expect(await facts.differences()).toEqual([]);
});

test('within the transaction of a load it gives the same', async () => {
  const before = await rolledUp();
  await emptyRollups();
  await change(sql`call app.rebuild_facts()`);
  expect(await rolledUp()).toEqual(before);
});

test('month by month it gives the same', async () => {
  const before = await rolledUp();
  await change(sql`truncate campaign_day, campaign_month_fact, attribute_month, cap_count`);
  for (const { ownerKey } of [mine, foreign])
    await database.asMigrator(async (tx) => {
      await sql`call app.find_corrections(${ownerKey}::int, -2147483648, 2147483647, 1000000000)`.execute(tx);
      await sql`select app.apply_corrections(${ownerKey}::int)`.execute(tx);
    });
  expect(await rolledUp()).toEqual(before);
});

test('every attribute is in one bundle', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ names: string[]; bundled: string[] }>`
      select array(select unnest(app.attribute_names()) order by 1) as names,
             array(select unnest(names) from app.attribute_bundles() order by 1) as bundled
    `.execute(tx),
  );
  expect(rows[0]?.bundled).toEqual(rows[0]?.names);
});

test('correct cells are not rewritten; wrong ones are corrected, and superfluous ones deleted', async () => {
  expect(await facts.rebuild()).toMatchObject({ corrected: 0 });
  const before = await rolledUp();
  await change(sql`update campaign_day set valid = valid + 3 where campaign_key = ${mine.campaignKey} and gross > 0`);
  await change(sql`update platform_month set clicks = 1`);
  await change(sql`delete from cap_count where campaign_key = ${beside.campaignKey}`);
  await change(
    sql`insert into attribute_month (owner_key, attribute, month, campaign_key, value, gross) values (${foreign.ownerKey}, 'state', '2026-01-01', ${foreign.campaignKey}, 'ZZ', 5)`,
  );
  await change(
    sql`insert into campaign_day (owner_key, day, campaign_key, gross) values (${foreign.ownerKey}, '2026-01-30', ${foreign.campaignKey}, 7)`,
  );
  await facts.rebuild();
  expect(await rolledUp()).toEqual(before);
});

describe('leads that arrive while a part is counted', () => {
  /** Counts one owner's part, runs `meanwhile`, and only then adds the corrections. */
  const rebuildAround = (meanwhile: () => Promise<unknown>): Promise<void> =>
    withConnection(database.ownerUrl, async (client) => {
      await client.query(`delete from rebuild_part`);
      await client.query(`call app.plan_rebuild(1000000)`);
      const { rows } = await client.query<{ part: number }>(`select part_key as part from rebuild_part order by 1`);
      for (const [index, { part }] of rows.entries()) {
        await client.query('begin isolation level repeatable read');
        await client.query(`call app.find_part(${part})`);
        await client.query('commit');
        if (index === 0) await meanwhile();
        await client.query(`call app.apply_part(${part})`);
      }
    });

  test('are counted once: waiting before, folded meanwhile, or waiting afterwards', async () => {
    await emptyRollups();
    const waited = await post(mine, '2026-02-11');
    await post(foreign, '2026-02-11');
    await rebuildAround(async () => {
      await post(mine, '2026-02-12');
      await facts.fold();
      await facts.foldAttributes();
      await post(mine, '2026-02-13');
      await change(sql`update lead set enrollment_on = '2026-03-03', state = 'CA' where lead_key = ${waited}`);
    });
    await foldAll();
    expect(await facts.differences()).toEqual([]);
  });

  test('are counted once while they are posted and folded continuously', async () => {
    await emptyRollups();
    const rebuilding = new AbortController();
    const posting = (async () => {
      for (let n = 0; !rebuilding.signal.aborted || n < 5; n += 1) {
        await post([mine, beside, foreign][n % 3] as typeof mine, `2026-03-1${n % 10}`);
        if (n % 2 === 0) await facts.fold();
        if (n % 5 === 0) await facts.foldAttributes();
      }
    })();
    await facts.rebuild({ leadsOfPart: 1 });
    rebuilding.abort();
    await posting;
    await foldAll();
    expect(await facts.differences()).toEqual([]);
  });
});

describe('an interrupted rebuild', () => {
  const endedParts = (): Promise<{ part: number; at: string }[]> =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{ part: number; at: string }>`
        select part_key as part, ended_at::text as at from rebuild_part where ended_at is not null order by 1
      `.execute(tx);
      return rows;
    });
  const kill = (): Promise<unknown> =>
    withConnection(database.ownerUrl, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'paceline-rebuild' and datname = current_database()`,
      ),
    );

  test('continues where it was, and no part is done twice', async () => {
    const before = await rolledUp();
    await emptyRollups();
    let killing: Promise<unknown> | undefined;
    const killed = facts.rebuild({
      connections: 1,
      leadsOfPart: 1,
      onProgress: ({ done }) => {
        if (done === 2) killing ??= kill();
      },
    });
    await expect(killed).rejects.toThrow(/terminat|connection error/i);
    await killing;
    const done = await endedParts();
    expect(done.length).toBeGreaterThanOrEqual(2);
    expect(await rolledUp()).not.toEqual(before);

    const { parts } = await facts.rebuild({ connections: 1, leadsOfPart: 1 });
    const all = await endedParts();
    expect(all).toHaveLength(parts);
    expect(all.filter(({ part }) => done.some((one) => one.part === part))).toEqual(done);
    expect(await rolledUp()).toEqual(before);
    expect(await facts.differences()).toEqual([]);
  });

  test('shares its parts with a second one started at the same time', async () => {
    const before = await rolledUp();
    await emptyRollups();
    const [one, other] = await Promise.all([facts.rebuild({ leadsOfPart: 1 }), facts.rebuild({ leadsOfPart: 1 })]);
    expect(await rolledUp()).toEqual(before);
    expect([one.corrected, other.corrected]).toContain(before.length);
  });
});

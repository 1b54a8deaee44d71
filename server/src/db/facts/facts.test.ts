import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeLead } from '../../testing/factories/factories.ts';
import { type Facts, openFacts } from './facts.ts';
import { type Tx } from '../scope/tx.ts';

const database = useDatabase();
let facts: Facts;
let a: Awaited<ReturnType<typeof makeCampaign>>;
let b: Awaited<ReturnType<typeof makeCampaign>>;

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
});
beforeEach(() =>
  database.asMigrator(async (tx) => {
    a = await makeCampaign(tx);
    b = await makeCampaign(tx, { ownerKey: a.ownerKey });
  }),
);
afterAll(() => facts.close());

const foldAll = async (): Promise<void> => {
  while ((await facts.fold()) > 0);
};
const foldAttributes = async (): Promise<void> => {
  while ((await facts.foldAttributes()) > 0);
};
const dayOf = (campaignKey: number, day: string): Promise<Record<string, number | string> | undefined> =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, number | string>>`
      select * from campaign_day where campaign_key = ${campaignKey} and day = ${day}
    `.execute(tx);
    return rows[0];
  });
const change = (query: ReturnType<typeof sql>): Promise<unknown> => database.asMigrator((tx) => query.execute(tx));

describe('a lead', () => {
  test('counts on its day, its milestones on theirs, and both follow every change', async () => {
    const { ownerKey, campaignKey } = a;
    const leadKey = await database.asMigrator((tx) => makeLead(tx, { ownerKey, campaignKey, day: '2026-03-02' }));
    await foldAll();
    expect(await dayOf(campaignKey, '2026-03-02')).toMatchObject({
      gross: 1,
      valid: 1,
      billable: 1,
      lead_client_cost: '50.00',
      lead_media_cost: '40.00',
      cohort_enrollments: 0,
    });

    await change(sql`update lead set enrollment_on = '2026-04-01' where lead_key = ${leadKey}`);
    await foldAll();
    expect(await dayOf(campaignKey, '2026-03-02')).toMatchObject({ cohort_enrollments: 1, enrollments: 0 });
    expect(await dayOf(campaignKey, '2026-04-01')).toMatchObject({ enrollments: 1, gross: 0 });

    await change(sql`update lead set status = 'RTN', returned_at = now() where lead_key = ${leadKey}`);
    await foldAll();
    expect(await dayOf(campaignKey, '2026-03-02')).toMatchObject({
      gross: 1,
      valid: 0,
      returned: 1,
      delivered: 1,
      lead_client_cost: '0.00',
      cohort_enrollments: 0,
    });
    expect(await dayOf(campaignKey, '2026-04-01')).toMatchObject({ enrollments: 0 });

    await change(sql`update lead set status = 'TST' where lead_key = ${leadKey}`);
    await foldAll();
    expect(await dayOf(campaignKey, '2026-03-02')).toMatchObject({ gross: 0, returned: 0, delivered: 0 });
    await change(sql`delete from lead where lead_key = ${leadKey}`);
  });

  test('over the cap and unpaid is valid and has no cost', async () => {
    const { ownerKey, campaignKey } = a;
    const leadKey = await database.asMigrator((tx) => makeLead(tx, { ownerKey, campaignKey, day: '2026-03-03' }));
    await change(sql`update lead set unpaid = true where lead_key = ${leadKey}`);
    await foldAll();
    expect(await dayOf(campaignKey, '2026-03-03')).toMatchObject({
      valid: 1,
      billable: 0,
      lead_client_cost: '0.00',
      lead_media_cost: '0.00',
    });
    await change(sql`delete from lead where lead_key = ${leadKey}`);
  });

  test('a change without an effect on counters leaves no difference', async () => {
    const { ownerKey, campaignKey } = a;
    const leadKey = await database.asMigrator((tx) => makeLead(tx, { ownerKey, campaignKey, day: '2026-03-04' }));
    await foldAll();
    await change(sql`update lead set crm_reference = 'x', row_version = row_version + 1 where lead_key = ${leadKey}`);
    expect(await facts.fold()).toBe(0);
    await change(sql`delete from lead where lead_key = ${leadKey}`);
  });

  test('and its counters change in one transaction', async () => {
    const { ownerKey, campaignKey } = a;
    const failing = database.asMigrator(async (tx) => {
      await makeLead(tx, { ownerKey, campaignKey, day: '2026-03-05' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await foldAll();
    expect(await dayOf(campaignKey, '2026-03-05')).toBeUndefined();
  });
});

test('a credit counts on the day of its decision and is only reversed by another adjustment', async () => {
  const { ownerKey, campaignKey } = a;
  const line = sql`insert into billing_adjustment (owner_key, day, campaign_key, for_month, client_amount, media_amount, cause, reason, made_at)
    values (${ownerKey}, '2026-04-02', ${campaignKey}, '2026-02-01', -50, -40, 'RETURN', 'returned after close', now())`;
  await change(line);
  await foldAll();
  expect(await dayOf(campaignKey, '2026-04-02')).toMatchObject({
    adjusted_client_cost: '-50.00',
    adjusted_media_cost: '-40.00',
  });
  await expect(change(sql`delete from billing_adjustment`)).rejects.toThrow('append-only');
});

test('a click counts as a row or as a daily count; replacing the row with the count changes nothing', async () => {
  const { ownerKey, campaignKey } = a;
  const day = '2026-03-06';
  const clicksOf = async () => {
    await foldAll();
    return (await dayOf(campaignKey, day))?.clicks;
  };
  await change(sql`insert into click (owner_key, clicked_date, clicked_at, campaign_key, status, device)
    select ${ownerKey}, ${day}, now(), ${campaignKey}, s, 'mobile' from unnest(array[0, 0, 21]) s`);
  expect(await clicksOf()).toBe(2);
  await database.asMigrator(async (tx) => {
    await sql`insert into click_day (owner_key, day, campaign_key, clicks, refused)
      select owner_key, clicked_date, campaign_key, count(*) filter (where status = 0), count(*) filter (where status <> 0)
      from click where campaign_key = ${campaignKey} and clicked_date = ${day} group by 1, 2, 3`.execute(tx);
    await sql`delete from click where campaign_key = ${campaignKey} and clicked_date = ${day}`.execute(tx);
  });
  expect(await clicksOf()).toBe(2);
  await change(sql`update click_day set clicks = 5, refused = 0 where campaign_key = ${campaignKey}`);
  expect(await clicksOf()).toBe(5);
  expect(await facts.differences()).toEqual([]);
  await change(sql`delete from click_day where campaign_key = ${campaignKey}`);
  expect(await clicksOf()).toBe(0);
});

/** Deterministic "random" numbers, so that a failure can be reproduced. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
const STATUSES = ['VAL', 'DLV', 'STK', 'RTR', 'INV', 'DUP', 'SCR', 'CAP', 'CLS', 'REJ', 'RTN', 'TST'];
const MILESTONES = [
  'contact_on',
  'appointment_on',
  'interview_on',
  'visit_on',
  'application_on',
  'enrollment_on',
  'start_on',
];

const linkPlatform = async (tx: Tx, platformName = 'Search Ads'): Promise<number> => {
  const { ownerKey } = a;
  const client = await sql<{
    key: number;
  }>`select client_key as key from client where owner_key = ${ownerKey} limit 1`.execute(tx);
  const platform = await sql<{
    key: number;
  }>`insert into trading_platform (name, channel) values (${platformName}, 'ppc') returning platform_key as key`.execute(
    tx,
  );
  const account = await sql<{ key: number }>`
    insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel)
    values (${ownerKey}, ${platform.rows[0]?.key}, ${client.rows[0]?.key}, '1', 'Main', 'America/Chicago', 'ppc') returning account_key as key
  `.execute(tx);
  const campaign = await sql<{ key: number }>`
    insert into platform_campaign (owner_key, account_key, external_id, name) values (${ownerKey}, ${account.rows[0]?.key}, '9', 'Brand')
    returning platform_campaign_key as key
  `.execute(tx);
  const key = campaign.rows[0]?.key ?? 0;
  await sql`insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name) values (${ownerKey}, ${key}, '1', 'All')`.execute(
    tx,
  );
  return key;
};

/** A worker killed half-way: its transaction is rolled back, with what it had taken and added. */
const foldAndDie = (): Promise<void> =>
  database
    .asMigrator(async (tx) => {
      await sql`select app.fold_facts(1000), app.fold_attributes(1000)`.execute(tx);
      throw new Error('killed');
    })
    .catch((error: Error) => {
      if (error.message !== 'killed') throw error;
    });

// A small sample for every day; ten thousand changes beside killed workers are `npm run soak -- facts`.
test('after hundreds of changes and interrupted folds, a recount finds no difference', { tags: ['long'] }, async () => {
  const random = randomFrom(4600);
  const platformKey = await database.asMigrator(linkPlatform);
  const day = (): string => `2026-0${1 + random(4)}-${String(1 + random(28)).padStart(2, '0')}`;
  const either = (): number => (random(2) === 0 ? a.campaignKey : b.campaignKey);
  const { ownerKey } = a;
  const edits: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) =>
      makeLead(tx, {
        ownerKey,
        campaignKey: either(),
        day: day(),
        status: STATUSES[random(12)] ?? 'VAL',
        clientPrice: random(9_999) / 100,
        mediaPrice: random(9_999) / 100,
      }),
    (tx) =>
      sql`update lead set status = ${STATUSES[random(12)]} where owner_key = ${ownerKey} and lead_key % 7 = ${random(7)}`.execute(
        tx,
      ),
    (tx) =>
      sql`update lead set ${sql.ref(MILESTONES[random(7)] ?? '')} = ${random(3) === 0 ? null : day()} where owner_key = ${ownerKey} and lead_key % 11 = ${random(11)}`.execute(
        tx,
      ),
    (tx) =>
      sql`update lead set client_price = client_price + ${random(100) / 100}, unpaid = ${random(2) === 0} where owner_key = ${ownerKey} and lead_key % 13 = ${random(13)}`.execute(
        tx,
      ),
    (tx) =>
      sql`update lead set campaign_key = ${either()} where owner_key = ${ownerKey} and lead_key % 5 = ${random(5)}`.execute(
        tx,
      ),
    (tx) =>
      sql`update lead set state = ${[null, 'TX', 'CA'][random(3)]}, age = ${random(3) === 0 ? null : 16 + random(50)}, grad_year = 2000 + ${random(3)}::int
            where owner_key = ${ownerKey} and lead_key % 7 = ${random(7)}`.execute(tx),
    (tx) => sql`delete from lead where owner_key = ${ownerKey} and lead_key % 29 = ${random(29)}`.execute(tx),
    (tx) =>
      sql`insert into click (owner_key, clicked_date, clicked_at, campaign_key, status, device) values (${ownerKey}, ${day()}, now(), ${either()}, ${random(2) * 21}, 'mobile')`.execute(
        tx,
      ),
    (tx) => sql`update click set status = 0 where owner_key = ${ownerKey} and click_key % 3 = ${random(3)}`.execute(tx),
    (tx) =>
      sql`insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost)
          select ${ownerKey}, ${day()}, ${platformKey}, ad_group_key, 'mobile', ${random(9_000)}, ${random(90)}, ${random(9_000) / 100}, ${random(9_900) / 100} from platform_ad_group
          on conflict (owner_key, day, platform_campaign_key, ad_group_key, device) do update set cost = excluded.cost, client_cost = excluded.client_cost`.execute(
        tx,
      ),
    (tx) =>
      sql`update platform_campaign set campaign_key = ${random(3) === 0 ? null : either()} where platform_campaign_key = ${platformKey}`.execute(
        tx,
      ),
  ];
  for (let turn = 0; turn < 60; turn += 1) {
    await database.asMigrator(async (tx) => {
      for (let n = 0; n <= random(14); n += 1)
        await (edits[random(3) === 0 ? 0 : random(edits.length)] as (typeof edits)[0])(tx);
    });
    if (random(4) === 0) await facts.fold(1 + random(500));
    if (random(6) === 0) await facts.foldAttributes(1 + random(500));
    if (turn % 7 === 0) await foldAndDie();
  }
  await foldAll();
  // Waiting months by attribute count: nothing is missing before the fold, nothing double after it.
  expect(await facts.differences()).toEqual([]);
  await foldAttributes();
  expect(await facts.differences()).toEqual([]);
  await facts.rebuild();
  expect(await facts.differences()).toEqual([]);
});

describe('the months by attribute', () => {
  const cells = (): Promise<Record<string, unknown>[]> =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<Record<string, unknown>>`
        select attribute, month, value, gross, valid, lead_client_cost, cohort_enrollments, enrollments from attribute_month
        where campaign_key = ${b.campaignKey} and attribute in ('state', 'ageBand') and (gross, enrollments) <> (0, 0) order by 1, 2, 3
      `.execute(tx);
      return rows;
    });

  test('follow a lead whose attributes are corrected, including late milestones', async () => {
    const leadKey = await database.asMigrator((tx) =>
      makeLead(tx, { ownerKey: b.ownerKey, campaignKey: b.campaignKey, day: '2026-03-02' }),
    );
    await change(sql`update lead set enrollment_on = '2026-04-01' where lead_key = ${leadKey}`);
    await foldAll();
    await foldAttributes();
    const lead = { gross: 1, valid: 1, lead_client_cost: '50.00', cohort_enrollments: 1, enrollments: 0 };
    const event = { gross: 0, valid: 0, lead_client_cost: '0.00', cohort_enrollments: 0, enrollments: 1 };
    expect(await cells()).toEqual([
      { attribute: 'ageBand', month: '2026-03-01', value: 'Unknown', ...lead },
      { attribute: 'ageBand', month: '2026-04-01', value: 'Unknown', ...event },
      { attribute: 'state', month: '2026-03-01', value: null, ...lead },
      { attribute: 'state', month: '2026-04-01', value: null, ...event },
    ]);
    await change(sql`update lead set state = 'TX', age = 17 where lead_key = ${leadKey}`);
    await foldAll();
    await foldAttributes();
    expect((await cells()).map(({ value }) => value)).toEqual(['<18', '<18', 'TX', 'TX']);
    await change(sql`delete from lead where lead_key = ${leadKey}`);
    await foldAll();
    await foldAttributes();
    expect(await cells()).toEqual([]);
  });

  test('are recounted: a wrong number is found by its name', { tags: ['long'] }, async () => {
    await database.asMigrator((tx) =>
      makeLead(tx, { ownerKey: b.ownerKey, campaignKey: b.campaignKey, day: '2026-03-02' }),
    );
    await foldAll();
    await foldAttributes();
    await change(
      sql`update attribute_month set valid = valid + 2 where attribute = 'device' and campaign_key = ${b.campaignKey} and gross > 0`,
    );
    expect(await facts.differences()).toMatchObject([
      { day: '2026-03-01', counter: 'device desktop: valid', rolled: '3', recounted: '1' },
    ]);
    await facts.rebuild();
    expect(await facts.differences()).toEqual([]);
  });
});

test('a wrong number is found', async () => {
  const { ownerKey, campaignKey } = a;
  await database.asMigrator((tx) => makeLead(tx, { ownerKey, campaignKey, day: '2026-03-02' }));
  await foldAll();
  await change(sql`update campaign_day set valid = valid + 1 where campaign_key = ${campaignKey}`);
  const differences = await facts.differences();
  expect(differences.map(({ counter }) => counter)).toEqual(['month of valid', 'valid']);
  await facts.rebuild();
  expect(await facts.differences()).toEqual([]);
});

test('a lead returned after its month keeps its cap unit in a rebuild', async () => {
  const leadKey = await database.asMigrator((tx) =>
    makeLead(tx, { ownerKey: b.ownerKey, campaignKey: b.campaignKey, day: '2026-03-02' }),
  );
  const units = (): Promise<unknown[]> =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql`
        select kind, from_day, units, client_cost from cap_count where campaign_key = ${b.campaignKey} and units <> 0 order by 1, 2
      `.execute(tx);
      return rows;
    });
  await change(sql`update lead set status = 'RTN', returned_at = '2026-04-03' where lead_key = ${leadKey}`);
  await foldAll();
  const before = await units();
  expect(before).toEqual([
    { kind: 'day', from_day: '2026-03-02', units: 1, client_cost: '0.00' },
    { kind: 'month', from_day: '2026-03-01', units: 1, client_cost: '0.00' },
  ]);
  await facts.rebuild();
  expect(await units()).toEqual(before);
  expect(await facts.differences()).toEqual([]);
});

test('an owner’s fact version changes when its figures do', async () => {
  const version = (): Promise<number | undefined> =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{
        v: number;
      }>`select version as v from fact_version where owner_key = ${a.ownerKey}`.execute(tx);
      return rows[0]?.v;
    });
  const before = await version();
  await database.asMigrator((tx) =>
    makeLead(tx, { ownerKey: a.ownerKey, campaignKey: a.campaignKey, day: '2026-03-09' }),
  );
  await foldAll();
  expect(await version()).toBe((before ?? 0) + 1);
});

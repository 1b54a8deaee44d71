import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeLead, makeOwner, makePartner, makeSource } from '../../testing/factories/factories.ts';
import { VERSIONED_TABLES } from '../../testing/calls/versioned-tables.ts';
import { type Facts, openFacts } from './facts.ts';
import { makeScope } from '../scope/make-scope.ts';
import { type Tx } from '../scope/tx.ts';
const database = useDatabase({ pool: 8 });
let facts: Facts;
/** Two owners with a partner each, and one partner that works for both. */
let mine: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;
let shared: number;
/** An owner with a row in each of its tables. */
let full: number;

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await database.asMigrator(async (tx) => {
    [mine, foreign] = [await makeCampaign(tx), await makeCampaign(tx)];
    shared = await makePartner(tx);
    for (const { ownerKey, goalKey } of [mine, foreign])
      await makeCampaign(tx, { ownerKey, goalKey, partnerKey: shared });
    await sql`insert into trading_platform (name, channel) values ('New platform', 'ppc')`.execute(tx);
  });
  await facts.ensureMonths(new Date('2026-03-01'), new Date('2026-03-01'));
  full = await makeFull();
});
afterAll(() => facts.close());

const versionOf = async (ownerKey: number): Promise<number> => {
  const text = 'select version from app.data_versions($1)';
  const rows = await database.db.asNobody<{ version: number }>({ name: 'versions', text, values: [[ownerKey]] });
  return rows[0]?.version ?? 0;
};

/** Which owners' versions some work raises: of the owner concerned, and of another one. */
const raisedBy = async (work: () => Promise<unknown>, ownerKey = mine.ownerKey) => {
  const versions = async () => [await versionOf(ownerKey), await versionOf(foreign.ownerKey)] as const;
  const before = await versions();
  await work();
  const after = await versions();
  return { mine: after[0] > before[0], foreign: after[1] > before[1] };
};
const ONLY_MINE = { mine: true, foreign: false };

const asAgency = <T>(work: (tx: Tx) => Promise<T>, ownerKey = mine.ownerKey): Promise<T> =>
  database.db.withScope(makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null }), work);

/** Inserts a new row into each of the owner's tables, as a role that may write it; `o` is the owner, earlier rows have the highest keys. */
const INSERTS: Partial<Record<string, string>> = {
  brand: `(owner_key, name) select o, 'New brand' from args`,
  client: `(owner_key, brand_key, name, code) select o, (select max(brand_key) from brand), 'New client', 'NEW' from args`,
  client_model: `(owner_key, client_key, name) select o, (select max(client_key) from client), 'New model' from args`,
  campus: `(owner_key, client_model_key, name, code, time_zone) select o, (select max(client_model_key) from client_model), 'New campus', 'NEW', 'America/Chicago' from args`,
  program: `(owner_key, campus_key, name, code, degree_level, modality, subject_area) select o, (select max(campus_key) from campus), 'New program', 'NEW', 'Associate', 'Campus', 'Arts' from args`,
  attention_item: `(owner_key, subject, record_key, updated_at) select o, 'goal', 1, now() from args`,
  custom_channel: `(owner_key, channel, name) select o, 'ppc', 'New channel' from args`,
  goal: `(owner_key, client_key, name, start_month) select o, (select max(client_key) from client), 'New goal', '2026-01-01' from args`,
  goal_month: `(owner_key, goal_key, month) select o, (select max(goal_key) from goal), '2026-03-01' from args`,
  platform_account: `(owner_key, platform_key, client_key, account_id, account_name, time_zone, channel) select o, (select max(platform_key) from trading_platform), (select max(client_key) from client), 'A-1', 'New account', 'America/Chicago', 'ppc' from args`,
  campaign: `(owner_key, goal_key, channel, account_key, name, code, start_date) select o, (select max(goal_key) from goal), 'ppc', (select max(account_key) from platform_account), 'New campaign', 'NEW-1', '2026-01-01' from args`,
  campaign_month: `(owner_key, campaign_key, month) select o, (select max(campaign_key) from campaign), '2026-03-01' from args`,
  campaign_price: `(owner_key, campaign_key, valid_from, client_desktop, media_desktop) select o, (select max(campaign_key) from campaign), '2026-01-01', 50, 40 from args`,
  campaign_pause: `(owner_key, campaign_key, starts_on, set_at) select o, (select max(campaign_key) from campaign), '2026-03-01', now() from args`,
  campaign_targeting: `(owner_key, campaign_key) select o, (select max(campaign_key) from campaign) from args`,
  platform_campaign: `(owner_key, account_key, external_id, name) select o, (select max(account_key) from platform_account), 'X-1', 'New platform campaign' from args`,
  platform_ad_group: `(owner_key, platform_campaign_key, external_id, name) select o, (select max(platform_campaign_key) from platform_campaign), 'X-1', 'New ad group' from args`,
  platform_keyword: `(owner_key, ad_group_key, text, match_type) select o, (select max(ad_group_key) from platform_ad_group), 'nursing', 'EXACT' from args`,
  platform_day: `(owner_key, day, platform_campaign_key, ad_group_key, device, cost) select o, '2026-03-01', (select max(platform_campaign_key) from platform_campaign), (select max(ad_group_key) from platform_ad_group), 'mobile', 5 from args`,
  platform_keyword_day: `(owner_key, day, keyword_key, cost) select o, '2026-03-01', (select max(keyword_key) from platform_keyword), 5 from args`,
  website_day: `(owner_key, day, host, path, source, medium, sessions) select o, '2026-03-01', 'www', '/', 'search', 'cpc', 7 from args`,
  owner_fit: `(owner_key, through, fitted_at, weeks, inquiries, weekday_weights, outcomes, lag_curves) select o, '2026-03-01', now(), 12, 900, '[]', '{}', '{}' from args`,
  website_event_day: `(owner_key, day, event_name, event_count) select o, '2026-03-01', 'form', 7 from args`,
};
const insertInto = (table: string, ownerKey: number): Promise<unknown> => {
  const insert = sql.raw(`with args as (select ${ownerKey} as o) insert into ${table} ${INSERTS[table]}`);
  // The worker writes fits; the app role only reads them.
  return table === 'owner_fit'
    ? database.asMigrator((tx) => insert.execute(tx))
    : asAgency((tx) => insert.execute(tx), ownerKey);
};
const makeEmpty = async (): Promise<number> => (await database.asMigrator((tx) => makeOwner(tx))).ownerKey;
const makeFull = async (): Promise<number> => {
  const ownerKey = await makeEmpty();
  for (const table of Object.keys(INSERTS)) await insertInto(table, ownerKey);
  return ownerKey;
};

const tables = Object.entries(VERSIONED_TABLES);
const ofOwners = tables.flatMap(([name, one]) => ('raises' in one && one.raises === 'owner' ? [name] : []));

describe('an owner’s data version', () => {
  test('is raised by a new row of each of its tables, for that owner only', async () => {
    const fresh = await makeEmpty();
    const raised: Record<string, unknown> = {};
    for (const table of Object.keys(INSERTS)) raised[table] = await raisedBy(() => insertInto(table, fresh), fresh);
    expect(raised).toEqual(Object.fromEntries(Object.keys(INSERTS).map((table) => [table, ONLY_MINE])));
    // An owner starts with its first row, and `fact_version` is written by the fold.
    expect(ofOwners.filter((table) => !(table in INSERTS))).toEqual(['owner', 'fact_version']);
    expect(await versionOf(fresh)).toBe(1 + Object.keys(INSERTS).length);
  });

  test.each(ofOwners.filter((table) => table !== 'fact_version'))(
    'is raised by a change of %s, for that owner only',
    async (table) => {
      const column = table === 'owner' ? 'name' : 'owner_key';
      const change = sql.raw(`update ${table} set ${column} = ${column} where owner_key = ${full}`);
      const { rows } = await database.asMigrator((tx) =>
        sql<{ may: boolean }>`select has_table_privilege('paceline_app', ${table}, 'update') as may`.execute(tx),
      );
      // Tables that the app only inserts into, such as prices, could still be corrected by another role.
      const write = () =>
        rows[0]?.may ? asAgency((tx) => change.execute(tx), full) : database.asMigrator((tx) => change.execute(tx));
      expect(await raisedBy(write, full)).toEqual(ONLY_MINE);
    },
  );

  test('is raised by a deleted row', async () => {
    const leaving = await makeFull();
    const raised: Record<string, unknown> = {};
    for (const table of Object.keys(INSERTS).toReversed()) {
      const remove = sql.raw(`delete from ${table} where owner_key = ${leaving}`);
      raised[table] = await raisedBy(() => database.asMigrator((tx) => remove.execute(tx)), leaving);
      // Deleting a day leaves its month behind, empty.
      const month = { platform_day: 'platform_month', platform_keyword_day: 'keyword_month' }[table];
      if (month !== undefined)
        await database.asMigrator((tx) => sql.raw(`delete from ${month} where owner_key = ${leaving}`).execute(tx));
    }
    expect(raised).toEqual(Object.fromEntries(Object.keys(raised).map((table) => [table, ONLY_MINE])));
  });

  test('is raised by a lead once it is folded, also if only columns outside the rollups changed', async () => {
    const lead = await database.asMigrator((tx) => makeLead(tx, { ...mine, day: '2026-03-03' }));
    expect(await raisedBy(() => facts.fold())).toEqual(ONLY_MINE);
    for (const change of [
      sql`sub_source = 'other'`,
      sql`grad_year = 1999`,
      sql`created_at = created_at + interval '3 hours'`,
    ]) {
      await asAgency((tx) => sql`update lead set ${change} where lead_key = ${lead}`.execute(tx));
      expect(await raisedBy(() => facts.fold())).toEqual(ONLY_MINE);
    }
    expect(await facts.differences()).toEqual([]);
  });

  test('is raised for every owner by a rebuild', async () => {
    expect(await raisedBy(() => facts.rebuild())).toEqual({ mine: true, foreign: true });
  });

  test('is raised by a partner, and its publishers and sources, for the owners it works for', async () => {
    const rename = (partnerKey: number) => () =>
      asAgency((tx) => sql`update media_partner set name = name || '!' where partner_key = ${partnerKey}`.execute(tx));
    expect(await raisedBy(rename(mine.partnerKey))).toEqual(ONLY_MINE);
    expect(await raisedBy(rename(foreign.partnerKey))).toEqual({ mine: false, foreign: true });
    expect(await raisedBy(rename(shared))).toEqual({ mine: true, foreign: true });

    const add = () => database.asMigrator((tx) => makeSource(tx, mine.partnerKey));
    expect(await raisedBy(add)).toEqual(ONLY_MINE);
    for (const table of ['publisher', 'publisher_source']) {
      const touch = sql.raw(`update ${table} set status = 'BLOCKED' where partner_key = ${mine.partnerKey}`);
      expect(await raisedBy(() => asAgency((tx) => touch.execute(tx)))).toEqual(ONLY_MINE);
    }
  });

  test('is raised by a platform for owners with an account on it, and by a channel for all owners', async () => {
    const change = (what: RawBuilder<unknown>) => () => database.asMigrator((tx) => what.execute(tx));
    const rename = sql`update trading_platform set name = name || '!'`;
    expect(await raisedBy(change(rename))).toEqual({ mine: false, foreign: false });
    await asAgency((tx) =>
      sql`insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel)
          select ${mine.ownerKey}, (select max(platform_key) from trading_platform), max(client_key), 'A-2', 'Account', 'UTC', 'ppc' from client`.execute(
        tx,
      ),
    );
    expect(await raisedBy(change(rename))).toEqual(ONLY_MINE);
    expect(await raisedBy(change(sql`update channel set name = name where channel = 'ppl'`))).toEqual({
      mine: true,
      foreign: true,
    });
  });
});

const touchGoal = (tx: Tx) => sql`update goal set name = name where owner_key = ${mine.ownerKey}`.execute(tx);
const touchBrand = (tx: Tx) => sql`update brand set name = name where owner_key = ${mine.ownerKey}`.execute(tx);

describe('concurrent writers', () => {
  test('do not wait for each other, and a late commit is not missed', async () => {
    const { ownerKey } = mine;
    const before = await versionOf(ownerKey);
    let between = 0;
    // If one waited for the other, this would end in a lock timeout.
    await asAgency(async (tx) => {
      await touchGoal(tx);
      await asAgency(touchBrand);
      between = await versionOf(ownerKey);
    });
    const after = await versionOf(ownerKey);
    expect([between - before, after - between]).toEqual([1, 1]);
  });

  test('do not deadlock over two owners in opposite order', async () => {
    const touch = (tx: Tx, ownerKey: number) =>
      sql`update campaign_targeting set source_mode = source_mode where owner_key = ${ownerKey} and campaign_key = ${ownerKey === mine.ownerKey ? mine.campaignKey : foreign.campaignKey}`.execute(
        tx,
      );
    const month = (tx: Tx, ownerKey: number) =>
      sql`update campaign_month set month = month where owner_key = ${ownerKey}`.execute(tx);
    const both = database.asMigrator(async (one) => {
      await touch(one, mine.ownerKey);
      await database.asMigrator(async (two) => {
        await month(two, foreign.ownerKey);
        await month(two, mine.ownerKey);
      });
      await touch(one, foreign.ownerKey);
    });
    await expect(both).resolves.toBeUndefined();
  });

  test('that roll back raise nothing; sequential writers add no rows', async () => {
    const rollBack = new Error('on purpose');
    const failing = () =>
      expect(
        asAgency(async (tx) => {
          await touchGoal(tx);
          throw rollBack;
        }),
      ).rejects.toBe(rollBack);
    expect(await raisedBy(failing)).toEqual({ mine: false, foreign: false });

    const { ownerKey } = await database.asMigrator((tx) => makeOwner(tx));
    const scope = makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
    for (let turn = 0; turn < 20; turn += 1)
      await database.db.withScope(scope, (tx) =>
        sql`insert into brand (owner_key, name) values (${ownerKey}, ${`Brand ${turn}`})`.execute(tx),
      );
    const { rows } = await database.asMigrator((tx) =>
      sql<{ version: number }>`select version from data_version where owner_key = ${ownerKey}`.execute(tx),
    );
    expect(rows).toEqual([{ version: 21 }]);
  });

  test('cannot read or write a version directly', async () => {
    await expect(asAgency((tx) => sql`select from data_version`.execute(tx))).rejects.toMatchObject({ code: '42501' });
    await expect(asAgency((tx) => sql`select app.raise_version('{1}')`.execute(tx))).rejects.toMatchObject({
      code: '42501',
    });
  });
});

/** Differences between the schema and `versioned-tables.ts`: a missing table or a missing trigger. */
const disagreements = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string; raises: string[] }>`
    select c.relname as name, array(
      select encode(t.tgargs, 'escape') || ' ' || t.tgname from pg_trigger t
      where t.tgrelid = c.oid and t.tgfoid = 'app.raise_versions'::regproc and t.tgenabled = 'O' order by 1) as raises
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  `.execute(tx);
  return rows.flatMap(({ name, raises }) => {
    const entry = VERSIONED_TABLES[name];
    if (entry === undefined) return [`${name} says nothing`];
    const wanted =
      'raises' in entry
        ? ['delete', 'insert', 'update'].map((verb) => `${entry.raises}\\000 raises_version_by_${verb}`)
        : [];
    return raises.join() === wanted.join() ? [] : [`${name} has other triggers than it says`];
  });
};

describe('every table is listed as used in answers or not', () => {
  test('and the list matches the schema', async () => {
    expect(await database.asMigrator(disagreements)).toEqual([]);
  });

  test.each([
    ['create table breach (a int)', 'breach says nothing'],
    ['drop trigger raises_version_by_update on client', 'client has other triggers than it says'],
    ['alter table program disable trigger raises_version_by_insert', 'program has other triggers than it says'],
    [`call app.raises_version('mail')`, 'mail has other triggers than it says'],
  ])('a breach is found: %s', async (breach, finding) => {
    const rollBack = new Error('the breach goes with its transaction');
    let dataVersions: string[] = [];
    const planted = database.asMigrator(async (tx) => {
      await sql.raw(breach).execute(tx);
      dataVersions = await disagreements(tx);
      throw rollBack;
    });
    await expect(planted).rejects.toBe(rollBack);
    expect(dataVersions).toEqual([finding]);
  });
});

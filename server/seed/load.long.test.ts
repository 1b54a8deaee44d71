import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withBulk } from '../src/db/connection/bulk.ts';
import { openFacts } from '../src/db/facts/facts.ts';
import { manualClock } from '../src/lib/clock.ts';
import { blindIndex, normaliseEmail, normalisePhone, openPerson } from '../src/lib/secrets/seal.ts';
import { verifyPassword } from '../src/lib/secrets/password.ts';
import { useDatabase } from '../src/testing/database.ts';
import { CHECKS } from './check/list.ts';
import { verifyChecks } from './check/checks.ts';
import { expectedCounts } from './check/counts.ts';
import { loadScenario } from './load.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './build/people.ts';
import { SCENARIOS } from './build/sizes.ts';

const database = useDatabase();
const other = useDatabase();
const clock = manualClock(new Date('2026-11-15T18:00:00Z'));
const secret = Buffer.from('a secret for tests only, of 32 chars');
const settings = { clock, secret };

const count = (table: string, of = database) =>
  of.asMigrator(async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tx);
    return rows[0]?.n;
  });

/** Checksums of every table that a load writes to, except the change counters. Password hashes have a salt, and sealed values a nonce. */
const checksumsOf = (of: typeof database): Promise<Record<string, string>> =>
  of.asMigrator(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('fact_version', 'data_version', 'rules_version') order by 1
    `.execute(tx);
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ sum: string }>`
        select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'password_hash' - 'sealed')::text, 0)::numeric), 0) as sum from ${sql.table(name)} t
      `.execute(tx);
      sums[name] = rows[0]!.sum;
    }
    return sums;
  });

/** Forced policies, enabled triggers and valid foreign keys of all tables, except the months that a load adds. */
const gatesOf = (of: typeof database): Promise<string[]> =>
  of.asMigrator(async (tx) => {
    const { rows } = await sql<{ gate: string }>`
      with ours as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
      select relname || ' is forced' as gate from ours join pg_class using (oid, relname) where relforcerowsecurity
      union all select relname || ' fires ' || tgname from ours join pg_trigger on tgrelid = ours.oid where tgenabled = 'O' and not tgisinternal
      union all select relname || ' ' || conname || ' ' || pg_get_constraintdef(c.oid) from ours join pg_constraint c on conrelid = ours.oid
                where contype = 'f' and conparentid = 0 and convalidated
      order by 1
    `.execute(tx);
    return rows.map(({ gate }) => gate);
  });
let gatesBefore: string[];

beforeAll(async () => {
  gatesBefore = await gatesOf(database);
  await loadScenario(database.ownerUrl, 'small', settings, () => undefined);
});

describe('a load', () => {
  test('leaves nothing when interrupted; a second one loads the same rows as an uninterrupted one; a third changes nothing', async () => {
    const load = (onProgress: (fraction: number) => void) =>
      loadScenario(other.ownerUrl, 'small', settings, onProgress);
    const stop = (fraction: number): void => {
      if (fraction > 0.3) throw new Error('killed');
    };
    await expect(load(stop)).rejects.toThrow('killed');
    for (const table of ['owner', 'lead', 'scenario_load'])
      expect([table, await count(table, other)]).toEqual([table, 0]);

    const fractions: number[] = [];
    expect(await load((done) => void fractions.push(done))).toBe(true);
    expect(fractions).toEqual(fractions.toSorted((x, y) => x - y));
    expect(fractions.at(-1)).toBe(1);
    for (const [table, expected] of Object.entries(expectedCounts(SCENARIOS.small))) {
      expect([table, await count(table, other)]).toEqual([table, expected]);
    }
    // The same seed and the same day.
    expect(await checksumsOf(other)).toEqual(await checksumsOf(database));
    expect(await gatesOf(other)).toEqual(gatesBefore);

    const leads = await count('lead', other);
    expect(await load(() => undefined)).toBe(false);
    expect(await count('lead', other)).toBe(leads);
  });

  test('has campaigns and models with distinguishable names, and owners with their presets', async () => {
    const countRows = await database.asMigrator(async (tx) => {
      const { rows } = await sql<{ what: string }>`
        select name as what from campaign group by owner_key, name having count(*) > 1
        union all select name from client_model group by owner_key, name having count(*) > 1
        union all select name from owner where variant is null
      `.execute(tx);
      return rows;
    });
    expect(countRows).toEqual([]);
  });

  test('leaves policies, triggers and foreign keys unchanged, and rollups equal to a recount', async () => {
    expect(await gatesOf(database)).toEqual(gatesBefore);
    expect(gatesBefore.length).toBeGreaterThan(50);
    const facts = openFacts(database.ownerUrl);
    expect(await facts.differences()).toEqual([]);
    await facts.close();
  });

  test('is kept only if its checks pass', async () => {
    const tooGood = { name: 'Valid of gross, percent', query: CHECKS[0]!.query, range: [99, 100] } as const;
    await database.asMigrator(async (tx) => {
      await verifyChecks(tx, 'small');
      await expect(verifyChecks(tx, 'small', [tooGood])).rejects.toThrow('Valid of gross');
    });
  });

  test.each([
    [
      'a price that is not on the bill',
      `update lead set client_price = client_price + 0.01 where lead_key = (select min(lead_key) from lead where status = 'DLV' and client_price > 0)`,
      'Cost of the rows',
    ],
    [
      'a credit without its debit',
      `insert into billing_adjustment (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, cause, reason, made_at)
       select owner_key, captured_date, campaign_key, date_trunc('month', captured_date), lead_key, -1, -1, 'RETURN', 'x', now() from lead where status = 'RTN' limit 1`,
      'credits do not come to nothing|billable report',
    ],
    [
      'a return that nobody asked for',
      `delete from lead_return where decision = 'APPROVED' and return_key = (select min(return_key) from lead_return where decision = 'APPROVED')`,
      'told in two ways',
    ],
    [
      'budgets that nobody can spend',
      `update goal_month set spend_goal = spend_goal * 3, revised_spend_goal = revised_spend_goal * 3`,
      '90 % or less',
    ],
    [
      'allocations that nobody fills',
      `update campaign_month set monthly_allocation = monthly_allocation * 2, user_defined_monthly_allocation = null`,
      'Delivered of allocated',
    ],
    [
      'a lead without a person',
      `delete from lead_person where lead_key = (select min(lead_key) from lead_person)`,
      'without a person',
    ],
    [
      'two good leads of one person',
      `update lead_person set email_hash = (select email_hash from lead_person join lead using (owner_key, lead_key) where status = 'DLV' and owner_key = 1 order by lead_key limit 1)
       where lead_key = (select lead_key from lead where status = 'DLV' and owner_key = 1 order by lead_key desc limit 1)`,
      'same address',
    ],
  ])('is not kept with %s', async (_, breach, problem) => {
    const verifying = database.asMigrator(async (tx) => {
      await sql.raw(breach).execute(tx);
      await verifyChecks(tx, 'small');
    });
    await expect(verifying).rejects.toThrow(new RegExp(problem));
  });

  test('seals the persons of leads: opened with the secret, each is a fictitious person', async () => {
    const people = await database.asMigrator(async (tx) => {
      const { rows } = await sql<{
        ownerKey: number;
        leadKey: number;
        sealed: Buffer;
        email: Buffer;
        phone: Buffer;
        at: Date;
        status: string;
      }>`
        select owner_key as "ownerKey", lead_key as "leadKey", sealed, email_hash as email, phone_hash as phone, status, created_at as at
        from lead_person join lead using (owner_key, captured_date, lead_key) where status = 'DLV' and lead_key % 10 = 0 order by lead_key
      `.execute(tx);
      return rows;
    });
    expect(people.length).toBeGreaterThan(300);
    for (const { sealed, email, phone, ...row } of people) {
      const person = openPerson(secret, row, sealed);
      expect(person.email).toMatch(/^[a-z]+\.[a-z]+\d+@(mail|inbox|post|webmail)\.example$/);
      expect(person.phone).toMatch(/^[2-9][0-8]\d55501\d\d$/);
      expect(email).toEqual(blindIndex(secret, row.ownerKey, 'email', normaliseEmail(person.email)));
      expect(phone).toEqual(blindIndex(secret, row.ownerKey, 'phone', normalisePhone(person.phone)));
    }
    const { sealed, ...row } = people[0]!;
    expect(() => openPerson(Buffer.from('another secret, which opens nothing!'), row, sealed)).toThrow('authenticate');
  });

  test('respects the date: nothing happened in the future, and appointments ahead do not count yet', async () => {
    const { rows } = await database.asMigrator((tx) =>
      sql<{ leads: number; outcomes: number; agreed: number; stuck: number; endpoints: number }>`
        select (select count(*) from lead where created_at > ${clock.now()}) as leads,
               (select count(*) from lead where greatest(contact_on, appointment_on, application_on, enrollment_on, start_on) > '2026-11-15') as outcomes,
               (select count(*) from lead_milestone where happened_on > '2026-11-15' and code in ('START', 'APPOINTMENT')) as agreed,
               (select count(*) from lead where status = 'STK') as stuck,
               (select count(distinct client_key) from lead join campaign using (owner_key, campaign_key) join goal using (owner_key, goal_key) where status = 'STK') as endpoints
      `.execute(tx),
    );
    expect(rows[0]).toMatchObject({ leads: 0, outcomes: 0, stuck: SCENARIOS.small.stuckLeads, endpoints: 3 });
    expect(rows[0]!.agreed).toBeGreaterThan(0);
  });
});

test('every demo user can sign in and works on the intended owners', async () => {
  const users = await database.asMigrator(async (tx) => {
    const { rows } = await sql<{ name: string; hash: string; everything: boolean; owners: number }>`
      select u.user_name as name, u.password_hash as hash, u.all_owners as everything, count(o.owner_key) as owners
      from user_account u left join user_owner o using (user_key) group by u.user_key order by 1
    `.execute(tx);
    return rows;
  });
  const hashes = new Set(users.map(({ hash }) => hash));
  for (const hash of hashes) expect(await verifyPassword(hash, DEMO_PASSWORD)).toBe(true);
  expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining(DEMO_USERS.map(({ userName }) => userName)));
  const owners = Object.fromEntries(users.map(({ name, everything, owners: n }) => [name, everything ? 'all' : n]));
  expect(owners).toMatchObject({
    'agency.admin': 'all',
    'client.admin': 1,
    'client.multi': 2,
    'partner.admin': 4,
    'partner.other': 2,
  });
});

test('copied cells round-trip, whatever they contain', async () => {
  const cells = ['a\tb', 'c\\d', 'e\nf', '{"g"}', '\\N', ''];
  const read = await withBulk(other.ownerUrl, async ({ tx, copy }) => {
    await sql`create temporary table cell (n int, text text, list text[], at timestamptz, flag boolean)`.execute(tx);
    const at = new Date('2026-03-08T07:00:00Z');
    await copy(
      'cell',
      ['n', 'text', 'list', 'at', 'flag'],
      [...cells.map((text, n) => [n, text, [text, 'x,"y'], at, true]), [9, null, null, null, null]],
    );
    const { rows } = await sql<{
      text: string | null;
      list: string[] | null;
    }>`select text, list from cell order by n`.execute(tx);
    return rows;
  });
  expect(read).toEqual([...cells.map((text) => ({ text, list: [text, 'x,"y'] })), { text: null, list: null }]);
});

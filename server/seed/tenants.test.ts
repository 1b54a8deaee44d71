import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeScope } from '../src/db/scope/make-scope.ts';
import { type Tx } from '../src/db/scope/tx.ts';
import { type Scope } from '../src/db/scope/scope.ts';
import { useDatabase } from '../src/testing/database.ts';
import { SMALL_DEMO } from './small-demo.ts';

/**
 * Reads and writes every table of a tenant as another tenant, with real rows. The app role first gets all privileges on all tables, so that
 * only the policies can refuse.
 */
const database = useDatabase({ filled: SMALL_DEMO });

interface Column {
  name: string;
  type: string;
  isIdentity: boolean;
  /** Whether a row needs a value for it. */
  needed: boolean;
  /** The first value allowed by a check constraint. */
  allowed: string | null;
}
interface Table {
  name: string;
  columns: Column[];
}

const listTables = (column: string): Promise<Table[]> =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<Table>`
      select c.relname as name, json_agg(json_build_object(
               'name', a.attname, 'type', format_type(a.atttypid, null), 'isIdentity', a.attidentity <> '',
               'needed', a.attnotnull and not a.atthasdef and a.attidentity = '',
               'allowed', (select (regexp_match(pg_get_constraintdef(k.oid), '''([^'']+)''::text'))[1] from pg_constraint k
                           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1))
             order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid having bool_or(a.attname = ${column}) order by 1
    `.execute(tx);
    return rows;
  });

const has = ({ columns }: Table, column: string): boolean => columns.some(({ name }) => name === column);

/** Columns that require a special format. */
const FORMED: Readonly<Record<string, string>> = {
  'dma_county.fips': `'06037'`,
  'dma_county.dma': '803',
  'rebuild_part.from_month': `'2026-03-01'`,
  'rebuild_part.to_month': `'2026-03-01'`,
  'insertion_order_signature.content_hash': `sha256('x')`,
  // A schedule mails a view or a dashboard.
  'report_schedule.view_key': '1',
  'platform_push_key.key_id': `repeat('k', 42) || c.owner_key % 10`,
};

const sampleOf = ({ type, allowed }: Column): string => {
  if (allowed !== null) return `'${allowed}'`;
  if (type === 'jsonb' || type === 'json') return `'{}'`;
  // Keys of recipients, at least one of which is required.
  if (type === 'integer[]') return `'{1}'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'date') return `'2026-03-01'`;
  if (type.startsWith('timestamp')) return `'2026-03-01T12:00:00Z'`;
  if (type === 'boolean') return 'true';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'bytea') return String.raw`'\x01'`;
  return type === 'text' ? `'x'` : '1';
};

/** Fills tables that the scenario leaves empty: a row per campaign, or per owner where the table has no campaign. */
const fill = (table: Table): Promise<unknown> =>
  database.asMigrator(async (tx) => {
    const ofCampaigns = has(table, 'campaign_key') || has(table, 'partner_key');
    const keyColumns = ['owner_key', 'campaign_key', 'partner_key'];
    const columns = table.columns.filter(
      ({ name, needed }) => needed || keyColumns.includes(name) || `${table.name}.${name}` in FORMED,
    );
    const values = columns.map((column) =>
      keyColumns.includes(column.name)
        ? `c.${column.name}`
        : (FORMED[`${table.name}.${column.name}`] ?? sampleOf(column)),
    );
    // The rows are independent: the rows they would refer to are missing.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into ${sql.table(table.name)} (${sql.raw(columns.map(({ name }) => name).join(', '))})
      select ${sql.raw(values.join(', '))} from ${ofCampaigns ? sql`campaign c where c.partner_key is not null` : sql`owner c`}
      on conflict do nothing`.execute(tx);
  });

const count = (tx: Tx, table: Table, where: RawBuilder<unknown>): Promise<number> =>
  sql<{ n: number }>`select count(*)::int as n from ${sql.table(table.name)} t where ${where}`
    .execute(tx)
    .then(({ rows }) => rows[0]?.n ?? 0);

const countDistinct = (table: Table, column: string): Promise<number> =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(distinct ${sql.ref(column)})::int as n from ${sql.table(table.name)}
    `.execute(tx);
    return rows[0]?.n ?? 0;
  });

/** What a scope can do with foreign rows: how many it sees, changes and deletes, and whether it can add one. */
const reachOf = async (scope: Scope, table: Table, theirs: RawBuilder<unknown>) => {
  const [row] = await database.asMigrator(async (tx) => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) as row from ${sql.table(table.name)} t where ${theirs} limit 1`.execute(tx);
    return rows;
  });
  if (row === undefined) throw new Error(`${table.name} has no such rows: nothing is proven about it`);
  const plain = sql.ref(table.columns.findLast(({ isIdentity }) => !isIdentity)?.name ?? '');
  const columns = sql.raw(table.columns.map(({ name }) => `"${name}"`).join(', '));
  /** The result of a statement, or its error code; always rolled back. */
  const attempt = async (work: (tx: Tx) => Promise<number>): Promise<number | string> => {
    let result: number | string = '';
    const takeBack = new Error('taken back');
    await database.db
      .withScope(scope, async (tx) => {
        result = await work(tx);
        throw takeBack;
      })
      .catch((error: Error & { code?: string }) => {
        if (error !== takeBack) result = error.code ?? error.message;
      });
    return result;
  };
  const affected = async (tx: Tx, statement: RawBuilder<unknown>) =>
    Number((await statement.execute(tx)).numAffectedRows);
  return {
    seen: await attempt((tx) => count(tx, table, theirs)),
    changed: await attempt((tx) =>
      affected(tx, sql`update ${sql.table(table.name)} t set ${plain} = ${plain} where ${theirs}`),
    ),
    removed: await attempt((tx) => affected(tx, sql`delete from ${sql.table(table.name)} t where ${theirs}`)),
    added: await attempt((tx) =>
      affected(
        tx,
        sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
          select ${columns} from jsonb_populate_record(null::${sql.table(table.name)}, ${JSON.stringify(row.row)}::jsonb)`,
      ),
    ),
  };
};
/** Row-level security refuses the row before any constraint does. */
const NOTHING = { seen: 0, changed: 0, removed: 0, added: '42501' };

/** Nobody may change rows of these, tenant or not: a statement trigger refuses it. */
const APPEND_ONLY = [
  'audit_log',
  'billing_adjustment',
  'billing_file',
  'billing_line',
  'billing_line_amount',
  'billing_month_change',
  'billing_payment',
  'billing_remark',
  'billing_statement',
  'billing_statement_event',
  'billing_statement_line',
  'campaign_status_log',
  'insertion_order_signature',
];
const nothingOf = ({ name }: Table) =>
  APPEND_ONLY.includes(name) ? { ...NOTHING, changed: 'P0001', removed: 'P0001' } : NOTHING;

/** Tables that are the same for every partner of an owner. In any other table a partner sees its own rows or none. */
const SHOWN_TO_PARTNERS = [
  'billing_month',
  'brand',
  'campus',
  'client',
  'client_model',
  'custom_channel',
  'data_version',
  'embed_setting',
  'fact_version',
  'goal',
  'goal_campus',
  'goal_program',
  'owner',
  'owner_branding',
  'owner_fit',
  'owner_setting',
  'program',
  'user_account',
];

interface Place {
  ownerKey: number;
  /** Two partners of this owner. */
  mine: number;
  other: number;
  /** Campaigns of the owner that do not belong to the first partner. */
  notMine: number[];
}
let tables: Table[];
let ofPartners: Table[];
let places: Place[];

beforeAll(async () => {
  tables = await listTables('owner_key');
  ofPartners = (await listTables('partner_key')).filter((table) => !has(table, 'owner_key'));
  // With rows of only one owner, no foreign row could show up.
  for (const table of tables) if ((await countDistinct(table, 'owner_key')) < 2) await fill(table);
  for (const table of ofPartners) if ((await countDistinct(table, 'partner_key')) < 2) await fill(table);
  await database.asMigrator(async (tx) => {
    await sql`grant select, insert, update, delete on all tables in schema public to paceline_app`.execute(tx);
    // Every pair of partners of the same owner, so that there are foreign rows to see.
    const { rows } = await sql<Place>`
      select a.owner_key as "ownerKey", a.partner_key as mine, b.partner_key as other,
             array(select campaign_key from campaign c where c.owner_key = a.owner_key and c.partner_key is distinct from a.partner_key) as "notMine"
      from (select distinct owner_key, partner_key from campaign where partner_key is not null) a
      join (select distinct owner_key, partner_key from campaign where partner_key is not null) b
        on a.owner_key = b.owner_key and a.partner_key <> b.partner_key
      order by 1, 2, 3`.execute(tx);
    places = rows;
  });
});

const agency = (ownerKey: number): Scope =>
  makeScope({ userKey: 1, group: 'ag', ownerKeys: [ownerKey], partnerKey: null });
const partner = ({ ownerKey, mine }: Place): Scope =>
  makeScope({ userKey: 1, group: 'mp', ownerKeys: [ownerKey], partnerKey: mine });

/** Rows of a place's owner that do not belong to its first partner. */
const foreignIn = (table: Table, { ownerKey, mine, other, notMine }: Place): RawBuilder<unknown> => {
  const ofOwner = has(table, 'owner_key') ? sql`t.owner_key = ${ownerKey}` : sql`true`;
  if (has(table, 'partner_key')) return sql`${ofOwner} and t.partner_key = ${other}`;
  if (has(table, 'campaign_key')) return sql`${ofOwner} and t.campaign_key = any (${notMine}::int[])`;
  // A user's rows belong to the user's partner.
  if (has(table, 'owner_key') && has(table, 'user_key'))
    return sql`${ofOwner} and not exists (select from user_account u where u.user_key = t.user_key and u.partner_key = ${mine})`;
  return ofOwner;
};

test('no tenant can read, change, delete or add rows of another', async () => {
  for (const table of tables) {
    const { rows } = await database.asMigrator((tx) =>
      sql<{
        key: number;
      }>`select distinct owner_key as key from ${sql.table(table.name)} where owner_key is not null`.execute(tx),
    );
    const [first, second] = rows.map(({ key }) => key);
    if (first === undefined || second === undefined) throw new Error(`${table.name} has rows of one owner only`);
    const reach = await reachOf(agency(first), table, sql`t.owner_key = ${second}`);
    expect({ [table.name]: reach }).toEqual({ [table.name]: nothingOf(table) });
  }
});

test('inside an owner, a partner reads nothing of another partner, and of the rest only what is intended', async () => {
  const shown: string[] = [];
  const hidden: Record<string, unknown> = {};
  const nothing: Record<string, unknown> = {};
  for (const table of [...tables, ...ofPartners]) {
    const place = await database.asMigrator(async (tx) => {
      for (const candidate of places) if ((await count(tx, table, foreignIn(table, candidate))) > 0) return candidate;
      return undefined;
    });
    if (place === undefined) throw new Error(`${table.name} has no rows that are not of one partner`);
    const reach = await reachOf(partner(place), table, foreignIn(table, place));
    if (reach.seen !== 0) {
      shown.push(table.name);
      continue;
    }
    hidden[table.name] = reach;
    nothing[table.name] = nothingOf(table);
  }
  expect(hidden).toEqual(nothing);
  expect(shown.toSorted()).toEqual(SHOWN_TO_PARTNERS);
});

test('a policy that allows everything is detected', async () => {
  const table = tables.find(({ name }) => name === 'campaign_price');
  const [place] = places;
  if (table === undefined || place === undefined) throw new Error('There is nothing to plant a breach in');
  const write = (text: string) => database.asMigrator((tx) => sql.raw(text).execute(tx));
  await write('alter table campaign_price disable row level security');
  try {
    const other = places.find(({ ownerKey }) => ownerKey !== place.ownerKey)?.ownerKey ?? 0;
    expect(await reachOf(agency(place.ownerKey), table, sql`t.owner_key = ${other}`)).not.toEqual(NOTHING);
    expect(await reachOf(partner(place), table, foreignIn(table, place))).not.toEqual(NOTHING);
  } finally {
    await write('alter table campaign_price enable row level security');
  }
});

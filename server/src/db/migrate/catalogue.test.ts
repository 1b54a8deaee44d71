import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';

const database = useDatabase();

/** Each finding is a name; a lint passes when it finds none. */
const findings = (lint: RawBuilder<{ name: string }>): Promise<string[]> =>
  database.asMigrator(async (tx) => (await lint.execute(tx)).rows.map(({ name }) => name));

const TENANT_TABLES = sql`
  select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
  -- A partition is reached through its parent, whose policies hold; that nobody has a right on it itself is a lint of its own.
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'owner_key' and not a.attisdropped)`;

const LINTS = {
  'every table of a tenant has row-level security, forced': sql<{ name: string }>`
    select relname as name from (${TENANT_TABLES}) t where not (relrowsecurity and relforcerowsecurity)`,
  'every table of a tenant has a policy for reading and one for writing, on the owner': sql<{ name: string }>`
    select relname as name from (${TENANT_TABLES}) t
    where not exists (select from pg_policy p where p.polrelid = t.oid and p.polcmd in ('*', 'r') and p.polpermissive
                      and pg_get_expr(p.polqual, p.polrelid) like '%owner_keys()%')
       or not exists (select from pg_policy p where p.polrelid = t.oid and p.polcmd in ('*', 'a') and p.polpermissive
                      and pg_get_expr(p.polwithcheck, p.polrelid) like '%owner_keys()%')`,
  'no policy but the migrator’s lets everything through': sql<{ name: string }>`
    select p.polrelid::regclass || '.' || p.polname as name from pg_policy p
    where p.polname <> 'migrator' and (pg_get_expr(p.polqual, p.polrelid) = 'true' or pg_get_expr(p.polwithcheck, p.polrelid) = 'true')`,
  'a policy asks who is asking once for a statement, not for every row': sql<{ name: string }>`
    select p.polrelid::regclass || '.' || p.polname as name from pg_policy p
    cross join lateral (values (pg_get_expr(p.polqual, p.polrelid)), (pg_get_expr(p.polwithcheck, p.polrelid))) e (condition)
    where regexp_replace(e.condition, 'SELECT \\(*app\\.\\w+\\(\\)', '', 'g') like '%app.%'`,
  'every table of a tenant has an index that the owner leads': sql<{ name: string }>`
    select relname as name from (${TENANT_TABLES}) t
    where not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
                      where i.indrelid = t.oid and a.attname = 'owner_key')`,
  'a foreign key from one tenant’s table to another carries the owner': sql<{ name: string }>`
    select k.conname as name from pg_constraint k
    join (${TENANT_TABLES}) a on a.oid = k.conrelid join (${TENANT_TABLES}) b on b.oid = k.confrelid
    where k.contype = 'f'
      and not exists (select from pg_attribute x where x.attrelid = k.conrelid and x.attnum = any (k.conkey) and x.attname = 'owner_key')`,
  'a table with a partner is closed to other partners': sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'user_account'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'partner_key' and not a.attisdropped)
      and not exists (select from pg_policy p where p.polrelid = c.oid and pg_get_expr(p.polqual, p.polrelid) like '%partner_key()%')`,
  'a table with a campaign is closed to the partners of other campaigns': sql<{ name: string }>`
    select relname as name from (${TENANT_TABLES}) t
    where exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'campaign_key' and not a.attisdropped)
      and not exists (select from pg_policy p where p.polrelid = t.oid and not p.polpermissive
                      and pg_get_expr(p.polqual, p.polrelid) like '%partner_key()%')`,
  'the app role owns nothing and has no rights beyond its grants': sql<{ name: string }>`
    select rolname as name from pg_roles where rolname = 'paceline_app' and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole)
    union all select relname from pg_class where relowner = 'paceline_app'::regrole
    union all select nspname from pg_namespace where has_schema_privilege('paceline_app', oid, 'create') and nspname !~ '^pg_temp'`,
  'the app role has nothing on a partition': sql<{ name: string }>`
    select relname as name from pg_class where relispartition and has_table_privilege('paceline_app', oid, 'select, insert, update, delete')`,
  'views ask as their caller': sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions @> array['security_invoker=true'], false)`,
  'functions that run as their owner are the ones we know, and have a fixed search path': sql<{ name: string }>`
    select proname as name from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'app'::regnamespace)
      and not (proname in ('find_session', 'take_analytics_token', 'add_job', 'note_lead_changes', 'note_click_changes', 'note_email_changes', 'note_adjustments', 'note_platform_changes', 'note_link_changes', 'note_for_cluster', 'note_link_for_cluster', 'owners_by_clock', 'capped_goals', 'raise_version', 'raise_versions', 'data_versions', 'open_sessions', 'add_to_months', 'works_on_other_owners', 'owner_names_of', 'forget_past_of_owner', 'forget_past_of_segment', 'plan_changes', 'count_caps', 'raise_rules', 'admit_post', 'hold_for_post', 'look_for_post', 'hold_and_look', 'take_deliveries', 'queue_postbacks', 'take_postbacks', 'keep_unit', 'list_overdue_deliveries', 'list_due_batches', 'admit_api_key', 'tell_lead_status', 'tell_lead_milestone', 'tell_campaign_status', 'queue_event', 'tell_order_status', 'tell_return_status', 'tell_month_status', 'take_webhooks', 'alert_readers', 'statement_readers', 'was_sent', 'erase_people', 'take_lead_exports', 'click_link', 'store_click', 'find_order_link', 'take_partner_mails', 'partner_is_used', 'look_at_partner_again', 'is_owner_name_taken', 'make_owner', 'find_push_key', 'ensure_platform_months', 'waiting', 'mark_days_of_account', 'mark_new_days', 'draft_goals', 'branding_at', 'branding_logo', 'branding_address_taken') and coalesce(array_to_string(proconfig, ',') like '%search_path=%', false))`,
  'money is never a float': sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('real', 'double precision', 'money')`,
  'times carry their zone': sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp without time zone'`,
};

test.each(Object.entries(LINTS))('%s', async (_, lint) => {
  expect(await findings(lint)).toEqual([]);
});

/** Each lint is proven to fail: a breach is planted, found, and rolled back with its transaction. */
const BREACHES: Record<keyof typeof LINTS, string> = {
  'every table of a tenant has row-level security, forced': 'create table breach (owner_key int primary key)',
  'every table of a tenant has a policy for reading and one for writing, on the owner':
    'create table breach (owner_key int primary key); alter table breach enable row level security, force row level security',
  'no policy but the migrator’s lets everything through':
    'create policy breach on owner for select to paceline_app using (true)',
  'a policy asks who is asking once for a statement, not for every row':
    'alter policy tenant on goal using (owner_key = any (app.owner_keys()))',
  'every table of a tenant has an index that the owner leads': `create table breach (id int primary key, owner_key int); call app.protect('breach')`,
  'a foreign key from one tenant’s table to another carries the owner':
    'alter table user_owner add column other int, add constraint breach foreign key (other) references owner (owner_key)',
  'a table with a partner is closed to other partners': 'create table breach (partner_key int)',
  'a table with a campaign is closed to the partners of other campaigns': 'drop policy partner on campaign_month',
  'the app role owns nothing and has no rights beyond its grants': 'alter role paceline_app bypassrls',
  'the app role has nothing on a partition':
    'create table parent (a int) partition by list (a); create table breach partition of parent default; grant select on breach to paceline_app',
  'views ask as their caller': 'create view breach as select * from owner',
  'functions that run as their owner are the ones we know, and have a fixed search path': `create function breach() returns int language sql security definer as 'select 1'`,
  'money is never a float': 'create table breach (price real)',
  'times carry their zone': 'create table breach (at timestamp)',
};

test.each(Object.entries(BREACHES))('the planted breach is found: %s', async (name, breach) => {
  const rollBack = new Error('the breach goes with its transaction');
  const faults = await new Promise<string[]>((resolve, reject) => {
    database
      .asMigrator(async (tx) => {
        await sql.raw(breach).execute(tx);
        resolve((await LINTS[name as keyof typeof LINTS].execute(tx)).rows.map((row) => row.name));
        throw rollBack;
      })
      .catch((error: unknown) => (error === rollBack ? undefined : reject(error as Error)));
  });
  expect(faults).toHaveLength(1);
});

test('the audit log is append-only and readable', async () => {
  for (const change of ['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log']) {
    await expect(database.db.asNobody({ name: '', text: change, values: [] })).rejects.toMatchObject({ code: '42501' });
    await expect(database.asMigrator((tx) => sql.raw(change).execute(tx))).rejects.toThrow('append-only');
  }
});

test('the app role cannot create objects, read files or run programs', async () => {
  for (const text of [
    'create table t (a int)',
    `select pg_read_file('postgresql.conf')`,
    `copy owner to program 'true'`,
  ]) {
    await expect(database.db.asNobody({ name: '', text, values: [] })).rejects.toMatchObject({ code: '42501' });
  }
});

-- Foundations: request settings, row-level security between tenants, and helpers that other files use.
-- The server sets the app.* settings at the start of each transaction (db/scope/tx.ts). An unset one reads as null, and null
-- matches no row.

create schema app;
grant usage on schema app, public to paceline_app;
revoke create on schema public from public;

create function app.owner_keys() returns int[] language sql stable parallel safe
  return nullif(current_setting('app.owner_keys', true), '')::int[];

create function app.partner_key() returns int language sql stable parallel safe
  return nullif(current_setting('app.partner_key', true), '')::int;

create function app.user_group() returns text language sql stable parallel safe
  return nullif(current_setting('app.user_group', true), '');

-- How a change was made: on the screen, unless the writer sets app.via in its transaction.
create function app.via() returns text language sql stable parallel safe
  return coalesce(nullif(current_setting('app.via', true), ''), 'screen');

-- Wraps calls that read the settings in scalar subqueries, so that they run once per statement instead of once per row. It also
-- improves row estimates: the planner assumes 50 % for "(select app.partner_key() is null)", and 0.5 % without the subquery.
create function app.ask_once(condition text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(condition,
    'app\.owner_keys\(\)', '(select app.owner_keys())::int[]', 'g'),
    'app\.(partner_key\(\) is null|user_group\(\) = ''\w+''(::text)?)', '(select app.\1)', 'gi'),
    '= app\.(partner_key|user_group)\(\)', '= (select app.\1())', 'g');

-- Hides a table from media partners, except the rows that match the condition.
create procedure app.close_to_partners(target regclass, except_rows text default 'false') language plpgsql as $$
begin
  execute format('create policy partner on %1$s as restrictive to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('app.partner_key() is null or ' || except_rows));
end $$;
comment on procedure app.close_to_partners is 'Writes its statements: a policy is made on the table that it is given';

-- Enables row-level security on a tenant table. It is forced, so the table owner needs a policy of its own (migrator).
create procedure app.protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %1$s to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('owner_key = any (app.owner_keys())'));
  execute format('create policy migrator on %s to %I using (true) with check (true)', target, current_user);
  -- A media partner works inside many owners and sees only what is its own there: its rows, or those of its campaigns.
  if exists (select from pg_attribute where attrelid = target and attname = 'partner_key' and not attisdropped) then
    call app.close_to_partners(target, 'partner_key = app.partner_key()');
  elsif exists (select from pg_attribute where attrelid = target and attname = 'campaign_key' and not attisdropped) then
    call app.close_to_partners(target, format(
      'exists (select from campaign c where c.owner_key = %1$s.owner_key and c.campaign_key = %1$s.campaign_key and c.partner_key = app.partner_key())',
      target));
  end if;
end $$;
comment on procedure app.protect is 'Writes its statements: policies are made on the table that it is given';

-- For tables that belong to a partner and to no owner: other partners cannot see them.
create procedure app.protect_partner(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy migrator on %s to %I using (true) with check (true)', target, current_user);
  execute format('create policy partner on %1$s to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('app.partner_key() is null or partner_key = app.partner_key()'));
end $$;
comment on procedure app.protect_partner is 'Writes its statements: policies are made on the table that it is given';

-- Creates the monthly partitions from one date to another. Existing partitions are left unchanged.
create procedure app.ensure_months(target regclass, from_day date, to_day date) language plpgsql as $$
declare
  month date := date_trunc('month', from_day);
  part text;
begin
  while month <= to_day loop
    part := format('%s_%s', (select relname from pg_class where oid = target), to_char(month, 'YYYYMM'));
    if to_regclass(format('public.%I', part)) is null then
      perform pg_advisory_xact_lock(hashtextextended('months of tables', 0));
      -- Asked of the table: to_regclass remembers that there was none, and nobody tells it otherwise while it waits for this lock.
      if not exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = part) then
        execute format('create table public.%I partition of %s for values from (%L) to (%L)', part, target, month, (month + interval '1 month')::date);
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;
comment on procedure app.ensure_months is 'Writes its statements: partitions are made of the table that it is given, and named by their months';

-- The months that have a partition of a table.
create function app.months_of(target regclass) returns setof date language sql stable as $$
  select to_date(right(c.relname, 6), 'YYYYMM') from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = target
$$;

-- An ID normalised for comparison: lower case, without punctuation, without leading zeros of numbers.
create function app.plain_id(id text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(lower(id), '[^a-z0-9]', '', 'g'), '(^|[a-z])0+(?=[a-z0-9])', '\1', 'g')
$$;

-- Trigger function for append-only tables.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Trigger function that raises row_version, so that no writer can forget it.
create function app.raise_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;

-- Adds a job in the transaction that causes it. The app role has no access to the queue's own tables.
create function app.add_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key);
end $$;
revoke execute on function app.add_job from public;
grant execute on function app.add_job to paceline_app;

-- Person: none.
create table rate_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limit to paceline_app;

-- The demo or test data that was loaded into this database; written in the same transaction as the data.
-- Person: none.
create table scenario_load (
  name text primary key,
  loaded_at timestamptz not null,
  -- The end of the demo traffic generated so far, which is extended as time passes. Null: the time of loading.
  through_at timestamptz
);

-- Worker processes that are alive. Jobs locked by any other worker return to the queue.
-- Person: none.
create table worker_heartbeat (
  worker_id text primary key,
  seen_at timestamptz not null
);

-- The secrets that sealed values were encrypted with. Each sealed value names its key_id; the secret itself is never stored.
-- Only the table owner role reads this table and recognition_key.
-- Person: none.
create table secret_key (
  key_id smallint primary key,
  -- A fingerprint that distinguishes secrets and reveals nothing about them.
  print bytea not null unique,
  known_at timestamptz not null,
  -- First use by a server for sealing; null for a key that was only announced.
  used_at timestamptz,
  -- When the last value sealed with it was gone.
  retired_at timestamptz
);

-- The key for hashes of people, tickets and derived tokens, sealed with the secret. It is not rotated together with the secret:
-- a suppression list, for example, stores hashes only, which could not be computed again with another key.
-- Person: none.
create table recognition_key (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);

-- The ID of the secret that a value was sealed with: the prefix written by server/src/lib/seal.ts. Values of the first secret
-- have no prefix.
create function app.sealed_with(sealed bytea) returns int language sql immutable strict parallel safe as $$
  select case when substr(sealed, 1, 6) = '\x706c6b65793a'::bytea then get_byte(sealed, 6) * 256 + get_byte(sealed, 7) else 1 end
$$;
grant execute on function app.sealed_with to paceline_app;

-- The counters that differ between two rows.
create function app.differing(in_rollup jsonb, in_rows jsonb) returns table (counter text, rolled numeric, recounted numeric) language sql immutable as $$
  select n.key, coalesce((in_rollup ->> n.key)::numeric, 0), coalesce((in_rows ->> n.key)::numeric, 0)
  from jsonb_object_keys(coalesce(in_rollup, in_rows)) n (key)
  where n.key not in ('day', 'month', 'attribute', 'value') and n.key not like '%\_key'
    and coalesce((in_rollup ->> n.key)::numeric, 0) <> coalesce((in_rows ->> n.key)::numeric, 0)
$$;

-- The ground every table stands on: who is asking, and the wall between tenants.
-- The server sets these settings at the start of each transaction (db/tx.ts); an unset one reads as null, and null matches no row.

create schema app;
grant usage on schema app, public to paceline_app;
revoke create on schema public from public;

create function app.owner_keys() returns int[] language sql stable parallel safe
  return nullif(current_setting('app.owner_keys', true), '')::int[];

create function app.partner_key() returns int language sql stable parallel safe
  return nullif(current_setting('app.partner_key', true), '')::int;

create function app.user_group() returns text language sql stable parallel safe
  return nullif(current_setting('app.user_group', true), '');

-- By what the change came: a person at the screen unless the writer says otherwise in its transaction.
create function app.via() returns text language sql stable parallel safe
  return coalesce(nullif(current_setting('app.via', true), ''), 'screen');

-- Who is asking does not change while a statement runs: asked once, in a query of its own, instead of for every row. To the
-- planner "is there a partner?" is then an even chance, and no longer one that leaves a two-hundredth of every table.
create function app.ask_once(condition text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(condition,
    'app\.owner_keys\(\)', '(select app.owner_keys())::int[]', 'g'),
    'app\.(partner_key\(\) is null|user_group\(\) = ''\w+''(::text)?)', '(select app.\1)', 'gi'),
    '= app\.(partner_key|user_group)\(\)', '= (select app.\1())', 'g');

-- Closes a table to media partners, but for the rows that the condition names.
create procedure app.close_to_partners(target regclass, except_rows text default 'false') language plpgsql as $$
begin
  execute format('create policy partner on %1$s as restrictive to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('app.partner_key() is null or ' || except_rows));
end $$;
comment on procedure app.close_to_partners is 'Writes its statements: a policy is made on the table that it is given';

-- Puts a tenant table behind row-level security. Forced, so that the owner of the table is held to a policy as well: its own.
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

-- Tables of a partner belong to no owner; they are closed to other partners like the partner itself.
create procedure app.protect_partner(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy migrator on %s to %I using (true) with check (true)', target, current_user);
  execute format('create policy partner on %1$s to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('app.partner_key() is null or partner_key = app.partner_key()'));
end $$;
comment on procedure app.protect_partner is 'Writes its statements: policies are made on the table that it is given';

-- Makes the partitions of the months from one date to another; those that are there already stay as they are.
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

-- The months that a table is cut into.
create function app.months_of(target regclass) returns setof date language sql stable as $$
  select to_date(right(c.relname, 6), 'YYYYMM') from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = target
$$;

-- An id as it is compared where spelling does not matter: without case, signs between, and zeros before a number.
create function app.plain_id(id text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(lower(id), '[^a-z0-9]', '', 'g'), '(^|[a-z])0+(?=[a-z0-9])', '\1', 'g')
$$;

-- For tables to which rows are only added.
create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- For tables whose writers must not be able to forget the version of the row.
create function app.raise_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;

-- Adds a job in the transaction of its cause. The queue's own tables stay closed to the app role.
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

-- Which demo or test data this database holds; written in the transaction that loaded it.
-- Person: none.
create table scenario_load (
  name text primary key,
  loaded_at timestamptz not null,
  -- Up to when a demo's traffic goes: it is made on as time passes. Null: up to when it was loaded.
  through_at timestamptz
);

-- Which worker processes are alive. A job locked by one that is not is given back to the queue.
-- Person: none.
create table worker_heartbeat (
  worker_id text primary key,
  seen_at timestamptz not null
);

-- What is sealed says with which key; which keys there are stands here, a secret itself never does. Only the role that owns the
-- tables reads either table.
-- Person: none.
create table secret_key (
  key_id smallint primary key,
  -- Tells secrets apart; what a secret is cannot be found out from it.
  print bytea not null unique,
  known_at timestamptz not null,
  -- A server has sealed with it; null for one that was only announced.
  used_at timestamptz,
  -- Nothing is sealed with it any more.
  retired_at timestamptz
);

-- What hashes of people, tickets and derived tokens are made with, sealed with the secret. It stays when the secret changes:
-- a list of numbers that are not to be called, for one, holds nothing that its hashes could be made from again.
-- Person: none.
create table recognition_key (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);

-- The number of the key in front of what is sealed; server/src/lib/seal.ts writes it. The first key left no mark.
create function app.sealed_with(sealed bytea) returns int language sql immutable strict parallel safe as $$
  select case when substr(sealed, 1, 6) = '\x706c6b65793a'::bytea then get_byte(sealed, 6) * 256 + get_byte(sealed, 7) else 1 end
$$;
grant execute on function app.sealed_with to paceline_app;

-- Of two rows the counters that differ.
create function app.differing(in_rollup jsonb, in_rows jsonb) returns table (counter text, rolled numeric, recounted numeric) language sql immutable as $$
  select n.key, coalesce((in_rollup ->> n.key)::numeric, 0), coalesce((in_rows ->> n.key)::numeric, 0)
  from jsonb_object_keys(coalesce(in_rollup, in_rows)) n (key)
  where n.key not in ('day', 'month', 'attribute', 'value') and n.key not like '%\_key'
    and coalesce((in_rollup ->> n.key)::numeric, 0) <> coalesce((in_rows ->> n.key)::numeric, 0)
$$;

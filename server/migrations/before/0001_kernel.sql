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

-- Puts a tenant table behind row-level security. Forced, so that the owner of the table is held to a policy as well: its own.
create procedure app.protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to paceline_app using (owner_key = any (app.owner_keys())) with check (owner_key = any (app.owner_keys()))',
    target);
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

-- Closes a table to media partners, but for the rows that the condition names.
create procedure app.close_to_partners(target regclass, except_rows text default 'false') language plpgsql as $$
begin
  execute format(
    'create policy partner on %s as restrictive to paceline_app using (app.partner_key() is null or %2$s) with check (app.partner_key() is null or %2$s)',
    target, except_rows);
end $$;

create table rate_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limit to paceline_app;

create table mail (
  mail_key bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept')),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
grant select, insert, update on mail to paceline_app;

-- Which demo or test data this database holds; written in the transaction that loaded it.
create table scenario_load (
  name text primary key,
  loaded_at timestamptz not null
);

-- Which worker processes are alive. A job locked by one that is not is given back to the queue.
create table worker_heartbeat (
  worker_id text primary key,
  seen_at timestamptz not null
);

-- Adds a job in the transaction of its cause. The queue's own tables stay closed to the app role.
create function app.add_job(task text, payload json, job_key text default null, run_at timestamptz default null)
returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key);
end $$;
revoke execute on function app.add_job from public;
grant execute on function app.add_job to paceline_app;

-- Owners (tenants).

-- Person: none.
create table vertical (
  vertical_key int generated always as identity primary key,
  name text not null unique
);
grant select on vertical to paceline_app;
insert into vertical (name) values
  ('Education'), ('Home services'), ('Health care'), ('Insurance'), ('Financial services'), ('Legal services'), ('Other');

-- Person: none.
create table owner (
  owner_key int generated always as identity primary key,
  name text not null,
  description text not null,
  vertical_key int not null references vertical,
  time_zone text not null,
  dedup_days int not null check (dedup_days between 0 and 730),
  -- The preset of menus, labels and widgets. It is never derived from the owner's name.
  variant text,
  row_version int not null default 1,
  created_at timestamptz not null default now(),
  -- Whether a campaign goes live only after the month's insertion order was accepted.
  io_required boolean not null default false,
  unknown_sources text not null default 'AUTO_CREATE_ACCEPT'
    check (unknown_sources in ('AUTO_CREATE_ACCEPT', 'AUTO_CREATE_HOLD', 'REJECT'))
);
create unique index owner_name on owner (lower(name));
call app.protect('owner');
grant select, insert, update on owner to paceline_app;

-- All owners, for scheduled jobs. It bypasses row-level security and returns keys and time zones only.
create function app.owners_by_clock() returns table (owner_key int, time_zone text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select owner_key, time_zone from owner where app.user_group() = 'system' order by 1
$$;
revoke execute on function app.owners_by_clock from public;
grant execute on function app.owners_by_clock to paceline_app;

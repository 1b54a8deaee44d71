-- Owners (tenants): what they are, and which of them are on this server.

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
  -- Which preset of menus, labels and widgets the owner carries. A name that looks alike carries none.
  variant text,
  row_version int not null default 1,
  created_at timestamptz not null default now(),
  -- Whether a campaign waits for the month's insertion order to be accepted.
  io_required boolean not null default false,
  unknown_sources text not null default 'AUTO_CREATE_ACCEPT'
    check (unknown_sources in ('AUTO_CREATE_ACCEPT', 'AUTO_CREATE_HOLD', 'REJECT'))
);
create unique index owner_name on owner (lower(name));
call app.protect('owner');
grant select, insert, update on owner to paceline_app;

-- On the first server, where users, partners and sessions are, the rows are the map: which server each owner is on.
-- Person: none.
create table owner_away (
  owner_key int primary key references owner,
  -- The number of the server that it is on; null while it is being moved there.
  moved_to smallint,
  since timestamptz not null
);
call app.protect('owner_away');
call app.close_to_partners('owner_away');

-- Opens a transaction for these owners, or refuses it. Whoever writes holds each of them until the end: a move waits for those that
-- began before it. The state reads as a server that is not available, which callers answer with "come again".
create function app.enter_owners(of_owners int[], writing boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one int;
begin
  if writing then
    foreach one in array of_owners loop
      perform pg_advisory_xact_lock_shared(4600082, one);
    end loop;
  end if;
  if exists (select from owner_away where owner_key = any (of_owners)) then
    raise exception 'an owner is not on this server' using errcode = '57P90';
  end if;
end $$;
revoke execute on function app.enter_owners from public;
grant execute on function app.enter_owners to paceline_app;

create function app.owners_away() returns table (owner_key int, moved_to smallint)
language sql stable security definer set search_path = pg_catalog, public
as $$ select a.owner_key, a.moved_to from owner_away a $$;
revoke execute on function app.owners_away from public;
grant execute on function app.owners_away to paceline_app;

-- Which owners there are, for what runs by the clock. It looks past the tenant wall and tells nothing but keys and zones.
create function app.owners_by_clock() returns table (owner_key int, time_zone text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select owner_key, time_zone from owner where app.user_group() = 'system' order by 1
$$;
revoke execute on function app.owners_by_clock from public;
grant execute on function app.owners_by_clock to paceline_app;

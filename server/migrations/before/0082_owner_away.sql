-- Owners may be on several Postgres servers. An owner that has a row here is not on this server: nothing of it is read or written
-- here any more, by whichever process and however old that process's idea of where it is.

-- On the first server, where users, partners and sessions are, the rows are the map: which server each owner is on.
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

-- One version for whatever an owner's answers are made of, and one for whatever decides about its leads: what was worked out at a
-- version holds for as long as it stands.

-- A writer raises whichever row of the owner's nobody else is raising at that moment, and adds one if there is none: writers
-- never wait for each other here and cannot deadlock, and there are as many rows as the owner ever had writers at one time.
-- Nobody is notified either: Postgres lets the commits that notify through one after the other, whomever they concern.
-- The version is the sum. Every transaction that comes through raises it by one or more, so that two snapshots with the same
-- sum have seen the same transactions, however late one of them was committed.
-- Person: none.
create table data_version (
  owner_key int not null references owner,
  slot int generated always as identity,
  version bigint not null default 1,
  primary key (owner_key, slot)
) with (fillfactor = 50);
call app.protect('data_version');

create function app.raise_version(of_owners int[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one int;
begin
  foreach one in array of_owners loop
    -- Once is enough for a transaction: nobody sees its rows before it has come through.
    perform from data_version where owner_key = one and xmin = pg_current_xact_id()::xid;
    continue when found;
    update data_version set version = version + 1
    where (owner_key, slot) = (select owner_key, slot from data_version where owner_key = one limit 1 for update skip locked);
    if not found then
      insert into data_version (owner_key) values (one);
    end if;
  end loop;
end $$;
revoke execute on function app.raise_version from public;

-- Whose version a changed row raises: its own owner's, or that of every owner who works with the partner, has an account on
-- the platform, or is there at all. Partners and clients write such rows as well, and none of them may write a version.
create function app.raise_versions() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owners int[];
begin
  if tg_argv[0] = 'owner' then
    owners := array(select distinct owner_key from touched order by 1);
  elsif tg_argv[0] = 'partner' then
    owners := array(
      select owner_key from campaign where partner_key in (select partner_key from touched)
      union select owner_key from partner_client where partner_key in (select partner_key from touched) order by 1);
  elsif tg_argv[0] = 'platform' then
    owners := array(
      select distinct owner_key from platform_account where platform_key in (select platform_key from touched) order by 1);
  else
    owners := array(select owner_key from owner where exists (select from touched) order by 1);
  end if;
  perform app.raise_version(owners);
  return null;
end $$;
revoke execute on function app.raise_versions from public;

-- What a new table says whose rows an answer reads; server/src/testing/versioned-tables.ts has those that do and those that do not.
create procedure app.raises_version(target regclass, whose text default 'owner') language plpgsql as $$
begin
  execute format('create trigger raises_version_by_insert after insert on %s referencing new table as touched for each statement execute function app.raise_versions(%L)', target, whose);
  execute format('create trigger raises_version_by_update after update on %s referencing new table as touched for each statement execute function app.raise_versions(%L)', target, whose);
  execute format('create trigger raises_version_by_delete after delete on %s referencing old table as touched for each statement execute function app.raise_versions(%L)', target, whose);
end $$;
comment on procedure app.raises_version is 'Writes its statements: triggers are made on the table that it is given';
call app.raises_version('owner');

-- Which version each of these owners' data are at, in one statement and without a scope: it tells numbers and no row.
create function app.data_versions(of_owners int[]) returns table (owner_key int, version bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select v.owner_key, sum(v.version)::bigint from data_version v where v.owner_key = any (of_owners) group by 1
$$;
revoke execute on function app.data_versions from public;
grant execute on function app.data_versions to paceline_app;

-- The version of whatever decides about an owner's leads, raised like data_version, which says why in this way. Leads do not
-- raise it: what was loaded holds until somebody changes a rule.
-- Person: none.
create table rules_version (
  owner_key int not null references owner,
  slot int generated always as identity,
  version bigint not null default 1,
  primary key (owner_key, slot)
) with (fillfactor = 50);
call app.protect('rules_version');
call app.close_to_partners('rules_version');
grant select on rules_version to paceline_app;

create function app.raise_rules() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owners int[];
  one int;
begin
  if tg_argv[0] = 'owner' then
    owners := array(select distinct owner_key from touched order by 1);
  else
    owners := array(select distinct owner_key from campaign where partner_key in (select partner_key from touched) order by 1);
  end if;
  foreach one in array owners loop
    perform from rules_version where owner_key = one and xmin = pg_current_xact_id()::xid;
    continue when found;
    update rules_version set version = version + 1
    where (owner_key, slot) = (select owner_key, slot from rules_version where owner_key = one limit 1 for update skip locked);
    if not found then
      insert into rules_version (owner_key) values (one);
    end if;
  end loop;
  return null;
end $$;
revoke execute on function app.raise_rules from public;

-- What a table says whose rows decide about leads.
create procedure app.decides_leads(target regclass, whose text default 'owner') language plpgsql as $$
begin
  execute format('create trigger decides_leads_by_insert after insert on %s referencing new table as touched for each statement execute function app.raise_rules(%L)', target, whose);
  execute format('create trigger decides_leads_by_update after update on %s referencing new table as touched for each statement execute function app.raise_rules(%L)', target, whose);
  execute format('create trigger decides_leads_by_delete after delete on %s referencing old table as touched for each statement execute function app.raise_rules(%L)', target, whose);
end $$;
comment on procedure app.decides_leads is 'Writes its statements: triggers are made on the table that it is given';
call app.decides_leads('owner');

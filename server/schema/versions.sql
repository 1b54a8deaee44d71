-- Two version counters per owner: of the data that its answers are computed from, and of the rules that decide about its leads.
-- Anything computed at a version is valid until the version changes.

-- The version is the sum of the owner's rows. A writer raises any row that no other writer has locked, and inserts one if all
-- are locked, so writers neither wait for each other nor deadlock. The number of rows is the highest number of concurrent
-- writers so far.
-- Every committed transaction adds at least one, so two snapshots with the same sum include the same transactions, whatever the
-- order of commits.
-- NOTIFY is not used: Postgres serialises the commits of all transactions that notify.
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

-- Raises the version of the changed row's owner, of every owner that works with the partner or has an account on the platform,
-- or of all owners. Security definer, because partners and clients write such rows and have no right to write versions.
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

-- Called for every table whose rows answers are computed from. server/src/testing/versioned-tables.ts lists the tables with and
-- without it.
create procedure app.raises_version(target regclass, whose text default 'owner') language plpgsql as $$
begin
  execute format('create trigger raises_version_by_insert after insert on %s referencing new table as touched for each statement execute function app.raise_versions(%L)', target, whose);
  execute format('create trigger raises_version_by_update after update on %s referencing new table as touched for each statement execute function app.raise_versions(%L)', target, whose);
  execute format('create trigger raises_version_by_delete after delete on %s referencing old table as touched for each statement execute function app.raise_versions(%L)', target, whose);
end $$;
comment on procedure app.raises_version is 'Writes its statements: triggers are made on the table that it is given';
call app.raises_version('owner');

-- The data version of each of these owners, in one statement and without a scope. It returns numbers only.
create function app.data_versions(of_owners int[]) returns table (owner_key int, version bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select v.owner_key, sum(v.version)::bigint from data_version v where v.owner_key = any (of_owners) group by 1
$$;
revoke execute on function app.data_versions from public;
grant execute on function app.data_versions to paceline_app;

-- The version of the rules that decide about an owner's leads, stored like data_version. Leads do not raise it, so loaded rules
-- are valid until somebody changes one.
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

-- Called for every table whose rows decide about leads.
create procedure app.decides_leads(target regclass, whose text default 'owner') language plpgsql as $$
begin
  execute format('create trigger decides_leads_by_insert after insert on %s referencing new table as touched for each statement execute function app.raise_rules(%L)', target, whose);
  execute format('create trigger decides_leads_by_update after update on %s referencing new table as touched for each statement execute function app.raise_rules(%L)', target, whose);
  execute format('create trigger decides_leads_by_delete after delete on %s referencing old table as touched for each statement execute function app.raise_rules(%L)', target, whose);
end $$;
comment on procedure app.decides_leads is 'Writes its statements: triggers are made on the table that it is given';
call app.decides_leads('owner');

-- Creating owners, and the settings in which they differ.

-- A draft belongs to no owner yet; everybody at the agency with the right to create owners sees it.
-- Person: none.
create table owner_draft (
  draft_key int generated always as identity primary key,
  -- The form's content, complete or not; emptied when the owner is created.
  body jsonb not null,
  step text not null check (length(step) between 1 and 40),
  started_by int not null references user_account,
  started_at timestamptz not null,
  saved_by int not null references user_account,
  saved_at timestamptz not null,
  row_version int not null default 1,
  -- The owner created from it. The row is kept, so that submitting twice creates one owner.
  made_owner_key int unique
);
create index owner_draft_open on owner_draft (saved_at desc) where made_owner_key is null;
create index owner_draft_started_by on owner_draft (started_by);
create index owner_draft_saved_by on owner_draft (saved_by);
alter table owner_draft enable row level security;
alter table owner_draft force row level security;
create policy migrator on owner_draft to current_user using (true) with check (true);
create policy agency on owner_draft to paceline_app
  using ((select app.user_group()) = 'ag') with check ((select app.user_group()) = 'ag');
grant select, insert, update, delete on owner_draft to paceline_app;

-- Whether an owner of this name exists, including owners that the caller does not work on; it returns yes or no only.
create function app.is_owner_name_taken(wanted text) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select app.user_group() = 'ag' and exists (select from owner where lower(name) = lower(wanted))
$$;
revoke execute on function app.is_owner_name_taken from public;
grant execute on function app.is_owner_name_taken to paceline_app;

-- Creates an owner, which row-level security would prevent. The creator is given access to it, also in the rest of the
-- transaction. It has no variant, whatever its name. Returns null if the name is taken.
create function app.make_owner(owner_name text, owner_description text, vertical int, zone text, days int) returns int
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  maker int := nullif(current_setting('app.user_key', true), '')::int;
  made int;
begin
  if app.user_group() is distinct from 'ag' or maker is null then
    raise insufficient_privilege using message = 'only somebody of the agency makes owners';
  end if;
  insert into owner (name, description, vertical_key, time_zone, dedup_days)
  values (owner_name, owner_description, vertical, zone, days)
  on conflict (lower(name)) do nothing returning owner_key into made;
  if made is null then return null; end if;
  insert into user_owner (owner_key, user_key)
  select made, u.user_key from user_account u where u.user_key = maker and not u.all_owners;
  perform set_config('app.owner_keys', (coalesce(app.owner_keys(), '{}') || made)::text, true);
  return made;
end $$;
revoke execute on function app.make_owner from public;
grant execute on function app.make_owner to paceline_app;

-- Settings in which an owner differs from its preset, changed by administrators on a page. Menus and labels of media partners
-- follow them too. A row records who changed a setting last. The value is null if the owner is back at the default, or if the
-- setting is stored in a column of owner, which other statements read.
-- Person: none.
create table owner_setting (
  owner_key int not null references owner,
  -- Contract: OWNER_SETTINGS.
  name text not null,
  value jsonb,
  changed_at timestamptz not null,
  changed_by int references user_account on delete set null,
  primary key (owner_key, name)
);
call app.protect('owner_setting');
grant select, insert, update on owner_setting to paceline_app;

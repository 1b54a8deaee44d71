-- How owners and the agency show themselves: name, logo and one colour, in pages, files and mails.

-- Without a row, or a value, the agency's is shown. The logo is a picture that the server has drawn itself from the one uploaded.
-- Person: none.
create table owner_branding (
  owner_key int primary key references owner,
  name text not null default '' check (length(name) <= 60),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- The word in the address of its sign-in page.
  address text check (address ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  logo bytea check (length(logo) <= 500000),
  logo_hash text,
  logo_width int,
  logo_height int,
  row_version int not null default 1,
  check (num_nulls(logo, logo_hash, logo_width, logo_height) in (0, 4))
);
call app.protect('owner_branding');
create policy agency_adds on owner_branding as restrictive for insert to paceline_app
  with check ((select app.user_group()) in ('ag', 'system'));
create policy agency_changes on owner_branding as restrictive for update to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
create unique index owner_branding_address on owner_branding (address) where address is not null;
create index owner_branding_logo on owner_branding (logo_hash) where logo_hash is not null;
grant select, insert, update on owner_branding to paceline_app;

-- One row at most.
-- Person: none.
create table agency_branding (
  single boolean primary key default true check (single),
  name text not null default '' check (length(name) <= 60),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  logo bytea check (length(logo) <= 500000),
  logo_hash text,
  logo_width int,
  logo_height int,
  row_version int not null default 1,
  check (num_nulls(logo, logo_hash, logo_width, logo_height) in (0, 4))
);
grant select, insert, update on agency_branding to paceline_app;

-- The brand of a sign-in page, which is shown to anybody who has its address.
create function app.branding_at(wanted text)
returns table (name text, colour text, logo_hash text, logo_width int, logo_height int)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select b.name, b.colour, b.logo_hash, b.logo_width, b.logo_height from owner_branding b where b.address = wanted
$$;
revoke execute on function app.branding_at from public;
grant execute on function app.branding_at to paceline_app;

-- A logo by the hash of its content, which nobody can guess who has not seen the page that shows it.
create function app.branding_logo(hash text) returns bytea
language sql stable security definer set search_path = pg_catalog, public
as $$
  select logo from (
    (select b.logo from owner_branding b where b.logo_hash = hash limit 1)
    union all
    (select a.logo from agency_branding a where a.logo_hash = hash)) logos limit 1
$$;
revoke execute on function app.branding_logo from public;
grant execute on function app.branding_logo to paceline_app;

-- Whether an address is another owner's: the caller may not see that owner's row.
create function app.branding_address_taken(wanted text, but int) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (select from owner_branding where address = wanted and owner_key <> but)
$$;
revoke execute on function app.branding_address_taken from public;
grant execute on function app.branding_address_taken to paceline_app;

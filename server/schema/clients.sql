-- Clients and what belongs to them. Every primary key starts with the owner, and every foreign key includes it.

-- Person: none.
create table brand (
  owner_key int not null references owner,
  brand_key int generated always as identity unique,
  name text not null,
  active boolean not null default true,
  primary key (owner_key, brand_key)
);
create unique index brand_name on brand (owner_key, lower(name));
call app.protect('brand');
grant select, insert, update on brand to paceline_app;
call app.raises_version('brand');
call app.decides_leads('brand');

-- Person: none.
create table client (
  owner_key int not null,
  client_key int generated always as identity unique,
  brand_key int not null,
  name text not null,
  code text not null,
  active boolean not null default true,
  row_version int not null default 1,
  primary key (owner_key, client_key),
  foreign key (owner_key, brand_key) references brand
);
create unique index client_code on client (owner_key, lower(code));
call app.protect('client');
grant select, insert, update on client to paceline_app;
call app.raises_version('client');
call app.decides_leads('client');

-- The sections of a client's criteria, stored as a whole for each version, so that the criteria in force when a lead arrived can
-- be shown later.
-- Person: none.
create table client_criteria (
  owner_key int not null,
  client_key int not null,
  version int not null,
  body jsonb not null,
  saved_by int references user_account,
  saved_at timestamptz not null,
  primary key (owner_key, client_key, version),
  foreign key (owner_key, client_key) references client
);
call app.protect('client_criteria');
call app.close_to_partners('client_criteria');
grant select, insert on client_criteria to paceline_app;
call app.decides_leads('client_criteria');

-- Person: none.
create table client_model (
  owner_key int not null,
  client_model_key int generated always as identity unique,
  client_key int not null,
  name text not null,
  primary key (owner_key, client_model_key),
  foreign key (owner_key, client_key) references client
);
create unique index client_model_name on client_model (owner_key, client_key, lower(name));
call app.protect('client_model');
grant select, insert, update on client_model to paceline_app;
call app.raises_version('client_model');
call app.decides_leads('client_model');

-- Person: kept zip, phone: a school's own.
create table campus (
  owner_key int not null,
  campus_key int generated always as identity unique,
  client_model_key int not null,
  name text not null,
  code text not null,
  address text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  zip text check (zip ~ '^\d{5}$'),
  phone text,
  time_zone text not null,
  -- An online campus has no location; no radius can be drawn around it.
  virtual boolean not null default false,
  latitude numeric(8, 5),
  longitude numeric(8, 5),
  active boolean not null default true,
  -- Campuses and programs are changed by files that users download, edit and upload. The row version prevents a file from
  -- overwriting changes made in the meantime.
  row_version int not null default 1,
  primary key (owner_key, campus_key),
  foreign key (owner_key, client_model_key) references client_model
);
create unique index campus_code on campus (owner_key, lower(code));
call app.protect('campus');
grant select, insert, update on campus to paceline_app;
create trigger raises_row_version before update on campus for each row execute function app.raise_row_version();
call app.raises_version('campus');
call app.decides_leads('campus');
-- Triggers of other files: stored-days.sql (forget_past_of_owner, forget_past_of_segment).

-- Person: none.
create table program (
  owner_key int not null,
  program_key int generated always as identity unique,
  campus_key int not null,
  name text not null,
  code text not null,
  degree_level text not null,
  modality text not null,
  subject_area text not null,
  cip_code text,
  length_months int,
  min_education text,
  start_dates date[] not null default '{}',
  landing_url text,
  client_program_code text,
  active boolean not null default true,
  row_version int not null default 1,
  primary key (owner_key, program_key),
  foreign key (owner_key, campus_key) references campus,
  -- Referenced by service areas, which name a program together with its campus.
  unique (owner_key, campus_key, program_key)
);
create unique index program_code on program (owner_key, campus_key, lower(code));
call app.protect('program');
grant select, insert, update on program to paceline_app;
create trigger raises_row_version before update on program for each row execute function app.raise_row_version();
call app.raises_version('program');
call app.decides_leads('program');
-- Triggers of other files: stored-days.sql (forget_past_of_owner, forget_past_of_segment).

-- The area that a campus, or a program in place of its campus, accepts leads from; a campaign's own targeting cannot widen it. A
-- removed area remains as a row without one, so that versions only grow: a program without an area uses that of its campus, a
-- campus without one accepts the whole US.
-- Person: none.
create table service_area (
  owner_key int not null,
  service_area_key int generated always as identity unique,
  campus_key int not null,
  program_key int,
  area jsonb,
  row_version int not null default 1,
  saved_by int references user_account,
  saved_at timestamptz not null,
  primary key (owner_key, service_area_key),
  foreign key (owner_key, campus_key) references campus,
  foreign key (owner_key, campus_key, program_key) references program (owner_key, campus_key, program_key)
);
create unique index service_area_of on service_area (owner_key, campus_key, program_key) nulls not distinct;
call app.protect('service_area');
call app.close_to_partners('service_area');
grant select, insert, update on service_area to paceline_app;
call app.decides_leads('service_area');

-- The DMA of each county. This is a company's proprietary data: customers upload it as a file, none is shipped.
-- Person: none.
create table dma_county (
  owner_key int not null references owner,
  fips text not null check (fips ~ '^\d{5}$'),
  dma int not null check (dma between 500 and 999),
  dma_name text not null,
  row_version int not null default 1,
  primary key (owner_key, fips)
);
call app.protect('dma_county');
call app.close_to_partners('dma_county');
grant select, insert, update, delete on dma_county to paceline_app;
call app.decides_leads('dma_county');

-- The account for asking a client's own system whether it knows a person. The address is part of the client's criteria; the
-- credential is only sent to the host that it was stored for.
-- Person: none.
create table client_crm_account (
  owner_key int not null,
  client_key int not null,
  host text not null,
  header_name text not null check (length(header_name) between 1 and 100),
  sealed bytea not null,
  key_id smallint not null default 1,
  set_by int references user_account,
  set_at timestamptz not null,
  checked_at timestamptz,
  check_outcome text check (check_outcome in ('accepted', 'refused', 'unknown')),
  check_detail text,
  primary key (owner_key, client_key),
  foreign key (owner_key, client_key) references client,
  check ((checked_at is null) = (check_outcome is null))
);
call app.protect('client_crm_account');
call app.close_to_partners('client_crm_account');
grant select, insert, update, delete on client_crm_account to paceline_app;

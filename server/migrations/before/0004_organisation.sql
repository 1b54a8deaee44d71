-- What an owner is made of, and whom it buys from. Every key leads with the owner; every foreign key carries it.

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

create table client (
  owner_key int not null,
  client_key int generated always as identity unique,
  brand_key int not null,
  name text not null,
  code text not null,
  -- What counts as the same person, among which leads, compared with which of them.
  dedup_match text not null default 'EMAIL_OR_PHONE'
    check (dedup_match in ('EMAIL_OR_PHONE', 'EMAIL_AND_PHONE', 'EMAIL', 'PHONE', 'EMAIL_OR_PHONE_OR_NAME_ZIP')),
  dedup_scope text not null default 'CLIENT'
    check (dedup_scope in ('OWNER', 'BRAND', 'CLIENT', 'CAMPUS', 'PROGRAM', 'PARTNER', 'CAMPAIGN')),
  dedup_compare text not null default 'GOOD' check (dedup_compare in ('GOOD', 'BILLABLE', 'ALL_BUT_TEST')),
  return_window_days int not null default 14 check (return_window_days between 0 and 90),
  max_return_percent numeric(5, 2) not null default 10,
  active boolean not null default true,
  row_version int not null default 1,
  primary key (owner_key, client_key),
  foreign key (owner_key, brand_key) references brand
);
create unique index client_code on client (owner_key, lower(code));
call app.protect('client');
grant select, insert, update on client to paceline_app;

-- The sections of a client's criteria, whole, version by version: what was in force when a lead came can be read back.
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
  -- Online: everywhere and nowhere; no radius can be drawn around it.
  virtual boolean not null default false,
  latitude numeric(8, 5),
  longitude numeric(8, 5),
  active boolean not null default true,
  primary key (owner_key, campus_key),
  foreign key (owner_key, client_model_key) references client_model
);
create unique index campus_code on campus (owner_key, lower(code));
call app.protect('campus');
grant select, insert, update on campus to paceline_app;

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
  primary key (owner_key, program_key),
  foreign key (owner_key, campus_key) references campus
);
create unique index program_code on program (owner_key, campus_key, lower(code));
call app.protect('program');
grant select, insert, update on program to paceline_app;

alter table media_partner
  add column affiliate_key text,
  add column product_types text[] not null default '{PPL}',
  add column payment_terms text,
  -- Only the hash: the key itself is shown once, when it is made.
  add column posting_key_hash bytea unique;

-- Tables of a partner belong to no owner; they are closed to other partners like the partner itself.
create procedure app.protect_partner(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy migrator on %s to %I using (true) with check (true)', target, current_user);
  execute format(
    'create policy partner on %s to paceline_app using (app.partner_key() is null or partner_key = app.partner_key()) with check (app.partner_key() is null or partner_key = app.partner_key())',
    target);
end $$;

create table partner_contact (
  partner_key int not null references media_partner,
  contact_key int generated always as identity unique,
  name text not null,
  email text not null,
  notifications text[] not null default '{}',
  active boolean not null default true,
  primary key (partner_key, contact_key)
);
call app.protect_partner('partner_contact');
grant select, insert, update on partner_contact to paceline_app;

create table partner_client (
  owner_key int not null,
  partner_key int not null references media_partner,
  client_key int not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'PENDING', 'TERMINATED')),
  since date not null,
  note text,
  row_version int not null default 1,
  primary key (owner_key, partner_key, client_key),
  foreign key (owner_key, client_key) references client
);
call app.protect('partner_client');
grant select, insert, update on partner_client to paceline_app;

-- What a partner calls things, in our words, per client.
create table partner_value_map (
  owner_key int not null,
  partner_key int not null references media_partner,
  client_key int not null,
  field text not null,
  partner_value text not null,
  our_value text not null,
  primary key (owner_key, partner_key, client_key, field, partner_value),
  foreign key (owner_key, client_key) references client
);
call app.protect('partner_value_map');
grant select, insert, update, delete on partner_value_map to paceline_app;

create table publisher (
  partner_key int not null references media_partner,
  publisher_key int generated always as identity unique,
  name text not null,
  domain text,
  traffic_types text[] not null default '{}',
  status text not null default 'APPROVED' check (status in ('PENDING', 'APPROVED', 'BLOCKED', 'INACTIVE')),
  primary key (partner_key, publisher_key)
);
create unique index publisher_name on publisher (partner_key, lower(name));
call app.protect_partner('publisher');
grant select, insert, update on publisher to paceline_app;

create table publisher_source (
  partner_key int not null,
  publisher_source_key int generated always as identity unique,
  publisher_key int not null,
  source_tag text not null,
  display_name text not null,
  landing_urls text[] not null default '{}',
  status text not null default 'APPROVED' check (status in ('PENDING', 'APPROVED', 'BLOCKED', 'INACTIVE')),
  first_seen date,
  notes text,
  row_version int not null default 1,
  primary key (partner_key, publisher_source_key),
  foreign key (partner_key, publisher_key) references publisher
);
create unique index publisher_source_tag on publisher_source (partner_key, lower(source_tag));
call app.protect_partner('publisher_source');
grant select, insert, update on publisher_source to paceline_app;

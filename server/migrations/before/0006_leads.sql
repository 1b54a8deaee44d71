-- Inquiries and clicks: what grows. Both are cut into months by the owner's local date, and carry it in their keys.

-- Makes the partitions of the months from one date to another; those that are there already stay as they are.
create procedure app.ensure_months(target regclass, from_day date, to_day date) language plpgsql as $$
declare
  month date := date_trunc('month', from_day);
  part text;
begin
  while month <= to_day loop
    part := format('%s_%s', (select relname from pg_class where oid = target), to_char(month, 'YYYYMM'));
    if to_regclass(format('public.%I', part)) is null then
      execute format('create table public.%I partition of %s for values from (%L) to (%L)', part, target, month, (month + interval '1 month')::date);
    end if;
    month := month + interval '1 month';
  end loop;
end $$;

create sequence lead_key_seq as bigint;
grant usage on sequence lead_key_seq to paceline_app;

create table lead (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null default nextval('lead_key_seq'),
  public_id text not null,
  created_at timestamptz not null,
  campaign_key int not null,
  partner_key int,
  publisher_source_key int,
  sub_source text,
  program_key int,
  campus_key int,
  status text not null check (status in
    ('RCV', 'HLD', 'VAL', 'DLV', 'STK', 'RTR', 'INV', 'DUP', 'SCR', 'CAP', 'CLS', 'REJ', 'RTN', 'TST')),
  status_reasons text[] not null default '{}',
  lead_source_type text not null default 'web' check (lead_source_type in ('web', 'Call Center')),
  device text not null check (device in ('desktop', 'tablet', 'mobile')),
  state text check (state ~ '^[A-Z]{2}$'),
  zip text check (zip ~ '^\d{5}$'),
  age smallint,
  education text,
  grad_year smallint,
  degree_of_interest text,
  area_of_interest text,
  military_status text,
  military_branch text,
  start_timeframe text,
  -- What was in force for its device when it came. No later change of a price touches it.
  client_price numeric(12, 2) not null default 0,
  media_price numeric(12, 2) not null default 0,
  -- Accepted beyond the cap by a campaign that does not pay for that.
  unpaid boolean not null default false,
  delivered_at timestamptz,
  returned_at timestamptz,
  -- The milestones that stand and whose day has come; the whole history, voided and future ones included, is lead_milestone.
  contact_on date,
  appointment_on date,
  interview_on date,
  visit_on date,
  application_on date,
  enrollment_on date,
  start_on date,
  -- What a sale came to (home), and how far a loan came (lending); null where it came to nothing yet.
  sold_amount numeric(12, 2),
  pitch_amount numeric(12, 2),
  open_amount numeric(12, 2),
  funded_on date,
  transaction_id text,
  click_id uuid,
  crm_reference text,
  duplicate_of bigint,
  row_version int not null default 1,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, campaign_key) references campaign,
  foreign key (owner_key, program_key) references program,
  foreign key (owner_key, campus_key) references campus
) partition by range (captured_date);
create index lead_by_key on lead (lead_key);
create index lead_by_time on lead (owner_key, created_at desc, lead_key desc);
create index lead_by_status on lead (owner_key, status, created_at desc, lead_key desc);
create index lead_by_campaign on lead (owner_key, campaign_key, captured_date);
create index lead_by_public_id on lead (owner_key, public_id);
call app.protect('lead');
grant select, insert, update on lead to paceline_app;

-- The person behind a lead, sealed. Found by keyed hashes of the normalised email and phone, read only by who may.
create table lead_person (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  key_id smallint not null,
  sealed bytea,
  email_hash bytea,
  phone_hash bytea,
  erased_at timestamptz,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
create index lead_person_email on lead_person (owner_key, email_hash);
create index lead_person_phone on lead_person (owner_key, phone_hash);
call app.protect('lead_person');
call app.close_to_partners('lead_person');
grant select, insert, update on lead_person to paceline_app;

-- Which person was last seen where. One row per place and hash: two posts at once cannot both be first.
create table lead_dedup (
  owner_key int not null references owner,
  scope text not null,
  hash bytea not null,
  last_at timestamptz not null,
  lead_key bigint not null,
  primary key (owner_key, scope, hash)
);
call app.protect('lead_dedup');
call app.close_to_partners('lead_dedup');
grant select, insert, update, delete on lead_dedup to paceline_app;

-- What the person agreed to, word for word. Kept when the person is erased: it is the proof that there was consent.
create table lead_consent (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  consent_text text not null,
  page_url text not null,
  given_at timestamptz not null,
  ip text,
  user_agent text,
  dialer_opt_in boolean,
  text_opt_in boolean,
  certificate text,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
call app.protect('lead_consent');
call app.close_to_partners('lead_consent');
grant select, insert on lead_consent to paceline_app;

create table lead_status_change (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  change_key bigint generated always as identity,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  reasons text[] not null default '{}',
  note text not null default '',
  changed_by int references user_account,
  primary key (owner_key, captured_date, lead_key, change_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
call app.protect('lead_status_change');
call app.close_to_partners('lead_status_change');
grant select, insert on lead_status_change to paceline_app;

create table lead_milestone (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  milestone_key bigint generated always as identity,
  code text not null check (code in
    ('CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START', 'QUALIFIED', 'ADMIT', 'DEPOSIT', 'PERSIST')),
  happened_on date not null,
  recorded_at timestamptz not null,
  voided_at timestamptz,
  void_reason text,
  recorded_by int references user_account,
  primary key (owner_key, captured_date, lead_key, milestone_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
call app.protect('lead_milestone');
call app.close_to_partners('lead_milestone');
grant select, insert, update on lead_milestone to paceline_app;

create table lead_delivery (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  attempt int not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'rejected', 'failed')),
  reason text,
  response text,
  next_at timestamptz,
  primary key (owner_key, captured_date, lead_key, attempt),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
call app.protect('lead_delivery');
call app.close_to_partners('lead_delivery');
grant select, insert on lead_delivery to paceline_app;

create sequence click_key_seq as bigint;
grant usage on sequence click_key_seq to paceline_app;

create table click (
  owner_key int not null,
  clicked_date date not null,
  click_key bigint not null default nextval('click_key_seq'),
  click_id uuid not null default gen_random_uuid(),
  clicked_at timestamptz not null,
  campaign_key int not null,
  partner_key int,
  publisher_source_key int,
  sub_source text,
  status smallint not null check (status in (0, 1, 2, 4, 9, 10, 14, 17, 21, 23, 31, 90)),
  device text not null check (device in ('desktop', 'tablet', 'mobile')),
  state text check (state ~ '^[A-Z]{2}$'),
  visitor_hash bytea,
  is_unique boolean not null default true,
  lead_key bigint,
  primary key (owner_key, clicked_date, click_key),
  foreign key (owner_key, campaign_key) references campaign
) partition by range (clicked_date);
create index click_by_id on click (owner_key, click_id);
create index click_by_time on click (owner_key, clicked_at desc, click_key desc);
create index click_by_campaign on click (owner_key, campaign_key, clicked_date);
call app.protect('click');
grant select, insert, update on click to paceline_app;

-- What the ad platforms report, by their own calendar.
create table platform_day (
  owner_key int not null,
  day date not null,
  platform_campaign_key int not null,
  ad_group_key int not null,
  device text not null check (device in ('desktop', 'tablet', 'mobile')),
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(12, 2) not null default 0,
  -- With the fee that was in force when the row was loaded: like a lead's price, it does not change afterwards.
  client_cost numeric(12, 2) not null default 0,
  conversions int not null default 0,
  call_conversions int not null default 0,
  view_through int not null default 0,
  primary key (owner_key, day, platform_campaign_key, ad_group_key, device),
  foreign key (owner_key, platform_campaign_key) references platform_campaign,
  foreign key (owner_key, ad_group_key) references platform_ad_group
) partition by range (day);
create index platform_day_campaign on platform_day (owner_key, platform_campaign_key, day);
call app.protect('platform_day');
call app.close_to_partners('platform_day');
grant select, insert, update on platform_day to paceline_app;

create table platform_keyword_day (
  owner_key int not null,
  day date not null,
  keyword_key int not null,
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(12, 2) not null default 0,
  conversions int not null default 0,
  primary key (owner_key, day, keyword_key),
  foreign key (owner_key, keyword_key) references platform_keyword
) partition by range (day);
call app.protect('platform_keyword_day');
call app.close_to_partners('platform_keyword_day');
grant select, insert, update on platform_keyword_day to paceline_app;

create table email_day (
  owner_key int not null,
  day date not null,
  campaign_key int not null,
  sends int not null default 0,
  delivered int not null default 0,
  opens int not null default 0,
  clicks int not null default 0,
  unsubscribes int not null default 0,
  primary key (owner_key, day, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('email_day');
grant select, insert, update on email_day to paceline_app;

create table website_day (
  owner_key int not null references owner,
  day date not null,
  host text not null,
  path text not null,
  source text not null,
  medium text not null,
  sessions int not null default 0,
  engaged_sessions int not null default 0,
  views int not null default 0,
  new_users int not null default 0,
  primary key (owner_key, day, host, path, source, medium)
);
call app.protect('website_day');
call app.close_to_partners('website_day');
grant select, insert, update on website_day to paceline_app;

create table website_event_day (
  owner_key int not null references owner,
  day date not null,
  event_name text not null,
  event_count int not null default 0,
  active_users int not null default 0,
  primary key (owner_key, day, event_name)
);
call app.protect('website_event_day');
call app.close_to_partners('website_event_day');
grant select, insert, update on website_event_day to paceline_app;

-- A closed month is never edited: what comes after it is a line of its own, in the month in which it was decided.
create table billing_adjustment (
  owner_key int not null,
  adjustment_key bigint generated always as identity,
  day date not null,
  campaign_key int not null,
  for_month date not null,
  lead_key bigint,
  client_amount numeric(12, 2) not null,
  media_amount numeric(12, 2) not null,
  reason text not null,
  made_by int references user_account,
  made_at timestamptz not null,
  primary key (owner_key, adjustment_key),
  foreign key (owner_key, campaign_key) references campaign
);
create index billing_adjustment_day on billing_adjustment (owner_key, day, campaign_key);
call app.protect('billing_adjustment');
grant select, insert on billing_adjustment to paceline_app;

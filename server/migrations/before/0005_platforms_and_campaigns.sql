-- Channels, the ad platforms, line items and the campaigns that carry money and leads.

create table channel (
  channel text primary key,
  name text not null,
  product_type text not null
);
insert into channel values
  ('ppl', 'Pay per lead', 'PPL'),
  ('ppc', 'Pay per click', 'PPC'),
  ('social', 'Social', 'SOCIAL'),
  ('programmaticDisplay', 'Programmatic display', 'PD'),
  ('email', 'Email', 'EMAIL');
grant select on channel to paceline_app;

create table custom_channel (
  owner_key int not null references owner,
  custom_channel_key int generated always as identity unique,
  channel text not null references channel,
  name text not null check (length(name) between 2 and 40),
  colour text,
  active boolean not null default true,
  row_version int not null default 1,
  primary key (owner_key, custom_channel_key)
);
create unique index custom_channel_name on custom_channel (owner_key, lower(name));
call app.protect('custom_channel');
grant select, insert, update, delete on custom_channel to paceline_app;

create table trading_platform (
  platform_key int generated always as identity primary key,
  name text not null unique,
  channel text not null references channel
);
grant select, insert on trading_platform to paceline_app;

create table platform_account (
  owner_key int not null,
  account_key int generated always as identity unique,
  platform_key int not null references trading_platform,
  client_key int not null,
  account_id text not null,
  account_name text not null,
  currency text not null default 'USD',
  time_zone text not null,
  fee_percent numeric(5, 2) not null default 0 check (fee_percent between 0 and 100),
  channel text not null references channel,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISCONNECTED', 'ERROR')),
  last_sync_at timestamptz,
  last_error text,
  row_version int not null default 1,
  primary key (owner_key, account_key),
  unique (owner_key, platform_key, account_id),
  foreign key (owner_key, client_key) references client
);
call app.protect('platform_account');
call app.close_to_partners('platform_account');
grant select, insert, update on platform_account to paceline_app;

-- A line item: a budget and a target for a part of a client, month by month.
create table goal (
  owner_key int not null,
  goal_key int generated always as identity unique,
  client_key int not null,
  client_model_key int,
  name text not null,
  channel text references channel,
  start_month date not null check (extract(day from start_month) = 1),
  end_month date check (extract(day from end_month) = 1),
  kpi text not null default 'inquiries',
  cpe_goal numeric(12, 2),
  hard_cap boolean not null default false,
  pacing_curve text not null default 'EVEN' check (pacing_curve in ('EVEN', 'SEASONAL')),
  criteria jsonb not null default '[]',
  active boolean not null default true,
  row_version int not null default 1,
  primary key (owner_key, goal_key),
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, client_model_key) references client_model
);
create unique index goal_name on goal (owner_key, client_key, lower(name));
call app.protect('goal');
grant select, insert, update on goal to paceline_app;

create table goal_campus (
  owner_key int not null,
  goal_key int not null,
  campus_key int not null,
  primary key (owner_key, goal_key, campus_key),
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, campus_key) references campus
);
call app.protect('goal_campus');
grant select, insert, delete on goal_campus to paceline_app;

create table goal_program (
  owner_key int not null,
  goal_key int not null,
  program_key int not null,
  primary key (owner_key, goal_key, program_key),
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, program_key) references program
);
call app.protect('goal_program');
grant select, insert, delete on goal_program to paceline_app;

create table goal_month (
  owner_key int not null,
  goal_key int not null,
  month date not null check (extract(day from month) = 1),
  spend_goal numeric(12, 2),
  revised_spend_goal numeric(12, 2),
  inquiry_goal int,
  revised_inquiry_goal int,
  cpl_goal numeric(12, 2),
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz not null default now(),
  primary key (owner_key, goal_key, month),
  foreign key (owner_key, goal_key) references goal
);
call app.protect('goal_month');
call app.close_to_partners('goal_month');
grant select, insert, update on goal_month to paceline_app;

create table campaign (
  owner_key int not null,
  campaign_key int generated always as identity unique,
  goal_key int not null,
  channel text not null references channel,
  custom_channel_key int,
  -- Whom a lead is bought from; a platform's campaign has an account instead.
  partner_key int references media_partner,
  account_key int,
  name text not null,
  code text not null check (code ~ '^[A-Za-z0-9_-]{3,30}$'),
  client_code text not null default '',
  recurring boolean not null default true,
  start_date date not null,
  end_date date check (end_date >= start_date),
  monthly_budget numeric(12, 2) check (monthly_budget >= 0),
  over_delivery text not null default 'REJECT' check (over_delivery in ('REJECT', 'HOLD', 'ACCEPT_UNPAID')),
  lead_source_type text not null default 'web' check (lead_source_type in ('web', 'Call Center')),
  notes text not null default '',
  activated_at timestamptz,
  deleted_at timestamptz,
  deleted_by int references user_account,
  row_version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (owner_key, campaign_key),
  -- Facts name the campaign together with its partner, so that a partner's wall stands around them too.
  unique (owner_key, campaign_key, partner_key),
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, custom_channel_key) references custom_channel,
  foreign key (owner_key, account_key) references platform_account,
  check ((channel = 'ppl') = (partner_key is not null) or channel = 'email')
);
-- Within an owner and a partner: whether somebody else uses a code is not to be learnt here.
create unique index campaign_code on campaign (owner_key, coalesce(partner_key, 0), lower(code)) where deleted_at is null;
create index campaign_goal on campaign (owner_key, goal_key);
create index campaign_partner on campaign (partner_key, owner_key);
call app.protect('campaign');
grant select, insert, update on campaign to paceline_app;

-- Prices by device and side, each from a moment on. A lead keeps the price that was in force when it came.
create table campaign_price (
  owner_key int not null,
  campaign_key int not null,
  valid_from timestamptz not null,
  client_desktop numeric(12, 2) not null check (client_desktop between 0 and 9999.99),
  client_tablet numeric(12, 2) check (client_tablet between 0 and 9999.99),
  client_mobile numeric(12, 2) check (client_mobile between 0 and 9999.99),
  media_desktop numeric(12, 2) not null check (media_desktop between 0 and 9999.99),
  media_tablet numeric(12, 2) check (media_tablet between 0 and 9999.99),
  media_mobile numeric(12, 2) check (media_mobile between 0 and 9999.99),
  set_by int references user_account,
  primary key (owner_key, campaign_key, valid_from),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_price');
grant select, insert on campaign_price to paceline_app;

create table campaign_pause (
  owner_key int not null,
  campaign_key int not null,
  pause_key int generated always as identity,
  starts_on date not null,
  -- Inclusive; null until somebody resumes it.
  ends_on date check (ends_on >= starts_on),
  reason text not null default '',
  set_by int references user_account,
  set_at timestamptz not null,
  cancelled_at timestamptz,
  primary key (owner_key, campaign_key, pause_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_pause');
grant select, insert, update on campaign_pause to paceline_app;

create table campaign_targeting (
  owner_key int not null,
  campaign_key int not null,
  audience jsonb not null default '{"match":"ALL","rules":[]}',
  geo jsonb not null default '{}',
  day_parting jsonb not null default '{"days":[]}',
  source_mode text not null default 'ALL_APPROVED'
    check (source_mode in ('ALL_APPROVED', 'ONLY_LISTED', 'ALL_EXCEPT_LISTED')),
  row_version int not null default 1,
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_targeting');
grant select, insert, update on campaign_targeting to paceline_app;

create table campaign_program (
  owner_key int not null,
  campaign_key int not null,
  program_key int not null,
  price_override numeric(12, 2) check (price_override between 0 and 9999.99),
  monthly_cap int check (monthly_cap >= 0),
  primary key (owner_key, campaign_key, program_key),
  foreign key (owner_key, campaign_key) references campaign,
  foreign key (owner_key, program_key) references program
);
call app.protect('campaign_program');
grant select, insert, update, delete on campaign_program to paceline_app;

create table campaign_source (
  owner_key int not null,
  campaign_key int not null,
  partner_key int not null,
  publisher_source_key int not null,
  action text not null check (action in ('ALLOW', 'BLOCK')),
  price_override numeric(12, 2) check (price_override between 0 and 9999.99),
  monthly_cap int check (monthly_cap >= 0),
  note text not null default '',
  primary key (owner_key, campaign_key, publisher_source_key),
  foreign key (owner_key, campaign_key, partner_key) references campaign (owner_key, campaign_key, partner_key),
  foreign key (partner_key, publisher_source_key) references publisher_source
);
call app.protect('campaign_source');
grant select, insert, update, delete on campaign_source to paceline_app;

create table tracking_url (
  owner_key int not null,
  campaign_key int not null,
  tracking_url_key int generated always as identity,
  type text not null check (type in ('CLICK', 'IMPRESSION', 'POSTBACK', 'PIXEL', 'CALL')),
  name text not null,
  url text not null check (url ~ '^https://' and length(url) <= 2000),
  device text check (device in ('desktop', 'tablet', 'mobile')),
  is_default boolean not null default false,
  active boolean not null default true,
  primary key (owner_key, campaign_key, tracking_url_key),
  foreign key (owner_key, campaign_key) references campaign
);
create unique index tracking_url_default on tracking_url (owner_key, campaign_key) where is_default and active and type = 'CLICK';
call app.protect('tracking_url');
grant select, insert, update, delete on tracking_url to paceline_app;

-- The plan of one campaign for one month. Blank means no cap, zero means closed.
create table campaign_month (
  owner_key int not null,
  campaign_key int not null,
  month date not null check (extract(day from month) = 1),
  monthly_capacity int check (monthly_capacity between 0 and 1000000),
  incremental_capacity int not null default 0,
  monthly_allocation int check (monthly_allocation between 0 and 1000000),
  monthly_soft_allocation int check (monthly_soft_allocation between 0 and 1000000),
  weekly_allocation int check (weekly_allocation between 0 and 1000000),
  weekly_soft_allocation int check (weekly_soft_allocation between 0 and 1000000),
  daily_allocation int check (daily_allocation between 0 and 1000000),
  client_monthly_allocation int check (client_monthly_allocation between 0 and 1000000),
  user_defined_monthly_allocation int check (user_defined_monthly_allocation between 0 and 1000000),
  user_defined_monthly_soft_allocation int check (user_defined_monthly_soft_allocation between 0 and 1000000),
  user_defined_weekly_soft_allocation int check (user_defined_weekly_soft_allocation between 0 and 1000000),
  user_defined_daily_allocation int check (user_defined_daily_allocation between 0 and 1000000),
  client_bid_price numeric(12, 2) check (client_bid_price between 0 and 9999.99),
  aggregator_bid_price numeric(12, 2) check (aggregator_bid_price between 0 and 9999.99),
  -- When the month began and the plan was copied as it stood.
  frozen_at timestamptz,
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz not null default now(),
  primary key (owner_key, campaign_key, month),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_month');
grant select, insert, update on campaign_month to paceline_app;

create table platform_campaign (
  owner_key int not null,
  platform_campaign_key int generated always as identity unique,
  account_key int not null,
  external_id text not null,
  name text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'PAUSED', 'REMOVED')),
  -- Which of our campaigns it feeds; null while nobody has linked it.
  campaign_key int,
  primary key (owner_key, platform_campaign_key),
  unique (owner_key, account_key, external_id),
  foreign key (owner_key, account_key) references platform_account,
  foreign key (owner_key, campaign_key) references campaign
);
create index platform_campaign_campaign on platform_campaign (owner_key, campaign_key);
call app.protect('platform_campaign');
grant select, insert, update on platform_campaign to paceline_app;

create table platform_ad_group (
  owner_key int not null,
  ad_group_key int generated always as identity unique,
  platform_campaign_key int not null,
  external_id text not null,
  name text not null,
  primary key (owner_key, ad_group_key),
  unique (owner_key, platform_campaign_key, external_id),
  foreign key (owner_key, platform_campaign_key) references platform_campaign
);
call app.protect('platform_ad_group');
call app.close_to_partners('platform_ad_group');
grant select, insert, update on platform_ad_group to paceline_app;

create table platform_keyword (
  owner_key int not null,
  keyword_key int generated always as identity unique,
  ad_group_key int not null,
  text text not null,
  match_type text not null check (match_type in ('EXACT', 'PHRASE', 'BROAD')),
  primary key (owner_key, keyword_key),
  unique (owner_key, ad_group_key, text, match_type),
  foreign key (owner_key, ad_group_key) references platform_ad_group
);
call app.protect('platform_keyword');
call app.close_to_partners('platform_keyword');
grant select, insert, update on platform_keyword to paceline_app;

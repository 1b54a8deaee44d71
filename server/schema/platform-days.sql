-- Daily figures of ad platforms and websites by the platform's calendar, their links to our campaigns, and the files they came
-- in. The days of a file replace the stored ones, so rows can disappear.

-- Person: none.
create table platform_campaign (
  owner_key int not null,
  platform_campaign_key int generated always as identity unique,
  account_key int not null,
  external_id text not null,
  name text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'PAUSED', 'REMOVED')),
  -- The linked campaign of ours; null: not linked yet.
  campaign_key int,
  primary key (owner_key, platform_campaign_key),
  unique (owner_key, account_key, external_id),
  foreign key (owner_key, account_key) references platform_account,
  foreign key (owner_key, campaign_key) references campaign
);
create index platform_campaign_campaign on platform_campaign (owner_key, campaign_key);
call app.protect('platform_campaign');
grant select, insert, update on platform_campaign to paceline_app;
call app.raises_version('platform_campaign');
-- Triggers of other files: cluster.sql (note_link_for_cluster); folding.sql (note_link_changes).

-- Person: none.
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
call app.raises_version('platform_ad_group');

-- Person: none.
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
call app.raises_version('platform_keyword');

-- Daily figures of ad platforms, by the platform's calendar.
-- Person: none.
create table platform_day (
  owner_key int not null,
  day date not null,
  platform_campaign_key int not null,
  ad_group_key int not null,
  device text not null check (device in ('desktop', 'tablet', 'mobile')),
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(12, 2) not null default 0,
  -- With the fee in force when the row was loaded; like a lead's price, it does not change afterwards.
  client_cost numeric(12, 2) not null default 0,
  conversions int not null default 0,
  call_conversions int not null default 0,
  view_through int not null default 0,
  complete boolean not null default true,
  primary key (owner_key, day, platform_campaign_key, ad_group_key, device),
  foreign key (owner_key, platform_campaign_key) references platform_campaign,
  foreign key (owner_key, ad_group_key) references platform_ad_group
) partition by range (day);
create index platform_day_campaign on platform_day (owner_key, platform_campaign_key, day);
call app.protect('platform_day');
call app.close_to_partners('platform_day');
grant select, insert, update, delete on platform_day to paceline_app;
comment on column platform_day.complete is 'Whether its account is loaded through the day: only then it counts';
call app.raises_version('platform_day');
-- Triggers of other files: cluster.sql (note_for_cluster); folding.sql (note_platform_changes); platform-months.sql
-- (mark_new_days, add_to_months).

-- Person: none.
create table platform_keyword_day (
  owner_key int not null,
  day date not null,
  keyword_key int not null,
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(12, 2) not null default 0,
  conversions int not null default 0,
  -- A keyword's cost with the fee. Ad groups' costs shown to clients include the fee, so a keyword's cost without it would
  -- reveal the agency's margin. Months, recounts and rebuilds take their columns from the catalogue and need no change.
  client_cost numeric(12, 2) not null default 0,
  complete boolean not null default true,
  primary key (owner_key, day, keyword_key),
  foreign key (owner_key, keyword_key) references platform_keyword
) partition by range (day);
call app.protect('platform_keyword_day');
call app.close_to_partners('platform_keyword_day');
grant select, insert, update, delete on platform_keyword_day to paceline_app;
comment on column platform_keyword_day.complete is 'Whether its account is loaded through the day: only then it counts';
call app.raises_version('platform_keyword_day');
-- Triggers of other files: cluster.sql (note_for_cluster); platform-months.sql (mark_new_days, add_to_months).

-- Person: none.
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
-- Triggers of other files: cluster.sql (note_for_cluster); folding.sql (note_email_changes).

-- Person: none.
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
grant select, insert, update, delete on website_day to paceline_app;
call app.raises_version('website_day');

-- Person: none.
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
grant select, insert, update, delete on website_event_day to paceline_app;
call app.raises_version('website_event_day');

-- Every file received, loaded or refused. Its content is stored as the days; of the file itself only a digest is kept, to
-- recognise repetitions.
-- Person: none.
create table platform_file (
  owner_key int not null references owner,
  file_key int generated always as identity unique,
  -- Null: the owner's website.
  account_key int,
  way text not null check (way in ('UPLOAD', 'PUSH', 'FETCH')),
  file_name text not null,
  bytes bigint not null,
  sha256 bytea not null,
  format text,
  report text check (report in ('daily', 'keywords', 'pages', 'events')),
  outcome text not null check (outcome in ('LOADED', 'UNCHANGED', 'REFUSED')),
  error text,
  problems jsonb not null default '[]',
  warnings jsonb not null default '[]',
  first_day date,
  last_day date,
  lines int not null default 0,
  days int not null default 0,
  new_days int not null default 0,
  corrected_days int not null default 0,
  changed_rows int not null default 0,
  -- The totals of the file, and the database's totals of the same days after loading it.
  file_sums jsonb,
  stored_sums jsonb,
  received_by int references user_account on delete set null,
  received_at timestamptz not null,
  primary key (owner_key, file_key),
  foreign key (owner_key, account_key) references platform_account,
  check ((outcome = 'REFUSED') = (error is not null))
);
create index platform_file_account on platform_file (owner_key, account_key, file_key desc);
call app.protect('platform_file');
call app.close_to_partners('platform_file');
grant select, insert on platform_file to paceline_app;
-- The counts are set after the days are stored, which need the file's key.
grant update (outcome, days, new_days, corrected_days) on platform_file to paceline_app;

-- The totals that the last file changing a day stated for it. A day without activity has no other rows.
-- Person: none.
create table platform_file_day (
  owner_key int not null,
  account_key int,
  report text not null check (report in ('daily', 'keywords', 'pages', 'events')),
  day date not null,
  file_key int not null,
  sums jsonb not null,
  loaded_at timestamptz not null,
  corrected_at timestamptz,
  unique nulls not distinct (owner_key, account_key, report, day),
  foreign key (owner_key, file_key) references platform_file
);
call app.protect('platform_file_day');
call app.close_to_partners('platform_file_day');
grant select, insert, update on platform_file_day to paceline_app;

-- Creates partitions for reports that reach back further than the nightly job creates. Limited to ten years, to protect the
-- catalogue.
create function app.ensure_platform_months(from_day date, to_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if from_day < now() - interval '20 years' or to_day > now() + interval '20 years' or to_day - from_day > 3700 then
    raise exception 'These months are too far away';
  end if;
  call app.ensure_months('platform_day', from_day, to_day);
  call app.ensure_months('platform_keyword_day', from_day, to_day);
end $$;
revoke execute on function app.ensure_platform_months from public;
grant execute on function app.ensure_platform_months to paceline_app;

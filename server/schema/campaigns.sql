-- Campaigns: prices, pauses, targeting, sources, tracking links, drafts, and their status with its history.

-- Person: none.
create table campaign (
  owner_key int not null,
  campaign_key int generated always as identity unique,
  goal_key int not null,
  channel text not null references channel,
  custom_channel_key int,
  -- The seller of the leads; campaigns on a platform have an account instead.
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
  -- Somebody has confirmed that the partner posts leads without a click.
  posting_confirmed boolean not null default false,
  -- When the code became free for reuse: ninety days after the campaign was deleted.
  code_released_at timestamptz,
  updated_by int references user_account,
  updated_at timestamptz,
  -- Sort key and search text of lists. They are columns because under row-level security an index on a function call such as
  -- lower() would not be used.
  sort_name text collate "C" generated always as (lower(name)) stored,
  search_text text collate "C" generated always as (lower(name || ' ' || code || ' ' || client_code)) stored,
  primary key (owner_key, campaign_key),
  -- Referenced by tables of figures, which include the partner so that their row-level security can check it.
  unique (owner_key, campaign_key, partner_key),
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, custom_channel_key) references custom_channel,
  foreign key (owner_key, account_key) references platform_account,
  check ((channel = 'ppl') = (partner_key is not null) or channel = 'email')
);
create index campaign_goal on campaign (owner_key, goal_key);
create index campaign_partner on campaign (partner_key, owner_key);
-- Unique within an owner and a partner only, so that an error does not reveal whether somebody else uses a code.
create unique index campaign_code on campaign (owner_key, coalesce(partner_key, 0), lower(code)) where code_released_at is null;
-- Covers paging, filters and search of the list, so that only the rows of one page are read from the table.
create index campaign_sorted on campaign (owner_key, sort_name, campaign_key)
  include (search_text, code, partner_key, channel, goal_key, custom_channel_key, deleted_at, activated_at, start_date, end_date);
create index campaign_sorted_partner on campaign (owner_key, partner_key, sort_name, campaign_key);
-- One index for each sort column of the list: owner, column, key.
create index campaign_by_code on campaign (owner_key, code, campaign_key);
create index campaign_by_start on campaign (owner_key, start_date, campaign_key);
create index campaign_by_end on campaign (owner_key, end_date, campaign_key);
-- A tracking link names a campaign of any owner by its code or key.
create index campaign_link on campaign (lower(code), campaign_key) where code_released_at is null;
call app.protect('campaign');
grant select, insert, update on campaign to paceline_app;
call app.raises_version('campaign');
call app.decides_leads('campaign');
-- Triggers of other files: stored-days.sql (forget_past_of_segment).

-- Prices by device and side, each valid from a point in time. A lead keeps the price in force when it arrived.
-- Person: none.
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
call app.raises_version('campaign_price');
call app.decides_leads('campaign_price');

-- Person: none.
create table campaign_pause (
  owner_key int not null,
  campaign_key int not null,
  pause_key int generated always as identity,
  starts_on date not null,
  -- Inclusive; null: until somebody resumes it.
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
call app.raises_version('campaign_pause');
call app.decides_leads('campaign_pause');

-- Person: none.
create table campaign_targeting (
  owner_key int not null,
  campaign_key int not null,
  audience jsonb not null default '{"match":"ALL","rules":[]}',
  geo jsonb not null default '{}',
  day_parting jsonb not null default '{"days":[]}',
  source_mode text not null default 'ALL_APPROVED'
    check (source_mode in ('ALL_APPROVED', 'ONLY_LISTED', 'ALL_EXCEPT_LISTED')),
  row_version int not null default 1,
  -- The version of the list of tracking URLs, so that changes of other parts of the campaign do not conflict with it.
  tracking_version int not null default 1,
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_targeting');
grant select, insert, update on campaign_targeting to paceline_app;
call app.raises_version('campaign_targeting');
call app.decides_leads('campaign_targeting');

-- Person: none.
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
call app.decides_leads('campaign_program');

-- Person: none.
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
call app.decides_leads('campaign_source');

-- Person: none.
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
-- The target of a click is loaded together with the rules for leads, under the same version.
call app.decides_leads('tracking_url');

-- An unfinished campaign form.
-- Person: none.
create table campaign_draft (
  owner_key int not null references owner,
  draft_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  channel text not null references channel,
  -- The campaign being edited; null for a new one.
  campaign_key int,
  step text not null check (length(step) between 1 and 40),
  body jsonb not null,
  updated_at timestamptz not null,
  primary key (owner_key, draft_key),
  foreign key (owner_key, campaign_key) references campaign
);
create unique index campaign_draft_new on campaign_draft (owner_key, user_key, channel) where campaign_key is null;
create unique index campaign_draft_of on campaign_draft (owner_key, user_key, campaign_key) where campaign_key is not null;
call app.protect('campaign_draft');
grant select, insert, update, delete on campaign_draft to paceline_app;

-- Whether the partner has a campaign with any owner. From then on its code is used in external links and files.
create function app.partner_is_used(of_partner int) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select app.partner_key() is null and exists (select from campaign c where c.partner_key = of_partner)
$$;
revoke execute on function app.partner_is_used from public;
grant execute on function app.partner_is_used to paceline_app;

-- The period around a time in which only data changes, not the clock, can alter an answer: between midnights in the owners'
-- zones and starts of prices.
create function app.steady_between(of_owners int[], at timestamptz, out since timestamptz, out until timestamptz)
language sql stable set search_path = pg_catalog, public
as $$
  select greatest(max(day.starts), (select max(valid_from) from campaign_price where owner_key = any (of_owners) and valid_from <= at)),
         least(min(day.ends), (select min(valid_from) from campaign_price where owner_key = any (of_owners) and valid_from > at))
  from owner o
  cross join lateral (values (date_trunc('day', at, o.time_zone),
                              date_trunc('day', date_trunc('day', at, o.time_zone) + interval '36 hours', o.time_zone))) day (starts, ends)
  where o.owner_key = any (of_owners)
$$;
revoke execute on function app.steady_between from public;
grant execute on function app.steady_between to paceline_app;

-- The last recorded status of each campaign. The current status is computed on request; this row shows what it was before.
-- Person: none.
create table campaign_status (
  owner_key int not null,
  campaign_key int not null,
  sub_status text not null,
  since timestamptz not null,
  -- The next time at which the clock may change the status, including the start of a month.
  due_at timestamptz not null,
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
create index campaign_status_due on campaign_status (owner_key, due_at);
call app.protect('campaign_status');
grant select, insert, update on campaign_status to paceline_app;

-- Person: none.
create table campaign_status_log (
  owner_key int not null,
  campaign_key int not null,
  log_key bigint generated always as identity,
  at timestamptz not null,
  from_status text not null,
  to_status text not null,
  -- The user's action; null if time or a counter caused the change.
  action text,
  reason text not null default '',
  set_by int references user_account,
  primary key (owner_key, campaign_key, log_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_status_log');
grant select, insert on campaign_status_log to paceline_app;
create trigger campaign_status_log_append_only before update or delete or truncate on campaign_status_log
  for each statement execute function app.refuse_change();
-- Triggers of other files: webhooks.sql (tell_campaign_status).

-- When an owner's statuses were last checked; the next check covers changes since then.
-- Person: none.
create table campaign_status_run (
  owner_key int primary key references owner,
  at timestamptz not null
);
call app.protect('campaign_status_run');
call app.close_to_partners('campaign_status_run');
grant select, insert, update on campaign_status_run to paceline_app;

-- After a partner was activated or deactivated: checks the statuses of its campaigns with every owner again.
create function app.look_at_partner_again(of_partner int, at_now timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update campaign_status s set due_at = least(s.due_at, at_now)
  from campaign c
  where app.partner_key() is null and c.partner_key = of_partner and s.owner_key = c.owner_key and s.campaign_key = c.campaign_key
$$;
revoke execute on function app.look_at_partner_again from public;
grant execute on function app.look_at_partner_again to paceline_app;

-- Channels and accounts on ad platforms.

-- Person: none.
create table channel (
  channel text primary key,
  name text not null,
  product_type text not null
);
grant select on channel to paceline_app;
call app.raises_version('channel', 'everyone');
insert into channel values
  ('ppl', 'Pay per lead', 'PPL'),
  ('ppc', 'Pay per click', 'PPC'),
  ('social', 'Social', 'SOCIAL'),
  ('programmaticDisplay', 'Programmatic display', 'PD'),
  ('email', 'Email', 'EMAIL');

-- Person: none.
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
call app.raises_version('custom_channel');

-- Person: none.
create table trading_platform (
  platform_key int generated always as identity primary key,
  name text not null unique,
  channel text not null references channel
);
-- Names are unique regardless of case.
create unique index trading_platform_name on trading_platform (lower(name));
grant select, insert on trading_platform to paceline_app;
call app.raises_version('trading_platform', 'platform');

-- Person: none.
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
call app.raises_version('platform_account');
-- Triggers of other files: platform-months.sql (mark_days_of_account).

-- The history of an account's fee. A day is billed with the fee that was in force on it, also when the day is corrected later.
-- platform_account.fee_percent has the current one.
-- Person: none.
create table platform_account_fee (
  owner_key int not null,
  account_key int not null,
  -- By the account's time zone. The original fee starts at '-infinity'.
  from_day date not null,
  fee_percent numeric(5, 2) not null check (fee_percent between 0 and 100),
  set_by int references user_account,
  set_at timestamptz,
  primary key (owner_key, account_key, from_day),
  foreign key (owner_key, account_key) references platform_account
);
call app.protect('platform_account_fee');
call app.close_to_partners('platform_account_fee');
-- The fee reveals the agency's margin.
create policy agency on platform_account_fee as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, delete on platform_account_fee to paceline_app;

-- The fee in force on a day of an account; client_cost of a platform's day is computed with it.
create function app.platform_fee(of_owner int, of_account int, of_day date) returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select f.fee_percent from platform_account_fee f
     where f.owner_key = of_owner and f.account_key = of_account and f.from_day <= of_day order by f.from_day desc limit 1),
    (select a.fee_percent from platform_account a where a.owner_key = of_owner and a.account_key = of_account))
$$;

-- Credentials for fetching reports from the ad platform, sealed, one row per account. Without a row nothing is fetched.
-- Person: none.
create table platform_connection (
  owner_key int not null references owner,
  account_key int not null,
  connector text not null check (connector in ('GOOGLE_ADS')),
  sealed bytea not null,
  key_id smallint not null,
  set_by int references user_account on delete set null,
  set_at timestamptz not null,
  -- The last complete day that was fetched and loaded; null: none yet.
  fetched_to date,
  tried_at timestamptz,
  -- No automatic fetch before this time: the platform asked for a pause, or the last try failed.
  not_before timestamptz,
  primary key (owner_key, account_key),
  foreign key (owner_key, account_key) references platform_account
);
call app.protect('platform_connection');
call app.close_to_partners('platform_connection');
grant select, insert, delete on platform_connection to paceline_app;
grant update (connector, sealed, key_id, set_by, set_at, fetched_to, tried_at, not_before) on platform_connection to paceline_app;

-- The key with which an external system pushes files for one account. Its secret verifies signatures, so it is stored sealed
-- rather than hashed.
-- Person: none.
create table platform_push_key (
  owner_key int not null references owner,
  account_key int,
  key_id text not null unique check (key_id ~ '^[\w-]{43}$'),
  secret bytea not null,
  made_by int references user_account on delete set null,
  made_at timestamptz not null,
  unique nulls not distinct (owner_key, account_key),
  foreign key (owner_key, account_key) references platform_account
);
call app.protect('platform_push_key');
call app.close_to_partners('platform_push_key');
grant select, insert, delete on platform_push_key to paceline_app;

-- The key's owner and account, looked up before there is a scope. The secret returned is sealed.
create function app.find_push_key(id text) returns table (owner_key int, account_key int, secret bytea)
language sql stable security definer set search_path = pg_catalog, public as $$
  select k.owner_key, k.account_key, k.secret from platform_push_key k where k.key_id = id
$$;
revoke execute on function app.find_push_key from public;
grant execute on function app.find_push_key to paceline_app;

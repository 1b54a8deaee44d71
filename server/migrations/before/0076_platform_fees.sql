-- What the agency adds to a platform's cost changes over time, and a day is billed by the fee that counted on it: a correction of
-- last month that arrives today must not bring today's fee with it. The account has the fee that counts now, this table since when.
create table platform_account_fee (
  owner_key int not null,
  account_key int not null,
  -- By the account's calendar. The fee of the time before the first change is there from '-infinity' on.
  from_day date not null,
  fee_percent numeric(5, 2) not null check (fee_percent between 0 and 100),
  set_by int references user_account,
  set_at timestamptz,
  primary key (owner_key, account_key, from_day),
  foreign key (owner_key, account_key) references platform_account
);
call app.protect('platform_account_fee');
call app.close_to_partners('platform_account_fee');
-- Who knows the fee can work out what the agency earns.
create policy agency on platform_account_fee as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, delete on platform_account_fee to paceline_app;

-- The fee that counts for a day of an account: whoever writes a platform's day takes its client_cost from this.
create function app.platform_fee(of_owner int, of_account int, of_day date) returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select f.fee_percent from platform_account_fee f
     where f.owner_key = of_owner and f.account_key = of_account and f.from_day <= of_day order by f.from_day desc limit 1),
    (select a.fee_percent from platform_account a where a.owner_key = of_owner and a.account_key = of_account))
$$;

-- "google ads" is no second platform.
create unique index trading_platform_name on trading_platform (lower(name));

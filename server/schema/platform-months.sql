-- Monthly sums of platforms, updated by triggers in the statement that changes the days. Only complete days count: a day that an
-- account has loaded in part counts once the account is loaded through it. Each row has a flag for this.

-- One row per ad group or keyword and month: a thirtieth of the daily rows.
-- Person: none.
create table platform_month (
  owner_key int not null,
  month date not null check (extract(day from month) = 1),
  platform_campaign_key int not null,
  ad_group_key int not null,
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(14, 2) not null default 0,
  client_cost numeric(14, 2) not null default 0,
  conversions int not null default 0,
  call_conversions int not null default 0,
  view_through int not null default 0,
  primary key (owner_key, month, platform_campaign_key, ad_group_key),
  foreign key (owner_key, platform_campaign_key) references platform_campaign,
  foreign key (owner_key, ad_group_key) references platform_ad_group
);
call app.protect('platform_month');
call app.close_to_partners('platform_month');
grant select on platform_month to paceline_app;

-- Person: none.
create table keyword_month (
  owner_key int not null,
  month date not null check (extract(day from month) = 1),
  keyword_key int not null,
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(14, 2) not null default 0,
  conversions int not null default 0,
  client_cost numeric(14, 2) not null default 0,
  primary key (owner_key, month, keyword_key),
  foreign key (owner_key, keyword_key) references platform_keyword
);
call app.protect('keyword_month');
call app.close_to_partners('keyword_month');
grant select on keyword_month to paceline_app;

-- Adds the difference of added and removed rows. The same rows are loaded again every day; months without a difference are not
-- written.
create function app.add_platform_months(added platform_day[], removed platform_day[]) returns void language sql as $$
  insert into platform_month as t (owner_key, month, platform_campaign_key, ad_group_key,
    impressions, clicks, cost, client_cost, conversions, call_conversions, view_through)
  select d.owner_key, date_trunc('month', d.day::timestamp)::date, d.platform_campaign_key, d.ad_group_key,
    sum(sign * d.impressions)::bigint, sum(sign * d.clicks)::int, sum(sign * d.cost), sum(sign * d.client_cost), sum(sign * d.conversions)::int,
    sum(sign * d.call_conversions)::int, sum(sign * d.view_through)::int
  from (select 1 as sign, a.* from unnest(added) a union all select -1, r.* from unnest(removed) r) d
  where d.complete group by 1, 2, 3, 4
  having removed = '{}' or (sum(sign * d.impressions), sum(sign * d.clicks), sum(sign * d.cost), sum(sign * d.client_cost), sum(sign * d.conversions), sum(sign * d.call_conversions), sum(sign * d.view_through))
    is distinct from (0, 0, 0, 0, 0, 0, 0)
  order by 1, 2, 3, 4
  on conflict (owner_key, month, platform_campaign_key, ad_group_key) do update set (
    impressions, clicks, cost, client_cost, conversions, call_conversions, view_through
  ) = row (
    t.impressions + excluded.impressions, t.clicks + excluded.clicks, t.cost + excluded.cost, t.client_cost + excluded.client_cost,
    t.conversions + excluded.conversions, t.call_conversions + excluded.call_conversions, t.view_through + excluded.view_through
  )
$$;

create function app.add_keyword_months(added platform_keyword_day[], removed platform_keyword_day[]) returns void language sql as $$
  insert into keyword_month as t (owner_key, month, keyword_key, impressions, clicks, cost, conversions, client_cost)
  select d.owner_key, date_trunc('month', d.day::timestamp)::date, d.keyword_key,
    sum(sign * d.impressions)::bigint, sum(sign * d.clicks)::int, sum(sign * d.cost), sum(sign * d.conversions)::int, sum(sign * d.client_cost)
  from (select 1 as sign, a.* from unnest(added) a union all select -1, r.* from unnest(removed) r) d
  where d.complete group by 1, 2, 3
  having removed = '{}' or (sum(sign * d.impressions), sum(sign * d.clicks), sum(sign * d.cost), sum(sign * d.conversions), sum(sign * d.client_cost)) is distinct from (0, 0, 0, 0, 0)
  order by 1, 2, 3
  on conflict (owner_key, month, keyword_key) do update set (
    impressions, clicks, cost, conversions, client_cost
  ) = row (
    t.impressions + excluded.impressions, t.clicks + excluded.clicks, t.cost + excluded.cost, t.conversions + excluded.conversions,
    t.client_cost + excluded.client_cost
  )
$$;

-- Adds what a statement changed to the monthly table named in the arguments. This happens in the same statement, as one job at a
-- time loads a platform's rows and nobody waits. Rows are written in key order, so that two loads do not deadlock. Only complete
-- days are included.
create function app.add_to_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  case tg_argv[0] || ' ' || tg_op
    when 'platform_month INSERT' then perform app.add_platform_months(array(select row(n.*)::platform_day from new_rows n), '{}');
    when 'platform_month DELETE' then perform app.add_platform_months('{}', array(select row(o.*)::platform_day from old_rows o));
    when 'platform_month UPDATE' then
      perform app.add_platform_months(array(select row(n.*)::platform_day from new_rows n), array(select row(o.*)::platform_day from old_rows o));
    when 'keyword_month INSERT' then perform app.add_keyword_months(array(select row(n.*)::platform_keyword_day from new_rows n), '{}');
    when 'keyword_month DELETE' then perform app.add_keyword_months('{}', array(select row(o.*)::platform_keyword_day from old_rows o));
    when 'keyword_month UPDATE' then
      perform app.add_keyword_months(
        array(select row(n.*)::platform_keyword_day from new_rows n), array(select row(o.*)::platform_keyword_day from old_rows o));
  end case;
  return null;
end $$;
revoke execute on function app.add_to_months from public;
create trigger platform_day_month_inserted after insert on platform_day referencing new table as new_rows
  for each statement execute function app.add_to_months('platform_month');
create trigger platform_day_month_updated after update on platform_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.add_to_months('platform_month');
create trigger platform_day_month_deleted after delete on platform_day referencing old table as old_rows
  for each statement execute function app.add_to_months('platform_month');
create trigger platform_keyword_day_month_inserted after insert on platform_keyword_day referencing new table as new_rows
  for each statement execute function app.add_to_months('keyword_month');
create trigger platform_keyword_day_month_updated after update on platform_keyword_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.add_to_months('keyword_month');
create trigger platform_keyword_day_month_deleted after delete on platform_keyword_day referencing old table as old_rows
  for each statement execute function app.add_to_months('keyword_month');

-- Monthly sums of an owner's platforms, computed from complete days.
create function app.raw_platform_months(of_owner int, since date, until date) returns setof platform_month language sql stable as $$
  select f.owner_key, date_trunc('month', f.day::timestamp)::date, f.platform_campaign_key, f.ad_group_key,
    sum(f.impressions)::bigint, sum(f.clicks)::int, sum(f.cost), sum(f.client_cost), sum(f.conversions)::int, sum(f.call_conversions)::int,
    sum(f.view_through)::int
  from platform_day f where f.owner_key = of_owner and f.day >= since and f.day < until and f.complete group by 1, 2, 3, 4
$$;

create function app.raw_keyword_months(of_owner int, since date, until date) returns setof keyword_month language sql stable as $$
  select f.owner_key, date_trunc('month', f.day::timestamp)::date, f.keyword_key,
    sum(f.impressions)::bigint, sum(f.clicks)::int, sum(f.cost), sum(f.conversions)::int, sum(f.client_cost)
  from platform_keyword_day f where f.owner_key = of_owner and f.day >= since and f.day < until and f.complete group by 1, 2, 3
$$;

-- Differences by platform keys; the campaign is null, because a platform campaign may not be linked to one.
create function app.platform_month_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql set work_mem = '128MB' as $$
  select o.owner_key, x.month, null::int, 'platform month ' || x.ad_group_key || ': ' || x.counter, x.rolled, x.recounted
  from owner o cross join lateral (
    select month, ad_group_key, v.* from (select * from platform_month p where p.owner_key = o.owner_key) m
    full join app.raw_platform_months(o.owner_key, '-infinity', 'infinity') r using (month, platform_campaign_key, ad_group_key)
    cross join lateral app.differing(to_jsonb(m), to_jsonb(r)) v where m is distinct from r
  ) x
  union all
  select o.owner_key, x.month, null::int, 'keyword month ' || x.keyword_key || ': ' || x.counter, x.rolled, x.recounted
  from owner o cross join lateral (
    select month, keyword_key, v.* from (select * from keyword_month k where k.owner_key = o.owner_key) m
    full join app.raw_keyword_months(o.owner_key, '-infinity', 'infinity') r using (month, keyword_key)
    cross join lateral app.differing(to_jsonb(m), to_jsonb(r)) v where m is distinct from r
  ) x
$$;

-- The last complete day of an account by its own calendar: the day before its last sync. Null for an account that never synced,
-- which counts as up to date.
create function app.loaded_through(a platform_account) returns date language sql immutable parallel safe
  return (a.last_sync_at at time zone a.time_zone)::date - 1;

-- Rows after a day whose flag `complete` disagrees with their account, with the correct flag; for one account or all of an
-- owner.
create function app.wrongly_marked_days(of_owner int, of_account int, after_day date)
returns table (raw text, day date, platform_campaign_key int, keyword_key int, complete boolean) language sql stable as $$
  with account as (
    select a.owner_key, a.account_key, app.loaded_through(a) as through from platform_account a
    where a.owner_key = of_owner and (of_account is null or a.account_key = of_account)
  )
  select distinct 'platform_day', d.day, d.platform_campaign_key, null::int, coalesce(d.day <= a.through, true)
  from account a join platform_campaign c using (owner_key, account_key) join platform_day d using (owner_key, platform_campaign_key)
  where d.day > after_day and d.complete <> coalesce(d.day <= a.through, true)
  union all
  select 'platform_keyword_day', d.day, c.platform_campaign_key, d.keyword_key, coalesce(d.day <= a.through, true)
  from account a join platform_campaign c using (owner_key, account_key) join platform_ad_group g using (owner_key, platform_campaign_key)
  join platform_keyword k using (owner_key, ad_group_key) join platform_keyword_day d using (owner_key, keyword_key)
  where d.day > after_day and d.complete <> coalesce(d.day <= a.through, true)
$$;

-- Corrects these flags.
create procedure app.mark_complete_days(of_owner int, of_account int, after_day date) language plpgsql as $$
begin
  update platform_day d set complete = m.complete from app.wrongly_marked_days(of_owner, of_account, after_day) m
  where m.raw = 'platform_day' and d.owner_key = of_owner and d.day = m.day and d.platform_campaign_key = m.platform_campaign_key;
  update platform_keyword_day d set complete = m.complete from app.wrongly_marked_days(of_owner, of_account, after_day) m
  where m.raw = 'platform_keyword_day' and d.owner_key = of_owner and d.day = m.day and d.keyword_key = m.keyword_key;
end $$;

create function app.mark_days_of_account() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  call app.mark_complete_days(new.owner_key, new.account_key, least(app.loaded_through(old), app.loaded_through(new)));
  return null;
end $$;
revoke execute on function app.mark_days_of_account from public;
create trigger platform_account_loaded after update on platform_account for each row
  when (app.loaded_through(old) is distinct from app.loaded_through(new)) execute function app.mark_days_of_account();

-- Runs after the trigger that adds new rows to the months (by its name), so that incomplete rows are subtracted from sums that
-- include them.
create function app.mark_new_days() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one record;
begin
  for one in
    select a.owner_key, a.account_key, app.loaded_through(a) as through from platform_account a
    where app.loaded_through(a) < (select max(day) from new_rows) and a.owner_key in (select owner_key from new_rows)
    order by 1, 2
  loop
    call app.mark_complete_days(one.owner_key, one.account_key, one.through);
  end loop;
  return null;
end $$;
revoke execute on function app.mark_new_days from public;
create trigger platform_day_written_marked after insert on platform_day referencing new table as new_rows
  for each statement execute function app.mark_new_days();
create trigger platform_keyword_day_written_marked after insert on platform_keyword_day referencing new table as new_rows
  for each statement execute function app.mark_new_days();

-- All differences between months and days of platforms, and all wrong flags.
create function app.platform_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.platform_month_differences()
  union all
  select o.owner_key, date_trunc('month', m.day)::date, null::int, m.raw || ' ' || m.day || ' ' || coalesce(m.keyword_key, m.platform_campaign_key) || ': complete',
    (not m.complete)::int, m.complete::int
  from owner o cross join lateral app.wrongly_marked_days(o.owner_key, null, '-infinity') m
$$;

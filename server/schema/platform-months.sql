-- What the platforms report by month, written by triggers in the statement that writes the days.
-- A day that an ad account has loaded only in part counts in no number until the account is loaded through it. Each row says whether it
-- is complete, and whatever counts asks the row.

-- For ad groups and for keywords: a thirtieth of the rows.
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

-- Adds what a statement changed to the months of a table that it names, in the same statement: a platform's rows are loaded by
-- one job at a time, so that nobody waits for anybody, and the months never lag. In order, so that two loads never wait for
-- each other in a ring. Only days that are complete are in the months.
create function app.add_to_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  keys text := array_to_string(app.columns_of(tg_argv[0]::regclass, true), ', ');
  columns text[] := app.columns_of(tg_argv[0]::regclass, false);
begin
  execute format($add$
    insert into %1$I as t (%2$s, %3$s)
    select %2$s, %4$s from (select *, date_trunc('month', day)::date as month from (%5$s) changed where complete) r
    group by %2$s having %6$s order by %2$s
    on conflict (%2$s) do update set %7$s
  $add$, tg_argv[0], keys, array_to_string(columns, ', '),
    (select string_agg(format('sum(sign * %I)', c), ', ') from unnest(columns) c),
    case tg_op when 'INSERT' then 'select 1 as sign, * from new_rows'
               when 'DELETE' then 'select -1 as sign, * from old_rows'
               else 'select 1 as sign, * from new_rows union all select -1, * from old_rows' end,
    -- The same rows come again every day: what did not change is not written.
    case tg_op when 'UPDATE' then (select string_agg(format('sum(sign * %I) <> 0', c), ' or ') from unnest(columns) c) else 'true' end,
    (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c));
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

-- The months of a table as its days have them: as the text of a query.
create function app.month_recount(raw regclass, target regclass) returns text language sql stable
  return format('select %1$s, %2$s from (select *, date_trunc(''month'', day)::date as month from %3$s where complete) d group by %1$s',
    array_to_string(app.columns_of(target, true), ', '),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(app.columns_of(target, false)) c), raw);

-- A platform's row belongs to a campaign only as long as it is linked to one: here it is told by its own keys.
create function app.platform_month_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' as $$
declare
  one record;
begin
  for one in select * from (values ('platform_day', 'platform_month', 'ad_group_key'), ('platform_keyword_day', 'keyword_month', 'keyword_key')) pair (raw, target, name) loop
    return query execute format($check$
      select owner_key, month, null::int, %1$L || ' ' || %2$I || ': ' || v.counter, coalesce(v.rolled, 0), coalesce(v.recounted, 0)
      from %3$I m full join (%4$s) r using (%5$s)
      cross join lateral (values %6$s) v (counter, rolled, recounted)
      where coalesce(v.rolled, 0) <> coalesce(v.recounted, 0)
    $check$, replace(one.target, '_', ' '), one.name, one.target, app.month_recount(one.raw, one.target),
      array_to_string(app.columns_of(one.target, true), ', '),
      (select string_agg(format('(%1$L, m.%1$I::numeric, r.%1$I::numeric)', c), ', ') from unnest(app.columns_of(one.target, false)) c));
  end loop;
end $$;

-- The day before the last sync, by the account's own calendar: that sync saw it whole. Null for an account that never said, which is taken to
-- be up to date.
create function app.loaded_through(a platform_account) returns date language sql immutable parallel safe
  return (a.last_sync_at at time zone a.time_zone)::date - 1;

-- Days after one whose rows say otherwise than their account does, and what they are to say: of an account, or of all.
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

-- Makes the rows say what their account does.
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

-- By its name it comes after what counts the new rows, so that what is taken off was there.
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

-- Where the months of platforms and their days disagree, and rows that say otherwise than their account, too.
create function app.platform_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.platform_month_differences()
  union all
  select o.owner_key, date_trunc('month', m.day)::date, null::int, m.raw || ' ' || m.day || ' ' || coalesce(m.keyword_key, m.platform_campaign_key) || ': complete',
    (not m.complete)::int, m.complete::int
  from owner o cross join lateral app.wrongly_marked_days(o.owner_key, null, '-infinity') m
$$;

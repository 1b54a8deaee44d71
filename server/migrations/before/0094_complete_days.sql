-- A day that an ad account has loaded only in part counts in no number until the account is loaded through it. Whether a day is complete was
-- asked by pacing and by costs of a lead, and by nothing else: one month had two spends. Each row says it now, and whatever counts asks the row.
lock table platform_account, platform_day, platform_keyword_day in share row exclusive mode;

-- The day before the last sync, by the account's own calendar: that sync saw it whole. Null for an account that never said, which is taken to
-- be up to date.
create function app.loaded_through(a platform_account) returns date language sql immutable parallel safe
  return (a.last_sync_at at time zone a.time_zone)::date - 1;

alter table platform_day add column complete boolean not null default true;
alter table platform_keyword_day add column complete boolean not null default true;
comment on column platform_day.complete is 'Whether its account is loaded through the day: only then it counts';
comment on column platform_keyword_day.complete is 'Whether its account is loaded through the day: only then it counts';

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
create trigger platform_day_written_marked after insert on platform_day referencing new table as new_rows
  for each statement execute function app.mark_new_days();
create trigger platform_keyword_day_written_marked after insert on platform_keyword_day referencing new table as new_rows
  for each statement execute function app.mark_new_days();
revoke execute on function app.mark_days_of_account, app.mark_new_days from public;

create or replace function app.platform_facts(p platform_day, campaign int) returns setof campaign_day language sql stable parallel safe as $$
  select p.owner_key, p.day, campaign,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, p.impressions, p.clicks, p.cost, p.client_cost, p.conversions, p.call_conversions, p.view_through, 0, 0,
    0, 0, 0, 0, 0
  where campaign is not null and p.complete
$$;

create or replace function app.keyword_facts(k platform_keyword_day, campaign int) returns setof campaign_day language sql stable parallel safe as $$
  select f.* from app.platform_facts(row(k.owner_key, k.day, null, null, null, k.impressions, k.clicks, k.cost, k.client_cost,
    k.conversions, 0, 0, k.complete)::platform_day, campaign) f
$$;

-- The months of platforms, as before, of complete days.
create or replace function app.add_to_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
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

create or replace function app.month_recount(raw regclass, target regclass) returns text language sql stable
  return format('select %1$s, %2$s from (select *, date_trunc(''month'', day)::date as month from %3$s where complete) d group by %1$s',
    array_to_string(app.columns_of(target, true), ', '),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(app.columns_of(target, false)) c), raw);

create or replace procedure app.find_platform_corrections(of_owner int, from_month date, to_month date) language plpgsql
set jit = off set hash_mem_multiplier = 16 set client_min_messages = warning as $$
declare
  one record;
  columns text[];
  keys text;
begin
  call app.mark_complete_days(of_owner, null, from_month - 1);
  create temp table if not exists correction_of_platform_month (like platform_month, sides smallint);
  create temp table if not exists correction_of_keyword_month (like keyword_month, sides smallint);
  truncate correction_of_platform_month, correction_of_keyword_month;
  for one in select * from (values ('platform_day', 'platform_month'), ('platform_keyword_day', 'keyword_month')) pair (raw, target) loop
    columns := app.columns_of(one.target, false);
    keys := array_to_string(app.columns_of(one.target, true), ', ');
    execute format('insert into correction_of_%s (%s, sides, %s) %s order by %2$s', one.target, keys, array_to_string(columns, ', '), app.left_over(keys, columns, format(
      'select %1$s, 1::smallint as sides, %2$s from (select *, date_trunc(''month'', day::timestamp)::date as month from %3$I where owner_key = %6$s and day >= %7$L and day < %8$L and complete) d group by %1$s
       union all select %1$s, 2::smallint, %4$s from %5$I where owner_key = %6$s and month >= %7$L and month < %8$L', keys,
      (select string_agg(format('sum(%1$I)::%2$s as %1$I', attname, format_type(atttypid, null)), ', ' order by attnum) from pg_attribute
       where attrelid = one.target::regclass and attname = any (columns)), one.raw, app.negated(columns), one.target, of_owner, from_month, to_month)));
  end loop;
end $$;

-- As before; days are marked first, as a load notes nothing of what it writes.
create or replace procedure app.rebuild_facts() language plpgsql set work_mem = '128MB' as $$
declare
  one int;
begin
  lock table fact_delta, attribute_delta, campaign_day, campaign_month_fact, attribute_month, cap_count in exclusive mode;
  lock table platform_day, platform_keyword_day in share row exclusive mode;
  for one in select owner_key from owner order by 1 loop
    call app.mark_complete_days(one, null, '-infinity');
  end loop;
  truncate fact_delta, attribute_delta;
  delete from campaign_day;
  delete from campaign_month_fact;
  delete from attribute_month;
  delete from cap_count;
  delete from platform_month;
  delete from keyword_month;
  for one in select owner_key from owner order by 1 loop
    call app.find_corrections(one, -2147483648, 2147483647, app.leads_about(one));
    perform app.apply_corrections(one, true);
    call app.find_platform_corrections(one, '-infinity', 'infinity');
    perform app.apply_platform_corrections(one);
  end loop;
  perform app.raise_version(array(select owner_key from owner order by 1));
end $$;

-- A recount finds rows that say otherwise than their account, too.
alter function app.platform_differences rename to platform_month_differences;
create function app.platform_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.platform_month_differences()
  union all
  select o.owner_key, date_trunc('month', m.day)::date, null::int, m.raw || ' ' || m.day || ' ' || coalesce(m.keyword_key, m.platform_campaign_key) || ': complete',
    (not m.complete)::int, m.complete::int
  from owner o cross join lateral app.wrongly_marked_days(o.owner_key, null, '-infinity') m
$$;

do $$
declare
  one int;
begin
  for one in select owner_key from owner order by 1 loop
    call app.mark_complete_days(one, null, '-infinity');
  end loop;
end $$;

-- What a report waits for: walls that the planner sees through, counters that are read without a detour, rollups that lie in
-- the order in which they are read, and the platforms' months.

-- Nothing is written between the counts below and the triggers that go on from them.
lock table platform_day, platform_keyword_day in share row exclusive mode;

-- Who is asking does not change while a statement runs: asked once, in a query of its own, instead of for every row. To the
-- planner "is there a partner?" is then an even chance, and no longer one that leaves a two-hundredth of every table.
create function app.ask_once(condition text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(condition,
    'app\.owner_keys\(\)', '(select app.owner_keys())::int[]', 'g'),
    'app\.(partner_key\(\) is null|user_group\(\) = ''\w+''(::text)?)', '(select app.\1)', 'gi'),
    '= app\.(partner_key|user_group)\(\)', '= (select app.\1())', 'g');

do $$
declare
  one record;
begin
  for one in select * from pg_policies where schemaname = 'public' and roles @> '{paceline_app}' order by tablename, policyname loop
    execute format('alter policy %I on %I', one.policyname, one.tablename)
      || coalesce(' using (' || app.ask_once(one.qual) || ')', '')
      || coalesce(' with check (' || app.ask_once(one.with_check) || ')', '');
  end loop;
end $$;

-- The same for tables to come.
create or replace procedure app.protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %1$s to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('owner_key = any (app.owner_keys())'));
  execute format('create policy migrator on %s to %I using (true) with check (true)', target, current_user);
  -- A media partner works inside many owners and sees only what is its own there: its rows, or those of its campaigns.
  if exists (select from pg_attribute where attrelid = target and attname = 'partner_key' and not attisdropped) then
    call app.close_to_partners(target, 'partner_key = app.partner_key()');
  elsif exists (select from pg_attribute where attrelid = target and attname = 'campaign_key' and not attisdropped) then
    call app.close_to_partners(target, format(
      'exists (select from campaign c where c.owner_key = %1$s.owner_key and c.campaign_key = %1$s.campaign_key and c.partner_key = app.partner_key())',
      target));
  end if;
end $$;

create or replace procedure app.close_to_partners(target regclass, except_rows text default 'false') language plpgsql as $$
begin
  execute format('create policy partner on %1$s as restrictive to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('app.partner_key() is null or ' || except_rows));
end $$;

create or replace procedure app.protect_partner(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy migrator on %s to %I using (true) with check (true)', target, current_user);
  execute format('create policy partner on %1$s to paceline_app using (%2$s) with check (%2$s)',
    target, app.ask_once('app.partner_key() is null or partner_key = app.partner_key()'));
end $$;

-- The statuses of a lead that stands.
create function app.is_good(status text) returns boolean language sql immutable parallel safe
  return status in ('VAL', 'DLV', 'STK', 'RTR');

-- What one lead counts for on the day it came: one row, no detour, so that a report reads the columns it asks for and no
-- other. What is rarely there is asked first, and amounts keep their type: a product of numbers takes longer than a case.
create function app.inquiry_facts(l lead) returns setof campaign_day language sql stable parallel safe as $$
  select l.owner_key, l.captured_date, l.campaign_key,
    (l.status <> 'TST')::int,
    app.is_good(l.status)::int,
    (l.status = 'INV')::int,
    (l.status = 'DUP')::int,
    (l.status = 'SCR')::int,
    (l.status = 'CAP')::int,
    (l.status = 'CLS')::int,
    (l.status = 'REJ')::int,
    (l.status = 'RTN')::int,
    (l.delivered_at is not null and l.status <> 'TST')::int,
    (not l.unpaid and l.status in ('DLV', 'RTR'))::int,
    case when not l.unpaid and app.is_good(l.status) then l.client_price else 0::numeric(12, 2) end,
    case when not l.unpaid and app.is_good(l.status) then l.media_price else 0::numeric(12, 2) end,
    (l.contact_on is not null and app.is_good(l.status))::int,
    (l.appointment_on is not null and app.is_good(l.status))::int,
    (l.interview_on is not null and app.is_good(l.status))::int,
    (l.visit_on is not null and app.is_good(l.status))::int,
    (l.application_on is not null and app.is_good(l.status))::int,
    (l.enrollment_on is not null and app.is_good(l.status))::int,
    (l.start_on is not null and app.is_good(l.status))::int,
    case when l.contact_on is not null and app.is_good(l.status) then l.contact_on - l.captured_date else 0 end,
    case when l.appointment_on is not null and app.is_good(l.status) then l.appointment_on - l.captured_date else 0 end,
    case when l.interview_on is not null and app.is_good(l.status) then l.interview_on - l.captured_date else 0 end,
    case when l.visit_on is not null and app.is_good(l.status) then l.visit_on - l.captured_date else 0 end,
    case when l.application_on is not null and app.is_good(l.status) then l.application_on - l.captured_date else 0 end,
    case when l.enrollment_on is not null and app.is_good(l.status) then l.enrollment_on - l.captured_date else 0 end,
    case when l.start_on is not null and app.is_good(l.status) then l.start_on - l.captured_date else 0 end,
    case when l.sold_amount is not null and app.is_good(l.status) then l.sold_amount else 0::numeric(12, 2) end,
    (l.pitch_amount is not null and app.is_good(l.status))::int,
    case when l.pitch_amount is not null and app.is_good(l.status) then l.pitch_amount else 0::numeric(12, 2) end,
    (l.open_amount is not null and app.is_good(l.status))::int,
    case when l.open_amount is not null and app.is_good(l.status) then l.open_amount else 0::numeric(12, 2) end,
    (l.funded_on is not null and app.is_good(l.status))::int,
    -- What happened on a day is told by the events; clicks, platforms, emails and adjustments are not a lead's.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
$$;

-- What became of it, each on its own day.
create function app.event_facts(l lead) returns setof campaign_day language sql stable parallel safe as $$
  select l.owner_key, e.day, l.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    (e.stage = 1)::int, (e.stage = 2)::int, (e.stage = 3)::int, (e.stage = 4)::int,
    (e.stage = 5)::int, (e.stage = 6)::int, (e.stage = 7)::int,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from (values (1, l.contact_on), (2, l.appointment_on), (3, l.interview_on), (4, l.visit_on),
               (5, l.application_on), (6, l.enrollment_on), (7, l.start_on)) e (stage, day)
  where e.day is not null and app.is_good(l.status)
$$;

-- Both together are what a lead counts for. Not as a union of the two: the planner loses its way in one that stands beside
-- the whole row of a lead.
create or replace function app.lead_facts(l lead) returns setof campaign_day language sql stable parallel safe as $$
  select i.owner_key, e.day, i.campaign_key,
    case e.stage when 0 then i.gross else 0 end,
    case e.stage when 0 then i.valid else 0 end,
    case e.stage when 0 then i.invalid else 0 end,
    case e.stage when 0 then i.duplicate else 0 end,
    case e.stage when 0 then i.scrubbed else 0 end,
    case e.stage when 0 then i.over_cap else 0 end,
    case e.stage when 0 then i.closed else 0 end,
    case e.stage when 0 then i.rejected else 0 end,
    case e.stage when 0 then i.returned else 0 end,
    case e.stage when 0 then i.delivered else 0 end,
    case e.stage when 0 then i.billable else 0 end,
    case e.stage when 0 then i.lead_client_cost else 0::numeric(14, 2) end,
    case e.stage when 0 then i.lead_media_cost else 0::numeric(14, 2) end,
    case e.stage when 0 then i.cohort_contacts else 0 end,
    case e.stage when 0 then i.cohort_appointments else 0 end,
    case e.stage when 0 then i.cohort_interviews else 0 end,
    case e.stage when 0 then i.cohort_visits else 0 end,
    case e.stage when 0 then i.cohort_applications else 0 end,
    case e.stage when 0 then i.cohort_enrollments else 0 end,
    case e.stage when 0 then i.cohort_starts else 0 end,
    case e.stage when 0 then i.days_to_contact else 0 end,
    case e.stage when 0 then i.days_to_appointment else 0 end,
    case e.stage when 0 then i.days_to_interview else 0 end,
    case e.stage when 0 then i.days_to_visit else 0 end,
    case e.stage when 0 then i.days_to_application else 0 end,
    case e.stage when 0 then i.days_to_enrollment else 0 end,
    case e.stage when 0 then i.days_to_start else 0 end,
    case e.stage when 0 then i.sold_amount else 0::numeric(14, 2) end,
    case e.stage when 0 then i.pitch_count else 0 end,
    case e.stage when 0 then i.pitch_amount else 0::numeric(14, 2) end,
    case e.stage when 0 then i.open_count else 0 end,
    case e.stage when 0 then i.open_amount else 0::numeric(14, 2) end,
    case e.stage when 0 then i.funded_count else 0 end,
    (e.stage = 1)::int, (e.stage = 2)::int, (e.stage = 3)::int, (e.stage = 4)::int,
    (e.stage = 5)::int, (e.stage = 6)::int, (e.stage = 7)::int,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from app.inquiry_facts(l) i
  cross join (values (0, l.captured_date), (1, l.contact_on), (2, l.appointment_on), (3, l.interview_on), (4, l.visit_on),
                     (5, l.application_on), (6, l.enrollment_on), (7, l.start_on)) e (stage, day)
  where e.day is not null and (e.stage = 0 or app.is_good(l.status))
$$;

-- The days as the raw rows have them: as the text of a query. Each kind of row is added up by itself, in the columns that it
-- can have anything in, and the cells are laid side by side: nothing is added up that is nothing anyway.
create function app.day_recount() returns text language sql stable
  return (
    with counter as (
      select name, place from unnest(app.fact_columns()) with ordinality as c (name, place)
    ), source as (
      select s.place, format('(select f.owner_key, f.day, f.campaign_key, %s from %s group by 1, 2, 3) s%s',
        string_agg(format('sum(f.%1$I) as %1$I', c.name), ', '), s.raw, s.place) as query
      from (values
        (1, 'lead l cross join lateral app.inquiry_facts(l) f', 'gross', 'funded_count'),
        (2, 'lead l cross join lateral app.event_facts(l) f', 'contacts', 'starts'),
        (3, '(select f.* from click c cross join lateral app.click_facts(c) f
              union all select f.* from click_day c cross join lateral app.click_day_facts(c) f) f', 'clicks', 'clicks'),
        (4, 'platform_day p join platform_campaign c using (owner_key, platform_campaign_key) cross join lateral app.platform_facts(p, c.campaign_key) f',
         'impressions', 'view_through'),
        (5, 'email_day e cross join lateral app.email_facts(e) f', 'sends', 'unsubscribes'),
        (6, 'billing_adjustment b cross join lateral app.adjustment_facts(b) f', 'adjusted_client_cost', 'adjusted_media_cost')
      ) s (place, raw, first, last)
      join counter first on first.name = s.first join counter last on last.name = s.last
      join counter c on c.place between first.place and last.place
      group by s.place, s.raw
    )
    select format('select owner_key, day, campaign_key, %s from %s',
      (select string_agg(format('coalesce(%1$I, 0) as %1$I', name), ', ' order by place) from counter),
      (select string_agg(query || case place when 1 then '' else ' using (owner_key, day, campaign_key)' end, ' full join ' order by place)
       from source))
  );

drop view campaign_day_recount;

create or replace function app.day_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' set enable_partitionwise_aggregate = on as $$
declare
  columns text[] := app.fact_columns();
begin
  return query execute format($check$
    with recount as (%1$s), tall as (
      select coalesce(d.owner_key, r.owner_key) as owner_key, coalesce(d.day, r.day) as day,
             coalesce(d.campaign_key, r.campaign_key) as campaign_key, v.counter, v.rolled, v.recounted
      from campaign_day d full join recount r using (owner_key, day, campaign_key)
      cross join lateral (values %2$s) v (counter, rolled, recounted)
    )
    select t.owner_key, t.day, t.campaign_key, t.counter, coalesce(t.rolled, 0), coalesce(t.recounted, 0)
    from tall t where coalesce(t.rolled, 0) <> coalesce(t.recounted, 0)
    union all
    select coalesce(m.owner_key, d.owner_key), coalesce(m.month, d.month), coalesce(m.campaign_key, d.campaign_key),
           'month of ' || v.counter, coalesce(v.monthly, 0), coalesce(v.daily, 0)
    from campaign_month_fact m
    full join (select owner_key, campaign_key, date_trunc('month', day)::date as month, %3$s from campaign_day group by 1, 2, 3) d
      using (owner_key, campaign_key, month)
    cross join lateral (values %4$s) v (counter, monthly, daily)
    where coalesce(v.monthly, 0) <> coalesce(v.daily, 0)
  $check$,
    app.day_recount(),
    (select string_agg(format('(%1$L, d.%1$I::numeric, r.%1$I::numeric)', c), ', ') from unnest(columns) c),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c),
    (select string_agg(format('(%1$L, m.%1$I::numeric, d.%1$I::numeric)', c), ', ') from unnest(columns) c));
end $$;

-- In the order in which reports read them: rows as a hash table gives them lie each on a page of their own. Leads are counted
-- month by month, so that what is held at once is a month's.
create or replace procedure app.rebuild_days() language plpgsql set work_mem = '128MB' set enable_partitionwise_aggregate = on as $$
declare
  columns text[] := app.fact_columns();
  list text := array_to_string(columns, ', ');
  sums text := (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c);
begin
  lock table campaign_day, campaign_month_fact, fact_delta in exclusive mode;
  truncate fact_delta;
  delete from campaign_day;
  delete from campaign_month_fact;
  execute format('insert into campaign_day (owner_key, day, campaign_key, %s) %s order by 1, 2, 3', list, app.day_recount());
  execute format('insert into campaign_month_fact (owner_key, campaign_key, month, %1$s)
    select owner_key, campaign_key, date_trunc(''month'', day)::date, %2$s from campaign_day group by 1, 2, 3 order by 1, 3, 2', list, sums);
  insert into fact_version as t (owner_key, version, folded_at)
    select distinct owner_key, 1, statement_timestamp() from campaign_day
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
end $$;

create or replace procedure app.rebuild_attributes() language plpgsql set work_mem = '128MB' as $$
declare
  one int;
begin
  lock table fact_delta, attribute_month, attribute_delta in exclusive mode;
  -- Leads whose differences still wait are in this count: what is folded later is not passed on.
  update fact_delta set attributes = null where attributes is not null;
  truncate attribute_delta;
  delete from attribute_month;
  -- Owner by owner: what is held at once is the largest owner's.
  for one in select owner_key from owner order by 1 loop
    execute format('insert into attribute_month (owner_key, attribute, month, campaign_key, value, %s) %s order by 1, 2, 3, 4, 5',
      array_to_string(app.attribute_columns(), ', '), app.attribute_recount()) using one;
  end loop;
end $$;

-- What the platforms report by month, for ad groups and for keywords: a thirtieth of the rows.
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

create table keyword_month (
  owner_key int not null,
  month date not null check (extract(day from month) = 1),
  keyword_key int not null,
  impressions bigint not null default 0,
  clicks int not null default 0,
  cost numeric(14, 2) not null default 0,
  conversions int not null default 0,
  primary key (owner_key, month, keyword_key),
  foreign key (owner_key, keyword_key) references platform_keyword
);
call app.protect('keyword_month');
call app.close_to_partners('keyword_month');
grant select on keyword_month to paceline_app;

create function app.columns_of(target regclass, keys boolean) returns text[] language sql stable
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = target and attnum > 0 and not attisdropped and (attname = 'month' or attname like '%\_key') = keys);

-- Adds what a statement changed to the months of a table that it names, in the same statement: a platform's rows are loaded by
-- one job at a time, so that nobody waits for anybody, and the months never lag. In order, so that two loads never wait for
-- each other in a ring.
create function app.add_to_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  keys text := array_to_string(app.columns_of(tg_argv[0]::regclass, true), ', ');
  columns text[] := app.columns_of(tg_argv[0]::regclass, false);
begin
  execute format($add$
    insert into %1$I as t (%2$s, %3$s)
    select %2$s, %4$s from (select *, date_trunc('month', day)::date as month from (%5$s) changed) r
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

do $$
declare
  one record;
begin
  for one in select * from (values ('platform_day', 'platform_month'), ('platform_keyword_day', 'keyword_month')) pair (raw, month) loop
    execute format('create trigger %1$s_month_inserted after insert on %1$I referencing new table as new_rows for each statement execute function app.add_to_months(%2$L)', one.raw, one.month);
    execute format('create trigger %1$s_month_updated after update on %1$I referencing old table as old_rows new table as new_rows for each statement execute function app.add_to_months(%2$L)', one.raw, one.month);
    execute format('create trigger %1$s_month_deleted after delete on %1$I referencing old table as old_rows for each statement execute function app.add_to_months(%2$L)', one.raw, one.month);
  end loop;
end $$;

-- The months of a table as its days have them: as the text of a query.
create function app.month_recount(raw regclass, target regclass) returns text language sql stable
  return format('select %1$s, %2$s from (select *, date_trunc(''month'', day)::date as month from %3$s) d group by %1$s',
    array_to_string(app.columns_of(target, true), ', '),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(app.columns_of(target, false)) c), raw);

create procedure app.rebuild_platforms() language plpgsql set work_mem = '128MB' as $$
begin
  lock table platform_day, platform_keyword_day in share row exclusive mode;
  delete from platform_month;
  delete from keyword_month;
  execute 'insert into platform_month ' || app.month_recount('platform_day', 'platform_month') || ' order by 1, 2, 3, 4';
  execute 'insert into keyword_month ' || app.month_recount('platform_keyword_day', 'keyword_month') || ' order by 1, 2, 3';
end $$;

-- A platform's row belongs to a campaign only as long as it is linked to one: here it is told by its own keys.
create function app.platform_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
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

create or replace function app.fact_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.day_differences() union all select * from app.attribute_differences() union all select * from app.platform_differences()
$$;

create or replace procedure app.rebuild_facts() language plpgsql as $$
begin
  call app.rebuild_days();
  call app.rebuild_attributes();
  call app.rebuild_platforms();
end $$;

call app.rebuild_platforms();

-- Pure SQL on catalogues and settings.
alter function app.attribute_columns() parallel safe;
alter function app.fact_columns() parallel safe;
alter function app.by_attribute(text) parallel safe;
alter function app.attribute_recount() parallel safe;

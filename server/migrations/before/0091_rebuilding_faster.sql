-- Making the rollups anew from one reading of each lead: decision 086. Each lead is read once, into a table of the connection that holds
-- what it counts for; days, months, attributes and caps are counted from there, some months at a time and always in hash tables.
-- A load goes the same way.

-- What a lead's attributes are, in the order of their names: as texts, so that whoever reads each by itself makes no list of them.
create function app.attribute_sources() returns text[] language sql immutable parallel safe
  return array['l.state', 'l.device', 'l.status', 'l.campus_key::text', 'l.program_key::text', 'l.publisher_source_key::text',
               'app.age_band(l.age)', 'l.education', 'l.military_status', 'l.military_branch', 'l.area_of_interest',
               'l.degree_of_interest', 'l.start_timeframe'];
do $$
begin
  execute format('create or replace function app.lead_attributes(l lead) returns text[] language sql stable parallel safe return array[%s]',
    array_to_string(app.attribute_sources(), ', '));
end $$;

-- Attributes that are put together first, because leads of a campaign that agree in one mostly agree in the others: five counts of each lead and
-- thirteen of a few cells instead of thirteen of each lead. An attribute that is in no bundle is one by itself.
create function app.attribute_bundles() returns table (bundle int, names text[], columns text[]) language sql immutable as $$
  with named (names) as (
    values ('{campus,program,areaOfInterest,degreeOfInterest}'::text[]), ('{device,leadStatus,military,militaryBranch}'),
           ('{ageBand,educationLevel}'), ('{publisherSource,startTimeframe}')
  )
  select row_number() over (order by b.names)::int, b.names, array(select 'a' || array_position(app.attribute_names(), n) from unnest(b.names) n)
  from (select names from named union all
        select array[a] from unnest(app.attribute_names()) a where not exists (select from named where a = any (names))) b
$$;

-- Which day of a lead each counter of events goes by.
create function app.event_days() returns table (counter text, day text, place int) language sql immutable as $$
  values ('contacts', 'contact_on', 1), ('appointments', 'appointment_on', 2), ('interviews', 'interview_on', 3), ('visits', 'visit_on', 4),
         ('applications', 'application_on', 5), ('enrollments', 'enrollment_on', 6), ('starts', 'start_on', 7)
$$;

create function app.is_amount(counter text) returns boolean language sql stable
  return (select atttypid = 'numeric'::regtype from pg_attribute where attrelid = 'campaign_day'::regclass and attname = counter);

-- What each lead counts for, one row each: as the text of a query. Amounts are in cents, as whole numbers are added up in a fraction
-- of the time, and whatever is nothing is missing, which takes no room. Events in the month of the inquiry are counted with it; the days of
-- all stand beside.
create function app.counted_leads(of_owner int, from_campaign int, to_campaign int, since date, until date) returns text language sql stable
  return (select format('select campaign_key, day, month, %1$s, %2$s, cap_day, price, %3$s, publisher_source_key, program_key, %4$s
    from (select f.campaign_key, f.day, m.month, m.month_after, %5$s, %6$s,
            case when not l.unpaid and app.uses_cap(l.status) then coalesce(l.counted_on, l.captured_date) end as cap_day,
            (nullif(l.client_price, 0) * 100)::bigint as price, l.publisher_source_key, l.program_key, %7$s
          from lead l join month_day m on m.day = l.captured_date cross join lateral app.inquiry_facts(l) f
          where l.owner_key = %8$s and l.campaign_key between %9$s and %10$s and l.captured_date >= %11$L and l.captured_date < %12$L
          -- So that whether a lead stands is asked no more often than needed.
          offset 0) l',
    array_to_string(s.counters, ', '),
    (select string_agg(format('case when valid = 1 and %1$I >= month and %1$I < month_after then 1 end as %2$I', day, counter), ', ' order by place) from app.event_days()),
    (select string_agg(quote_ident(day), ', ' order by place) from app.event_days()),
    (select string_agg(format('a%s', n), ', ') from generate_subscripts(app.attribute_names(), 1) n),
    (select string_agg(format(case when app.is_amount(c) then '(nullif(f.%1$I, 0) * 100)::bigint as %1$I' else 'nullif(f.%1$I, 0) as %1$I' end, c), ', ') from unnest(s.counters) c),
    (select string_agg(format('l.%I', day), ', ') from app.event_days()),
    (select string_agg(format('%s as a%s', source, n), ', ') from unnest(app.attribute_sources()) with ordinality as a (source, n)),
    of_owner, from_campaign, to_campaign, since, until)
  from app.day_sources() s where s.place = 1);

-- The sums of columns in which amounts are cents. Of the type of the columns: sums of sums would be of another, and slow.
create function app.sums_of_counted(columns text[]) returns text language sql stable
  return (select string_agg(format(case when app.is_amount(c) then 'coalesce(sum(%1$I), 0) * 0.01 as %1$I' else 'coalesce(sum(%1$I), 0)::int as %1$I' end, c), ', ') from unnest(columns) c);

-- Rows with an attribute in each of the columns a1, a2, … put together by bundles: as the text of a query.
create function app.by_bundle(counters text, sums text, rows_of text) returns text language sql stable
  return (select format('insert into settled_bundle (bundle, month, campaign_key, %1$s, %2$s)
      select case 0 %3$s end, month, campaign_key, %1$s, %4$s from %5$s group by month, campaign_key, grouping sets (%6$s)',
    string_agg(array_to_string(b.columns, ', '), ', '), counters, string_agg(format('when grouping(%s) then %s', b.columns[1], b.bundle), ' '), sums, rows_of,
    string_agg(format('(%s)', array_to_string(b.columns, ', ')), ', '))
  from app.attribute_bundles() b);

-- Bundles put together by one attribute at a time: as the text of a query.
create function app.by_attribute_of_bundle(counters text[]) returns text language sql stable
  return (select string_agg(format('select case 0 %1$s end as attribute, month, campaign_key, coalesce(%2$s) as value, 1::smallint as sides, %3$s
      from settled_bundle where bundle = %4$s group by month, campaign_key, grouping sets (%2$s)',
    (select string_agg(format('when grouping(%s) then %L', c, n), ' ') from unnest(b.columns, b.names) u (c, n)), array_to_string(b.columns, ', '),
    app.sums_of_counted(counters), b.bundle), ' union all ') from app.attribute_bundles() b);

-- Counts the leads of some months. Cells are settled in pieces: what happens in a later month than the inquiry is one of its own.
create procedure app.count_leads(of_owner int, from_campaign int, to_campaign int, since date, until date) language plpgsql as $$
declare
  inquiry text[] := (select counters from app.day_sources() where place = 1);
  by_attribute text[] := app.attribute_columns();
  attributes text := (select string_agg(format('a%s', n), ', ') from generate_subscripts(app.attribute_names(), 1) n);
  event text := (select string_agg(counter, ', ' order by place) from app.event_days());
  happened text := (select string_agg(format('count(*) filter (where place = %s)', place), ', ' order by place) from app.event_days());
  events text := (select format('select campaign_key, unnest(array[%1$s]) as happened_on, unnest(array[%2$s]) as place from counted_lead where valid = 1 and coalesce(%1$s) is not null',
    string_agg(day, ', ' order by place), string_agg(place::text, ', ' order by place)) from app.event_days());
  events_of_other_months text := (select format('select campaign_key, %1$s, unnest(array[%2$s]) as happened_on, unnest(array[%3$s]) as place from counted_lead where valid = 1 and coalesce(%2$s) is not null',
    attributes, string_agg(format('case when %I is null then %I end', counter, day), ', ' order by place), string_agg(place::text, ', ' order by place)) from app.event_days());
begin
  truncate counted_lead;
  execute 'insert into counted_lead ' || app.counted_leads(of_owner, from_campaign, to_campaign, since, until);
  execute format('insert into settled_day (day, campaign_key, %s) select day, campaign_key, %s from counted_lead group by 1, 2',
    array_to_string(inquiry, ', '), app.sums_of_counted(inquiry));
  execute format('insert into settled_day (day, campaign_key, %s) select happened_on, campaign_key, %s from (%s) e where happened_on is not null group by 1, 2',
    event, happened, events);
  execute app.by_bundle(array_to_string(by_attribute, ', '), (select string_agg(format('sum(%I)', c), ', ') from unnest(by_attribute) c), 'counted_lead');
  execute app.by_bundle(event, happened, format(
    '(select date_trunc(''month'', happened_on::timestamp)::date as month, campaign_key, place, %s from (%s) e where happened_on is not null offset 0) e',
    attributes, events_of_other_months));
  -- Months of campaigns are put together from their days.
  insert into settled_cap (campaign_key, kind, ref, from_day, units, client_cost)
  select campaign_key, kind, ref, from_day, units, coalesce(cents, 0) * 0.01
  from (select campaign_key, case 0 when grouping(cap_day) then 'day' when grouping(publisher_source_key) then 'source' else 'program' end as kind,
          case 0 when grouping(cap_day) then 0 when grouping(publisher_source_key) then publisher_source_key else program_key end as ref,
          coalesce(cap_day, cap_month) as from_day, count(*) as units, sum(price) as cents
        from (select campaign_key, cap_day, publisher_source_key, program_key, price,
                case cap_day when day then month else date_trunc('month', cap_day::timestamp)::date end as cap_month
              from counted_lead where cap_day is not null offset 0) l
        group by campaign_key, grouping sets (cap_day, (cap_month, publisher_source_key), (cap_month, program_key))) c
  where ref is not null;
end $$;

-- Cells of several queries laid over each other, and what is left of each: as the text of a query. Nothing is left of most. Each query
-- says which side its rows are on: raw (1), of the rollup (2), or waiting (4).
create or replace function app.left_over(keys text, columns text[], queries text) returns text language sql immutable
  return format('select %1$s, bit_or(sides) as sides, %2$s from (%3$s) r group by %1$s having (%4$s) is distinct from (%5$s)', keys,
    (select string_agg(format('coalesce(sum(%1$I), 0) as %1$I', c), ', ') from unnest(columns) c), queries,
    (select string_agg(format('coalesce(sum(%I), 0)', c), ', ') from unnest(columns) c),
    (select string_agg('0', ', ') from unnest(columns)));

-- What the rollups of an owner's campaigns from … to lack, into tables of this connection: days, months, months by attribute
-- and counters of caps. It has to see all rows at one moment: in a transaction with one snapshot, or while nobody writes.
create or replace procedure app.find_corrections(of_owner int, from_campaign int, to_campaign int, leads bigint) language plpgsql
-- Cells are always counted in a hash table, however many the planner expects, and leads are read as they lie.
set jit = off set hash_mem_multiplier = 16 set enable_mergejoin = off set client_min_messages = warning as $$
declare
  columns text[] := app.fact_columns();
  list text := array_to_string(columns, ', ');
  by_attribute text[] := app.attribute_columns();
  of_rollups text := format('owner_key = %s and campaign_key between %s and %s', of_owner, from_campaign, to_campaign);
  of_facts text := format('f.owner_key = %s and f.campaign_key between %s and %s', of_owner, from_campaign, to_campaign);
  waiting text := format('(fact).owner_key = %s and (fact).campaign_key between %s and %s', of_owner, from_campaign, to_campaign);
  -- So many months of leads at a time that their cells stay in memory.
  months int := greatest(1, (select count(*) from app.months_of('lead')) * 100000 / greatest(leads, 1));
  counted text;
  compared boolean;
  one record;
begin
  -- Made once and emptied: tables that a long transaction makes and drops would each keep their lock. Pieces have nothing in most columns.
  if to_regclass('pg_temp.counted_lead') is null then
    create temp table month_day (day date, month date, month_after date);
    execute format('create temp table counted_lead as %s with no data', app.counted_leads(0, 0, 0, 'infinity', 'infinity'));
    create temp table settled_day as select * from campaign_day with no data;
    execute format('create temp table settled_bundle as select 0 as bundle, month, campaign_key, %s, %s from counted_lead with no data',
      (select string_agg(format('a%s', n), ', ') from generate_subscripts(app.attribute_names(), 1) n), array_to_string(by_attribute, ', '));
    create temp table settled_cap as select * from cap_count with no data;
    create temp table correction_of_day as select *, 0::smallint as sides from campaign_day with no data;
    create temp table correction_of_month as select *, 0::smallint as sides from campaign_month_fact with no data;
    create temp table correction_of_attribute as select *, 0::smallint as sides from attribute_month with no data;
    create temp table correction_of_cap as select *, 0::smallint as sides from cap_count with no data;
  end if;
  truncate month_day, settled_day, settled_bundle, settled_cap, correction_of_day, correction_of_month, correction_of_attribute, correction_of_cap;

  insert into month_day
    select d, month, (month + interval '1 month')::date from app.months_of('lead') month cross join lateral generate_series(month, month + interval '1 month' - interval '1 day', interval '1 day') d;
  -- Otherwise the planner would take it for the larger side.
  analyze month_day;

  -- The raw rows, less what waits: that is what the rollups should hold at this moment.
  for one in
    select month as since, coalesce(lead(month) over (order by month), 'infinity') as until
    from (select month, row_number() over (order by month) as place from app.months_of('lead') month) m where place % months = 1 % months order by 1
  loop
    call app.count_leads(of_owner, from_campaign, to_campaign, one.since, one.until);
  end loop;
  for one in select * from app.day_sources() where place > 2 loop
    execute format('insert into settled_day (day, campaign_key, %s) select f.day, f.campaign_key, %s from %s where %s group by 1, 2',
      array_to_string(one.counters, ', '), (select string_agg(format('sum(f.%I)', c), ', ') from unnest(one.counters) c), one.raw, of_facts);
  end loop;
  -- Rows of the leads and of the others have an owner only here.
  execute format('insert into settled_day (owner_key, day, campaign_key, %s) select (fact).owner_key, (fact).day, (fact).campaign_key, %s from fact_delta where %s',
    list, (select string_agg(format('-sign * (fact).%I', c), ', ') from unnest(columns) c), waiting);

  execute format('insert into correction_of_day (owner_key, day, campaign_key, sides, %1$s) select %2$s, * from (%3$s) c order by 1, 2, 3', list, of_owner,
    app.left_over('day, campaign_key', columns, format('select day, campaign_key, case when owner_key is null then 1 else 4 end::smallint as sides, %1$s from settled_day
      union all select day, campaign_key, 2::smallint, %2$s from campaign_day where %3$s', list, app.negated(columns), of_rollups)));
  execute format('insert into correction_of_month (owner_key, campaign_key, month, sides, %1$s) select %2$s, * from (%3$s) c order by 1, 2, 3', list, of_owner,
    app.left_over('campaign_key, month', columns, format('select campaign_key, date_trunc(''month'', day::timestamp)::date as month, case when owner_key is null then 1 else 4 end::smallint as sides, %1$s from settled_day
      union all select campaign_key, month, 2::smallint, %2$s from campaign_month_fact where %3$s', list, app.negated(columns), of_rollups)));
  counted := app.by_attribute_of_bundle(by_attribute);
  execute format('select exists (select from attribute_month where %1$s) or exists (select from attribute_delta where %1$s) or exists (select from fact_delta where %2$s)', of_rollups, waiting) into compared;
  execute format('insert into correction_of_attribute (owner_key, attribute, month, campaign_key, value, sides, %1$s) select %2$s, * from (%3$s) c order by 1, 2, 3, 4, 5',
    array_to_string(by_attribute, ', '), of_owner,
    -- From nothing, what was counted is what is left.
    case when not compared then format('select * from (%s) c where (%s) is distinct from (%s)', counted, array_to_string(by_attribute, ', '), (select string_agg('0', ', ') from unnest(by_attribute)))
    else app.left_over('attribute, month, campaign_key, value', by_attribute, format(
      '%1$s
       union all select attribute, month, campaign_key, value, 2::smallint, %2$s from attribute_month where %3$s
       union all select attribute, month, campaign_key, value, 4::smallint, %6$s from (%4$s) folded
       union all select attribute, month, campaign_key, value, 4::smallint, %6$s from (%5$s) unfolded',
      counted, app.negated(by_attribute), of_rollups,
      app.by_attribute(format('(select * from attribute_delta where %s)', of_rollups)),
      app.by_attribute(format('(select (fact).owner_key, date_trunc(''month'', (fact).day)::date as month, (fact).campaign_key, attributes, %s
                                from fact_delta where attributes is not null and %s)',
        (select string_agg(format('sign * (fact).%1$I as %1$I', c), ', ') from unnest(by_attribute) c), waiting)),
      (select string_agg(format(case when app.is_amount(c) then '-%I' else '-%I::int' end, c), ', ') from unnest(by_attribute) c))) end);
  execute format('insert into correction_of_cap (owner_key, campaign_key, kind, ref, from_day, sides, units, client_cost) select %1$s, * from (%2$s) c order by 1, 2, kind <> ''month'', 3, 4, 5',
    of_owner, app.left_over('campaign_key, kind, ref, from_day', '{units,client_cost}', format(
      'select campaign_key, kind, ref, from_day, 1::smallint as sides, units, client_cost from settled_cap
       union all select campaign_key, ''month'', 0, date_trunc(''month'', from_day::timestamp)::date, 1::smallint, units, client_cost from settled_cap where kind = ''day''
       union all select campaign_key, kind, ref, from_day, 2::smallint, -units, -client_cost from cap_count where %s', of_rollups)));
end $$;

create or replace procedure app.find_platform_corrections(of_owner int, from_month date, to_month date) language plpgsql
set jit = off set hash_mem_multiplier = 16 set client_min_messages = warning as $$
declare
  one record;
  columns text[];
  keys text;
begin
  create temp table if not exists correction_of_platform_month (like platform_month, sides smallint);
  create temp table if not exists correction_of_keyword_month (like keyword_month, sides smallint);
  truncate correction_of_platform_month, correction_of_keyword_month;
  for one in select * from (values ('platform_day', 'platform_month'), ('platform_keyword_day', 'keyword_month')) pair (raw, target) loop
    columns := app.columns_of(one.target, false);
    keys := array_to_string(app.columns_of(one.target, true), ', ');
    execute format('insert into correction_of_%s (%s, sides, %s) %s order by %2$s', one.target, keys, array_to_string(columns, ', '), app.left_over(keys, columns, format(
      'select %1$s, 1::smallint as sides, %2$s from (select *, date_trunc(''month'', day::timestamp)::date as month from %3$I where owner_key = %6$s and day >= %7$L and day < %8$L) d group by %1$s
       union all select %1$s, 2::smallint, %4$s from %5$I where owner_key = %6$s and month >= %7$L and month < %8$L', keys,
      (select string_agg(format('sum(%1$I)::%2$s as %1$I', attname, format_type(atttypid, null)), ', ' order by attnum) from pg_attribute
       where attrelid = one.target::regclass and attname = any (columns)), one.raw, app.negated(columns), one.target, of_owner, from_month, to_month)));
  end loop;
end $$;

-- Adds corrections to a rollup and tells how many. A cell that nothing is left of goes, unless something is folded into it at that moment.
drop function app.add_corrections(regclass, regclass, text, text[]);
create function app.add_corrections(corrections regclass, target regclass, keys text, columns text[], in_order text default '') returns bigint language plpgsql as $$
declare
  adding text := format('insert into %2$s as t (%3$s, %4$s) select %3$s, %4$s from %1$s %5$s', corrections, target, keys, array_to_string(columns, ', '), in_order);
  all_new boolean;
  to_go boolean;
  added bigint;
begin
  execute format('select count(*), coalesce(bool_and(sides & 2 = 0), false), coalesce(bool_or(sides & 1 = 0), false) from %s', corrections) into added, all_new, to_go;
  -- Where the rollup had none of them, rows are written without a look at each, unless one was folded in meanwhile.
  if all_new then
    begin
      execute adding;
    exception when unique_violation then
      all_new := false;
    end;
  end if;
  if added > 0 and not all_new then
    execute format('%s on conflict (%s) do update set %s', adding, keys, (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c));
  end if;
  if to_go then
    execute format('delete from %2$s t using %1$s c where c.sides & 1 = 0 and %3$s and (%4$s) = (%5$s)', corrections, target,
      -- Equality finds rows by their key; only the value of an attribute may be missing.
      (select string_agg(format(case k when 'value' then 't.%1$s is not distinct from c.%1$s' else 't.%1$s = c.%1$s' end, k), ' and ') from unnest(string_to_array(keys, ', ')) k),
      (select string_agg(format('t.%I', c), ', ') from unnest(columns) c), (select string_agg('0', ', ') from unnest(columns)));
  end if;
  return added;
end $$;

-- Days before months before the counters of caps, and each in the order in which whoever folds and whoever posts take them: nobody waits in a circle.
-- Caps come last, because a post waits for them. Whoever is alone writes months as reports read them.
drop function app.apply_corrections(int);
create function app.apply_corrections(of_owner int, alone boolean default false) returns bigint language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  corrected bigint;
begin
  corrected := app.add_corrections('correction_of_day', 'campaign_day', 'owner_key, day, campaign_key', columns)
    + app.add_corrections('correction_of_month', 'campaign_month_fact', 'owner_key, campaign_key, month', columns, case when alone then 'order by month, campaign_key' else '' end)
    + app.add_corrections('correction_of_attribute', 'attribute_month', 'owner_key, attribute, month, campaign_key, value', app.attribute_columns());
  insert into fact_version as t (owner_key, version, folded_at)
    select of_owner, 1, statement_timestamp() where corrected > 0
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
  return corrected + app.add_corrections('correction_of_cap', 'cap_count', 'owner_key, campaign_key, kind, ref, from_day', '{units,client_cost}');
end $$;

-- About how many leads an owner has: its part of the campaigns.
create function app.leads_about(of_owner int) returns bigint language sql stable
  return (select app.rows_about('lead') * count(*) filter (where owner_key = of_owner) / greatest(count(*), 1) from campaign)::bigint;

-- Everything anew in one transaction, also for owners who have nothing left: after a load, whose rows nobody else sees yet. Owner by owner, and from
-- nothing, so that each correction is what was counted.
create or replace procedure app.rebuild_facts() language plpgsql set work_mem = '128MB' as $$
declare
  one int;
begin
  lock table fact_delta, attribute_delta, campaign_day, campaign_month_fact, attribute_month, cap_count in exclusive mode;
  lock table platform_day, platform_keyword_day in share row exclusive mode;
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
drop procedure app.rebuild_days(), app.rebuild_attributes(), app.rebuild_platforms(), app.rebuild_caps();

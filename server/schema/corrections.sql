-- Rebuilding the rollups part by part while leads arrive; decision 086 explains why this is correct. Each part is counted in one
-- snapshot and compared with the rollups plus the waiting differences of the same snapshot. The resulting correction can be
-- added at any later time, before or after other differences.

-- Whether a counter is an amount of money.
create function app.is_amount(counter text) returns boolean language sql stable
  return (select atttypid = 'numeric'::regtype from pg_attribute where attrelid = 'campaign_day'::regclass and attname = counter);

create function app.negated(columns text[], prefix text default '') returns text language sql immutable
  return (select string_agg(format('-%s%I as %2$I', prefix, c), ', ') from unnest(columns) c);

-- The text of a query that sums the cells of several queries and returns those that are not zero, which are few. `sides` tells
-- where a cell's rows come from: raw rows (1), rollup (2), waiting differences (4).
create function app.left_over(keys text, columns text[], queries text) returns text language sql immutable
  return format('select %1$s, bit_or(sides) as sides, %2$s from (%3$s) r group by %1$s having (%4$s) is distinct from (%5$s)', keys,
    (select string_agg(format('coalesce(sum(%1$I), 0) as %1$I', c), ', ') from unnest(columns) c), queries,
    (select string_agg(format('coalesce(sum(%I), 0)', c), ', ') from unnest(columns) c),
    (select string_agg('0', ', ') from unnest(columns)));

-- Attributes that are grouped together first, because leads of a campaign with the same value of one mostly agree in the others.
-- Each lead is then counted for five bundles instead of thirteen attributes. An attribute without a bundle is its own.
create function app.attribute_bundles() returns table (bundle int, names text[], columns text[]) language sql immutable as $$
  with named (names) as (
    values ('{campus,program,areaOfInterest,degreeOfInterest}'::text[]), ('{device,leadStatus,military,militaryBranch}'),
           ('{ageBand,educationLevel}'), ('{publisherSource,startTimeframe}')
  )
  select row_number() over (order by b.names)::int, b.names, array(select 'a' || array_position(app.attribute_names(), n) from unnest(b.names) n)
  from (select names from named union all
        select array[a] from unnest(app.attribute_names()) a where not exists (select from named where a = any (names))) b
$$;

-- The date column of a lead that each event counter uses.
create function app.event_days() returns table (counter text, day text, place int) language sql immutable as $$
  values ('contacts', 'contact_on', 1), ('appointments', 'appointment_on', 2), ('interviews', 'interview_on', 3), ('visits', 'visit_on', 4),
         ('applications', 'application_on', 5), ('enrollments', 'enrollment_on', 6), ('starts', 'start_on', 7)
$$;

-- The text of a query with the counters of each lead, one row per lead. Amounts are in cents, because integers are summed much
-- faster, and zeros are null, which needs no space. Events in the inquiry's month are included; the dates of all events are
-- returned as well.
create function app.counted_leads(of_owner int, from_campaign int, to_campaign int, since date, until date) returns text language sql stable
  return (select format('select campaign_key, day, month, %1$s, %2$s, %3$s, %4$s
    from (select f.campaign_key, f.day, m.month, m.month_after, %5$s, %6$s,
            %7$s
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

-- The sums of columns whose amounts are in cents, cast to the columns' types: nested sums would widen the type and be slow.
create function app.sums_of_counted(columns text[]) returns text language sql stable
  return (select string_agg(format(case when app.is_amount(c) then 'coalesce(sum(%1$I), 0) * 0.01 as %1$I' else 'coalesce(sum(%1$I), 0)::int as %1$I' end, c), ', ') from unnest(columns) c);

-- The text of a query that groups rows with attributes in columns a1, a2, … by bundles.
create function app.by_bundle(counters text, sums text, rows_of text) returns text language sql stable
  return (select format('insert into settled_bundle (bundle, month, campaign_key, %1$s, %2$s)
      select case 0 %3$s end, month, campaign_key, %1$s, %4$s from %5$s group by month, campaign_key, grouping sets (%6$s)',
    string_agg(array_to_string(b.columns, ', '), ', '), counters, string_agg(format('when grouping(%s) then %s', b.columns[1], b.bundle), ' '), sums, rows_of,
    string_agg(format('(%s)', array_to_string(b.columns, ', ')), ', '))
  from app.attribute_bundles() b);

-- The text of a query that splits bundles into single attributes.
create function app.by_attribute_of_bundle(counters text[]) returns text language sql stable
  return (select string_agg(format('select case 0 %1$s end as attribute, month, campaign_key, coalesce(%2$s) as value, 1::smallint as sides, %3$s
      from settled_bundle where bundle = %4$s group by month, campaign_key, grouping sets (%2$s)',
    (select string_agg(format('when grouping(%s) then %L', c, n), ' ') from unnest(b.columns, b.names) u (c, n)), array_to_string(b.columns, ', '),
    app.sums_of_counted(counters), b.bundle), ' union all ') from app.attribute_bundles() b);

-- Counts the leads of some months. An event in a later month than its inquiry is counted as a separate cell.
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
end $$;
comment on procedure app.count_leads is 'Writes its statements: plain ones take too long, decision 096';

-- Computes the corrections of an owner's campaigns in a range of keys into temporary tables: days, months, attribute months and
-- cap counters. It must see all rows in one snapshot: in a repeatable read transaction, or while nobody writes.
create procedure app.find_corrections(of_owner int, from_campaign int, to_campaign int, leads bigint) language plpgsql
-- Settings that force hash aggregation and sequential scans, whatever the planner estimates.
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
    create temp table correction_of_day as select *, 0::smallint as sides from campaign_day with no data;
    create temp table correction_of_month as select *, 0::smallint as sides from campaign_month_fact with no data;
    create temp table correction_of_attribute as select *, 0::smallint as sides from attribute_month with no data;
    create temp table correction_of_cap as select *, 0::smallint as sides from cap_count with no data;
  end if;
  truncate month_day, settled_day, settled_bundle, correction_of_day, correction_of_month, correction_of_attribute, correction_of_cap;

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
  -- Which leads take a unit of which caps is said by app.cap_units alone.
  insert into correction_of_cap (owner_key, campaign_key, kind, ref, from_day, sides, units, client_cost)
  select of_owner, u.campaign_key, u.kind, u.ref, u.from_day, bit_or(u.sides), sum(u.units), sum(u.client_cost)
  from (
    select r.campaign_key, r.kind, r.ref, r.from_day, 1::smallint as sides, r.units, r.client_cost from cap_recount r
    where r.owner_key = of_owner and r.campaign_key between from_campaign and to_campaign
    union all
    select c.campaign_key, c.kind, c.ref, c.from_day, 2::smallint, -c.units, -c.client_cost from cap_count c
    where c.owner_key = of_owner and c.campaign_key between from_campaign and to_campaign
  ) u group by u.campaign_key, u.kind, u.ref, u.from_day
  having (sum(u.units), sum(u.client_cost)) <> (0, 0)
  order by u.campaign_key, u.kind <> 'month', u.kind, u.ref, u.from_day;
end $$;
comment on procedure app.find_corrections is 'Writes its statements: plain ones take too long, decision 096';

-- The same for the platforms' months, which belong to no campaign of ours.
create procedure app.find_platform_corrections(of_owner int, from_month date, to_month date) language plpgsql
set jit = off set hash_mem_multiplier = 16 set client_min_messages = warning as $$
begin
  call app.mark_complete_days(of_owner, null, from_month - 1);
  create temp table if not exists correction_of_platform_month (like platform_month, sides int);
  create temp table if not exists correction_of_keyword_month (like keyword_month, sides int);
  truncate correction_of_platform_month, correction_of_keyword_month;
  insert into correction_of_platform_month
  select owner_key, month, platform_campaign_key, ad_group_key,
    sum(sign * f.impressions)::bigint, sum(sign * f.clicks)::int, sum(sign * f.cost), sum(sign * f.client_cost), sum(sign * f.conversions)::int,
    sum(sign * f.call_conversions)::int, sum(sign * f.view_through)::int,
    bit_or(sides)
  from (
    select 1 as sides, 1 as sign, r.* from app.raw_platform_months(of_owner, from_month, to_month) r
    union all
    select 2, -1, m.* from platform_month m where m.owner_key = of_owner and m.month >= from_month and m.month < to_month
  ) f group by owner_key, month, platform_campaign_key, ad_group_key
  having (sum(sign * f.impressions), sum(sign * f.clicks), sum(sign * f.cost), sum(sign * f.client_cost), sum(sign * f.conversions), sum(sign * f.call_conversions), sum(sign * f.view_through))
    is distinct from (0, 0, 0, 0, 0, 0, 0)
  order by owner_key, month, platform_campaign_key, ad_group_key;
  insert into correction_of_keyword_month
  select owner_key, month, keyword_key,
    sum(sign * f.impressions)::bigint, sum(sign * f.clicks)::int, sum(sign * f.cost), sum(sign * f.conversions)::int, sum(sign * f.client_cost),
    bit_or(sides)
  from (
    select 1 as sides, 1 as sign, r.* from app.raw_keyword_months(of_owner, from_month, to_month) r
    union all
    select 2, -1, m.* from keyword_month m where m.owner_key = of_owner and m.month >= from_month and m.month < to_month
  ) f group by owner_key, month, keyword_key
  having (sum(sign * f.impressions), sum(sign * f.clicks), sum(sign * f.cost), sum(sign * f.conversions), sum(sign * f.client_cost))
    is distinct from (0, 0, 0, 0, 0)
  order by owner_key, month, keyword_key;
end $$;

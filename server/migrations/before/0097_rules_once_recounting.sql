-- Recounts, by plain statements: what the raw rows come to, and where rollups say otherwise.

drop function app.day_differences, app.attribute_differences, app.platform_month_differences, app.month_recount, app.attribute_recount, app.day_recount,
  app.columns_of;

-- What an owner's raw rows come to by day. Clicks are many, and are added up before they are laid beside the others;
-- what is nothing is passed over where adding it would take longer than looking at it.
create function app.raw_days(of_owner int) returns setof campaign_day language sql stable as $$
  select f.owner_key, f.day, f.campaign_key,
    sum(f.gross)::int, sum(f.valid)::int, sum(f.invalid)::int, sum(f.duplicate)::int, sum(f.scrubbed)::int, sum(f.over_cap)::int, sum(f.closed)::int,
    sum(f.rejected)::int, sum(f.returned)::int, sum(f.delivered)::int, sum(f.billable)::int, coalesce(sum(nullif(f.lead_client_cost, 0)), 0),
    coalesce(sum(nullif(f.lead_media_cost, 0)), 0), sum(f.cohort_contacts)::int, sum(f.cohort_appointments)::int, sum(f.cohort_interviews)::int,
    sum(f.cohort_visits)::int, sum(f.cohort_applications)::int, sum(f.cohort_enrollments)::int, sum(f.cohort_starts)::int,
    sum(f.days_to_contact)::int, sum(f.days_to_appointment)::int, sum(f.days_to_interview)::int, sum(f.days_to_visit)::int,
    sum(f.days_to_application)::int, sum(f.days_to_enrollment)::int, sum(f.days_to_start)::int, coalesce(sum(nullif(f.sold_amount, 0)), 0),
    sum(f.pitch_count)::int, coalesce(sum(nullif(f.pitch_amount, 0)), 0), sum(f.open_count)::int, coalesce(sum(nullif(f.open_amount, 0)), 0),
    sum(f.funded_count)::int, sum(f.contacts)::int, sum(f.appointments)::int, sum(f.interviews)::int, sum(f.visits)::int, sum(f.applications)::int,
    sum(f.enrollments)::int, sum(f.starts)::int, sum(f.clicks)::int, sum(f.impressions)::bigint, sum(f.platform_clicks)::int,
    coalesce(sum(nullif(f.platform_cost, 0)), 0), coalesce(sum(nullif(f.platform_client_cost, 0)), 0), sum(f.conversions)::int,
    sum(f.call_conversions)::int, sum(f.view_through)::int, sum(f.sends)::int, sum(f.emails_delivered)::int, sum(f.opens)::int,
    sum(f.email_clicks)::int, sum(f.unsubscribes)::int, coalesce(sum(nullif(f.adjusted_client_cost, 0)), 0),
    coalesce(sum(nullif(f.adjusted_media_cost, 0)), 0)
  from (
    select f.* from lead l cross join lateral app.lead_facts(l) f
    where l.owner_key = of_owner
    union all
    select f.* from (
      select row(f.owner_key, f.day, f.campaign_key, sum(f.clicks), 0)::click_day as clicks
      from click c cross join lateral app.click_facts(c) f
      where c.owner_key = of_owner
      group by f.owner_key, f.day, f.campaign_key offset 0
    ) c cross join lateral app.click_day_facts(c.clicks) f
    union all
    select f.* from click_day c cross join lateral app.click_day_facts(c) f
    where c.owner_key = of_owner
    union all
    select f.* from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(p, c.campaign_key) f
    where p.owner_key = of_owner
    union all
    select f.* from email_day e cross join lateral app.email_facts(e) f
    where e.owner_key = of_owner
    union all
    select f.* from billing_adjustment b cross join lateral app.adjustment_facts(b) f
    where b.owner_key = of_owner
  ) f group by 1, 2, 3
$$;

-- The same of leads alone, by month and attribute.
create function app.raw_attributes(of_owner int) returns setof attribute_month
language sql stable as $$
  select f.owner_key,
    case 0 when grouping(f.state) then 'state' when grouping(f.device) then 'device' when grouping(f.status) then 'leadStatus' when grouping(f.campus_key) then 'campus'
      when grouping(f.program_key) then 'program' when grouping(f.publisher_source_key) then 'publisherSource' when grouping(f.age_band) then 'ageBand' when grouping(f.education) then 'educationLevel'
      when grouping(f.military_status) then 'military' when grouping(f.military_branch) then 'militaryBranch' when grouping(f.area_of_interest) then 'areaOfInterest' when grouping(f.degree_of_interest) then 'degreeOfInterest'
      when grouping(f.start_timeframe) then 'startTimeframe' end,
    f.month, f.campaign_key,
    coalesce(f.state, f.device, f.status, f.campus_key::text, f.program_key::text, f.publisher_source_key::text, f.age_band, f.education, f.military_status, f.military_branch, f.area_of_interest, f.degree_of_interest, f.start_timeframe),
    coalesce(sum(nullif(f.gross, 0)), 0)::int, coalesce(sum(nullif(f.valid, 0)), 0)::int, coalesce(sum(nullif(f.invalid, 0)), 0)::int,
    coalesce(sum(nullif(f.duplicate, 0)), 0)::int, coalesce(sum(nullif(f.scrubbed, 0)), 0)::int, coalesce(sum(nullif(f.over_cap, 0)), 0)::int,
    coalesce(sum(nullif(f.returned, 0)), 0)::int, coalesce(sum(nullif(f.delivered, 0)), 0)::int, coalesce(sum(nullif(f.billable, 0)), 0)::int,
    coalesce(sum(nullif(f.lead_client_cost, 0)), 0), coalesce(sum(nullif(f.lead_media_cost, 0)), 0),
    coalesce(sum(nullif(f.cohort_contacts, 0)), 0)::int, coalesce(sum(nullif(f.cohort_appointments, 0)), 0)::int,
    coalesce(sum(nullif(f.cohort_interviews, 0)), 0)::int, coalesce(sum(nullif(f.cohort_visits, 0)), 0)::int,
    coalesce(sum(nullif(f.cohort_applications, 0)), 0)::int, coalesce(sum(nullif(f.cohort_enrollments, 0)), 0)::int,
    coalesce(sum(nullif(f.cohort_starts, 0)), 0)::int, coalesce(sum(nullif(f.contacts, 0)), 0)::int, coalesce(sum(nullif(f.appointments, 0)), 0)::int,
    coalesce(sum(nullif(f.interviews, 0)), 0)::int, coalesce(sum(nullif(f.visits, 0)), 0)::int, coalesce(sum(nullif(f.applications, 0)), 0)::int,
    coalesce(sum(nullif(f.enrollments, 0)), 0)::int, coalesce(sum(nullif(f.starts, 0)), 0)::int
  from (
    select f.*, date_trunc('month', f.day::timestamp)::date as month, l.state, l.device, l.status, l.campus_key, l.program_key, l.publisher_source_key,
      app.age_band(l.age) as age_band, l.education, l.military_status, l.military_branch, l.area_of_interest, l.degree_of_interest, l.start_timeframe
    from lead l cross join lateral app.lead_facts(l) f
    where l.owner_key = of_owner
  ) f
  group by f.owner_key, f.month, f.campaign_key, grouping sets (
    (f.state), (f.device), (f.status), (f.campus_key), (f.program_key), (f.publisher_source_key), (f.age_band), (f.education), (f.military_status), (f.military_branch), (f.area_of_interest), (f.degree_of_interest), (f.start_timeframe))
$$;

-- Of two rows the counters that differ.
create function app.differing(in_rollup jsonb, in_rows jsonb) returns table (counter text, rolled numeric, recounted numeric) language sql immutable as $$
  select n.key, coalesce((in_rollup ->> n.key)::numeric, 0), coalesce((in_rows ->> n.key)::numeric, 0)
  from jsonb_object_keys(coalesce(in_rollup, in_rows)) n (key)
  where n.key not in ('day', 'month', 'attribute', 'value') and n.key not like '%\_key'
    and coalesce((in_rollup ->> n.key)::numeric, 0) <> coalesce((in_rows ->> n.key)::numeric, 0)
$$;

create function app.day_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' set jit = off as $$
#variable_conflict use_column
declare
  one int;
begin
  for one in select owner_key from owner order by 1 loop
    return query
    select one, coalesce(d.day, r.day), coalesce(d.campaign_key, r.campaign_key), v.counter, v.rolled, v.recounted
    from (select * from campaign_day where owner_key = one) d
    full join app.raw_days(one) r on d.day = r.day and d.campaign_key = r.campaign_key
    cross join lateral app.differing(to_jsonb(d), to_jsonb(r)) v
    where d is distinct from r;

    return query
    select one, coalesce(m.month, d.day), coalesce(m.campaign_key, d.campaign_key), 'month of ' || v.counter, v.rolled, v.recounted
    from (select * from campaign_month_fact where owner_key = one) m
    full join (
      select f.owner_key, date_trunc('month', f.day::timestamp)::date as day, f.campaign_key,
        sum(f.gross)::int as gross, sum(f.valid)::int as valid, sum(f.invalid)::int as invalid, sum(f.duplicate)::int as duplicate,
        sum(f.scrubbed)::int as scrubbed, sum(f.over_cap)::int as over_cap, sum(f.closed)::int as closed, sum(f.rejected)::int as rejected,
        sum(f.returned)::int as returned, sum(f.delivered)::int as delivered, sum(f.billable)::int as billable,
        sum(f.lead_client_cost) as lead_client_cost, sum(f.lead_media_cost) as lead_media_cost, sum(f.cohort_contacts)::int as cohort_contacts,
        sum(f.cohort_appointments)::int as cohort_appointments, sum(f.cohort_interviews)::int as cohort_interviews,
        sum(f.cohort_visits)::int as cohort_visits, sum(f.cohort_applications)::int as cohort_applications,
        sum(f.cohort_enrollments)::int as cohort_enrollments, sum(f.cohort_starts)::int as cohort_starts,
        sum(f.days_to_contact)::int as days_to_contact, sum(f.days_to_appointment)::int as days_to_appointment,
        sum(f.days_to_interview)::int as days_to_interview, sum(f.days_to_visit)::int as days_to_visit,
        sum(f.days_to_application)::int as days_to_application, sum(f.days_to_enrollment)::int as days_to_enrollment,
        sum(f.days_to_start)::int as days_to_start, sum(f.sold_amount) as sold_amount, sum(f.pitch_count)::int as pitch_count,
        sum(f.pitch_amount) as pitch_amount, sum(f.open_count)::int as open_count, sum(f.open_amount) as open_amount,
        sum(f.funded_count)::int as funded_count, sum(f.contacts)::int as contacts, sum(f.appointments)::int as appointments,
        sum(f.interviews)::int as interviews, sum(f.visits)::int as visits, sum(f.applications)::int as applications,
        sum(f.enrollments)::int as enrollments, sum(f.starts)::int as starts, sum(f.clicks)::int as clicks, sum(f.impressions)::bigint as impressions,
        sum(f.platform_clicks)::int as platform_clicks, sum(f.platform_cost) as platform_cost, sum(f.platform_client_cost) as platform_client_cost,
        sum(f.conversions)::int as conversions, sum(f.call_conversions)::int as call_conversions, sum(f.view_through)::int as view_through,
        sum(f.sends)::int as sends, sum(f.emails_delivered)::int as emails_delivered, sum(f.opens)::int as opens,
        sum(f.email_clicks)::int as email_clicks, sum(f.unsubscribes)::int as unsubscribes, sum(f.adjusted_client_cost) as adjusted_client_cost,
        sum(f.adjusted_media_cost) as adjusted_media_cost
      from campaign_day f where f.owner_key = one group by 1, 2, 3
    ) d on m.month = d.day and m.campaign_key = d.campaign_key
    cross join lateral app.differing(to_jsonb(m), to_jsonb(d)) v
    where m is distinct from d;
  end loop;
end $$;

create function app.attribute_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' set jit = off as $$
#variable_conflict use_column
declare
  one int;
begin
  for one in select owner_key from owner order by 1 loop
    return query
    with rolled as (
      select f.owner_key, f.attribute, f.month, f.campaign_key, f.value,
        sum(f.gross)::int as gross, sum(f.valid)::int as valid, sum(f.invalid)::int as invalid, sum(f.duplicate)::int as duplicate,
        sum(f.scrubbed)::int as scrubbed, sum(f.over_cap)::int as over_cap, sum(f.returned)::int as returned, sum(f.delivered)::int as delivered,
        sum(f.billable)::int as billable, sum(f.lead_client_cost) as lead_client_cost, sum(f.lead_media_cost) as lead_media_cost,
        sum(f.cohort_contacts)::int as cohort_contacts, sum(f.cohort_appointments)::int as cohort_appointments,
        sum(f.cohort_interviews)::int as cohort_interviews, sum(f.cohort_visits)::int as cohort_visits,
        sum(f.cohort_applications)::int as cohort_applications, sum(f.cohort_enrollments)::int as cohort_enrollments,
        sum(f.cohort_starts)::int as cohort_starts, sum(f.contacts)::int as contacts, sum(f.appointments)::int as appointments,
        sum(f.interviews)::int as interviews, sum(f.visits)::int as visits, sum(f.applications)::int as applications,
        sum(f.enrollments)::int as enrollments, sum(f.starts)::int as starts
      from (
        select * from attribute_month where owner_key = one
        union all
        select f.owner_key, a.attribute, f.month, f.campaign_key, a.value,
          f.gross, f.valid, f.invalid, f.duplicate, f.scrubbed, f.over_cap, f.returned, f.delivered, f.billable, f.lead_client_cost,
          f.lead_media_cost, f.cohort_contacts, f.cohort_appointments, f.cohort_interviews, f.cohort_visits, f.cohort_applications,
          f.cohort_enrollments, f.cohort_starts, f.contacts, f.appointments, f.interviews, f.visits, f.applications, f.enrollments, f.starts
        from attribute_delta f cross join lateral unnest(app.attribute_names(), f.attributes) a (attribute, value) where f.owner_key = one
      ) f group by 1, 2, 3, 4, 5
    )
    select one, coalesce(d.month, r.month), coalesce(d.campaign_key, r.campaign_key),
           coalesce(d.attribute, r.attribute) || ' ' || coalesce(d.value, r.value, 'unknown') || ': ' || v.counter, v.rolled, v.recounted
    from rolled d full join app.raw_attributes(one) r
      on (d.attribute, d.month, d.campaign_key, coalesce('=' || d.value, '')) = (r.attribute, r.month, r.campaign_key, coalesce('=' || r.value, ''))
    cross join lateral app.differing(to_jsonb(d), to_jsonb(r)) v
    where d is distinct from r;
  end loop;
end $$;

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

-- Rebuilding writes its statements, still: plain ones that did the same took longer than the half of one call before 0091 that is allowed
-- (decision 096). What a lead counts for is not in them, they ask the functions above.

-- As before, without caps.
create or replace function app.counted_leads(of_owner int, from_campaign int, to_campaign int, since date, until date) returns text language sql stable
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

create or replace procedure app.count_leads(of_owner int, from_campaign int, to_campaign int, since date, until date) language plpgsql as $$
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

-- As before, and caps from where they are recounted.
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
comment on procedure app.count_leads is 'Writes its statements: plain ones take too long, decision 096';
comment on function app.add_corrections is 'Writes its statements: one for each of three rollups, by their columns';

-- Verification of the rollups against the raw rows.

-- The result of a recount: the number of differences between an owner's rollups and the raw rows, and the first of them. The
-- worker recounts every night; the agency sees the latest result next to its figures.
-- Person: none.
create table recount (
  owner_key int not null references owner,
  at timestamptz not null,
  differences int not null check (differences >= 0),
  -- Entries of day, campaign, counter, value of the rollup and value of the raw rows.
  found json not null,
  primary key (owner_key, at)
);
call app.protect('recount');
call app.close_to_partners('recount');
grant select on recount to paceline_app;

-- The sources of the daily counters: each kind of raw row, with the first and the last counter that it sets.
create function app.day_sources() returns table (place int, raw text, counters text[]) language sql stable as $$
  select s.place, s.raw, (select array_agg(c.name order by c.place) from unnest(app.fact_columns()) with ordinality as c (name, place)
    where c.place between array_position(app.fact_columns(), s.first) and array_position(app.fact_columns(), s.last))
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
$$;

-- An owner's daily counters from the raw rows. Clicks are summed first because there are many, and zero counters are skipped
-- where that is faster than adding them.
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

-- The same by month and attribute, from leads alone.
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

-- Differences between the daily rollup and the raw rows.
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

-- Differences between attribute_month and the raw rows, owner by owner.
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

-- All differences between rollups and raw rows, once everything is folded. Any row is a bug.
create function app.fact_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.day_differences() union all select * from app.attribute_differences() union all select * from app.platform_differences()
$$;

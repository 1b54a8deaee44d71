-- What a lead counts for, by one thing that only the lead knows and by month: a report by state or by program sums these
-- instead of reading the leads. They come out of the same differences as the days, and a recount must agree.

-- Nothing is written between the count below and the triggers that go on from it.
lock table lead in share row exclusive mode;

create function app.age_band(age smallint) returns text language sql immutable parallel safe
  return case when age is null then 'Unknown' when age < 18 then '<18' when age <= 20 then '18-20' when age <= 24 then '21-24'
              when age <= 29 then '25-29' when age <= 34 then '30-34' when age <= 44 then '35-44' when age <= 54 then '45-54'
              else '55+' end;

-- Which attributes are kept: those whose cells are far fewer than the leads. Sub-sources are free text and years of graduation
-- too many for that; hours depend on the owner's zone.
create function app.attribute_names() returns text[] language sql immutable parallel safe
  return array['state', 'device', 'leadStatus', 'campus', 'program', 'publisherSource', 'ageBand', 'educationLevel',
               'military', 'militaryBranch', 'areaOfInterest', 'degreeOfInterest', 'startTimeframe'];

-- A lead's attributes, in the order of their names. Records are there by key: their names come by join, as they are now.
create function app.lead_attributes(l lead) returns text[] language sql stable parallel safe
  return array[l.state, l.device, l.status, l.campus_key::text, l.program_key::text, l.publisher_source_key::text,
               app.age_band(l.age), l.education, l.military_status, l.military_branch, l.area_of_interest,
               l.degree_of_interest, l.start_timeframe];

create table attribute_month (
  owner_key int not null,
  attribute text not null,
  month date not null check (extract(day from month) = 1),
  campaign_key int not null,
  -- Null where the lead does not say.
  value text,
  -- By the month of the inquiry.
  gross int not null default 0,
  valid int not null default 0,
  invalid int not null default 0,
  duplicate int not null default 0,
  scrubbed int not null default 0,
  over_cap int not null default 0,
  returned int not null default 0,
  delivered int not null default 0,
  billable int not null default 0,
  lead_client_cost numeric(14, 2) not null default 0,
  lead_media_cost numeric(14, 2) not null default 0,
  cohort_contacts int not null default 0,
  cohort_appointments int not null default 0,
  cohort_interviews int not null default 0,
  cohort_visits int not null default 0,
  cohort_applications int not null default 0,
  cohort_enrollments int not null default 0,
  cohort_starts int not null default 0,
  -- By the month in which it happened.
  contacts int not null default 0,
  appointments int not null default 0,
  interviews int not null default 0,
  visits int not null default 0,
  applications int not null default 0,
  enrollments int not null default 0,
  starts int not null default 0,
  -- No foreign key: only leads lead here, and they have one. Asking again for a dozen cells of each would double the cost.
  unique nulls not distinct (owner_key, attribute, month, campaign_key, value)
) with (fillfactor = 85);
call app.protect('attribute_month');
grant select on attribute_month to paceline_app;

-- What the days have and the months by attribute have not yet: a report adds it, so that the two always agree.
create table attribute_delta (like attribute_month including defaults);
alter table attribute_delta
  drop column attribute,
  drop column value,
  add column attributes text[] not null,
  add column delta_key bigint generated always as identity unique,
  add primary key (owner_key, delta_key);
call app.protect('attribute_delta');
grant select on attribute_delta to paceline_app;

create function app.attribute_columns() returns text[] language sql stable
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'attribute_month'::regclass and attnum > 0 and not attisdropped
            and attname not in ('owner_key', 'attribute', 'month', 'campaign_key', 'value'));

-- Rows with all attributes of their leads, put together by one attribute at a time: as the text of a query.
create function app.by_attribute(rows_of text) returns text language sql stable
  return (select format(
    'select owner_key, case 0 %s end as attribute, month, campaign_key, coalesce(%s) as value, %s
     from (select owner_key, month, campaign_key, %s, %s from %s r) t group by grouping sets (%s)',
    string_agg(format('when grouping(a%s) then %L', n, name), ' ' order by n),
    string_agg(format('a%s', n), ', ' order by n),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(app.attribute_columns()) c),
    string_agg(format('attributes[%1$s] as a%1$s', n), ', ' order by n),
    array_to_string(app.attribute_columns(), ', '),
    rows_of,
    string_agg(format('(owner_key, month, campaign_key, a%s)', n), ', ' order by n))
  from unnest(app.attribute_names()) with ordinality as a (name, n));

alter table fact_delta add column attributes text[];

-- Once into the outbox, with what both rollups need.
create or replace function app.note_lead_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into fact_delta (sign, fact, attributes)
    select 1, f, app.lead_attributes(row(n.*)::lead) from new_rows n cross join lateral app.lead_facts(row(n.*)::lead) f;
  elsif tg_op = 'DELETE' then
    insert into fact_delta (sign, fact, attributes)
    select -1, f, app.lead_attributes(row(o.*)::lead) from old_rows o cross join lateral app.lead_facts(row(o.*)::lead) f;
  else
    insert into fact_delta (sign, fact, attributes)
    select s.sign, f, app.lead_attributes(s.l)
    from old_rows o join new_rows n using (owner_key, captured_date, lead_key)
    cross join lateral (values (-1, row(o.*)::lead), (1, row(n.*)::lead)) s (sign, l)
    cross join lateral app.lead_facts(s.l) f
    where (o.campaign_key, o.status, o.unpaid, o.client_price, o.media_price, o.delivered_at is null, o.contact_on, o.appointment_on,
           o.interview_on, o.visit_on, o.application_on, o.enrollment_on, o.start_on, o.sold_amount, o.pitch_amount, o.open_amount,
           o.funded_on)
      is distinct from
          (n.campaign_key, n.status, n.unpaid, n.client_price, n.media_price, n.delivered_at is null, n.contact_on, n.appointment_on,
           n.interview_on, n.visit_on, n.application_on, n.enrollment_on, n.start_on, n.sold_amount, n.pitch_amount, n.open_amount,
           n.funded_on)
      or app.lead_attributes(row(o.*)::lead) is distinct from app.lead_attributes(row(n.*)::lead);
  end if;
  return null;
end $$;

-- Adds up to `batch` differences and forgets them, in one statement: a kill leaves both or neither. What concerns attributes
-- goes on to a queue of its own in the same statement: it takes ten times as long and may wait.
create or replace function app.fold_facts(batch int default 20000) returns int language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  by_attribute text[] := app.attribute_columns();
  folded int;
begin
  execute format($fold$
    with taken as (
      delete from fact_delta d using (select delta_key from fact_delta order by delta_key limit %1$s for update skip locked) g
      where d.delta_key = g.delta_key returning d.sign, d.fact, d.attributes
    ), summed as (
      select (fact).owner_key, (fact).day, (fact).campaign_key, %2$s from taken group by 1, 2, 3
    ), days as (
      insert into campaign_day as t (owner_key, day, campaign_key, %3$s)
      select owner_key, day, campaign_key, %3$s from summed order by 1, 2, 3
      on conflict (owner_key, day, campaign_key) do update set %4$s
    ), months as (
      insert into campaign_month_fact as t (owner_key, campaign_key, month, %3$s)
      select owner_key, campaign_key, date_trunc('month', day)::date, %5$s from summed group by 1, 2, 3 order by 1, 2, 3
      on conflict (owner_key, campaign_key, month) do update set %4$s
    ), attributes as (
      insert into attribute_delta (owner_key, month, campaign_key, attributes, %6$s)
      select (fact).owner_key, date_trunc('month', (fact).day)::date, (fact).campaign_key, attributes, %7$s
      from taken where attributes is not null group by 1, 2, 3, 4 having (%8$s) is distinct from (%9$s)
    ), versions as (
      insert into fact_version as t (owner_key, version, folded_at)
      select distinct owner_key, 1, statement_timestamp() from summed order by 1
      on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at
    )
    select count(*) from taken
  $fold$, batch,
    (select string_agg(format('coalesce(sum(sign * (fact).%1$I), 0) as %1$I', c), ', ') from unnest(columns) c),
    (select string_agg(quote_ident(c), ', ') from unnest(columns) c),
    (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c),
    (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c),
    (select string_agg(quote_ident(c), ', ') from unnest(by_attribute) c),
    (select string_agg(format('sum(sign * (fact).%I)', c), ', ') from unnest(by_attribute) c),
    (select string_agg(format('sum(sign * (fact).%I)', c), ', ') from unnest(by_attribute) c),
    (select string_agg('0', ', ') from unnest(by_attribute))
  ) into folded;
  return folded;
end $$;

-- The same for the months by attribute. One lead is a dozen cells, and leads of one campaign share most of them: the larger
-- the batch, the fewer cells are written twice.
create function app.fold_attributes(batch int default 20000) returns int language plpgsql as $$
declare
  columns text[] := app.attribute_columns();
  folded int;
begin
  execute format($fold$
    with taken as (
      delete from attribute_delta d using (select delta_key from attribute_delta order by delta_key limit %1$s for update skip locked) g
      where d.delta_key = g.delta_key returning d.*
    ), summed as (%2$s), months as (
      insert into attribute_month as t (owner_key, attribute, month, campaign_key, value, %3$s)
      select owner_key, attribute, month, campaign_key, value, %3$s from summed order by 1, 2, 3, 4, 5
      on conflict (owner_key, attribute, month, campaign_key, value) do update set %4$s
    )
    select count(*) from taken
  $fold$, batch, app.by_attribute('taken'), array_to_string(columns, ', '),
    (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c)
  ) into folded;
  return folded;
end $$;

-- The months by attribute of one owner, $1, as the leads have them: as the text of a query. Leads that are alike are added
-- up before they are put together by each attribute.
create function app.attribute_recount() returns text language sql stable
  return app.by_attribute(format($count$(
    select f.owner_key, date_trunc('month', f.day)::date as month, f.campaign_key, app.lead_attributes(l) as attributes, %s
    from lead l cross join lateral app.lead_facts(l) f where l.owner_key = $1 group by 1, 2, 3, 4)$count$,
    (select string_agg(format('sum(f.%1$I)::%2$s as %1$I', attname, format_type(atttypid, null)), ', ')
     from pg_attribute where attrelid = 'attribute_month'::regclass and attname = any (app.attribute_columns()))));

alter function app.fact_differences() rename to day_differences;

create function app.attribute_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' as $$
declare
  columns text[] := app.attribute_columns();
  list text := array_to_string(columns, ', ');
  one int;
begin
  for one in select o.owner_key from owner o order by 1 loop
    return query execute format($check$
      with rolled as (
        select attribute, month, campaign_key, value, %1$s from (
          select owner_key, attribute, month, campaign_key, value, %2$s from attribute_month where owner_key = $1
          union all
          select owner_key, attribute, month, campaign_key, value, %2$s from (%3$s) waiting
        ) both_of_them group by 1, 2, 3, 4
      ), recounted as (%4$s)
      select $1, coalesce(d.month, r.month), coalesce(d.campaign_key, r.campaign_key),
             coalesce(d.attribute, r.attribute) || ' ' || coalesce(d.value, r.value, 'unknown') || ': ' || v.counter,
             coalesce(v.rolled, 0), coalesce(v.recounted, 0)
      from rolled d full join recounted r
        on (d.attribute, d.month, d.campaign_key, coalesce('=' || d.value, '')) = (r.attribute, r.month, r.campaign_key, coalesce('=' || r.value, ''))
      cross join lateral (values %5$s) v (counter, rolled, recounted)
      where (%6$s) is distinct from (%7$s) and coalesce(v.rolled, 0) <> coalesce(v.recounted, 0)
    $check$,
      (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c),
      list,
      app.by_attribute('(select * from attribute_delta where owner_key = $1)'),
      app.attribute_recount(),
      (select string_agg(format('(%1$L, d.%1$I::numeric, r.%1$I::numeric)', c), ', ') from unnest(columns) c),
      (select string_agg(format('d.%I', c), ', ') from unnest(columns) c),
      (select string_agg(format('r.%I', c), ', ') from unnest(columns) c)) using one;
  end loop;
end $$;

-- Where any rollup and the raw rows disagree, once everything is folded: nowhere, or something is broken.
create function app.fact_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.day_differences() union all select * from app.attribute_differences()
$$;

alter procedure app.rebuild_facts() rename to rebuild_days;

create procedure app.rebuild_attributes() language plpgsql set work_mem = '128MB' as $$
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
    execute format('insert into attribute_month (owner_key, attribute, month, campaign_key, value, %s) %s',
      array_to_string(app.attribute_columns(), ', '), app.attribute_recount()) using one;
  end loop;
end $$;

-- Makes every rollup anew from the raw rows: after a bulk load, or when differences were found.
create procedure app.rebuild_facts() language plpgsql as $$
begin
  call app.rebuild_days();
  call app.rebuild_attributes();
end $$;

call app.rebuild_attributes();

-- Pure SQL: a report on many leads may count them with more than one process.
alter function app.lead_facts(lead) parallel safe;
alter function app.click_facts(click) parallel safe;
alter function app.platform_facts(platform_day, int) parallel safe;
alter function app.email_facts(email_day) parallel safe;
alter function app.adjustment_facts(billing_adjustment) parallel safe;

-- A month's rows of all campaigns; and the few leads that nobody pays for, which have no part in what a lead costs.
create index campaign_month_fact_month on campaign_month_fact (owner_key, month);
create index lead_unpaid on lead (owner_key, captured_date) where unpaid;

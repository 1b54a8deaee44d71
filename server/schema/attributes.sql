-- Lead counters by month and one attribute that only leads have, such as state or program, so that reports need not read the
-- leads. They are updated from the same differences as the days, and must agree with a recount.

create function app.age_band(age smallint) returns text language sql immutable parallel safe
  return case when age is null then 'Unknown' when age < 18 then '<18' when age <= 20 then '18-20' when age <= 24 then '21-24'
              when age <= 29 then '25-29' when age <= 34 then '30-34' when age <= 44 then '35-44' when age <= 54 then '45-54'
              else '55+' end;

-- The attributes with counters: those with far fewer values than leads. Left out: sub-sources (free text), graduation years (too
-- many), hours (they depend on the owner's time zone).
create function app.attribute_names() returns text[] language sql immutable parallel safe
  return array['state', 'device', 'leadStatus', 'campus', 'program', 'publisherSource', 'ageBand', 'educationLevel',
               'military', 'militaryBranch', 'areaOfInterest', 'degreeOfInterest', 'startTimeframe'];

-- SQL expressions for a lead's attributes, in the order of attribute_names. They are separate texts, so that reading one does
-- not build an array of all.
create function app.attribute_sources() returns text[] language sql immutable parallel safe
  return array['l.state', 'l.device', 'l.status', 'l.campus_key::text', 'l.program_key::text', 'l.publisher_source_key::text',
               'app.age_band(l.age)', 'l.education', 'l.military_status', 'l.military_branch', 'l.area_of_interest',
               'l.degree_of_interest', 'l.start_timeframe'];

-- A lead's attributes in the order of attribute_names. Records appear by key, and reports join their current names.
create function app.lead_attributes(l lead) returns text[] language sql stable parallel safe
  return array[l.state, l.device, l.status, l.campus_key::text, l.program_key::text, l.publisher_source_key::text,
               app.age_band(l.age), l.education, l.military_status, l.military_branch, l.area_of_interest,
               l.degree_of_interest, l.start_timeframe];

-- Person: none.
create table attribute_month (
  owner_key int not null,
  attribute text not null,
  month date not null check (extract(day from month) = 1),
  campaign_key int not null,
  -- Null: the lead has no value.
  value text,
  -- By month of the inquiry.
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
  -- By month of the event.
  contacts int not null default 0,
  appointments int not null default 0,
  interviews int not null default 0,
  visits int not null default 0,
  applications int not null default 0,
  enrollments int not null default 0,
  starts int not null default 0,
  -- No foreign key: rows come from leads only, which have one. Checking it for a dozen cells of each lead would double the
  -- cost.
  unique nulls not distinct (owner_key, attribute, month, campaign_key, value)
) with (fillfactor = 85);
call app.protect('attribute_month');
grant select on attribute_month to paceline_app;

-- Differences that are in the days but not in attribute_month yet. Reports add them, so that both always agree.
-- Person: none.
create table attribute_delta (
  owner_key int not null, month date not null, campaign_key int not null, gross int not null default 0,
  valid int not null default 0, invalid int not null default 0, duplicate int not null default 0,
  scrubbed int not null default 0, over_cap int not null default 0, returned int not null default 0,
  delivered int not null default 0, billable int not null default 0, lead_client_cost numeric(14, 2) not null default 0,
  lead_media_cost numeric(14, 2) not null default 0, cohort_contacts int not null default 0,
  cohort_appointments int not null default 0, cohort_interviews int not null default 0, cohort_visits int not null default 0,
  cohort_applications int not null default 0, cohort_enrollments int not null default 0, cohort_starts int not null default 0,
  contacts int not null default 0, appointments int not null default 0, interviews int not null default 0,
  visits int not null default 0, applications int not null default 0, enrollments int not null default 0,
  starts int not null default 0,
  attributes text[] not null,
  delta_key bigint generated always as identity unique,
  primary key (owner_key, delta_key)
);
call app.protect('attribute_delta');
grant select on attribute_delta to paceline_app;

create function app.attribute_columns() returns text[] language sql stable parallel safe
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'attribute_month'::regclass and attnum > 0 and not attisdropped
            and attname not in ('owner_key', 'attribute', 'month', 'campaign_key', 'value'));

-- The text of a query that groups rows by one attribute at a time and sums the given columns.
create function app.by_attribute(rows_of text, columns text[]) returns text language sql stable parallel safe
  return (select format(
    'select owner_key, case 0 %s end as attribute, month, campaign_key, coalesce(%s) as value, %s
     from (select owner_key, month, campaign_key, %s, %s from %s r) t group by grouping sets (%s)',
    string_agg(format('when grouping(a%s) then %L', n, name), ' ' order by n),
    string_agg(format('a%s', n), ', ' order by n),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c),
    string_agg(format('attributes[%1$s] as a%1$s', n), ', ' order by n),
    array_to_string(columns, ', '),
    rows_of,
    string_agg(format('(owner_key, month, campaign_key, a%s)', n), ', ' order by n))
  from unnest(app.attribute_names()) with ordinality as a (name, n));

-- The same for all counters.
create function app.by_attribute(rows_of text) returns text language sql stable parallel safe
  return app.by_attribute(rows_of, app.attribute_columns());

-- Folding and recounting, by plain statements. Their rows are added up as they are: a cell of a day or a month is a
-- campaign_day, whose day is the month's first where it is a month, and rows are passed on whole. So the columns stand in the statements that
-- add and nowhere else; a recount compares whole rows, and fact-columns.test.ts finds a column that was forgotten.

drop procedure app.find_platform_corrections(int, date, date);
drop function app.apply_platform_corrections(int), app.fold_facts, app.fold_attributes;

-- A cell that holds nothing.
create function app.empty_attribute(of_owner int, of_attribute text, of_month date, of_campaign int, of_value text) returns attribute_month
language sql immutable parallel safe
  return row(of_owner, of_attribute, of_month, of_campaign, of_value,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::attribute_month;

-- Adding to a rollup: rows in the order of its key, so that whoever adds at the same time waits in no circle.

create function app.add_days(facts campaign_day[]) returns void language sql as $$
  insert into campaign_day as t select f.* from unnest(facts) f order by 1, 2, 3
  on conflict (owner_key, day, campaign_key) do update set (
    gross, valid, invalid, duplicate, scrubbed, over_cap, closed, rejected, returned, delivered, billable, lead_client_cost, lead_media_cost,
    cohort_contacts, cohort_appointments, cohort_interviews, cohort_visits, cohort_applications, cohort_enrollments, cohort_starts, days_to_contact,
    days_to_appointment, days_to_interview, days_to_visit, days_to_application, days_to_enrollment, days_to_start, sold_amount, pitch_count,
    pitch_amount, open_count, open_amount, funded_count, contacts, appointments, interviews, visits, applications, enrollments, starts, clicks,
    impressions, platform_clicks, platform_cost, platform_client_cost, conversions, call_conversions, view_through, sends, emails_delivered, opens,
    email_clicks, unsubscribes, adjusted_client_cost, adjusted_media_cost
  ) = row (
    t.gross + excluded.gross, t.valid + excluded.valid, t.invalid + excluded.invalid, t.duplicate + excluded.duplicate,
    t.scrubbed + excluded.scrubbed, t.over_cap + excluded.over_cap, t.closed + excluded.closed, t.rejected + excluded.rejected,
    t.returned + excluded.returned, t.delivered + excluded.delivered, t.billable + excluded.billable, t.lead_client_cost + excluded.lead_client_cost,
    t.lead_media_cost + excluded.lead_media_cost, t.cohort_contacts + excluded.cohort_contacts, t.cohort_appointments + excluded.cohort_appointments,
    t.cohort_interviews + excluded.cohort_interviews, t.cohort_visits + excluded.cohort_visits, t.cohort_applications + excluded.cohort_applications,
    t.cohort_enrollments + excluded.cohort_enrollments, t.cohort_starts + excluded.cohort_starts, t.days_to_contact + excluded.days_to_contact,
    t.days_to_appointment + excluded.days_to_appointment, t.days_to_interview + excluded.days_to_interview, t.days_to_visit + excluded.days_to_visit,
    t.days_to_application + excluded.days_to_application, t.days_to_enrollment + excluded.days_to_enrollment,
    t.days_to_start + excluded.days_to_start, t.sold_amount + excluded.sold_amount, t.pitch_count + excluded.pitch_count,
    t.pitch_amount + excluded.pitch_amount, t.open_count + excluded.open_count, t.open_amount + excluded.open_amount,
    t.funded_count + excluded.funded_count, t.contacts + excluded.contacts, t.appointments + excluded.appointments,
    t.interviews + excluded.interviews, t.visits + excluded.visits, t.applications + excluded.applications, t.enrollments + excluded.enrollments,
    t.starts + excluded.starts, t.clicks + excluded.clicks, t.impressions + excluded.impressions, t.platform_clicks + excluded.platform_clicks,
    t.platform_cost + excluded.platform_cost, t.platform_client_cost + excluded.platform_client_cost, t.conversions + excluded.conversions,
    t.call_conversions + excluded.call_conversions, t.view_through + excluded.view_through, t.sends + excluded.sends,
    t.emails_delivered + excluded.emails_delivered, t.opens + excluded.opens, t.email_clicks + excluded.email_clicks,
    t.unsubscribes + excluded.unsubscribes, t.adjusted_client_cost + excluded.adjusted_client_cost,
    t.adjusted_media_cost + excluded.adjusted_media_cost
  )
$$;

create function app.add_months(facts campaign_day[]) returns void language sql as $$
  insert into campaign_month_fact as t select f.* from unnest(facts) f order by 1, 3, 2
  on conflict (owner_key, campaign_key, month) do update set (
    gross, valid, invalid, duplicate, scrubbed, over_cap, closed, rejected, returned, delivered, billable, lead_client_cost, lead_media_cost,
    cohort_contacts, cohort_appointments, cohort_interviews, cohort_visits, cohort_applications, cohort_enrollments, cohort_starts, days_to_contact,
    days_to_appointment, days_to_interview, days_to_visit, days_to_application, days_to_enrollment, days_to_start, sold_amount, pitch_count,
    pitch_amount, open_count, open_amount, funded_count, contacts, appointments, interviews, visits, applications, enrollments, starts, clicks,
    impressions, platform_clicks, platform_cost, platform_client_cost, conversions, call_conversions, view_through, sends, emails_delivered, opens,
    email_clicks, unsubscribes, adjusted_client_cost, adjusted_media_cost
  ) = row (
    t.gross + excluded.gross, t.valid + excluded.valid, t.invalid + excluded.invalid, t.duplicate + excluded.duplicate,
    t.scrubbed + excluded.scrubbed, t.over_cap + excluded.over_cap, t.closed + excluded.closed, t.rejected + excluded.rejected,
    t.returned + excluded.returned, t.delivered + excluded.delivered, t.billable + excluded.billable, t.lead_client_cost + excluded.lead_client_cost,
    t.lead_media_cost + excluded.lead_media_cost, t.cohort_contacts + excluded.cohort_contacts, t.cohort_appointments + excluded.cohort_appointments,
    t.cohort_interviews + excluded.cohort_interviews, t.cohort_visits + excluded.cohort_visits, t.cohort_applications + excluded.cohort_applications,
    t.cohort_enrollments + excluded.cohort_enrollments, t.cohort_starts + excluded.cohort_starts, t.days_to_contact + excluded.days_to_contact,
    t.days_to_appointment + excluded.days_to_appointment, t.days_to_interview + excluded.days_to_interview, t.days_to_visit + excluded.days_to_visit,
    t.days_to_application + excluded.days_to_application, t.days_to_enrollment + excluded.days_to_enrollment,
    t.days_to_start + excluded.days_to_start, t.sold_amount + excluded.sold_amount, t.pitch_count + excluded.pitch_count,
    t.pitch_amount + excluded.pitch_amount, t.open_count + excluded.open_count, t.open_amount + excluded.open_amount,
    t.funded_count + excluded.funded_count, t.contacts + excluded.contacts, t.appointments + excluded.appointments,
    t.interviews + excluded.interviews, t.visits + excluded.visits, t.applications + excluded.applications, t.enrollments + excluded.enrollments,
    t.starts + excluded.starts, t.clicks + excluded.clicks, t.impressions + excluded.impressions, t.platform_clicks + excluded.platform_clicks,
    t.platform_cost + excluded.platform_cost, t.platform_client_cost + excluded.platform_client_cost, t.conversions + excluded.conversions,
    t.call_conversions + excluded.call_conversions, t.view_through + excluded.view_through, t.sends + excluded.sends,
    t.emails_delivered + excluded.emails_delivered, t.opens + excluded.opens, t.email_clicks + excluded.email_clicks,
    t.unsubscribes + excluded.unsubscribes, t.adjusted_client_cost + excluded.adjusted_client_cost,
    t.adjusted_media_cost + excluded.adjusted_media_cost
  )
$$;

create function app.add_attributes(facts attribute_month[]) returns void language sql as $$
  insert into attribute_month as t select f.* from unnest(facts) f order by 1, 2, 3, 4, 5
  on conflict (owner_key, attribute, month, campaign_key, value) do update set (
    gross, valid, invalid, duplicate, scrubbed, over_cap, returned, delivered, billable, lead_client_cost, lead_media_cost, cohort_contacts,
    cohort_appointments, cohort_interviews, cohort_visits, cohort_applications, cohort_enrollments, cohort_starts, contacts, appointments, interviews,
    visits, applications, enrollments, starts
  ) = row (
    t.gross + excluded.gross, t.valid + excluded.valid, t.invalid + excluded.invalid, t.duplicate + excluded.duplicate,
    t.scrubbed + excluded.scrubbed, t.over_cap + excluded.over_cap, t.returned + excluded.returned, t.delivered + excluded.delivered,
    t.billable + excluded.billable, t.lead_client_cost + excluded.lead_client_cost, t.lead_media_cost + excluded.lead_media_cost,
    t.cohort_contacts + excluded.cohort_contacts, t.cohort_appointments + excluded.cohort_appointments,
    t.cohort_interviews + excluded.cohort_interviews, t.cohort_visits + excluded.cohort_visits, t.cohort_applications + excluded.cohort_applications,
    t.cohort_enrollments + excluded.cohort_enrollments, t.cohort_starts + excluded.cohort_starts, t.contacts + excluded.contacts,
    t.appointments + excluded.appointments, t.interviews + excluded.interviews, t.visits + excluded.visits, t.applications + excluded.applications,
    t.enrollments + excluded.enrollments, t.starts + excluded.starts
  )
$$;

-- Of platforms, what was added and taken away at once: the same rows come again every day, and what did not change is not written.
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

create or replace function app.add_to_months() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
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

-- Adds up waiting differences, at most a batch of them, and tells how many there were.
create function app.fold_facts(batch int default 20000) returns int language plpgsql as $$
declare
  folded int;
  days campaign_day[];
  months campaign_day[];
begin
  with taken as (
    delete from fact_delta d using (select delta_key from fact_delta order by delta_key limit batch for update skip locked) g
    where d.delta_key = g.delta_key returning d.sign, d.fact, d.attributes
  ), fact as (
    select sign, attributes, (fact).* from taken
  ), summed as (
    select f.is_month, row(f.owner_key, f.period, f.campaign_key,
      sum(f.sign * f.gross)::int, sum(f.sign * f.valid)::int, sum(f.sign * f.invalid)::int, sum(f.sign * f.duplicate)::int,
      sum(f.sign * f.scrubbed)::int, sum(f.sign * f.over_cap)::int, sum(f.sign * f.closed)::int, sum(f.sign * f.rejected)::int,
      sum(f.sign * f.returned)::int, sum(f.sign * f.delivered)::int, sum(f.sign * f.billable)::int, sum(f.sign * f.lead_client_cost),
      sum(f.sign * f.lead_media_cost), sum(f.sign * f.cohort_contacts)::int, sum(f.sign * f.cohort_appointments)::int,
      sum(f.sign * f.cohort_interviews)::int, sum(f.sign * f.cohort_visits)::int, sum(f.sign * f.cohort_applications)::int,
      sum(f.sign * f.cohort_enrollments)::int, sum(f.sign * f.cohort_starts)::int, sum(f.sign * f.days_to_contact)::int,
      sum(f.sign * f.days_to_appointment)::int, sum(f.sign * f.days_to_interview)::int, sum(f.sign * f.days_to_visit)::int,
      sum(f.sign * f.days_to_application)::int, sum(f.sign * f.days_to_enrollment)::int, sum(f.sign * f.days_to_start)::int,
      sum(f.sign * f.sold_amount), sum(f.sign * f.pitch_count)::int, sum(f.sign * f.pitch_amount), sum(f.sign * f.open_count)::int,
      sum(f.sign * f.open_amount), sum(f.sign * f.funded_count)::int, sum(f.sign * f.contacts)::int, sum(f.sign * f.appointments)::int,
      sum(f.sign * f.interviews)::int, sum(f.sign * f.visits)::int, sum(f.sign * f.applications)::int, sum(f.sign * f.enrollments)::int,
      sum(f.sign * f.starts)::int, sum(f.sign * f.clicks)::int, sum(f.sign * f.impressions)::bigint, sum(f.sign * f.platform_clicks)::int,
      sum(f.sign * f.platform_cost), sum(f.sign * f.platform_client_cost), sum(f.sign * f.conversions)::int, sum(f.sign * f.call_conversions)::int,
      sum(f.sign * f.view_through)::int, sum(f.sign * f.sends)::int, sum(f.sign * f.emails_delivered)::int, sum(f.sign * f.opens)::int,
      sum(f.sign * f.email_clicks)::int, sum(f.sign * f.unsubscribes)::int, sum(f.sign * f.adjusted_client_cost), sum(f.sign * f.adjusted_media_cost)
    )::campaign_day as total
    from (select false as is_month, day as period, * from fact union all select true, date_trunc('month', day::timestamp)::date, * from fact) f
    group by f.owner_key, f.is_month, f.period, f.campaign_key
  ), attributes as (
    insert into attribute_delta (owner_key, month, campaign_key, attributes,
      gross, valid, invalid, duplicate, scrubbed, over_cap, returned, delivered, billable, lead_client_cost, lead_media_cost, cohort_contacts,
      cohort_appointments, cohort_interviews, cohort_visits, cohort_applications, cohort_enrollments, cohort_starts, contacts, appointments,
      interviews, visits, applications, enrollments, starts)
    select f.owner_key, date_trunc('month', f.day::timestamp)::date as month, f.campaign_key, f.attributes,
      sum(f.sign * f.gross)::int, sum(f.sign * f.valid)::int, sum(f.sign * f.invalid)::int, sum(f.sign * f.duplicate)::int,
      sum(f.sign * f.scrubbed)::int, sum(f.sign * f.over_cap)::int, sum(f.sign * f.returned)::int, sum(f.sign * f.delivered)::int,
      sum(f.sign * f.billable)::int, sum(f.sign * f.lead_client_cost), sum(f.sign * f.lead_media_cost), sum(f.sign * f.cohort_contacts)::int,
      sum(f.sign * f.cohort_appointments)::int, sum(f.sign * f.cohort_interviews)::int, sum(f.sign * f.cohort_visits)::int,
      sum(f.sign * f.cohort_applications)::int, sum(f.sign * f.cohort_enrollments)::int, sum(f.sign * f.cohort_starts)::int,
      sum(f.sign * f.contacts)::int, sum(f.sign * f.appointments)::int, sum(f.sign * f.interviews)::int, sum(f.sign * f.visits)::int,
      sum(f.sign * f.applications)::int, sum(f.sign * f.enrollments)::int, sum(f.sign * f.starts)::int
    from fact f where f.attributes is not null group by 1, 2, 3, 4
    having row(f.owner_key, null, null, null, null,
      sum(f.sign * f.gross)::int, sum(f.sign * f.valid)::int, sum(f.sign * f.invalid)::int, sum(f.sign * f.duplicate)::int,
      sum(f.sign * f.scrubbed)::int, sum(f.sign * f.over_cap)::int, sum(f.sign * f.returned)::int, sum(f.sign * f.delivered)::int,
      sum(f.sign * f.billable)::int, sum(f.sign * f.lead_client_cost), sum(f.sign * f.lead_media_cost), sum(f.sign * f.cohort_contacts)::int,
      sum(f.sign * f.cohort_appointments)::int, sum(f.sign * f.cohort_interviews)::int, sum(f.sign * f.cohort_visits)::int,
      sum(f.sign * f.cohort_applications)::int, sum(f.sign * f.cohort_enrollments)::int, sum(f.sign * f.cohort_starts)::int,
      sum(f.sign * f.contacts)::int, sum(f.sign * f.appointments)::int, sum(f.sign * f.interviews)::int, sum(f.sign * f.visits)::int,
      sum(f.sign * f.applications)::int, sum(f.sign * f.enrollments)::int, sum(f.sign * f.starts)::int
    )::attribute_month <> app.empty_attribute(f.owner_key, null, null, null, null)
  )
  select (select count(*) from taken), array_agg(total) filter (where not is_month), array_agg(total) filter (where is_month)
  into folded, days, months from summed;
  perform app.add_days(days);
  perform app.add_months(months);
  insert into fact_version as t (owner_key, version, folded_at)
    select distinct d.owner_key, 1, statement_timestamp() from unnest(days) d order by 1
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
  return folded;
end $$;

-- The same for the months by attribute.
create function app.fold_attributes(batch int default 20000) returns int language plpgsql as $$
declare
  folded int;
  months attribute_month[];
begin
  with taken as (
    delete from attribute_delta d using (select delta_key from attribute_delta order by delta_key limit batch for update skip locked) g
    where d.delta_key = g.delta_key returning d.*
  )
  select (select count(*) from taken), array_agg(total) into folded, months
  from (
    select row(f.owner_key, a.attribute, f.month, f.campaign_key, a.value,
      sum(f.gross)::int, sum(f.valid)::int, sum(f.invalid)::int, sum(f.duplicate)::int, sum(f.scrubbed)::int, sum(f.over_cap)::int,
      sum(f.returned)::int, sum(f.delivered)::int, sum(f.billable)::int, sum(f.lead_client_cost), sum(f.lead_media_cost), sum(f.cohort_contacts)::int,
      sum(f.cohort_appointments)::int, sum(f.cohort_interviews)::int, sum(f.cohort_visits)::int, sum(f.cohort_applications)::int,
      sum(f.cohort_enrollments)::int, sum(f.cohort_starts)::int, sum(f.contacts)::int, sum(f.appointments)::int, sum(f.interviews)::int,
      sum(f.visits)::int, sum(f.applications)::int, sum(f.enrollments)::int, sum(f.starts)::int
    )::attribute_month as total
    from taken f cross join lateral unnest(app.attribute_names(), f.attributes) a (attribute, value)
    group by f.owner_key, a.attribute, f.month, f.campaign_key, a.value
  ) s;
  perform app.add_attributes(months);
  return folded;
end $$;

-- The months of platforms of an owner, from complete days.
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

-- What the months of platforms lack, which belong to no campaign of ours: into tables of this connection, and from there into the rollups.
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

create function app.apply_platform_corrections(of_owner int) returns bigint language plpgsql as $$
begin
  insert into platform_month as t (owner_key, month, platform_campaign_key, ad_group_key, impressions, clicks, cost, client_cost, conversions, call_conversions, view_through)
  select owner_key, month, platform_campaign_key, ad_group_key, impressions, clicks, cost, client_cost, conversions, call_conversions, view_through from correction_of_platform_month order by owner_key, month, platform_campaign_key, ad_group_key
  on conflict (owner_key, month, platform_campaign_key, ad_group_key) do update set (
    impressions, clicks, cost, client_cost, conversions, call_conversions, view_through
  ) = row (
    t.impressions + excluded.impressions, t.clicks + excluded.clicks, t.cost + excluded.cost, t.client_cost + excluded.client_cost,
    t.conversions + excluded.conversions, t.call_conversions + excluded.call_conversions, t.view_through + excluded.view_through
  );
  delete from platform_month t using correction_of_platform_month c
  where c.sides & 1 = 0 and t.owner_key = c.owner_key and t.month = c.month and t.platform_campaign_key = c.platform_campaign_key and t.ad_group_key = c.ad_group_key
    and (t.impressions, t.clicks, t.cost, t.client_cost, t.conversions, t.call_conversions, t.view_through) = (0, 0, 0, 0, 0, 0, 0);
  insert into keyword_month as t (owner_key, month, keyword_key, impressions, clicks, cost, conversions, client_cost)
  select owner_key, month, keyword_key, impressions, clicks, cost, conversions, client_cost from correction_of_keyword_month order by owner_key, month, keyword_key
  on conflict (owner_key, month, keyword_key) do update set (
    impressions, clicks, cost, conversions, client_cost
  ) = row (
    t.impressions + excluded.impressions, t.clicks + excluded.clicks, t.cost + excluded.cost, t.conversions + excluded.conversions,
    t.client_cost + excluded.client_cost
  );
  delete from keyword_month t using correction_of_keyword_month c
  where c.sides & 1 = 0 and t.owner_key = c.owner_key and t.month = c.month and t.keyword_key = c.keyword_key
    and (t.impressions, t.clicks, t.cost, t.conversions, t.client_cost) = (0, 0, 0, 0, 0);
  return (select count(*) from correction_of_platform_month) + (select count(*) from correction_of_keyword_month);
end $$;

-- Triggers record the difference of each changed row in its transaction; the worker adds the differences up.

-- One outbox row with the data for both rollups. Reports can also filter by columns of a lead that are in no rollup. A change of
-- such a column is recorded too, so that the data version rises.
create function app.note_lead_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
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
           o.funded_on, o.sub_source, o.grad_year, o.created_at)
      is distinct from
          (n.campaign_key, n.status, n.unpaid, n.client_price, n.media_price, n.delivered_at is null, n.contact_on, n.appointment_on,
           n.interview_on, n.visit_on, n.application_on, n.enrollment_on, n.start_on, n.sold_amount, n.pitch_amount, n.open_amount,
           n.funded_on, n.sub_source, n.grad_year, n.created_at)
      or app.lead_attributes(row(o.*)::lead) is distinct from app.lead_attributes(row(n.*)::lead);
  end if;
  return null;
end $$;
create trigger lead_inserted after insert on lead referencing new table as new_rows
  for each statement execute function app.note_lead_changes();
create trigger lead_updated after update on lead referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_lead_changes();
create trigger lead_deleted after delete on lead referencing old table as old_rows
  for each statement execute function app.note_lead_changes();

create function app.note_click_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.click_facts(row(o.*)::click) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.click_facts(row(n.*)::click) f;
  end if;
  return null;
end $$;
create trigger click_inserted after insert on click referencing new table as new_rows
  for each statement execute function app.note_click_changes();
create trigger click_updated after update on click referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_click_changes();
create trigger click_deleted after delete on click referencing old table as old_rows
  for each statement execute function app.note_click_changes();

create function app.note_click_day_changes() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.click_day_facts(row(o.*)::click_day) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.click_day_facts(row(n.*)::click_day) f;
  end if;
  return null;
end $$;
create trigger click_day_inserted after insert on click_day referencing new table as new_rows
  for each statement execute function app.note_click_day_changes();
create trigger click_day_updated after update on click_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_click_day_changes();
create trigger click_day_deleted after delete on click_day referencing old table as old_rows
  for each statement execute function app.note_click_day_changes();

create function app.note_email_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.email_facts(row(o.*)::email_day) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.email_facts(row(n.*)::email_day) f;
  end if;
  return null;
end $$;
create trigger email_day_inserted after insert on email_day referencing new table as new_rows
  for each statement execute function app.note_email_changes();
create trigger email_day_updated after update on email_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_email_changes();
create trigger email_day_deleted after delete on email_day referencing old table as old_rows
  for each statement execute function app.note_email_changes();

-- Adjustments are never updated or deleted; a reversal is another row.
create function app.note_adjustments() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into fact_delta (sign, fact)
  select 1, f from new_rows n cross join lateral app.adjustment_facts(row(n.*)::billing_adjustment) f;
  return null;
end $$;
create trigger billing_adjustment_inserted after insert on billing_adjustment referencing new table as new_rows
  for each statement execute function app.note_adjustments();

create function app.note_platform_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- The link is held while the row is noted: one that changes at the same moment waits, and then finds the row.
  if tg_op <> 'INSERT' then
    with link as materialized (
      select c.owner_key, c.platform_campaign_key, c.campaign_key from platform_campaign c
      where (c.owner_key, c.platform_campaign_key) in (select owner_key, platform_campaign_key from old_rows) for share
    )
    insert into fact_delta (sign, fact)
    select -1, f from old_rows o join link using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(row(o.*)::platform_day, link.campaign_key) f;
  end if;
  if tg_op <> 'DELETE' then
    with link as materialized (
      select c.owner_key, c.platform_campaign_key, c.campaign_key from platform_campaign c
      where (c.owner_key, c.platform_campaign_key) in (select owner_key, platform_campaign_key from new_rows) for share
    )
    insert into fact_delta (sign, fact)
    select 1, f from new_rows n join link using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(row(n.*)::platform_day, link.campaign_key) f;
  end if;
  return null;
end $$;
create trigger platform_day_inserted after insert on platform_day referencing new table as new_rows
  for each statement execute function app.note_platform_changes();
create trigger platform_day_updated after update on platform_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_platform_changes();
create trigger platform_day_deleted after delete on platform_day referencing old table as old_rows
  for each statement execute function app.note_platform_changes();

-- Linking a platform campaign moves its whole history to the campaign.
create function app.note_link_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into fact_delta (sign, fact)
  select s.sign, f
  from old_rows o join new_rows n using (owner_key, platform_campaign_key)
  join platform_day p using (owner_key, platform_campaign_key)
  cross join lateral (values (-1, o.campaign_key), (1, n.campaign_key)) s (sign, campaign_key)
  cross join lateral app.platform_facts(p, s.campaign_key) f
  where o.campaign_key is distinct from n.campaign_key;
  return null;
end $$;
create trigger platform_campaign_linked after update on platform_campaign referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_changes();

-- A row with all counters zero.
create function app.empty_attribute(of_owner int, of_attribute text, of_month date, of_campaign int, of_value text) returns attribute_month
language sql immutable parallel safe
  return row(of_owner, of_attribute, of_month, of_campaign, of_value,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::attribute_month;

-- Adds rows to a rollup. Rows are passed whole, so that the columns are listed only in these statements, and sorted by the
-- rollup's key, so that concurrent calls do not deadlock. fact-columns.test.ts finds missing columns.
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

-- Adds up waiting differences, at most one batch, and returns their number.
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

-- The same for attribute_month.
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

-- Every number that a screen shows comes from here. A change of a lead, a click or a platform row leaves its difference in
-- the same transaction (a trigger, so that no path can forget it); the worker adds differences up. Recounting from the raw
-- rows must find the same, to the cent.

create table campaign_day (
  owner_key int not null,
  day date not null,
  campaign_key int not null,
  -- By the day of the inquiry.
  gross int not null default 0,
  valid int not null default 0,
  invalid int not null default 0,
  duplicate int not null default 0,
  scrubbed int not null default 0,
  over_cap int not null default 0,
  closed int not null default 0,
  rejected int not null default 0,
  returned int not null default 0,
  delivered int not null default 0,
  billable int not null default 0,
  lead_client_cost numeric(14, 2) not null default 0,
  lead_media_cost numeric(14, 2) not null default 0,
  -- What became of the inquiries of the day, whenever it happened.
  cohort_contacts int not null default 0,
  cohort_appointments int not null default 0,
  cohort_interviews int not null default 0,
  cohort_visits int not null default 0,
  cohort_applications int not null default 0,
  cohort_enrollments int not null default 0,
  cohort_starts int not null default 0,
  -- Days from inquiry to milestone, summed over the inquiries that came so far.
  days_to_contact int not null default 0,
  days_to_appointment int not null default 0,
  days_to_interview int not null default 0,
  days_to_visit int not null default 0,
  days_to_application int not null default 0,
  days_to_enrollment int not null default 0,
  days_to_start int not null default 0,
  sold_amount numeric(14, 2) not null default 0,
  pitch_count int not null default 0,
  pitch_amount numeric(14, 2) not null default 0,
  open_count int not null default 0,
  open_amount numeric(14, 2) not null default 0,
  funded_count int not null default 0,
  -- What happened on the day, whenever the inquiry was.
  contacts int not null default 0,
  appointments int not null default 0,
  interviews int not null default 0,
  visits int not null default 0,
  applications int not null default 0,
  enrollments int not null default 0,
  starts int not null default 0,
  clicks int not null default 0,
  -- By the platform's calendar.
  impressions bigint not null default 0,
  platform_clicks int not null default 0,
  platform_cost numeric(14, 2) not null default 0,
  platform_client_cost numeric(14, 2) not null default 0,
  conversions int not null default 0,
  call_conversions int not null default 0,
  view_through int not null default 0,
  sends int not null default 0,
  emails_delivered int not null default 0,
  opens int not null default 0,
  email_clicks int not null default 0,
  unsubscribes int not null default 0,
  -- Credits and debits of closed months, on the day they were decided.
  adjusted_client_cost numeric(14, 2) not null default 0,
  adjusted_media_cost numeric(14, 2) not null default 0,
  primary key (owner_key, day, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
create index campaign_day_campaign on campaign_day (owner_key, campaign_key, day);
call app.protect('campaign_day');
grant select on campaign_day to paceline_app;

-- The same by month: one row per campaign for the tables that show a month.
create table campaign_month_fact (like campaign_day including defaults);
alter table campaign_month_fact rename column day to month;
alter table campaign_month_fact
  add primary key (owner_key, campaign_key, month),
  add foreign key (owner_key, campaign_key) references campaign;
call app.protect('campaign_month_fact');
grant select on campaign_month_fact to paceline_app;

-- Moves whenever an owner's numbers do: what was computed from an older version is out of date.
create table fact_version (
  owner_key int primary key references owner,
  version bigint not null,
  folded_at timestamptz not null
);
call app.protect('fact_version');
grant select on fact_version to paceline_app;

-- Differences that are not added up yet. Nobody but the triggers and the worker has any right on it.
create table fact_delta (
  delta_key bigint generated always as identity primary key,
  sign smallint not null,
  fact campaign_day not null
);

-- What one lead counts for, on which days. The only definition there is: triggers and recount both use it.
create function app.lead_facts(l lead) returns setof campaign_day language sql stable as $$
  select l.owner_key, f.day, l.campaign_key,
    f.cohort * (l.status <> 'TST')::int,
    f.cohort * f.good,
    f.cohort * (l.status = 'INV')::int,
    f.cohort * (l.status = 'DUP')::int,
    f.cohort * (l.status = 'SCR')::int,
    f.cohort * (l.status = 'CAP')::int,
    f.cohort * (l.status = 'CLS')::int,
    f.cohort * (l.status = 'REJ')::int,
    f.cohort * (l.status = 'RTN')::int,
    f.cohort * (l.delivered_at is not null and l.status <> 'TST')::int,
    f.cohort * (l.status in ('DLV', 'RTR') and not l.unpaid)::int,
    f.cohort * f.good * (not l.unpaid)::int * l.client_price,
    f.cohort * f.good * (not l.unpaid)::int * l.media_price,
    f.cohort * f.good * (l.contact_on is not null)::int,
    f.cohort * f.good * (l.appointment_on is not null)::int,
    f.cohort * f.good * (l.interview_on is not null)::int,
    f.cohort * f.good * (l.visit_on is not null)::int,
    f.cohort * f.good * (l.application_on is not null)::int,
    f.cohort * f.good * (l.enrollment_on is not null)::int,
    f.cohort * f.good * (l.start_on is not null)::int,
    f.cohort * f.good * coalesce(l.contact_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.appointment_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.interview_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.visit_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.application_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.enrollment_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.start_on - l.captured_date, 0),
    f.cohort * f.good * coalesce(l.sold_amount, 0),
    f.cohort * f.good * (l.pitch_amount is not null)::int,
    f.cohort * f.good * coalesce(l.pitch_amount, 0),
    f.cohort * f.good * (l.open_amount is not null)::int,
    f.cohort * f.good * coalesce(l.open_amount, 0),
    f.cohort * f.good * (l.funded_on is not null)::int,
    (f.stage = 1)::int, (f.stage = 2)::int, (f.stage = 3)::int, (f.stage = 4)::int,
    (f.stage = 5)::int, (f.stage = 6)::int, (f.stage = 7)::int,
    -- Clicks, platforms, emails and adjustments: not a lead's.
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  from (
    select e.stage, e.day, (e.stage = 0)::int as cohort, (l.status in ('VAL', 'DLV', 'STK', 'RTR'))::int as good
    from (values (0, l.captured_date), (1, l.contact_on), (2, l.appointment_on), (3, l.interview_on), (4, l.visit_on),
                 (5, l.application_on), (6, l.enrollment_on), (7, l.start_on)) e (stage, day)
  ) f
  where f.day is not null and (f.stage = 0 or f.good = 1)
$$;

-- The others count for a few columns and for nothing in the rest. In the order of the table: a row built by name from JSON
-- takes thirty times as long, and a platform has hundreds of thousands of rows.
create function app.click_facts(c click) returns setof campaign_day language sql stable as $$
  select c.owner_key, c.clicked_date, c.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, (c.status = 0)::int, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
$$;

-- A platform row counts for whichever campaign its platform campaign is linked to, and for none until it is.
create function app.platform_facts(p platform_day, campaign int) returns setof campaign_day language sql stable as $$
  select p.owner_key, p.day, campaign,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, p.impressions, p.clicks, p.cost, p.client_cost, p.conversions, p.call_conversions, p.view_through, 0, 0,
    0, 0, 0, 0, 0
  where campaign is not null
$$;

create function app.email_facts(e email_day) returns setof campaign_day language sql stable as $$
  select e.owner_key, e.day, e.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, e.sends, e.delivered, e.opens, e.clicks, e.unsubscribes, 0, 0
$$;

create function app.adjustment_facts(b billing_adjustment) returns setof campaign_day language sql stable as $$
  select b.owner_key, b.day, b.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b.client_amount, b.media_amount
$$;

-- The columns that are added up: all but the keys.
create function app.fact_columns() returns text[] language sql stable
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'campaign_day'::regclass and attnum > 0 and not attisdropped
            and attname not in ('owner_key', 'day', 'campaign_key'));

create function app.note_lead_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.lead_facts(row(n.*)::lead) f;
  elsif tg_op = 'DELETE' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.lead_facts(row(o.*)::lead) f;
  else
    insert into fact_delta (sign, fact)
    select s.sign, f
    from old_rows o join new_rows n using (owner_key, captured_date, lead_key)
    cross join lateral (values (-1, row(o.*)::lead), (1, row(n.*)::lead)) s (sign, l)
    cross join lateral app.lead_facts(s.l) f
    where (o.campaign_key, o.status, o.unpaid, o.client_price, o.media_price, o.delivered_at is null, o.contact_on, o.appointment_on,
           o.interview_on, o.visit_on, o.application_on, o.enrollment_on, o.start_on, o.sold_amount, o.pitch_amount, o.open_amount,
           o.funded_on)
      is distinct from
          (n.campaign_key, n.status, n.unpaid, n.client_price, n.media_price, n.delivered_at is null, n.contact_on, n.appointment_on,
           n.interview_on, n.visit_on, n.application_on, n.enrollment_on, n.start_on, n.sold_amount, n.pitch_amount, n.open_amount,
           n.funded_on);
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

-- A line is never changed or taken back; its opposite is another line.
create function app.note_adjustments() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into fact_delta (sign, fact)
  select 1, f from new_rows n cross join lateral app.adjustment_facts(row(n.*)::billing_adjustment) f;
  return null;
end $$;
create trigger billing_adjustment_inserted after insert on billing_adjustment referencing new table as new_rows
  for each statement execute function app.note_adjustments();
create trigger billing_adjustment_append_only before update or delete or truncate on billing_adjustment
  for each statement execute function app.refuse_change();

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

-- Linking a platform campaign moves its whole history along.
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

-- Adds up to `batch` differences and forgets them, in one statement: a kill leaves both or neither.
create function app.fold_facts(batch int default 20000) returns int language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  folded int;
begin
  execute format($fold$
    with taken as (
      delete from fact_delta d using (select delta_key from fact_delta order by delta_key limit %1$s for update skip locked) g
      where d.delta_key = g.delta_key returning d.sign, d.fact
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
    (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c)
  ) into folded;
  return folded;
end $$;

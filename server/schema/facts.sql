-- The figures that all screens show. A trigger records the difference of every change of a lead, a click or a platform row in
-- the same transaction, so that no code path can forget it; the worker adds the differences up. A recount from the raw rows must
-- give exactly the same.

-- Person: none.
create table campaign_day (
  owner_key int not null,
  day date not null,
  campaign_key int not null,
  -- By date of the inquiry.
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
  -- Outcomes of the day's inquiries, whenever they happened.
  cohort_contacts int not null default 0,
  cohort_appointments int not null default 0,
  cohort_interviews int not null default 0,
  cohort_visits int not null default 0,
  cohort_applications int not null default 0,
  cohort_enrollments int not null default 0,
  cohort_starts int not null default 0,
  -- Days from inquiry to milestone, summed over the inquiries that reached it.
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
  -- Outcomes that happened on the day, whenever the inquiry was.
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
  -- Adjustments of closed months, on the day they were decided.
  adjusted_client_cost numeric(14, 2) not null default 0,
  adjusted_media_cost numeric(14, 2) not null default 0,
  primary key (owner_key, day, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
create index campaign_day_campaign on campaign_day (owner_key, campaign_key, day);
call app.protect('campaign_day');
grant select on campaign_day to paceline_app;
-- Triggers of other files: stored-days.sql (forget_past).

-- The same by month, one row per campaign.
-- Person: none.
create table campaign_month_fact (
  owner_key int not null, month date not null, campaign_key int not null, gross int not null default 0,
  valid int not null default 0, invalid int not null default 0, duplicate int not null default 0,
  scrubbed int not null default 0, over_cap int not null default 0, closed int not null default 0,
  rejected int not null default 0, returned int not null default 0, delivered int not null default 0,
  billable int not null default 0, lead_client_cost numeric(14, 2) not null default 0,
  lead_media_cost numeric(14, 2) not null default 0, cohort_contacts int not null default 0,
  cohort_appointments int not null default 0, cohort_interviews int not null default 0, cohort_visits int not null default 0,
  cohort_applications int not null default 0, cohort_enrollments int not null default 0, cohort_starts int not null default 0,
  days_to_contact int not null default 0, days_to_appointment int not null default 0, days_to_interview int not null default 0,
  days_to_visit int not null default 0, days_to_application int not null default 0, days_to_enrollment int not null default 0,
  days_to_start int not null default 0, sold_amount numeric(14, 2) not null default 0, pitch_count int not null default 0,
  pitch_amount numeric(14, 2) not null default 0, open_count int not null default 0,
  open_amount numeric(14, 2) not null default 0, funded_count int not null default 0, contacts int not null default 0,
  appointments int not null default 0, interviews int not null default 0, visits int not null default 0,
  applications int not null default 0, enrollments int not null default 0, starts int not null default 0,
  clicks int not null default 0, impressions bigint not null default 0, platform_clicks int not null default 0,
  platform_cost numeric(14, 2) not null default 0, platform_client_cost numeric(14, 2) not null default 0,
  conversions int not null default 0, call_conversions int not null default 0, view_through int not null default 0,
  sends int not null default 0, emails_delivered int not null default 0, opens int not null default 0,
  email_clicks int not null default 0, unsubscribes int not null default 0,
  adjusted_client_cost numeric(14, 2) not null default 0, adjusted_media_cost numeric(14, 2) not null default 0,
  primary key (owner_key, campaign_key, month),
  foreign key (owner_key, campaign_key) references campaign
);
-- All campaigns' rows of a month.
create index campaign_month_fact_month on campaign_month_fact (owner_key, month);
call app.protect('campaign_month_fact');
grant select on campaign_month_fact to paceline_app;

-- Raised with every change of an owner's figures; anything computed from an older version is outdated.
-- Person: none.
create table fact_version (
  owner_key int primary key references owner,
  version bigint not null,
  folded_at timestamptz not null
);
call app.protect('fact_version');
grant select on fact_version to paceline_app;
call app.raises_version('fact_version');

-- Differences that are not added up yet. Only the triggers and the worker have rights on it.
-- Person: none.
create table fact_delta (
  delta_key bigint generated always as identity primary key,
  sign smallint not null,
  fact campaign_day not null,
  attributes text[]
);

-- All counters: every column except the keys.
create function app.fact_columns() returns text[] language sql stable parallel safe
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'campaign_day'::regclass and attnum > 0 and not attisdropped
            and attname not in ('owner_key', 'day', 'campaign_key'));

-- The line items whose hard cap is reached. A partner may know that its campaign stopped, but neither the budget nor what others
-- spent. So the function bypasses row-level security and returns keys only.
create function app.capped_goals(of_owner int, of_month date) returns setof int
language sql stable security definer set search_path = pg_catalog, public
as $$
  select g.goal_key from goal g
  join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = of_month
  join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key
  join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = of_month
  where g.owner_key = of_owner and of_owner = any (app.owner_keys()) and g.hard_cap
  group by g.goal_key, coalesce(m.revised_spend_goal, m.spend_goal)
  having sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost) >= coalesce(m.revised_spend_goal, m.spend_goal)
$$;
revoke execute on function app.capped_goals from public;
grant execute on function app.capped_goals to paceline_app;

-- Whether a lead has a cost: is_due counts towards the month's cost, is_billed towards its bill. A lead that is due but not
-- billed is expected.
create function app.is_due(l lead) returns boolean language sql immutable parallel safe
  return app.is_good(l.status) and not l.unpaid;

create function app.is_billed(l lead) returns boolean language sql immutable parallel safe
  return app.is_billable(l.status) and not l.unpaid;

-- The counters of a lead on the day it arrived. It is a plain select of one row, so that the planner computes only the columns a
-- report reads. Rare conditions come first, and amounts use case instead of multiplication, which is slower.
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
    app.is_billed(l)::int,
    case when app.is_due(l) then l.client_price else 0::numeric(12, 2) end,
    case when app.is_due(l) then l.media_price else 0::numeric(12, 2) end,
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

-- The outcomes of a lead, each on its own day.
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

-- All counters of a lead: inquiry_facts and event_facts together. It is not a union of the two, because the planner handles a
-- union over a whole lead row badly.
create function app.lead_facts(l lead) returns setof campaign_day language sql stable parallel safe as $$
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

-- The other sources set a few counters. They list all columns in the table's order: building the row by name from JSON is thirty
-- times slower, and platforms have hundreds of thousands of rows.
create function app.click_facts(c click) returns setof campaign_day language sql stable parallel safe as $$
  select c.owner_key, c.clicked_date, c.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, (c.status = 0)::int, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
$$;

create function app.click_day_facts(c click_day) returns setof campaign_day language sql stable parallel safe as $$
  select c.owner_key, c.day, c.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, c.clicks, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
$$;

-- A platform row counts for the campaign that its platform campaign is linked to; unlinked rows do not count.
create function app.platform_facts(p platform_day, campaign int) returns setof campaign_day language sql stable parallel safe as $$
  select p.owner_key, p.day, campaign,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, p.impressions, p.clicks, p.cost, p.client_cost, p.conversions, p.call_conversions, p.view_through, 0, 0,
    0, 0, 0, 0, 0
  where campaign is not null and p.complete
$$;

-- A keyword row has the same counters as an ad group row, except calls. It repeats the ad groups' costs, so the two must never
-- be added together.
create function app.keyword_facts(k platform_keyword_day, campaign int) returns setof campaign_day language sql stable parallel safe as $$
  select f.* from app.platform_facts(row(k.owner_key, k.day, null, null, null, k.impressions, k.clicks, k.cost, k.client_cost,
    k.conversions, 0, 0, k.complete)::platform_day, campaign) f
$$;

create function app.email_facts(e email_day) returns setof campaign_day language sql stable parallel safe as $$
  select e.owner_key, e.day, e.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, e.sends, e.delivered, e.opens, e.clicks, e.unsubscribes, 0, 0
$$;

create function app.adjustment_facts(b billing_adjustment) returns setof campaign_day language sql stable parallel safe as $$
  select b.owner_key, b.day, b.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b.client_amount, b.media_amount
$$;

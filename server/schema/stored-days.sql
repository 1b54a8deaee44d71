-- What a campaign's days that are over leave behind: worked out once, when a day closes, instead of at every request.

-- Which days a campaign was open on, as it was on those days: written when they are over and never again. A schedule that is
-- changed later says nothing about them.
-- Person: none.
create table campaign_open_days (
  owner_key int not null,
  campaign_key int not null,
  month date not null check (extract(day from month) = 1),
  -- The days of the month that are written down, without a gap.
  logged_from date not null,
  logged_through date not null check (logged_through >= logged_from),
  -- A bit for each day, the lowest for the 1st.
  open_days int not null,
  primary key (owner_key, campaign_key, month),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_open_days');
grant select on campaign_open_days to paceline_app;

-- Sums of a campaign's days through the last complete one, as its historical and mature costs and its projection need them.
-- Each is a list of numbers in the order that server/src/metrics/stored-days says: another formula is another list, not another table.
-- Person: none.
create table campaign_past (
  owner_key int not null,
  campaign_key int not null,
  through date not null,
  -- What each of the last days cost and brought, the latest first.
  client_cost json not null,
  media_cost json not null,
  valid json not null,
  -- Costs, inquiries and outcomes of the cohorts that are old enough, by stage.
  historical json not null,
  mature json not null,
  -- Historical rates are of our own leads: their months end with the leads' last complete day, however late the campaign's ad
  -- account is.
  leads_through date not null,
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_past');
grant select on campaign_past to paceline_app;

-- How long an owner's own outcomes take, and how its inquiries spread over the week: fitted by the worker once a month. Every
-- fit stays, with the day that it was fitted through, so that a figure can be explained later. Readers take the newest.
-- Person: none.
create table owner_fit (
  owner_key int not null references owner,
  -- The last complete day of what it is fitted from.
  through date not null,
  fitted_at timestamptz not null,
  -- The whole weeks, and the valid inquiries in them, that the weekday weights are fitted from.
  weeks int not null,
  inquiries int not null,
  -- Monday to Sunday, summing to 7.
  weekday_weights json not null,
  -- By segment and stage: how many outcomes a curve is fitted from, beside those that its prior is worth, and its points.
  outcomes json not null,
  lag_curves json not null,
  primary key (owner_key, through)
);
call app.protect('owner_fit');
-- Whoever sees the owner sees figures that are weighed by these; from how many outcomes they come is for the agency's eyes.
grant select (owner_key, through, fitted_at, weekday_weights, lag_curves) on owner_fit to paceline_app;
call app.raises_version('owner_fit');

-- A day that was over changes after all: the sums that have it in them go, and readers add up for themselves until the worker
-- has made them anew. It works on them under a lock that this waits for, so that neither misses the other.
create function app.forget_past() returns trigger language plpgsql as $$
begin
  delete from campaign_past p
  using (select owner_key, campaign_key, min(day) as day from touched group by 1, 2) t
  where p.owner_key = t.owner_key and p.campaign_key = t.campaign_key and greatest(p.through, p.leads_through) >= t.day;
  return null;
end $$;
create trigger campaign_day_inserted after insert on campaign_day referencing new table as touched
  for each statement execute function app.forget_past();
create trigger campaign_day_updated after update on campaign_day referencing new table as touched
  for each statement execute function app.forget_past();
create trigger campaign_day_deleted after delete on campaign_day referencing old table as touched
  for each statement execute function app.forget_past();

-- Stored sums are weighed by the lag curves of the segment that a campaign belongs to: they go when it may be another one.
create function app.forget_past_of_owner() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from campaign_past p using (select distinct owner_key from touched) t where p.owner_key = t.owner_key;
  return null;
end $$;
create trigger forgets_past_by_insert after insert on campus referencing new table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_delete after delete on campus referencing old table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_insert after insert on program referencing new table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_delete after delete on program referencing old table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_insert after insert on owner_fit referencing new table as touched
  for each statement execute function app.forget_past_of_owner();

create function app.forget_past_of_segment() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from campaign_past where owner_key = new.owner_key;
  return null;
end $$;
create trigger forgets_past_by_virtual after update of virtual, client_model_key on campus
  for each row when (old.virtual is distinct from new.virtual or old.client_model_key is distinct from new.client_model_key)
  execute function app.forget_past_of_segment();
create trigger forgets_past_by_degree after update of degree_level, campus_key on program
  for each row when (old.degree_level is distinct from new.degree_level or old.campus_key is distinct from new.campus_key)
  execute function app.forget_past_of_segment();
create trigger forgets_past_by_model after update of client_model_key on goal
  for each row when (old.client_model_key is distinct from new.client_model_key)
  execute function app.forget_past_of_segment();
create trigger forgets_past_by_goal after update of goal_key on campaign
  for each row when (old.goal_key is distinct from new.goal_key)
  execute function app.forget_past_of_segment();

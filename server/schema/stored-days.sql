-- Figures of closed days, computed once when a day closes instead of on every request.

-- The days on which a campaign was open. Written when a day is over and never changed, so that a later change of the schedule
-- does not affect past days.
-- Person: none.
create table campaign_open_days (
  owner_key int not null,
  campaign_key int not null,
  month date not null check (extract(day from month) = 1),
  -- The recorded range of days, without gaps.
  logged_from date not null,
  logged_through date not null check (logged_through >= logged_from),
  -- One bit per day; the lowest is the 1st.
  open_days int not null,
  primary key (owner_key, campaign_key, month),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_open_days');
grant select on campaign_open_days to paceline_app;

-- Sums of a campaign's days through the last complete one, for historical and mature costs and projections. Each column is a
-- list of numbers whose order server/src/metrics/stored-days defines, so that a changed formula needs no new column.
-- Person: none.
create table campaign_past (
  owner_key int not null,
  campaign_key int not null,
  through date not null,
  -- Costs and valid inquiries of the latest days, newest first.
  client_cost json not null,
  media_cost json not null,
  valid json not null,
  -- Costs, inquiries and outcomes of the cohorts that are old enough, by stage.
  historical json not null,
  mature json not null,
  -- The last complete day of leads. Historical rates use leads only, so they do not wait for a delayed ad account.
  leads_through date not null,
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_past');
grant select on campaign_past to paceline_app;

-- Fitted once a month by the worker: how long an owner's outcomes take, and how its inquiries spread over the week. All fits are
-- kept, so that a figure can be explained later; the newest is used.
-- Person: none.
create table owner_fit (
  owner_key int not null references owner,
  -- The last complete day of the data.
  through date not null,
  fitted_at timestamptz not null,
  -- The number of whole weeks, and of valid inquiries in them, behind the weekday weights.
  weeks int not null,
  inquiries int not null,
  -- Monday to Sunday, summing to 7.
  weekday_weights json not null,
  -- By segment and stage: the number of outcomes behind a curve, not counting the weight of its prior, and the points of the
  -- curve.
  outcomes json not null,
  lag_curves json not null,
  primary key (owner_key, through)
);
call app.protect('owner_fit');
-- Everybody with access to the owner sees figures based on the weights and curves. The number of outcomes behind them is for the
-- agency only.
grant select (owner_key, through, fitted_at, weekday_weights, lag_curves) on owner_fit to paceline_app;
call app.raises_version('owner_fit');

-- A closed day has changed: deletes the sums that include it. Readers compute them until the worker has stored new ones. The
-- worker holds a lock that this waits for, so that neither misses the other's change.
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

-- Stored sums depend on the lag curves of a campaign's segment, so they are deleted when the segment may change.
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

-- How long an owner's own outcomes take, and how its inquiries spread over the week: fitted by the worker once a month. Every
-- fit stays, with the day that it was fitted through, so that a figure can be explained later. Readers take the newest.
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

-- Stored sums are weighed by the lag curves of the segment that a campaign belongs to: they go when it may be another one.
create function app.forget_past_of_owner() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from campaign_past p using (select distinct owner_key from touched) t where p.owner_key = t.owner_key;
  return null;
end $$;
create function app.forget_past_of_segment() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from campaign_past where owner_key = new.owner_key;
  return null;
end $$;

create trigger forgets_past_by_insert after insert on owner_fit referencing new table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_insert after insert on campus referencing new table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_delete after delete on campus referencing old table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_insert after insert on program referencing new table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_delete after delete on program referencing old table as touched
  for each statement execute function app.forget_past_of_owner();
create trigger forgets_past_by_degree after update of degree_level, campus_key on program
  for each row when (old.degree_level is distinct from new.degree_level or old.campus_key is distinct from new.campus_key)
  execute function app.forget_past_of_segment();
create trigger forgets_past_by_virtual after update of virtual, client_model_key on campus
  for each row when (old.virtual is distinct from new.virtual or old.client_model_key is distinct from new.client_model_key)
  execute function app.forget_past_of_segment();
create trigger forgets_past_by_model after update of client_model_key on goal
  for each row when (old.client_model_key is distinct from new.client_model_key)
  execute function app.forget_past_of_segment();
create trigger forgets_past_by_goal after update of goal_key on campaign
  for each row when (old.goal_key is distinct from new.goal_key)
  execute function app.forget_past_of_segment();

-- The sums that are stored are those of the formula before.
delete from campaign_past;

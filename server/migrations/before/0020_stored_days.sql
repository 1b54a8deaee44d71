-- What a campaign's days that are over leave behind: worked out once, when a day closes, instead of at every request.

-- Leads are filtered by what they are for, and adjustments and partners looked up by what they belong to. An index of a table
-- that is cut into months is one on every month.
create index lead_by_program on lead (owner_key, program_key, captured_date) where program_key is not null;
create index lead_by_campus on lead (owner_key, campus_key, captured_date) where campus_key is not null;
create index billing_adjustment_campaign on billing_adjustment (owner_key, campaign_key, day);
create index partner_client_partner on partner_client (partner_key, owner_key, client_key);

-- Which days a campaign was open on, as it was on those days: written when they are over and never again. A schedule that is
-- changed later says nothing about them.
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
-- Each is a list of numbers in the order that server/src/metrics/past says: another formula is another list, not another table.
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
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_past');
grant select on campaign_past to paceline_app;

-- A day that was over changes after all: the sums that have it in them go, and readers add up for themselves until the worker
-- has made them anew. It works on them under a lock that this waits for, so that neither misses the other.
create function app.forget_past() returns trigger language plpgsql as $$
begin
  delete from campaign_past p
  using (select owner_key, campaign_key, min(day) as day from touched group by 1, 2) t
  where p.owner_key = t.owner_key and p.campaign_key = t.campaign_key and p.through >= t.day;
  return null;
end $$;
create trigger campaign_day_inserted after insert on campaign_day referencing new table as touched
  for each statement execute function app.forget_past();
create trigger campaign_day_updated after update on campaign_day referencing new table as touched
  for each statement execute function app.forget_past();
create trigger campaign_day_deleted after delete on campaign_day referencing old table as touched
  for each statement execute function app.forget_past();

-- Clicks of which only the count is kept: rows are for as long as anybody asks about one click, counts for ever.

create table click_day (
  owner_key int not null,
  day date not null,
  campaign_key int not null,
  -- Those that were sent on, and those that were not.
  clicks int not null default 0 check (clicks >= 0),
  refused int not null default 0 check (refused >= 0),
  primary key (owner_key, day, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('click_day');
-- Only read: a count is written by whoever lets the rows go, which no request does.
grant select on click_day to paceline_app;

create function app.click_day_facts(c click_day) returns setof campaign_day language sql stable parallel safe as $$
  select c.owner_key, c.day, c.campaign_key,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, c.clicks, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
$$;

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

-- The days as the raw rows have them, these among them.
create or replace view campaign_day_recount with (security_invoker = true) as
  select f.* from lead l cross join lateral app.lead_facts(l) f
  union all
  select f.* from click c cross join lateral app.click_facts(c) f
  union all
  select f.* from click_day c cross join lateral app.click_day_facts(c) f
  union all
  select f.* from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
  cross join lateral app.platform_facts(p, c.campaign_key) f
  union all
  select f.* from email_day e cross join lateral app.email_facts(e) f
  union all
  select f.* from billing_adjustment b cross join lateral app.adjustment_facts(b) f;

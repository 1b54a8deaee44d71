-- Clicks on tracking links, and the one statement that stores a click before the visitor is redirected.

create sequence click_key_seq as bigint;
grant usage on sequence click_key_seq to paceline_app;

-- Contains no personal data in the clear: a keyed hash of the IP address and browser, and the referrer without its query.
-- Person: erased visitor_hash, referrer, platform_click, sent_to.
create table click (
  owner_key int not null,
  clicked_date date not null,
  click_key bigint not null default nextval('click_key_seq'),
  click_id uuid not null default gen_random_uuid(),
  clicked_at timestamptz not null,
  campaign_key int not null,
  partner_key int,
  publisher_source_key int,
  sub_source text,
  status smallint not null check (status in (0, 1, 2, 4, 9, 10, 14, 17, 21, 23, 31, 90)),
  device text not null check (device in ('desktop', 'tablet', 'mobile')),
  -- The state of the IP address, if the lookup table has it. Campaigns that target no place in that state refuse the click
  -- (status 10).
  state text check (state ~ '^[A-Z]{2}$'),
  visitor_hash bytea,
  is_unique boolean not null default true,
  lead_key bigint,
  -- The tag as given in the link. Sources are created by leads only, not by clicks.
  source_tag text check (length(source_tag) <= 200),
  sub_2 text check (length(sub_2) <= 200),
  sub_3 text check (length(sub_3) <= 200),
  sub_4 text check (length(sub_4) <= 200),
  sub_5 text check (length(sub_5) <= 200),
  -- The partner's own click ID.
  transaction_id text check (length(transaction_id) <= 200),
  -- The ad platform's click ID with its parameter name, such as gclid=….
  platform_click text check (length(platform_click) <= 220),
  country text check (country ~ '^[A-Z]{2}$'),
  referrer text check (length(referrer) <= 500),
  -- Null if the visitor was told that the offer is not available.
  sent_to text check (length(sent_to) <= 8000),
  -- For a repeated click: the ID of the counted click, which the visitor was redirected with.
  repeat_of uuid,
  primary key (owner_key, clicked_date, click_key),
  foreign key (owner_key, campaign_key) references campaign
) partition by range (clicked_date);
create index click_by_id on click (owner_key, click_id);
create index click_by_time on click (owner_key, clicked_at desc, click_key desc);
-- A page of the search is read from the index of its filter, newest first.
create index click_by_campaign on click (owner_key, campaign_key, clicked_at desc, click_key desc);
create index click_by_status on click (owner_key, status, clicked_at desc, click_key desc);
create index click_by_source on click (owner_key, publisher_source_key, clicked_at desc, click_key desc);
create index click_by_partner on click (partner_key, clicked_at desc, click_key desc);
create index click_by_key on click (click_key);
create index click_by_transaction on click (owner_key, transaction_id) where transaction_id is not null;
-- Clicks with a lead are rare. Clicks without one are so common that the index by time is enough.
create index click_with_lead on click (owner_key, clicked_at desc, click_key desc) where lead_key is not null;
-- The hash is unique to an owner, so it is the only column. No other index may look equally good for this lookup: with a plan
-- made while the month had few rows, each new click read all of the owner's clicks of the day.
create index click_by_visitor on click (visitor_hash, clicked_at desc) where visitor_hash is not null;
call app.protect('click');
grant select, insert, update on click to paceline_app;
-- Triggers of other files: cluster.sql (note_for_cluster); folding.sql (note_click_changes).

-- Counts of clicks whose rows were deleted after the retention period. Written by the retention job, never by requests.
-- Person: none.
create table click_day (
  owner_key int not null,
  day date not null,
  campaign_key int not null,
  -- Redirected clicks, and refused ones.
  clicks int not null default 0 check (clicks >= 0),
  refused int not null default 0 check (refused >= 0),
  primary key (owner_key, day, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('click_day');
grant select on click_day to paceline_app;
-- Triggers of other files: cluster.sql (note_for_cluster); folding.sql (note_click_day_changes).

-- The name of a campaign in its tracking link: its code if that code leads to this campaign, otherwise its key. Security
-- definer, because another owner may use the same code.
create function app.click_link(of_campaign int) returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case when c.code !~ '^[0-9]+$' and c.code_released_at is null and c.campaign_key = (
                select min(x.campaign_key) from campaign x
                where lower(x.code) = lower(c.code) and x.code_released_at is null and x.partner_key is not null)
              then c.code else c.campaign_key::text end
  from campaign c
  where c.campaign_key = of_campaign and c.partner_key is not null and c.owner_key = any (app.owner_keys())
    and (app.partner_key() is null or c.partner_key = app.partner_key())
$$;
revoke execute on function app.click_link from public;
grant execute on function app.click_link to paceline_app;

-- Stores a click in one round trip and one transaction, and returns the outcome:
--   limited  too many clicks from this address; nothing is stored
--   unknown  no campaign has this name
--   stale    the caller used outdated rules; it reloads the campaign's rules and calls again
--   stored   with the status and the address to redirect to
-- Codes are unique only within an owner and a partner. If two campaigns share a code, the link means the older one, so that a
-- published link never changes its target.
create function app.store_click(
  link text, at timestamptz, limit_key text, most_clicks int, limit_ms bigint,
  known_campaign int, known_version bigint, today date, of_month date, week_from date,
  id uuid, given_status smallint, visitor bytea, of_source int, given_tag text, subs text[], txn text, platform_id text,
  given_device text, given_country text, given_state text, came_from text, target text, fallback text,
  month_cap int, week_cap int, day_cap int, hours_cap int, hours_from timestamptz, source_cap int, of_goal int, goal_cap numeric
) returns table (outcome text, retry_ms bigint, owner_key int, campaign_key int, status smallint, sent_to text)
language plpgsql volatile security definer set search_path = pg_catalog, public set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  found_campaign record;
  counts record;
  used int;
  until bigint;
  now_ms bigint := (extract(epoch from at) * 1000)::bigint;
  decided smallint := given_status;
  first_id uuid;
  is_first boolean;
  address text;
begin
  if limit_key is not null then
    insert into rate_limit as r (key, points, expire) values (limit_key, 1, now_ms + limit_ms)
    on conflict (key) do update
      set points = case when r.expire <= now_ms then 1 else r.points + 1 end,
          expire = case when r.expire <= now_ms then now_ms + limit_ms else r.expire end
    returning r.points, r.expire into used, until;
    if used > most_clicks then
      return query select 'limited', until - now_ms, null::int, null::int, null::smallint, null::text;
      return;
    end if;
  end if;

  select c.owner_key, c.campaign_key, c.partner_key into found_campaign from (
    select x.owner_key, x.campaign_key, x.partner_key, false as by_key from campaign x
    where lower(x.code) = lower(link) and x.code_released_at is null and x.partner_key is not null
    union all
    select x.owner_key, x.campaign_key, x.partner_key, true from campaign x
    where x.campaign_key = case when link ~ '^[1-9]\d{0,8}$' then link::int end and x.partner_key is not null
  ) c order by c.by_key desc, c.campaign_key limit 1;
  if not found then
    return query select 'unknown', null::bigint, null::int, null::int, null::smallint, null::text;
    return;
  end if;
  if known_campaign is distinct from found_campaign.campaign_key or known_version is distinct from (
    select coalesce(sum(v.version), 0)::bigint from rules_version v where v.owner_key = found_campaign.owner_key
  ) then
    return query select 'stale', null::bigint, found_campaign.owner_key, found_campaign.campaign_key, null::smallint, null::text;
    return;
  end if;

  is_first := true;
  if visitor is not null then
    -- Two requests of one visitor at once: the second sees what the first has stored.
    perform pg_advisory_xact_lock(hashtextextended(encode(visitor, 'hex'), known_campaign));
    if decided = 0 then
      select k.click_id into first_id from click k
      where k.visitor_hash = visitor and k.owner_key + 0 = found_campaign.owner_key and k.campaign_key + 0 = known_campaign
        and k.clicked_date between today - 1 and today + 1 and k.clicked_at > at - interval '30 seconds' and k.status + 0 = 0
      order by k.clicked_at desc limit 1;
      if found then
        decided := 21;
      end if;
    end if;
    is_first := first_id is null and not exists (
      select from click k
      where k.visitor_hash = visitor and k.owner_key + 0 = found_campaign.owner_key and k.campaign_key + 0 = known_campaign
        and k.clicked_date = today and k.status <> 90);
  end if;

  if decided = 0 and coalesce(month_cap, week_cap, day_cap, source_cap) is not null then
    select * from app.units_taken(found_campaign.owner_key, known_campaign, of_month, week_from, today, of_source) into counts;
    if counts.month_units >= month_cap or counts.week_units >= week_cap or counts.day_units >= day_cap or counts.source_units >= source_cap then
      decided := 2;
    end if;
  end if;
  if decided = 0 and hours_cap is not null then
    select u.units into used from app.units_since(found_campaign.owner_key, known_campaign, today, hours_from) u;
    if used >= hours_cap then
      decided := 2;
    end if;
  end if;
  if decided = 0 and goal_cap is not null and goal_cap <= (select s.spent from app.goal_spent(found_campaign.owner_key, of_goal, of_month) s) then
    decided := 2;
  end if;

  -- Whoever opens a link twice wants to get there: they do, with the click that counts.
  address := case when decided in (0, 90) then target when decided = 21 then replace(target, id::text, first_id::text) else fallback end;
  insert into click (owner_key, clicked_date, click_id, clicked_at, campaign_key, partner_key, publisher_source_key, source_tag, sub_source,
    sub_2, sub_3, sub_4, sub_5, transaction_id, platform_click, status, device, country, state, referrer, sent_to, visitor_hash, is_unique, repeat_of)
  values (found_campaign.owner_key, today, id, at, known_campaign, found_campaign.partner_key, of_source, given_tag, subs[1],
    subs[2], subs[3], subs[4], subs[5], txn, platform_id, decided, given_device, given_country, given_state, came_from, address, visitor,
    is_first, first_id);
  return query select 'stored', null::bigint, found_campaign.owner_key, known_campaign, decided, address;
end $$;
revoke execute on function app.store_click from public;
grant execute on function app.store_click to paceline_app;

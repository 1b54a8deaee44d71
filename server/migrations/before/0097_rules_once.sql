-- Rules stand once (docs/decisions/096): each is a function here that every other place calls, and server/src/shared/sql-rules.test.ts holds those that the
-- contract has as well to the contract, value by value.

-- Statuses of leads, as LEAD_STATUSES of the contract groups them.

create function app.is_billable(status text) returns boolean language sql immutable parallel safe
  return status in ('DLV', 'RTR');

-- Accepted and not at the client's yet.
create function app.waits_for_delivery(status text) returns boolean language sql immutable parallel safe
  return status in ('VAL', 'STK');

-- Delivered, whatever became of it since.
create function app.was_delivered(status text) returns boolean language sql immutable parallel safe
  return app.is_billable(status) or status = 'RTN';

-- Meant for the client: it passed our checks, whatever the client said since.
create function app.was_accepted(status text) returns boolean language sql immutable parallel safe
  return app.is_good(status) or status in ('REJ', 'RTN');

create or replace function app.uses_cap(status text) returns boolean language sql immutable parallel safe
  return status = 'RCV' or app.is_good(status);

-- What of a lead is money: due counts in what a month costs, billed on its bill, and expected is due and not billed.

create function app.is_due(l lead) returns boolean language sql immutable parallel safe
  return app.is_good(l.status) and not l.unpaid;

create function app.is_billed(l lead) returns boolean language sql immutable parallel safe
  return app.is_billable(l.status) and not l.unpaid;

create or replace function app.awaits_delivery(l lead) returns boolean language sql stable parallel safe
  return app.waits_for_delivery(l.status) and not l.unpaid;

create or replace function app.due_of_lead(l lead, counts boolean default null) returns table (client_amount numeric, media_amount numeric) language sql stable as $$
  select w.counts * l.client_price + coalesce(b.client_amount, 0), w.counts * l.media_price + coalesce(b.media_amount, 0)
  from (select coalesce(due_of_lead.counts, app.is_due(l))::int as counts) w
  left join lateral (
    select sum(x.client_amount) as client_amount, sum(x.media_amount) as media_amount from billing_adjustment x
    where x.owner_key = l.owner_key and x.lead_key = l.lead_key and app.is_move(x.cause)
  ) b on true
$$;

create or replace function app.inquiry_facts(l lead) returns setof campaign_day language sql stable parallel safe as $$
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

-- As before, by the one definition of what was accepted.
create or replace function app.queue_postbacks() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into lead_postback (owner_key, captured_date, lead_key, campaign_key, partner_key, tracking_url_key, status, changed_at, due_at)
  select n.owner_key, n.captured_date, n.lead_key, l.campaign_key, l.partner_key, u.tracking_url_key, n.to_status, n.at, n.at
  from touched n
  join lead l on l.owner_key = n.owner_key and l.captured_date = n.captured_date and l.lead_key = n.lead_key
  join tracking_url u on u.owner_key = l.owner_key and u.campaign_key = l.campaign_key and u.type = 'POSTBACK' and u.active
  where l.partner_key is not null and n.to_status is distinct from n.from_status
    and (n.to_status = 'VAL' or app.was_accepted(n.from_status))
  order by n.change_key;
  return null;
end $$;

create or replace function app.tell_lead_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from webhook where removed_at is null and 'lead.status' = any (events)) then
    return null;
  end if;
  insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
  select n.owner_key, w.webhook_key, 'lead.status',
         jsonb_build_object('ownerKey', n.owner_key, 'leadKey', n.lead_key, 'leadId', l.public_id, 'campaignKey', l.campaign_key,
           'clientKey', g.client_key, 'campusKey', l.campus_key, 'from', n.from_status, 'to', n.to_status, 'reasons', n.reasons)
         || case when w.user_group = 'ag' then jsonb_build_object('partnerKey', c.partner_key) else '{}' end,
         n.at, n.at, n.at
  from new_rows n
  join webhook w on w.owner_keys @> array[n.owner_key] and w.removed_at is null and 'lead.status' = any (w.events)
  join lead l on l.owner_key = n.owner_key and l.captured_date = n.captured_date and l.lead_key = n.lead_key
  join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
  join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
  -- A client hears of leads that are meant for it, not of those that were refused before.
  where (w.user_group = 'ag' or app.was_accepted(n.to_status)) and app.may_hear(w.user_key, n.owner_key);
  return null;
end $$;

-- Caps. Which of them a lead takes a unit of is app.cap_units; these two read what is taken.

-- How many units of its caps are taken: in the month, and of it by a source and a program; in the week so far; today.
create function app.units_taken(of_owner int, of_campaign int, of_month date, week_from date, today date, of_source int default null, of_program int default null)
returns table (month_units int, week_units int, day_units int, source_units int, program_units int) language sql stable as $$
  select
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'month' and c.ref = 0 and c.from_day = of_month), 0),
    coalesce((select sum(c.units) from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'day' and c.ref = 0 and c.from_day between week_from and today), 0)::int,
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'day' and c.ref = 0 and c.from_day = today), 0),
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'source' and c.ref = of_source and c.from_day = of_month), 0),
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'program' and c.ref = of_program and c.from_day = of_month), 0)
$$;

-- How many leads that came since an hour of today, or of the night before it, take a unit: nobody counts hours beforehand.
create function app.units_since(of_owner int, of_campaign int, today date, since timestamptz) returns table (units int) language sql stable as $$
  select count(*)::int from lead l
  where l.owner_key = of_owner and l.campaign_key = of_campaign and l.captured_date between today - 1 and today
    and l.created_at >= since and app.cap_day(l) is not null
$$;

-- What a line item has spent of the budget that its hard cap is about: its leads as they take units, and what else is charged to it.
create function app.goal_spent(of_owner int, of_goal int, of_month date) returns table (spent numeric) language sql stable as $$
  select coalesce(sum(coalesce(x.client_cost, 0) + coalesce(f.platform_client_cost + f.adjusted_client_cost, 0)), 0)
  from campaign c
  left join cap_count x on x.owner_key = c.owner_key and x.campaign_key = c.campaign_key and x.kind = 'month' and x.ref = 0
    and x.from_day = of_month
  left join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = of_month
  where c.owner_key = of_owner and c.goal_key = of_goal
$$;

-- Duplicates. `how` says by what two leads are the same person: 1 by email, 2 by phone, 4 by name and ZIP code.

create function app.is_same_person(how int, match text) returns boolean language sql immutable parallel safe
  return case match when 'EMAIL' then how & 1 = 1 when 'PHONE' then how & 2 = 2 when 'EMAIL_AND_PHONE' then how & 3 = 3
                    when 'EMAIL_OR_PHONE' then how & 3 <> 0 else how <> 0 end;

create function app.duplicate_reason(how int, match text) returns text language sql immutable parallel safe
  return case when how & 1 = 1 and match <> 'PHONE' then 'DUP_EMAIL' when how & 2 = 2 and match <> 'EMAIL' then 'DUP_PHONE' else 'DUP_NAME_ADDR' end;

-- Whether a lead stands in the way of a later one: who was returned is a duplicate for the partner that sent them, and free for every other.
create function app.stands_in_the_way(status text, compare text, is_of_same_partner boolean) returns boolean language sql immutable parallel safe
  return case when status = 'RTN' then coalesce(is_of_same_partner, false) when compare = 'GOOD' then app.is_good(status)
              when compare = 'BILLABLE' then app.is_billable(status) else status <> 'TST' end;

-- The first lead of the same person that counts, by the client's rules. In two steps: whether there is such a person at all, which of most people
-- there is not, and then those leads by their keys. In one statement the planner could turn it round, and read all leads of the owner to look for the few.
create or replace function app.find_earlier_lead(
  of_owner int, since timestamptz, match text, compare text, scope text, scope_key int, of_partner int,
  email bytea, phone bytea, name_zip bytea
) returns table (lead_key bigint, reason text)
language plpgsql stable as $$
declare
  days date[];
  leads bigint[];
  hows int[];
begin
  select array_agg(s.captured_date), array_agg(s.lead_key), array_agg(s.how) into days, leads, hows
  from (
    select f.captured_date, f.lead_key, bit_or(f.how) as how
    from (
      select p.captured_date, p.lead_key, 1 as how from lead_person p
      where p.owner_key = of_owner and p.email_hash = email and p.captured_date >= (since - interval '1 day')::date
      union all
      select p.captured_date, p.lead_key, 2 from lead_person p
      where p.owner_key = of_owner and p.phone_hash = phone and p.captured_date >= (since - interval '1 day')::date
      union all
      select p.captured_date, p.lead_key, 4 from lead_person p
      where p.owner_key = of_owner and p.name_zip_hash = name_zip and p.captured_date >= (since - interval '1 day')::date
    ) f
    group by 1, 2
  ) s;
  if leads is null then
    return;
  end if;
  return query
  select l.lead_key, app.duplicate_reason(s.how, match)
  from unnest(days, leads, hows) s (captured_date, lead_key, how)
  cross join lateral (
    select x.* from lead x
    where x.owner_key = of_owner and x.captured_date = s.captured_date and x.lead_key = s.lead_key offset 0
  ) l
  where app.is_same_person(s.how, match) and l.created_at >= since and app.stands_in_the_way(l.status, compare, l.partner_key = of_partner)
    and case scope when 'OWNER' then true when 'CAMPAIGN' then l.campaign_key = scope_key when 'PARTNER' then l.partner_key = scope_key
                   when 'CAMPUS' then l.campus_key = scope_key when 'PROGRAM' then l.program_key = scope_key
                   else exists (select from campaign c join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
                                join client k on k.owner_key = g.owner_key and k.client_key = g.client_key
                                where c.owner_key = of_owner and c.campaign_key = l.campaign_key
                                  and case scope when 'CLIENT' then k.client_key else k.brand_key end = scope_key) end
  order by l.created_at, l.lead_key limit 1;
end $$;

-- What a post looks up, as before; what is taken of caps and budgets by the functions above.
create or replace function app.look_for_post(
  of_owner int, of_campaign int, of_month date, week_from date, today date, hours_from timestamptz, of_source int, of_program int,
  of_goal int, since timestamptz, match text, compare text, scope text, scope_key int, of_partner int, email bytea, phone bytea,
  name_zip bytea, suppressed bytea[], of_client int, answered_partner int, answered_post bytea, at timestamptz,
  from_ip text, most_of_ip int, of_click uuid
) returns table (
  rules_version bigint, earlier_lead bigint, earlier_reason text, is_suppressed boolean, leads_of_ip int, is_click_known boolean,
  content_hash bytea, answer jsonb,
  month_units int, week_units int, day_units int, hours_units int, source_units int, program_units int, goal_spent float8
)
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
begin
  if not coalesce(of_owner = any (app.owner_keys()), false) or app.user_group() is distinct from 'system' then
    raise exception 'only the product itself looks up what a post asks, for one owner';
  end if;
  select coalesce(sum(v.version), 0) into rules_version from rules_version v where v.owner_key = of_owner;
  if answered_post is not null then
    select a.content_hash, a.answer into content_hash, answer from post_answer a
    where a.partner_key = answered_partner and a.post_hash = answered_post and a.expires_at > at;
  end if;

  select u.month_units, u.week_units, u.day_units, u.source_units, u.program_units
  into month_units, week_units, day_units, source_units, program_units
  from app.units_taken(of_owner, of_campaign, of_month, week_from, today, of_source, of_program) u;
  hours_units := 0;
  if hours_from is not null then
    select u.units into hours_units from app.units_since(of_owner, of_campaign, today, hours_from) u;
  end if;
  goal_spent := 0;
  if of_goal is not null then
    select s.spent into goal_spent from app.goal_spent(of_owner, of_goal, of_month) s;
  end if;

  is_suppressed := exists (
    select from suppression_entry x
    join suppression_list y on y.owner_key = x.owner_key and y.suppression_list_key = x.suppression_list_key
    where x.owner_key = of_owner and x.hash = any (suppressed) and (y.client_key is null or y.client_key = of_client)
      and (x.expires_on is null or x.expires_on > today));
  leads_of_ip := 0;
  if from_ip is not null then
    select count(*) into leads_of_ip from (
      select from lead_consent s join lead l on l.owner_key = s.owner_key and l.captured_date = s.captured_date and l.lead_key = s.lead_key
      where s.owner_key = of_owner and s.ip = from_ip and s.captured_date between today - 2 and today
        and l.created_at > at - interval '24 hours' and l.status <> 'TST' limit most_of_ip) z;
  end if;
  -- A click can have been 90 days before its lead.
  is_click_known := of_click is not null and exists (
    select from click k where k.owner_key = of_owner and k.click_id = of_click and k.partner_key = of_partner
      and k.clicked_date between today - 90 and today + 1);
  if email is not null or phone is not null or name_zip is not null then
    select e.lead_key, e.reason into earlier_lead, earlier_reason
    from app.find_earlier_lead(of_owner, since, match, compare, scope, scope_key, of_partner, email, phone, name_zip) e;
  end if;
  return next;
end $$;

-- What a click stores, as before; likewise.
create or replace function app.store_click(
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

-- As before, with the month of a day as a plain timestamp, which takes a fraction of the time of one in a zone.
create or replace function app.cap_units(l lead) returns table (kind text, ref int, from_day date, units int, client_cost numeric)
language sql stable parallel safe as $$
  select v.kind, v.ref, case v.kind when 'day' then c.day else date_trunc('month', c.day::timestamp)::date end, 1, app.cap_cost(l)
  from (select app.cap_day(l) as day) c
  cross join lateral (values ('month', 0), ('day', 0), ('source', l.publisher_source_key), ('program', l.program_key)) v (kind, ref)
  where v.ref is not null and c.day is not null
$$;

-- What is left of statements that are written as texts: those whose table is named by whoever calls them, which no plain statement can take.
comment on procedure app.protect is 'Writes its statements: policies are made on the table that it is given';
comment on procedure app.protect_partner is 'Writes its statements: policies are made on the table that it is given';
comment on procedure app.close_to_partners is 'Writes its statements: a policy is made on the table that it is given';
comment on procedure app.decides_leads is 'Writes its statements: triggers are made on the table that it is given';
comment on procedure app.raises_version is 'Writes its statements: triggers are made on the table that it is given';
comment on procedure app.ensure_months is 'Writes its statements: partitions are made of the table that it is given, and named by their months';
comment on procedure app.feed_cluster is 'Writes its statements: triggers are switched on the tables that have them';
comment on function app.cluster_facts_from is 'Writes its query: over any of seven tables, over a partition of one that is copied out, and over what a statement changed in one';
comment on function app.note_for_cluster is 'Writes its statements: one trigger for seven tables, over what a statement changed in each';
comment on function app.note_link_for_cluster is 'Writes its statements: one trigger for two tables, over the rows of links that changed';

-- Leads in: who may post, what makes a post safe to send twice, exact counters of the caps, and the version of the rules.

-- A media partner's posting keys: a new one before the old one ends, so that nothing is refused while it is changed.
create table partner_posting_key (
  partner_key int not null references media_partner,
  posting_key int generated always as identity unique,
  -- Only the hash: the key itself is shown once, when it is made.
  key_hash bytea not null unique,
  -- Its last four characters, to tell keys apart.
  hint text not null,
  created_by int references user_account,
  created_at timestamptz not null,
  -- Set when a new one took its place: until then both are taken.
  ends_at timestamptz,
  shut_at timestamptz,
  shut_by int references user_account,
  last_used_at timestamptz,
  primary key (partner_key, posting_key)
);
call app.protect_partner('partner_posting_key');
grant select, insert, update on partner_posting_key to paceline_app;

alter table media_partner
  drop column posting_key_hash,
  add column posts_per_second int not null default 20 check (posts_per_second between 1 and 10000);

alter table owner add column unknown_sources text not null default 'AUTO_CREATE_ACCEPT'
  check (unknown_sources in ('AUTO_CREATE_ACCEPT', 'AUTO_CREATE_HOLD', 'REJECT'));

-- What was answered to a post: whoever sends the same again gets the same answer, and one lead.
create table post_answer (
  partner_key int not null references media_partner,
  -- Of the partner's transaction id, or of the whole post where it has none.
  post_hash bytea not null,
  -- Of everything that was posted, under a secret: the same id with other content is refused.
  content_hash bytea not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (partner_key, post_hash)
);
create index post_answer_expiry on post_answer (expires_at);
call app.protect_partner('post_answer');
grant select, insert, update on post_answer to paceline_app;

-- Marks that checks left on a lead that they let pass.
alter table lead
  add column flags text[] not null default '{}',
  -- The day whose caps it uses, where that is not the day it came: of a lead that was held.
  add column counted_on date;
alter table lead_person add column name_zip_hash bytea;
create index lead_person_name_zip on lead_person (owner_key, name_zip_hash);
-- Which of the client's approved texts it is, by name.
alter table lead_consent add column disclosure text;

-- Held leads and when they are tried again.
create table lead_hold (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  -- How often it was tried.
  rounds smallint not null default 0,
  next_at timestamptz not null,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
create index lead_hold_due on lead_hold (owner_key, next_at);
call app.protect('lead_hold');
call app.close_to_partners('lead_hold');
grant select, insert, update, delete on lead_hold to paceline_app;

-- How much of each cap is used: of a campaign in a month and on a day, and in a month by source and by program. Exact at any
-- moment, as the trigger writes it in the transaction of the lead; the rollups, which a worker adds up, come later.
create table cap_count (
  owner_key int not null,
  campaign_key int not null,
  kind text not null check (kind in ('month', 'day', 'source', 'program')),
  -- The source or the program; 0 where it is the campaign itself.
  ref int not null default 0,
  from_day date not null,
  units int not null default 0,
  -- What these leads cost the client.
  client_cost numeric(14, 2) not null default 0,
  primary key (owner_key, campaign_key, kind, ref, from_day),
  foreign key (owner_key, campaign_key) references campaign
) with (fillfactor = 50);
call app.protect('cap_count');
grant select on cap_count to paceline_app;

-- The statuses that use up a unit (contract: LEAD_STATUSES). One that is accepted unpaid uses none: the cap is what is paid.
create function app.uses_cap(status text) returns boolean language sql immutable parallel safe
  return status in ('RCV', 'VAL', 'DLV', 'STK', 'RTR');

-- What one lead uses up. The only definition there is: trigger, recount and rebuild ask it.
create function app.cap_units(l lead) returns table (kind text, ref int, from_day date, units int, client_cost numeric)
language sql stable parallel safe as $$
  select v.kind, v.ref, v.from_day, 1, l.client_price
  from (values ('month', 0, date_trunc('month', coalesce(l.counted_on, l.captured_date))::date),
               ('day', 0, coalesce(l.counted_on, l.captured_date)),
               ('source', l.publisher_source_key, date_trunc('month', coalesce(l.counted_on, l.captured_date))::date),
               ('program', l.program_key, date_trunc('month', coalesce(l.counted_on, l.captured_date))::date)) v (kind, ref, from_day)
  where v.ref is not null and app.uses_cap(l.status) and not l.unpaid
$$;

-- A campaign's month comes first, as it does for whoever holds the caps: nobody waits for each other in a circle.
create function app.count_caps() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into cap_count as c (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
    select n.owner_key, n.campaign_key, u.kind, u.ref, u.from_day, sum(u.units), sum(u.client_cost)
    from new_rows n cross join lateral app.cap_units(row(n.*)::lead) u
    group by 1, 2, 3, 4, 5 order by 1, 2, u.kind <> 'month', 3, 4, 5
    on conflict (owner_key, campaign_key, kind, ref, from_day)
      do update set units = c.units + excluded.units, client_cost = c.client_cost + excluded.client_cost;
  elsif tg_op = 'DELETE' then
    insert into cap_count as c (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
    select o.owner_key, o.campaign_key, u.kind, u.ref, u.from_day, -sum(u.units), -sum(u.client_cost)
    from old_rows o cross join lateral app.cap_units(row(o.*)::lead) u
    group by 1, 2, 3, 4, 5 order by 1, 2, u.kind <> 'month', 3, 4, 5
    on conflict (owner_key, campaign_key, kind, ref, from_day)
      do update set units = c.units + excluded.units, client_cost = c.client_cost + excluded.client_cost;
  else
    insert into cap_count as c (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
    select (s.l).owner_key, (s.l).campaign_key, u.kind, u.ref, u.from_day, sum(s.sign * u.units), sum(s.sign * u.client_cost)
    from old_rows o join new_rows n using (owner_key, captured_date, lead_key)
    cross join lateral (values (-1, row(o.*)::lead), (1, row(n.*)::lead)) s (sign, l)
    cross join lateral app.cap_units(s.l) u
    where (o.campaign_key, app.uses_cap(o.status), o.unpaid, o.client_price, o.publisher_source_key, o.program_key, o.counted_on)
      is distinct from (n.campaign_key, app.uses_cap(n.status), n.unpaid, n.client_price, n.publisher_source_key, n.program_key, n.counted_on)
    group by 1, 2, 3, 4, 5
    having sum(s.sign * u.units) <> 0 or sum(s.sign * u.client_cost) <> 0
    order by 1, 2, u.kind <> 'month', 3, 4, 5
    on conflict (owner_key, campaign_key, kind, ref, from_day)
      do update set units = c.units + excluded.units, client_cost = c.client_cost + excluded.client_cost;
  end if;
  return null;
end $$;
create trigger lead_inserted_in_caps after insert on lead referencing new table as new_rows
  for each statement execute function app.count_caps();
create trigger lead_updated_in_caps after update on lead referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_caps();
create trigger lead_deleted_in_caps after delete on lead referencing old table as old_rows
  for each statement execute function app.count_caps();

create view cap_recount with (security_invoker = true) as
  select l.owner_key, l.campaign_key, u.kind, u.ref, u.from_day, sum(u.units)::int as units, sum(u.client_cost) as client_cost
  from lead l cross join lateral app.cap_units(l) u group by 1, 2, 3, 4, 5;

-- Where counters and leads disagree: nowhere, or something is broken.
create function app.cap_differences()
returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql stable as $$
  select owner_key, from_day, campaign_key, 'cap of ' || kind || case when ref = 0 then '' else ' ' || ref end || ', ' || v.what,
         coalesce(v.counted, 0), coalesce(v.recounted, 0)
  from cap_count c full join cap_recount r using (owner_key, campaign_key, kind, ref, from_day)
  cross join lateral (values ('leads', c.units::numeric, r.units::numeric), ('client cost', c.client_cost, r.client_cost)) v (what, counted, recounted)
  where coalesce(v.counted, 0) <> coalesce(v.recounted, 0)
$$;

create procedure app.rebuild_caps() language plpgsql as $$
begin
  lock table cap_count in exclusive mode;
  delete from cap_count;
  insert into cap_count (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
  select owner_key, campaign_key, kind, ref, from_day, units, client_cost from cap_recount;
end $$;

create or replace procedure app.rebuild_facts() language plpgsql as $$
begin
  call app.rebuild_days();
  call app.rebuild_attributes();
  call app.rebuild_platforms();
  call app.rebuild_caps();
  perform app.raise_version(array(select owner_key from owner order by 1));
end $$;
call app.rebuild_caps();

-- The version of whatever decides about an owner's leads, raised like data_version (migration 0019 says why in this way).
-- Leads do not raise it: what was loaded holds until somebody changes a rule.
create table rules_version (
  owner_key int not null references owner,
  slot int generated always as identity,
  version bigint not null default 1,
  primary key (owner_key, slot)
) with (fillfactor = 50);
call app.protect('rules_version');
call app.close_to_partners('rules_version');
grant select on rules_version to paceline_app;

create function app.raise_rules() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owners int[];
  one int;
begin
  if tg_argv[0] = 'owner' then
    owners := array(select distinct owner_key from touched order by 1);
  else
    owners := array(select distinct owner_key from campaign where partner_key in (select partner_key from touched) order by 1);
  end if;
  foreach one in array owners loop
    perform from rules_version where owner_key = one and xmin = pg_current_xact_id()::xid;
    continue when found;
    update rules_version set version = version + 1
    where (owner_key, slot) = (select owner_key, slot from rules_version where owner_key = one limit 1 for update skip locked);
    if not found then
      insert into rules_version (owner_key) values (one);
    end if;
  end loop;
  return null;
end $$;
revoke execute on function app.raise_rules from public;

-- What a table says whose rows decide about leads.
create procedure app.decides_leads(target regclass, whose text default 'owner') language plpgsql as $$
begin
  execute format('create trigger decides_leads_by_insert after insert on %s referencing new table as touched for each statement execute function app.raise_rules(%L)', target, whose);
  execute format('create trigger decides_leads_by_update after update on %s referencing new table as touched for each statement execute function app.raise_rules(%L)', target, whose);
  execute format('create trigger decides_leads_by_delete after delete on %s referencing old table as touched for each statement execute function app.raise_rules(%L)', target, whose);
end $$;

do $$
declare
  one text;
begin
  foreach one in array '{owner,brand,client,client_criteria,client_model,campus,program,goal,goal_campus,goal_program,goal_month,campaign,campaign_month,campaign_price,campaign_pause,campaign_targeting,campaign_program,campaign_source,partner_client,partner_value_map,insertion_order}'::text[] loop
    call app.decides_leads(one::regclass);
  end loop;
  foreach one in array '{media_partner,publisher,publisher_source}'::text[] loop
    call app.decides_leads(one::regclass, 'partner');
  end loop;
end $$;

-- What a post asks first, in one round trip and before there is a scope: whose key it is, whether the partner posts too fast,
-- and whose campaign is meant. The counter of posts is worth no wait for the disk.
create function app.admit_post(hash bytea, campaign_name text, kind text, at timestamptz)
returns table (partner_key int, posting_key int, over_limit boolean, retry_ms int, owner_key int, campaign_key int, rules_version bigint)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  found_key record;
  used int;
  until bigint;
  now_ms bigint := (extract(epoch from at) * 1000)::bigint;
begin
  select k.partner_key, k.posting_key, k.last_used_at, p.posts_per_second into found_key
  from partner_posting_key k join media_partner p on p.partner_key = k.partner_key
  where k.key_hash = hash and k.shut_at is null and (k.ends_at is null or k.ends_at > at);
  if not found then
    return;
  end if;
  partner_key := found_key.partner_key;
  posting_key := found_key.posting_key;
  perform set_config('synchronous_commit', 'off', true);
  insert into rate_limit as r (key, points, expire) values (kind || ':partner:' || partner_key, 1, now_ms + 1000)
  on conflict (key) do update
    set points = case when r.expire <= now_ms then 1 else r.points + 1 end,
        expire = case when r.expire <= now_ms then now_ms + 1000 else r.expire end
  returning points, expire into used, until;
  over_limit := used > found_key.posts_per_second;
  retry_ms := until - now_ms;
  if found_key.last_used_at is null or found_key.last_used_at < at - interval '1 minute' then
    update partner_posting_key k set last_used_at = at where k.posting_key = found_key.posting_key;
  end if;
  if not over_limit then
    if campaign_name ~ '^\d{1,9}$' then
      select c.owner_key, c.campaign_key into owner_key, campaign_key from campaign c
      where c.campaign_key = campaign_name::int and c.partner_key = found_key.partner_key;
    end if;
    -- Its code, where the partner has one campaign only that is called so.
    if campaign_key is null then
      select min(c.owner_key), min(c.campaign_key) into owner_key, campaign_key from campaign c
      where c.partner_key = found_key.partner_key and lower(c.code) = lower(campaign_name) and c.code_released_at is null
      having count(*) = 1;
    end if;
    select coalesce(sum(v.version), 0) into rules_version from rules_version v where v.owner_key = admit_post.owner_key;
  end if;
  return next;
end $$;
revoke execute on function app.admit_post from public;
grant execute on function app.admit_post to paceline_app;

-- Holds whatever two posts could both take, until the transaction ends: first what the caller names (the post itself, the
-- person), then the line item's budget where it stops campaigns, then the campaign's counters. Always in this order.
create function app.hold_for_post(of_owner int, of_campaign int, of_month date, of_goal int, names bigint[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  one bigint;
begin
  if not coalesce(of_owner = any (app.owner_keys()), false) or app.user_group() is distinct from 'system' then
    raise exception 'only the product itself holds caps, for one owner';
  end if;
  foreach one in array names loop
    perform pg_advisory_xact_lock(one);
  end loop;
  if of_goal is not null then
    perform from goal_month where owner_key = of_owner and goal_key = of_goal and month = of_month for no key update;
  end if;
  if of_campaign is not null then
    perform from cap_count where owner_key = of_owner and campaign_key = of_campaign and kind = 'month' and ref = 0 and from_day = of_month for update;
    if not found then
      insert into cap_count (owner_key, campaign_key, kind, ref, from_day) values (of_owner, of_campaign, 'month', 0, of_month)
      on conflict (owner_key, campaign_key, kind, ref, from_day) do nothing;
      perform from cap_count where owner_key = of_owner and campaign_key = of_campaign and kind = 'month' and ref = 0 and from_day = of_month for update;
    end if;
  end if;
end $$;
revoke execute on function app.hold_for_post from public;
grant execute on function app.hold_for_post to paceline_app;

-- The first lead of the same person that counts, by the client's rules: what is compared, among which leads, since when. A
-- returned one is a duplicate for the partner that sent it, whatever else is compared.
create function app.find_earlier_lead(
  of_owner int, since timestamptz, match text, compare text, scope text, scope_key int, of_partner int,
  email bytea, phone bytea, name_zip bytea
) returns table (lead_key bigint, reason text)
language plpgsql stable as $$
begin
  return query
  with found as (
    select p.captured_date, p.lead_key, 1 as how from lead_person p
    where p.owner_key = of_owner and p.email_hash = email and p.captured_date >= (since - interval '1 day')::date
    union all
    select p.captured_date, p.lead_key, 2 from lead_person p
    where p.owner_key = of_owner and p.phone_hash = phone and p.captured_date >= (since - interval '1 day')::date
    union all
    select p.captured_date, p.lead_key, 4 from lead_person p
    where p.owner_key = of_owner and p.name_zip_hash = name_zip and p.captured_date >= (since - interval '1 day')::date
  ), same as (
    select f.captured_date, f.lead_key, bit_or(f.how) as how from found f group by 1, 2
  )
  select l.lead_key,
         case when s.how & 1 = 1 and match <> 'PHONE' then 'DUP_EMAIL' when s.how & 2 = 2 and match <> 'EMAIL' then 'DUP_PHONE' else 'DUP_NAME_ADDR' end
  from same s
  join lead l on l.owner_key = of_owner and l.captured_date = s.captured_date and l.lead_key = s.lead_key
  where case match when 'EMAIL' then s.how & 1 = 1 when 'PHONE' then s.how & 2 = 2 when 'EMAIL_AND_PHONE' then s.how & 3 = 3
                   when 'EMAIL_OR_PHONE' then s.how & 3 <> 0 else true end
    and l.created_at >= since
    and (case compare when 'GOOD' then app.is_good(l.status) when 'BILLABLE' then l.status in ('DLV', 'RTR') else l.status <> 'TST' end
         or (l.status = 'RTN' and l.partner_key = of_partner))
    and case scope when 'OWNER' then true when 'CAMPAIGN' then l.campaign_key = scope_key when 'PARTNER' then l.partner_key = scope_key
                   when 'CAMPUS' then l.campus_key = scope_key when 'PROGRAM' then l.program_key = scope_key
                   else exists (select from campaign c join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
                                join client k on k.owner_key = g.owner_key and k.client_key = g.client_key
                                where c.owner_key = of_owner and c.campaign_key = l.campaign_key
                                  and case scope when 'CLIENT' then k.client_key else k.brand_key end = scope_key) end
  order by l.created_at, l.lead_key limit 1;
end $$;

-- Incoming leads: rate limits, idempotent answers, and the lookups for duplicates, suppression and caps.

-- The answer to each post, so that a repeated post gets the same answer and creates no second lead.
-- Person: kept post_hash, content_hash: keyed, and gone when they expire.
create table post_answer (
  partner_key int not null references media_partner,
  -- Hash of the partner's transaction ID, or of the whole post if it has none.
  post_hash bytea not null,
  -- Keyed hash of the whole post: the same ID with different content is refused.
  content_hash bytea not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (partner_key, post_hash)
);
create index post_answer_expiry on post_answer (expires_at);
call app.protect_partner('post_answer');
grant select, insert, update on post_answer to paceline_app;

-- Held leads and when each is tried again.
-- Person: none.
create table lead_hold (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  -- The number of tries so far.
  rounds smallint not null default 0,
  next_at timestamptz not null,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
create index lead_hold_due on lead_hold (owner_key, next_at);
call app.protect('lead_hold');
call app.close_to_partners('lead_hold');
grant select, insert, update, delete on lead_hold to paceline_app;

-- The first lookup of a post, in one round trip and before there is a scope: the posting key, the rate limit and the campaign.
-- It does not wait for the disk: the rate counter may be lost in a crash.
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

-- Locks whatever concurrent posts compete for until the end of the transaction, always in this order to avoid deadlocks: the
-- given names (the post, the person), the line item's budget if it has a hard cap, the campaign's counters.
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

-- Duplicates. `how` is a bit mask of what two leads have in common: 1 email, 2 phone, 4 name and ZIP code.
create function app.is_same_person(how int, match text) returns boolean language sql immutable parallel safe
  return case match when 'EMAIL' then how & 1 = 1 when 'PHONE' then how & 2 = 2 when 'EMAIL_AND_PHONE' then how & 3 = 3
                    when 'EMAIL_OR_PHONE' then how & 3 <> 0 else how <> 0 end;

create function app.duplicate_reason(how int, match text) returns text language sql immutable parallel safe
  return case when how & 1 = 1 and match <> 'PHONE' then 'DUP_EMAIL' when how & 2 = 2 and match <> 'EMAIL' then 'DUP_PHONE' else 'DUP_NAME_ADDR' end;

-- Whether a lead makes a later one a duplicate. A returned lead does so only for leads of the same partner.
create function app.stands_in_the_way(status text, compare text, is_of_same_partner boolean) returns boolean language sql immutable parallel safe
  return case when status = 'RTN' then coalesce(is_of_same_partner, false) when compare = 'GOOD' then app.is_good(status)
              when compare = 'BILLABLE' then app.is_billable(status) else status <> 'TST' end;

-- The first lead of the same person that counts by the client's rules. It runs in two steps: the leads of the person, mostly
-- none, and then these leads by key. In a single statement the planner might read all leads of the owner first.
create function app.find_earlier_lead(
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

-- The parameters of look_for_post. The first three name what is locked; parameters of lookups that are not needed are null.
create type app.post_question as (
  names bigint[], held_campaign int, held_goal int, of_owner int, of_campaign int, of_month date, week_from date, today date, hours_from timestamptz,
  of_source int, of_program int, of_goal int, since timestamptz, match text, compare text, scope text, scope_key int, of_partner int, email bytea,
  phone bytea, name_zip bytea, suppressed bytea[], of_client int, answered_partner int, answered_post bytea, at timestamptz, from_ip text,
  most_of_ip int, of_click uuid
);

-- The lookups of a post, one small statement for each that is needed. A single statement under the policies of seven tables took
-- four times as long, mostly to set up parts that were not needed.
--
-- Security definer, so it refuses everybody but the product itself, and any owner outside the scope.
-- Sequential scans are off and plans generic: in a new month the planner considers a sequential scan of the almost empty
-- partition as good as an index, and would keep that plan while the partition grows.
create function app.look_for_post(question app.post_question) returns table (
  rules_version bigint, earlier_lead bigint, earlier_reason text, is_suppressed boolean, leads_of_ip int, is_click_known boolean,
  content_hash bytea, answer jsonb,
  month_units int, week_units int, day_units int, hours_units int, source_units int, program_units int, goal_spent float8
)
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
begin
  if not coalesce(question.of_owner = any (app.owner_keys()), false) or app.user_group() is distinct from 'system' then
    raise exception 'only the product itself looks up what a post asks, for one owner';
  end if;
  select coalesce(sum(v.version), 0) into rules_version from rules_version v where v.owner_key = question.of_owner;
  if question.answered_post is not null then
    select a.content_hash, a.answer into content_hash, answer from post_answer a
    where a.partner_key = question.answered_partner and a.post_hash = question.answered_post and a.expires_at > question.at;
  end if;

  select u.month_units, u.week_units, u.day_units, u.source_units, u.program_units
  into month_units, week_units, day_units, source_units, program_units
  from app.units_taken(
    question.of_owner, question.of_campaign, question.of_month, question.week_from, question.today, question.of_source, question.of_program) u;
  hours_units := 0;
  if question.hours_from is not null then
    select u.units into hours_units from app.units_since(question.of_owner, question.of_campaign, question.today, question.hours_from) u;
  end if;
  goal_spent := 0;
  if question.of_goal is not null then
    select s.spent into goal_spent from app.goal_spent(question.of_owner, question.of_goal, question.of_month) s;
  end if;

  is_suppressed := exists (
    select from suppression_entry x
    join suppression_list y on y.owner_key = x.owner_key and y.suppression_list_key = x.suppression_list_key
    where x.owner_key = question.of_owner and x.hash = any (question.suppressed) and (y.client_key is null or y.client_key = question.of_client)
      and (x.expires_on is null or x.expires_on > question.today));
  leads_of_ip := 0;
  if question.from_ip is not null then
    select count(*) into leads_of_ip from (
      select from lead_consent s join lead l on l.owner_key = s.owner_key and l.captured_date = s.captured_date and l.lead_key = s.lead_key
      where s.owner_key = question.of_owner and s.ip = question.from_ip and s.captured_date between question.today - 2 and question.today
        and l.created_at > question.at - interval '24 hours' and l.status <> 'TST' limit question.most_of_ip) z;
  end if;
  -- A click can have been 90 days before its lead.
  is_click_known := question.of_click is not null and exists (
    select from click k where k.owner_key = question.of_owner and k.click_id = question.of_click and k.partner_key = question.of_partner
      and k.clicked_date between question.today - 90 and question.today + 1);
  if question.email is not null or question.phone is not null or question.name_zip is not null then
    select e.lead_key, e.reason into earlier_lead, earlier_reason
    from app.find_earlier_lead(
      question.of_owner, question.since, question.match, question.compare, question.scope, question.scope_key, question.of_partner,
      question.email, question.phone, question.name_zip) e;
  end if;
  return next;
end $$;
revoke execute on function app.look_for_post(app.post_question) from public;
grant execute on function app.look_for_post(app.post_question) to paceline_app;

-- Locks first (hold_for_post), then looks up. The lookup is a statement of its own, so it sees what the previous holders of the
-- locks have committed.
create function app.hold_and_look(question app.post_question) returns table (
  new_lead bigint, rules_version bigint, earlier_lead bigint, earlier_reason text, is_suppressed boolean, leads_of_ip int, is_click_known boolean,
  content_hash bytea, answer jsonb,
  month_units int, week_units int, day_units int, hours_units int, source_units int, program_units int, goal_spent float8
)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.hold_for_post(question.of_owner, question.held_campaign, question.of_month, question.held_goal, question.names);
  return query select nextval('lead_key_seq'), l.* from app.look_for_post(question) l;
end $$;
revoke execute on function app.hold_and_look(app.post_question) from public;
grant execute on function app.hold_and_look(app.post_question) to paceline_app;

-- The same with positional parameters, called by servers of the previous version during an upgrade.
create function app.look_for_post(
  int, int, date, date, date, timestamptz, int, int, int, timestamptz, text, text, text, int, int, bytea, bytea, bytea, bytea[], int, int, bytea, timestamptz,
  text, int, uuid
) returns table (
  rules_version bigint, earlier_lead bigint, earlier_reason text, is_suppressed boolean, leads_of_ip int, is_click_known boolean,
  content_hash bytea, answer jsonb,
  month_units int, week_units int, day_units int, hours_units int, source_units int, program_units int, goal_spent float8
) language sql stable as $$
  select * from app.look_for_post(row(
    null, null, null, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
    $24, $25, $26
  )::app.post_question)
$$;
create function app.hold_and_look(
  bigint[], int, int, int, int, date, date, date, timestamptz, int, int, int, timestamptz, text, text, text, int, int, bytea, bytea, bytea, bytea[], int, int, bytea, timestamptz,
  text, int, uuid
) returns table (
  new_lead bigint, rules_version bigint, earlier_lead bigint, earlier_reason text, is_suppressed boolean, leads_of_ip int, is_click_known boolean,
  content_hash bytea, answer jsonb,
  month_units int, week_units int, day_units int, hours_units int, source_units int, program_units int, goal_spent float8
) language sql as $$
  select * from app.hold_and_look(row(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
    $27, $28, $29
  )::app.post_question)
$$;

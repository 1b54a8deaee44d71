-- The agency accepts many leads against the checks, and runs many through them again, in the one transaction of a bulk change. It holds and
-- asks the caps as a post does, so both functions let the agency in. Partners and clients stay out: the answer tells of other people's leads.
create or replace function app.hold_for_post(of_owner int, of_campaign int, of_month date, of_goal int, names bigint[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  one bigint;
begin
  if not coalesce(of_owner = any (app.owner_keys()), false) or coalesce(app.user_group() not in ('system', 'ag'), true) then
    raise exception 'only the product itself and the agency hold caps, for one owner';
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

create or replace function app.look_for_post(question app.post_question) returns table (
  rules_version bigint, earlier_lead bigint, earlier_reason text, is_suppressed boolean, leads_of_ip int, is_click_known boolean,
  content_hash bytea, answer jsonb,
  month_units int, week_units int, day_units int, hours_units int, source_units int, program_units int, goal_spent float8
)
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
begin
  if not coalesce(question.of_owner = any (app.owner_keys()), false) or coalesce(app.user_group() not in ('system', 'ag'), true) then
    raise exception 'only the product itself and the agency look up what a post asks, for one owner';
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

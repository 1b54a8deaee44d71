-- What a post asks for is one value instead of 29 positions.
drop function app.hold_and_look, app.look_for_post;

-- What a post asks for, as one value. The first three are what two posts could both take; a field that is not asked is null.
create type app.post_question as (
  names bigint[], held_campaign int, held_goal int, of_owner int, of_campaign int, of_month date, week_from date, today date, hours_from timestamptz,
  of_source int, of_program int, of_goal int, since timestamptz, match text, compare text, scope text, scope_key int, of_partner int, email bytea,
  phone bytea, name_zip bytea, suppressed bytea[], of_client int, answered_partner int, answered_post bytea, at timestamptz, from_ip text,
  most_of_ip int, of_click uuid
);

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

-- The same by positions: a server of the version before asks in this way while it is replaced.
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

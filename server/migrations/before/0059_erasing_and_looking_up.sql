-- Erasing to the end, and look-ups that read no more than they need.
--
-- Erasing a person reaches what the first way of it left: files and exports that hold the person, what partners' servers and other
-- systems answered, rows of files that were looked at or applied, and what was under way at that moment.

-- A request that is done again in a restored database may be of a user who is not in it.
alter table privacy_request alter column asked_by drop not null;

-- A file about leads may name people, whatever its columns are: it is stored sealed, and goes when one of an owner's people is erased.
alter table bulk_import add column names_people boolean not null default false;
update bulk_import set names_people = true where kind in ('milestones', 'leadUpdate', 'returns');
-- These were stored as they came.
update bulk_import set file = null where kind in ('leadUpdate', 'returns');
create index bulk_import_people on bulk_import (owner_key, uploaded_at) where names_people and file is not null;
-- The rows about a lead: by the name that the file has for it, `4711` or `L-01…`, or by a key that begins with it, `4711|CONTACT|…`.
create index bulk_import_row_entity on bulk_import_row (owner_key, entity_key text_pattern_ops) where entity_key is not null;
-- Rows that found no lead keep who they may be about until somebody chooses one.
create index bulk_import_row_email on bulk_import_row (owner_key, (cells ->> 'emailHash')) where cells ? 'emailHash';
create index bulk_import_row_phone on bulk_import_row (owner_key, (cells ->> 'phoneHash')) where cells ? 'phoneHash';
create index milestone_unmatched_lead on milestone_unmatched (owner_key, lead_key) where lead_key is not null;

-- Takes everything that tells who they were from leads of one owner. The leads themselves stay, with what is counted and billed
-- of them, and so does what they agreed to, when, and on which page: it is the proof that there was consent.
-- `asked_hashes` are those that somebody asked to be erased by: then files that hold the person go as well, and whatever names the
-- person without a lead. Null: their time at the owner is over, and files have an end of their own, days later.
drop function app.erase_people(int, bigint[], timestamptz);
create function app.erase_people(of_owner int, leads bigint[], at timestamptz, asked_hashes bytea[]) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  -- What of a row of a file may name a person.
  said constant text[] := array['note', 'comment', 'voidReason', 'sealed', 'emailHash', 'phoneHash', 'digest'];
  days date[];
  new_days date[];
  hashes bytea[];
  as_hex text[];
  names text[];
  exports int[];
  erased int;
begin
  if not coalesce(of_owner = any (app.owner_keys()), false) or app.user_group() not in ('ag', 'system') then
    raise exception 'only the agency and the product itself erase people, of owners they work on';
  end if;
  -- No export of the owner begins before this is over: it would read the person and store them afterwards.
  if asked_hashes is not null then
    perform pg_advisory_xact_lock(hashtextextended('lead exports of owner ' || of_owner, 0));
  end if;
  select array_agg(distinct l.captured_date),
         array_agg(l.lead_key::text) || array_agg(l.public_id) || array_remove(array_agg(l.transaction_id), null)
  into days, names from lead l where l.owner_key = of_owner and l.lead_key = any (leads);
  select array_agg(distinct h.hash), array_agg(distinct p.captured_date) filter (where p.erased_at is null) into hashes, new_days
  from lead_person p left join lateral unnest(array[p.email_hash, p.phone_hash, p.name_zip_hash]) h (hash) on h.hash is not null
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads);
  hashes := array_remove(coalesce(hashes, '{}') || coalesce(asked_hashes, '{}'), null);
  as_hex := array(select encode(h, 'hex') from unnest(hashes) h);

  if asked_hashes is not null and new_days is not null then
    -- Of the exports of these days the finished ones go: they are made again within minutes. One that is being written is begun again
    -- when this is over, its writer finds that it is no longer theirs; a download ends.
    select array_agg(x.export_key) into exports from (
      select e.export_key from lead_export e
      where e.owner_key = of_owner and e.state in ('ready', 'queued', 'running') and exists (
        select from unnest(new_days) d
        where d between coalesce((e.question ->> 'startDate')::date, '-infinity') and coalesce((e.question ->> 'endDate')::date, 'infinity'))
      for update
    ) x;
    delete from lead_export e where e.owner_key = of_owner and e.export_key = any (exports) and e.state = 'ready';
    update lead_export e set state = 'cancelled', finished_at = at, taken_until = null
    where e.owner_key = of_owner and e.export_key = any (exports) and e.is_direct and e.has_people and e.state = 'running';
    update lead_export e
    set state = 'queued', rows_written = 0, taken_by = null, taken_until = null, taken_times = greatest(e.taken_times - 1, 0)
    where e.owner_key = of_owner and e.export_key = any (exports) and not e.is_direct and e.state in ('queued', 'running');
    delete from lead_export_part p where p.owner_key = of_owner and p.export_key = any (exports);
  end if;

  update lead_person p set sealed = null, email_hash = null, phone_hash = null, name_zip_hash = null, erased_at = at
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads) and p.erased_at is null;
  get diagnostics erased = row_count;
  -- Somebody has mended a stuck lead at this moment.
  update lead_person p set sealed = null, email_hash = null, phone_hash = null, name_zip_hash = null
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads)
    and coalesce(p.sealed, p.email_hash, p.phone_hash, p.name_zip_hash) is not null;
  update lead_consent c set ip = null, user_agent = null, page_url = regexp_replace(c.page_url, '[?#].*$', '')
  where c.owner_key = of_owner and c.captured_date = any (days) and c.lead_key = any (leads);
  -- Ids are the partner's and the client's own, unless they took the person's address for one.
  update lead l
  set zip = null, transaction_id = nullif(l.transaction_id, substring(l.transaction_id from '^.*@.*$')),
      crm_reference = nullif(l.crm_reference, substring(l.crm_reference from '^.*@.*$')),
      sub_source = nullif(l.sub_source, substring(l.sub_source from '^.*@.*$'))
  where l.owner_key = of_owner and l.captured_date = any (days) and l.lead_key = any (leads)
    and (l.zip is not null or concat(l.transaction_id, l.crm_reference, l.sub_source) like '%@%');
  -- Whatever people wrote or systems answered may name the person.
  delete from lead_note n where n.owner_key = of_owner and n.captured_date = any (days) and n.lead_key = any (leads);
  update lead_status_change h set note = '', checks = h.checks - 'words'
  where h.owner_key = of_owner and h.captured_date = any (days) and h.lead_key = any (leads) and (h.note <> '' or h.checks ? 'words');
  update lead_milestone m set void_reason = ''
  where m.owner_key = of_owner and m.captured_date = any (days) and m.lead_key = any (leads) and m.void_reason <> '';
  update lead_delivery d set request = '', response = ''
  where d.owner_key = of_owner and d.captured_date = any (days) and d.lead_key = any (leads)
    and (d.request <> '' or d.response <> '');
  update delivery_task t set email_hash = null, phone_hash = null where t.owner_key = of_owner and t.lead_key = any (leads);
  update delivery_claim c set reference = '' where c.owner_key = of_owner and c.lead_key = any (leads) and c.reference like '%@%';
  update lead_postback_try t set url = regexp_replace(t.url, '[?#].*$', ''), response = ''
  where t.owner_key = of_owner and t.captured_date = any (days) and t.lead_key = any (leads);
  update webhook_try t set response = '' from webhook_message m
  where m.owner_key = of_owner and m.lead_key = any (leads) and t.owner_key = m.owner_key and t.message_key = m.message_key;
  update lead_return r set comment = '', decision_note = ''
  where r.owner_key = of_owner and r.captured_date = any (days) and r.lead_key = any (leads);
  delete from lead_return_comment r where r.owner_key = of_owner and r.lead_key = any (leads);
  -- What the client reported of the person, whether somebody has given it to a lead or not: the milestone is the lead's own.
  delete from milestone_unmatched u
  where u.owner_key = of_owner and (u.email_hash = any (hashes) or u.phone_hash = any (hashes) or u.lead_key = any (leads));
  update click k set visitor_hash = null, referrer = null, platform_click = null, sent_to = null
  where k.owner_key = of_owner and k.lead_key = any (leads)
    and k.click_id in (select l.click_id from lead l where l.owner_key = of_owner and l.captured_date = any (days) and l.lead_key = any (leads));
  delete from lead_dedup x where x.owner_key = of_owner and x.hash = any (hashes);

  -- Rows of files: what they did stays, what they said about the person goes. One that waits for a lead and is not applied yet could
  -- only bring the person back.
  update bulk_import_row r set cells = r.cells - said, before = r.before - said, after = r.after - said
  from bulk_import i
  where i.owner_key = r.owner_key and i.import_key = r.import_key and i.names_people
    and r.owner_key = of_owner and r.entity_key = any (names);
  update bulk_import_row r set cells = r.cells - said, before = r.before - said, after = r.after - said
  from bulk_import i, unnest(leads) k
  where i.owner_key = r.owner_key and i.import_key = r.import_key and i.names_people
    and r.owner_key = of_owner and r.entity_key ~>=~ (k || '|') and r.entity_key ~<~ (k || '}');
  with gone as (
    update bulk_import_row r
    set cells = '{}', before = null, after = null, entity_key = null,
        state = case when r.outcome is null then 'error' else r.state end, outcome = nullif(r.outcome, 'applied'),
        errors = case when r.outcome is null then '[{"column": null, "message": "The person was erased."}]' else r.errors end
    where r.owner_key = of_owner
      and (r.cells ? 'emailHash' and r.cells ->> 'emailHash' = any (as_hex)
        or r.cells ? 'phoneHash' and r.cells ->> 'phoneHash' = any (as_hex))
    returning r.import_key, r.row
  )
  update bulk_import i set counts = (
    select jsonb_build_object('new', count(*) filter (where s.state = 'new'), 'changed', count(*) filter (where s.state = 'changed'),
             'unchanged', count(*) filter (where s.state = 'unchanged'), 'error', count(*) filter (where s.state = 'error'),
             'total', count(*))
    from (select case when g.row is null then r.state else 'error' end as state
          from bulk_import_row r left join gone g on g.import_key = r.import_key and g.row = r.row
          where r.owner_key = of_owner and r.import_key = i.import_key) s)
  where i.owner_key = of_owner and i.state = 'VALIDATED' and i.import_key in (select import_key from gone);
  -- Which of its rows names the person cannot be told of a sealed file.
  if asked_hashes is not null then
    update bulk_import i set file = null
    where i.owner_key = of_owner and i.names_people and i.file is not null and i.uploaded_at <= at;
  end if;
  return erased;
end $$;
revoke execute on function app.erase_people from public;
grant execute on function app.erase_people to paceline_app;

-- A visitor is found by the hash alone, which is of one owner. Beside it no other index may look as good: a plan that was made while
-- the month had few rows took the one of the owner's days, and read all of the day's clicks of the owner for each new one.
drop index click_by_visitor;
create index click_by_visitor on click (visitor_hash, clicked_at desc) where visitor_hash is not null;
-- As before, but for these two questions.
create or replace function app.store_click(
  link text, at timestamptz, limit_key text, most_clicks int, limit_ms bigint,
  known_campaign int, known_version bigint, today date, of_month date, week_from date,
  id uuid, given_status smallint, visitor bytea, of_source int, given_tag text, subs text[], txn text, platform_id text,
  given_device text, given_country text, came_from text, target text, fallback text,
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
    select (select coalesce(max(c.units), 0) from cap_count c where c.owner_key = found_campaign.owner_key
              and c.campaign_key = known_campaign and c.kind = 'month' and c.ref = 0 and c.from_day = of_month) as in_month,
           (select coalesce(sum(c.units), 0) from cap_count c where c.owner_key = found_campaign.owner_key
              and c.campaign_key = known_campaign and c.kind = 'day' and c.ref = 0 and c.from_day between week_from and today) as in_week,
           (select coalesce(max(c.units), 0) from cap_count c where c.owner_key = found_campaign.owner_key
              and c.campaign_key = known_campaign and c.kind = 'day' and c.ref = 0 and c.from_day = today) as in_day,
           (select coalesce(max(c.units), 0) from cap_count c where c.owner_key = found_campaign.owner_key
              and c.campaign_key = known_campaign and c.kind = 'source' and c.ref = of_source and c.from_day = of_month) as by_source
    into counts;
    if counts.in_month >= month_cap or counts.in_week >= week_cap or counts.in_day >= day_cap or counts.by_source >= source_cap then
      decided := 2;
    end if;
  end if;
  if decided = 0 and hours_cap is not null then
    select count(*) into used from lead l
    where l.owner_key = found_campaign.owner_key and l.campaign_key = known_campaign and l.captured_date between today - 1 and today
      and l.created_at >= hours_from and (app.uses_cap(l.status) or l.keeps_unit) and not l.unpaid;
    if used >= hours_cap then
      decided := 2;
    end if;
  end if;
  if decided = 0 and goal_cap is not null and goal_cap <= (
    select coalesce(sum(coalesce(x.client_cost, 0) + coalesce(f.platform_client_cost + f.adjusted_client_cost, 0)), 0)
    from campaign c
    left join cap_count x on x.owner_key = c.owner_key and x.campaign_key = c.campaign_key and x.kind = 'month' and x.ref = 0
      and x.from_day = of_month
    left join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = of_month
    where c.owner_key = found_campaign.owner_key and c.goal_key = of_goal
  ) then
    decided := 2;
  end if;

  -- Whoever opens a link twice wants to get there: they do, with the click that counts.
  address := case when decided in (0, 90) then target when decided = 21 then replace(target, id::text, first_id::text) else fallback end;
  insert into click (owner_key, clicked_date, click_id, clicked_at, campaign_key, partner_key, publisher_source_key, source_tag, sub_source,
    sub_2, sub_3, sub_4, sub_5, transaction_id, platform_click, status, device, country, referrer, sent_to, visitor_hash, is_unique, repeat_of)
  values (found_campaign.owner_key, today, id, at, known_campaign, found_campaign.partner_key, of_source, given_tag, subs[1],
    subs[2], subs[3], subs[4], subs[5], txn, platform_id, decided, given_device, given_country, came_from, address, visitor,
    is_first, first_id);
  return query select 'stored', null::bigint, found_campaign.owner_key, known_campaign, decided, address;
end $$;

-- A media partner searches at all of its owners at once: by reason or milestone its page was gathered from every owner's index and
-- sorted. These give it in order.
create index lead_desk_partner_reason on lead (partner_key, (status_reasons[1]), created_at desc, lead_key desc)
  where status_reasons[1] is not null and partner_key is not null;
create index lead_desk_partner_milestone on lead (partner_key, (
  case when start_on is not null then 'START' when enrollment_on is not null then 'ENROLLMENT'
       when application_on is not null then 'APPLICATION' when visit_on is not null then 'VISIT'
       when interview_on is not null then 'INTERVIEW' when appointment_on is not null then 'APPOINTMENT'
       when contact_on is not null then 'CONTACT' end), created_at desc, lead_key desc)
  where coalesce(start_on, enrollment_on, application_on, visit_on, interview_on, appointment_on, contact_on) is not null
    and partner_key is not null;

-- Notifications of media partners' servers about their leads.

-- The queue: one row for each postback URL and each status change of a lead after it became valid.
-- Person: none.
create table lead_postback (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  postback_key bigint generated always as identity unique,
  campaign_key int not null,
  partner_key int not null,
  tracking_url_key int not null,
  -- The new status, and when it was set.
  status text not null,
  changed_at timestamptz not null,
  -- Null: finished.
  due_at timestamptz,
  tries smallint not null default 0,
  taken_by uuid,
  taken_until timestamptz,
  done_at timestamptz,
  outcome text check (outcome in ('sent', 'failed', 'dropped')),
  primary key (owner_key, captured_date, lead_key, postback_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) with (fillfactor = 70);
create index lead_postback_due on lead_postback (partner_key, due_at, postback_key) where done_at is null;
create index lead_postback_done on lead_postback (done_at) where done_at is not null;
call app.protect('lead_postback');
grant select, update on lead_postback to paceline_app;

-- Each attempt, shown on the lead's timeline.
-- Person: erased url, response.
create table lead_postback_try (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  postback_key bigint not null,
  attempt smallint not null,
  at timestamptz not null,
  status text not null,
  url text not null,
  outcome text not null check (outcome in ('sent', 'failed')),
  http_status smallint,
  duration_ms int not null,
  response text not null,
  next_at timestamptz,
  primary key (owner_key, captured_date, lead_key, postback_key, attempt),
  foreign key (owner_key, captured_date, lead_key) references lead
);
create index lead_postback_try_time on lead_postback_try (owner_key, at desc);
call app.protect('lead_postback_try');
call app.close_to_partners('lead_postback_try');
grant select, insert on lead_postback_try to paceline_app;

-- A partner is notified of every status change, by any cause, from the moment the lead is valid. A refusal at posting is already
-- in the answer to the post.
create function app.queue_postbacks() returns trigger
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
create trigger queues_postbacks after insert on lead_status_change
  referencing new table as touched for each statement execute function app.queue_postbacks();

-- Claims due postbacks for a worker, with a limit per partner, so that one slow server does not block others. Postbacks of one
-- lead to one URL are sent in order.
create function app.take_postbacks(at_now timestamptz, most int, at_once int, taken_for interval, worker uuid)
returns table (owner_key int, postback_key bigint)
language sql security definer set search_path = pg_catalog, public as $$
  with busy as (
    select p.partner_key, count(*) as n from lead_postback p
    where p.done_at is null and p.taken_until > clock_timestamp() group by 1
  ), ready as materialized (
    select p.partner_key, f.owner_key, f.captured_date, f.lead_key, f.postback_key
    from (select distinct d.partner_key from lead_postback d where d.done_at is null and d.due_at <= at_now) p
    left join busy b using (partner_key)
    cross join lateral (
      select n.owner_key, n.captured_date, n.lead_key, n.postback_key from lead_postback n
      where n.partner_key = p.partner_key and n.done_at is null and n.due_at <= at_now
        and (n.taken_until is null or n.taken_until < clock_timestamp())
        and not exists (
          select from lead_postback o
          where o.owner_key = n.owner_key and o.captured_date = n.captured_date and o.lead_key = n.lead_key
            and o.tracking_url_key = n.tracking_url_key and o.postback_key < n.postback_key and o.done_at is null)
      order by n.due_at, n.postback_key
      limit greatest(at_once - coalesce(b.n, 0), 0)
      for update skip locked
    ) f
    limit most
  )
  update lead_postback t
  set taken_by = worker, taken_until = clock_timestamp() + taken_for
  from ready r
  where t.owner_key = r.owner_key and t.captured_date = r.captured_date and t.lead_key = r.lead_key and t.postback_key = r.postback_key
  returning t.owner_key, t.postback_key
$$;
revoke execute on function app.take_postbacks from public;
grant execute on function app.take_postbacks to paceline_app;

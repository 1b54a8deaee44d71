-- Webhooks: events that are sent to systems of the agency and of clients.

-- Person: none.
create table webhook (
  webhook_key int generated always as identity primary key,
  -- The user who last changed it: events that this user may not see are not sent.
  user_key int not null references user_account on delete cascade,
  user_group text not null check (user_group in ('ag', 'cl')),
  owner_keys int[] not null check (cardinality(owner_keys) > 0),
  name text not null,
  url text not null,
  events text[] not null,
  -- Sealed; shown once when they are created. For a while, the old secret signs in addition to the new one.
  secret bytea,
  secret_set_at timestamptz not null,
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  row_version int not null default 1,
  paused_at timestamptz,
  removed_at timestamptz,
  -- The health of the webhook. Nothing is sent before `open_until`; afterwards one message at a time until one is accepted.
  failures_in_row int not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_reason text,
  open_until timestamptz
);
create index webhook_owners on webhook using gin (owner_keys);
alter table webhook enable row level security;
alter table webhook force row level security;
create policy migrator on webhook to current_user using (true) with check (true);
create policy tenant on webhook for select to paceline_app
  using (owner_keys && (select app.owner_keys())::int[] and (select app.user_group()) in ('ag', 'system', user_group));
create policy change on webhook for update to paceline_app
  using (owner_keys && (select app.owner_keys())::int[] and (select app.user_group()) in ('ag', 'system', user_group))
  with check (owner_keys && (select app.owner_keys())::int[] and (select app.user_group()) in ('ag', 'system', user_group));
create policy make on webhook for insert to paceline_app
  with check (owner_keys <@ (select app.owner_keys())::int[] and user_group = (select app.user_group()));
create policy partner on webhook as restrictive to paceline_app
  using ((select app.partner_key()) is null) with check ((select app.partner_key()) is null);
grant select, insert, update on webhook to paceline_app;

-- The queue and history of messages, inserted in the transaction of the event.
-- Person: none.
create table webhook_message (
  owner_key int not null references owner,
  message_key bigint generated always as identity unique,
  webhook_key int not null references webhook,
  -- The same in every attempt, so that a receiver can recognise repetitions.
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  body jsonb not null,
  created_at timestamptz not null,
  -- The start of the retry schedule: when it was created or replayed.
  began_at timestamptz not null,
  due_at timestamptz,
  tries int not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  taken_by uuid,
  taken_until timestamptz,
  -- The lead of the message as a column, for an index. An index on the body could fail to insert because of other content.
  lead_key bigint
    generated always as (case when body ->> 'leadKey' ~ '^\d{1,15}$' then (body ->> 'leadKey')::bigint end) stored,
  primary key (owner_key, message_key)
) with (fillfactor = 80);
create index webhook_message_due on webhook_message (webhook_key, due_at, message_key) where due_at is not null;
create index webhook_message_log on webhook_message (webhook_key, message_key desc);
create index webhook_message_created on webhook_message (created_at);
create index webhook_message_time on webhook_message (owner_key, created_at desc);
create index webhook_message_lead on webhook_message (owner_key, lead_key) where lead_key is not null;
call app.protect('webhook_message');
call app.close_to_partners('webhook_message');
grant select, insert, update on webhook_message to paceline_app;

-- Person: erased response.
create table webhook_try (
  owner_key int not null,
  message_key bigint not null,
  attempt int not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'failed')),
  http_status smallint,
  duration_ms int not null,
  because text not null,
  response text not null,
  primary key (owner_key, message_key, attempt),
  foreign key (owner_key, message_key) references webhook_message on delete cascade
);
call app.protect('webhook_try');
call app.close_to_partners('webhook_try');
grant select, insert on webhook_try to paceline_app;

-- Whether a webhook's maker may still see the owner; checked at the event and again before sending.
create function app.may_hear(of_user int, of_owner int) returns boolean language sql stable
return (
  select u.active and (u.all_owners or exists (select from user_owner w where w.user_key = of_user and w.owner_key = of_owner))
  from user_account u where u.user_key = of_user
);

-- Returns early if no webhook listens, because this runs in the transaction that accepts a post.
create function app.tell_lead_status() returns trigger
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
create trigger tell_webhooks after insert on lead_status_change referencing new table as new_rows
  for each statement execute function app.tell_lead_status();

create function app.tell_lead_milestone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from webhook where removed_at is null and 'lead.milestone' = any (events)) then
    return null;
  end if;
  insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
  select n.owner_key, w.webhook_key, 'lead.milestone',
         jsonb_build_object('ownerKey', n.owner_key, 'leadKey', n.lead_key, 'leadId', l.public_id, 'campaignKey', l.campaign_key,
           'clientKey', g.client_key, 'campusKey', l.campus_key, 'milestone', n.code, 'happenedOn', n.happened_on),
         n.recorded_at, n.recorded_at, n.recorded_at
  from new_rows n
  join webhook w on w.owner_keys @> array[n.owner_key] and w.removed_at is null and 'lead.milestone' = any (w.events)
  join lead l on l.owner_key = n.owner_key and l.captured_date = n.captured_date and l.lead_key = n.lead_key
  join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
  join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
  where n.voided_at is null and app.may_hear(w.user_key, n.owner_key);
  return null;
end $$;
create trigger tell_webhooks after insert on lead_milestone referencing new table as new_rows
  for each statement execute function app.tell_lead_milestone();

-- A campaign's status changed. Statuses of a reached cap are also sent as an event of their own.
create function app.tell_campaign_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from webhook where removed_at is null and events && '{campaign.status,campaign.cap}') then
    return null;
  end if;
  insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
  select n.owner_key, w.webhook_key, e.event,
         jsonb_build_object('ownerKey', n.owner_key, 'campaignKey', n.campaign_key, 'campaignCode', c.code, 'from', n.from_status,
           'to', n.to_status),
         n.at, n.at, n.at
  from new_rows n
  cross join lateral (
    values ('campaign.status', true), ('campaign.cap', n.to_status in ('GOAL_CAP', 'CAP_MONTH', 'CAP_WEEK', 'CAP_DAY', 'SOFT_CAP'))
  ) e (event, happened)
  join webhook w on w.owner_keys @> array[n.owner_key] and w.removed_at is null and e.event = any (w.events)
  join campaign c on c.owner_key = n.owner_key and c.campaign_key = n.campaign_key
  where e.happened and app.may_hear(w.user_key, n.owner_key);
  return null;
end $$;
create trigger tell_webhooks after insert on campaign_status_log referencing new table as new_rows
  for each statement execute function app.tell_campaign_status();

-- Claims due messages for a worker: a limited number of slots for each webhook, and one while its circuit breaker recovers.
-- Messages that the maker may no longer see are not sent.
create function app.take_webhooks(at_now timestamptz, most int, at_once int, taken_for interval, worker uuid)
returns table (owner_key int, message_key bigint)
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  e record;
  places int;
  got int;
begin
  for e in
    select w.webhook_key, w.user_key, w.open_until from webhook w
    where w.paused_at is null and w.removed_at is null and (w.open_until is null or w.open_until <= at_now)
      and exists (select from webhook_message m where m.webhook_key = w.webhook_key and m.due_at <= at_now
                    and (m.taken_until is null or m.taken_until < clock_timestamp()))
    order by random()
    for update of w skip locked
  loop
    exit when most <= 0;
    select (case when e.open_until is null then at_once else 1 end) - count(*) into places
    from webhook_message m
    where m.webhook_key = e.webhook_key and m.due_at is not null and m.taken_until > clock_timestamp();
    continue when places <= 0;
    return query
      update webhook_message m set taken_by = worker, taken_until = clock_timestamp() + taken_for
      from (
        select n.owner_key, n.message_key from webhook_message n
        where n.webhook_key = e.webhook_key and n.due_at <= at_now and (n.taken_until is null or n.taken_until < clock_timestamp())
          and app.may_hear(e.user_key, n.owner_key)
        order by n.due_at, n.message_key
        limit least(places, most)
        for update skip locked
      ) found
      where m.owner_key = found.owner_key and m.message_key = found.message_key
      returning m.owner_key, m.message_key;
    get diagnostics got = row_count;
    most := most - got;
  end loop;
end $$;
revoke execute on function app.take_webhooks from public;
grant execute on function app.take_webhooks to paceline_app;

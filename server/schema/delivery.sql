-- Outgoing leads: the clients' endpoints, the queue, and the result of each attempt.

-- Person: erased request, response.
create table lead_delivery (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  attempt int not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'rejected', 'failed')),
  reason text,
  response text,
  next_at timestamptz,
  endpoint_key int,
  endpoint_version int,
  duration_ms int,
  http_status smallint,
  -- The request as sent, with personal data masked.
  request text,
  primary key (owner_key, captured_date, lead_key, attempt),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
create index lead_delivery_endpoint on lead_delivery (owner_key, endpoint_key, at desc) where endpoint_key is not null;
create index lead_delivery_time on lead_delivery (owner_key, at desc);
call app.protect('lead_delivery');
call app.close_to_partners('lead_delivery');
grant select, insert on lead_delivery to paceline_app;

-- A client's own system. An endpoint of a campus takes precedence over that of the whole client.
-- Person: none.
create table delivery_endpoint (
  owner_key int not null,
  endpoint_key int generated always as identity unique,
  client_key int not null,
  campus_key int,
  name text not null,
  version int not null default 1,
  settings jsonb not null,
  -- The sealed credential; the settings say what it is for. It is write-only: no call returns it.
  secret bytea,
  secret_set_at timestamptz,
  -- When a user paused sending.
  paused_at timestamptz,
  paused_by int references user_account,
  -- The SFTP server's fingerprint, stored at the first connection. A different one is refused until a user clears it.
  host_key text,
  host_key_at timestamptz,
  primary key (owner_key, endpoint_key),
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, campus_key) references campus
);
create unique index delivery_endpoint_of on delivery_endpoint (owner_key, client_key, coalesce(campus_key, 0));
call app.protect('delivery_endpoint');
call app.close_to_partners('delivery_endpoint');
grant select, insert, update on delivery_endpoint to paceline_app;

-- Person: none.
create table delivery_endpoint_version (
  owner_key int not null,
  endpoint_key int not null,
  version int not null,
  name text not null,
  settings jsonb not null,
  saved_by int references user_account,
  saved_at timestamptz not null,
  primary key (owner_key, endpoint_key, version),
  foreign key (owner_key, endpoint_key) references delivery_endpoint
);
call app.protect('delivery_endpoint_version');
call app.close_to_partners('delivery_endpoint_version');
grant select, insert on delivery_endpoint_version to paceline_app;

-- The health of an endpoint. Workers lock this row before they take leads, so that only one sends the probe.
-- Person: none.
create table delivery_health (
  owner_key int not null,
  endpoint_key int not null,
  failures_in_row int not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_reason text,
  -- Nothing is sent before this time; afterwards one lead at a time until one succeeds.
  open_until timestamptz,
  primary key (owner_key, endpoint_key),
  foreign key (owner_key, endpoint_key) references delivery_endpoint
) with (fillfactor = 50);
call app.protect('delivery_health');
call app.close_to_partners('delivery_health');
grant select, insert, update on delivery_health to paceline_app;

-- The delivery queue. Inserted in the transaction that makes a lead valid, so that neither exists without the other.
-- Person: erased email_hash, phone_hash.
create table delivery_task (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  client_key int not null,
  campus_key int,
  -- Null if the client has no endpoint yet.
  endpoint_key int,
  -- Hashes of the person, to keep the leads of one person in order.
  email_hash bytea,
  phone_hash bytea,
  -- When the lead became valid: the start of the retry schedule.
  accepted_at timestamptz not null,
  -- Null: sent only on request.
  due_at timestamptz,
  is_stuck boolean not null default false,
  -- Consecutive answers that the lead's data does not fit.
  mapping_errors int not null default 0,
  -- The worker that is sending it, the end of its claim by the database clock, and the number of claims without a result.
  taken_by uuid,
  taken_until timestamptz,
  taken_times int not null default 0,
  done_at timestamptz,
  -- The last manual retry that included the lead; the result since then belongs to it.
  retry_key int,
  batch_no int,
  primary key (owner_key, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead,
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, endpoint_key) references delivery_endpoint
) with (fillfactor = 70);
create index delivery_task_due on delivery_task (owner_key, endpoint_key, due_at, lead_key) where done_at is null;
create index delivery_task_taken on delivery_task (owner_key, endpoint_key, taken_until) where taken_until is not null;
create index delivery_task_email on delivery_task (owner_key, endpoint_key, email_hash, lead_key) where done_at is null;
create index delivery_task_phone on delivery_task (owner_key, endpoint_key, phone_hash, lead_key) where done_at is null;
create index delivery_task_waiting on delivery_task (accepted_at) where done_at is null and not is_stuck;
create index delivery_task_client on delivery_task (owner_key, client_key) where done_at is null;
create index delivery_task_retry on delivery_task (owner_key, retry_key) where retry_key is not null;
create index delivery_task_batch on delivery_task (owner_key, endpoint_key, batch_no) where batch_no is not null and done_at is null;
call app.protect('delivery_task');
call app.close_to_partners('delivery_task');
grant select, insert, update on delivery_task to paceline_app;

-- A client's claim that it received a stuck lead another way. The agency confirms or rejects it.
-- Person: erased reference.
create table delivery_claim (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  reference text not null,
  claimed_by int not null references user_account,
  claimed_at timestamptz not null,
  decided_by int references user_account,
  decided_at timestamptz,
  confirmed boolean,
  primary key (owner_key, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
call app.protect('delivery_claim');
call app.close_to_partners('delivery_claim');
grant select, insert, update on delivery_claim to paceline_app;

-- Mails about stuck leads that were sent, to avoid repeating one within the hour or the day.
-- Person: none.
create table delivery_notice (
  owner_key int not null,
  kind text not null check (kind in ('warning', 'attention', 'stuck')),
  -- An endpoint and a reason, or a client.
  cause text not null,
  sent_at timestamptz not null,
  leads int not null,
  sent_by int references user_account,
  primary key (owner_key, kind, cause),
  foreign key (owner_key) references owner
);
call app.protect('delivery_notice');
call app.close_to_partners('delivery_notice');
grant select, insert, update on delivery_notice to paceline_app;

-- A manual retry of stuck leads: who started it and when, so that its progress can be shown.
-- Person: none.
create table delivery_retry (
  owner_key int not null,
  retry_key int generated always as identity unique,
  -- Null: the leads were selected one by one.
  endpoint_key int,
  reason text,
  asked_by int references user_account,
  asked_at timestamptz not null,
  primary key (owner_key, retry_key),
  foreign key (owner_key, endpoint_key) references delivery_endpoint
);
create index delivery_retry_asked on delivery_retry (owner_key, asked_at);
call app.protect('delivery_retry');
call app.close_to_partners('delivery_retry');
grant select, insert on delivery_retry to paceline_app;

-- A file of leads. Its name is assigned once, so that sending it again overwrites the same file on the client's server.
-- Person: none.
create table delivery_batch (
  owner_key int not null,
  endpoint_key int not null,
  batch_no int not null,
  file_name text not null,
  -- Null: due with the next of its leads.
  due_at timestamptz,
  -- Set at the first attempt; no leads are added afterwards.
  started_at timestamptz,
  taken_by uuid,
  taken_until timestamptz,
  done_at timestamptz,
  primary key (owner_key, endpoint_key, batch_no),
  foreign key (owner_key, endpoint_key) references delivery_endpoint
);
create index delivery_batch_due on delivery_batch (due_at) where done_at is null;
call app.protect('delivery_batch');
call app.close_to_partners('delivery_batch');
grant select, insert, update on delivery_batch to paceline_app;

-- Claims due deliveries for a worker. Each endpoint has a limited number of slots, so that one that hangs does not block others,
-- and a single slot while its circuit breaker recovers. Leads of one person are sent in order: a later lead waits while an
-- earlier one is being sent, is due, or is in its first retry schedule.
create function app.take_deliveries(at_now timestamptz, most int, at_once int, taken_for interval, worker uuid)
returns table (owner_key int, lead_key bigint)
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  e record;
  places int;
  got int;
begin
  for e in
    select h.owner_key, h.endpoint_key, h.open_until
    from delivery_health h join delivery_endpoint d using (owner_key, endpoint_key)
    where d.paused_at is null and (h.open_until is null or h.open_until <= at_now)
      and exists (select from delivery_task t where t.owner_key = h.owner_key and t.endpoint_key = h.endpoint_key
                    and t.done_at is null and t.due_at <= at_now and (t.taken_until is null or t.taken_until < clock_timestamp()))
    order by random()
    for update of h skip locked
  loop
    exit when most <= 0;
    select (case when e.open_until is null then at_once else 1 end) - count(*) into places
    from delivery_task t
    where t.owner_key = e.owner_key and t.endpoint_key = e.endpoint_key and t.taken_until > clock_timestamp();
    continue when places <= 0;
    return query
      update delivery_task t
      set taken_by = worker, taken_until = clock_timestamp() + taken_for, taken_times = t.taken_times + 1
      from (
        select n.owner_key, n.lead_key from delivery_task n
        where n.owner_key = e.owner_key and n.endpoint_key = e.endpoint_key and n.done_at is null and n.due_at <= at_now
          and (n.taken_until is null or n.taken_until < clock_timestamp())
          and not exists (
            select from delivery_task o
            where o.owner_key = n.owner_key and o.endpoint_key = n.endpoint_key and o.email_hash = n.email_hash
              and o.lead_key < n.lead_key and o.done_at is null
              and (not o.is_stuck or o.due_at <= at_now or o.taken_until > clock_timestamp()))
          and not exists (
            select from delivery_task o
            where o.owner_key = n.owner_key and o.endpoint_key = n.endpoint_key and o.phone_hash = n.phone_hash
              and o.lead_key < n.lead_key and o.done_at is null
              and (not o.is_stuck or o.due_at <= at_now or o.taken_until > clock_timestamp()))
        order by n.due_at, n.lead_key
        limit least(places, most)
        for update skip locked
      ) found
      where t.owner_key = found.owner_key and t.lead_key = found.lead_key
      returning t.owner_key, t.lead_key;
    get diagnostics got = row_count;
    most := most - got;
  end loop;
end $$;
revoke execute on function app.take_deliveries from public;
grant execute on function app.take_deliveries to paceline_app;

-- Valid leads that are overdue for delivery and not being sent at this moment. Each owner sets after how many minutes a lead is
-- stuck. The usual number is the minimum, so the index can bound the search.
create function app.list_overdue_deliveries(at timestamptz, usual_minutes int, most int) returns table (owner_key int, lead_key bigint)
language sql stable security definer set search_path = pg_catalog, public as $$
  select t.owner_key, t.lead_key
  from delivery_task t left join owner_setting s on s.owner_key = t.owner_key and s.name = 'stuckMinutes'
  where t.accepted_at <= at - make_interval(mins => usual_minutes) and t.done_at is null and not t.is_stuck
    and t.accepted_at <= at - make_interval(mins => coalesce((s.value #>> '{}')::int, usual_minutes))
    and (t.taken_until is null or t.taken_until < clock_timestamp())
  order by t.accepted_at limit most
$$;
revoke execute on function app.list_overdue_deliveries from public;
grant execute on function app.list_overdue_deliveries to paceline_app;

-- Due files of endpoints that are neither paused nor stopped after failures.
create function app.list_due_batches(at_now timestamptz, most int) returns table (owner_key int, endpoint_key int, batch_no int)
language sql stable security definer set search_path = pg_catalog, public as $$
  select b.owner_key, b.endpoint_key, b.batch_no
  from delivery_batch b
  join delivery_endpoint e using (owner_key, endpoint_key)
  join delivery_health h using (owner_key, endpoint_key)
  where b.done_at is null and b.due_at <= at_now and (b.taken_until is null or b.taken_until < clock_timestamp())
    and e.paused_at is null and (h.open_until is null or h.open_until <= at_now)
  order by b.due_at limit most
$$;
revoke execute on function app.list_due_batches from public;
grant execute on function app.list_due_batches to paceline_app;

-- What whoever runs the product needs: keys that can be changed while it serves, and how much of what waits.

-- What is sealed says with which key; which keys there are stands here, a secret itself never does. Only the role that owns the
-- tables reads either table.
create table secret_key (
  key_id smallint primary key,
  -- Tells secrets apart; what a secret is cannot be found out from it.
  print bytea not null unique,
  known_at timestamptz not null,
  -- A server has sealed with it; null for one that was only announced.
  used_at timestamptz,
  -- Nothing is sealed with it any more.
  retired_at timestamptz
);

-- What hashes of people, tickets and derived tokens are made with, sealed with the secret. It stays when the secret changes:
-- a list of numbers that are not to be called, for one, holds nothing that its hashes could be made from again.
create table recognition_key (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);

-- The number of the key in front of what is sealed; server/src/lib/seal.ts writes it. The first key left no mark.
create function app.sealed_with(sealed bytea) returns int language sql immutable strict parallel safe as $$
  select case when substr(sealed, 1, 6) = '\x706c6b65793a'::bytea then get_byte(sealed, 6) * 256 + get_byte(sealed, 7) else 1 end
$$;
grant execute on function app.sealed_with to paceline_app;

-- How much waits and since when, over all owners: numbers alone, for those who watch the installation. Every count reads an index
-- of what is open. The queue's tables come after the migrations, so the text is looked at when it runs.
create function app.waiting(at timestamptz) returns table (queue text, detail text, items bigint, oldest_seconds double precision)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  return query
    select 'facts', '', count(*), null::double precision from fact_delta
    union all
    select 'attributes', '', count(*), null from attribute_delta
    union all
    -- What somebody has stopped, or has nowhere to go, waits on purpose.
    select 'deliveries', '', count(*), extract(epoch from at - min(t.due_at))::double precision
    from delivery_task t join delivery_endpoint e using (owner_key, endpoint_key)
    where t.done_at is null and t.due_at <= at and e.paused_at is null
    union all
    select 'stuck deliveries', '', count(*), null from delivery_task t where t.done_at is null and t.is_stuck
    union all
    select 'postbacks', '', count(*), extract(epoch from at - min(p.due_at))::double precision
    from lead_postback p where p.done_at is null and p.due_at <= at
    union all
    select 'webhooks', '', count(*), extract(epoch from at - min(m.due_at))::double precision
    from webhook_message m join webhook w using (webhook_key)
    where m.due_at <= at and w.paused_at is null and w.removed_at is null
    union all
    select 'partner mails', '', count(*), extract(epoch from at - min(p.due_at))::double precision
    from partner_mail p where p.state = 'QUEUED' and p.due_at <= at
    union all
    select 'exports', '', count(*), extract(epoch from at - min(x.asked_at))::double precision
    from lead_export x where x.state in ('queued', 'running')
    union all
    -- The queue goes by the database's own clock.
    select 'jobs', '', count(*), extract(epoch from clock_timestamp() - min(j.run_at))::double precision
    from graphile_worker.jobs j where j.attempts < j.max_attempts and j.run_at <= clock_timestamp()
    union all
    select 'parked jobs', j.task_identifier, count(*), null from graphile_worker.jobs j
    where j.attempts >= j.max_attempts and j.locked_at is null group by j.task_identifier;
end $$;
revoke execute on function app.waiting from public;
grant execute on function app.waiting to paceline_app;

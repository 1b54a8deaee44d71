-- Figures for monitoring an installation.

-- The number of waiting items of each queue and the age of the oldest, over all owners. Each count uses an index of open items.
-- In plpgsql, because the job queue's tables do not exist yet when this function is created.
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
